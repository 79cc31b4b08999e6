"""A program that speaks GTP, run in a process of its own: one question, one answer, and never a wait without end.

The process has a session of its own, so that Ctrl-C is not meant for it, and goes with all that it started when it is
closed, forgotten, or when this program ends.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from malecon.games.errors import GameError

FAREWELL = 1.0  # seconds to leave after `quit`
REMEMBERED = 3  # last lines of standard error that a complaint can quote


class EngineError(GameError):
    """An engine died, was late, or said what it should not."""


class GtpClient:
    """A running engine."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{command[0]} cannot be started: {error}") from None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=REMEMBERED)
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        self._threads = [
            _start_thread(_collect_answers, process.stdout, self._answers),
            _start_thread(_collect_errors, process.stderr, self._errors),
        ]
        self._end = weakref.finalize(self, _end_process, process)

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and return its answer; EngineError where it is refused or does not come in time."""
        self._send(command)
        begin = time.perf_counter()
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            self._end()
            raise EngineError(f"no answer to {command!r} within {time.perf_counter() - begin:.1f} s") from None
        if answer is None:
            raise EngineError(f"it ended at {command!r}{self._last_words()}")
        text = answer[1:].lstrip("0123456789").strip()
        if answer[0] == "?":
            raise EngineError(f"{command!r} was refused: {text or 'no reason given'}")
        return text

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineError(f"it had ended before {command!r}{self._last_words()}") from None

    def _last_words(self) -> str:
        """How it ended, and the last that it said on standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        for thread in self._threads:
            thread.join(FAREWELL)
        code = self._process.returncode
        said = f": {self._errors[-1]}" if self._errors else ""
        return f" with exit code {code}{said}" if code is not None else said

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def close(self) -> None:
        """Say goodbye; what does not leave is ended."""
        with suppress(EngineError):
            self._send("quit")
        self._end()
        for thread in self._threads:
            thread.join(FAREWELL)


def _start_thread(target: object, stream: IO[bytes], into: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=(stream, into), daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _collect_answers(stream: IO[bytes], answers: queue.Queue[str | None]) -> None:
    """Each answer from its `=` or `?` to the empty line; other lines between answers are not ours to read."""
    lines: list[str] = []
    with suppress(OSError, ValueError), stream:
        for data in stream:
            line = data.decode("utf-8", errors="replace").rstrip("\r\n")
            if lines and not line.strip():
                answers.put("\n".join(lines))
                lines = []
            elif lines or line[:1] in ("=", "?"):
                lines.append(line)
    answers.put(None)


def _collect_errors(stream: IO[bytes], errors: deque[str]) -> None:
    with suppress(OSError, ValueError), stream:
        for data in stream:
            if line := " ".join(data.decode("utf-8", errors="replace").split()):
                errors.append(line)


def _end_process(process: subprocess.Popen[bytes]) -> None:
    """Wait a moment for the process to leave by itself, then end it and what it started; leave nothing behind."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
