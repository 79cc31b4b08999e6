"""GTP client: runs an engine in its own process, sends commands and waits for answers, always with a timeout.

What the engine does wrong is an EngineError, which forfeits a game; any other GameError is not the engine's fault.

The process gets its own session, so that Ctrl-C does not reach it. It is ended together with its children when the
client is closed or garbage-collected, or when this program exits.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from malecon import system
from malecon.games.errors import GameError
from malecon.players.player import CRASH, FORFEIT, TIME_LOSS, PlayerFault

EXIT_SECONDS = 1.0  # seconds to wait for the process to exit
KEPT_LINES = 3  # last lines of standard error that are kept


class EngineError(PlayerFault):
    """An engine crashed, was too slow, or sent an invalid answer."""

    def __init__(self, message: str, kind: str = FORFEIT) -> None:
        super().__init__(message)
        self.kind = kind


class CommandRefusedError(EngineError):
    """An engine answered a command with an error."""


_log_path: Path | None = None  # of the traffic with all engines of this process


def log_traffic(path: Path | None) -> None:
    """Append everything that engines of this process are sent and answer to a file, from now on; None ends that."""
    global _log_path
    _log_path = path


def traffic_log() -> Path | None:
    """Return the file of the traffic; None if there is none."""
    return _log_path


class GtpClient:
    """A running engine."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **system.own_group(),
            )
        except (OSError, ValueError) as error:
            raise GameError(f"cannot start {command[0]}: {error}") from None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        self._threads = [
            _start_thread(_collect_answers, process.stdout, self._answers),
            _start_thread(_collect_errors, process.stderr, self._errors),
        ]
        self._finalizer = weakref.finalize(self, _end_process, process)

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and return its answer; raise EngineError if it fails or does not arrive in time."""
        self._send(command)
        begin = time.perf_counter()
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            self._finalizer()
            took = time.perf_counter() - begin
            raise EngineError(f"no answer to {command!r} within {took:.1f} s", TIME_LOSS) from None
        if answer is None:
            raise self._exit_error(f"during {command!r}")
        self._log("<", answer)
        text = answer[1:].lstrip("0123456789").strip()
        if answer[0] == "?":
            raise CommandRefusedError(f"{command!r} failed: {text or 'no reason given'}")
        return text

    def _log(self, direction: str, text: str) -> None:
        """Append lines to the log, if there is one: seconds since 1970, process, direction, text."""
        if _log_path is not None:
            now = f"{time.time():.3f} {self._process.pid} {direction} "
            with _log_path.open("a", encoding="utf-8") as file:  # one write: other processes append too
                file.write("".join(f"{now}{line}\n" for line in text.splitlines()))

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        self._log(">", command)
        try:
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._exit_error(f"before {command!r}") from None

    def _exit_error(self, when: str) -> GameError:
        """Return the error for an engine that has exited, with its exit code and last line of standard error.

        No engine kills itself with SIGKILL: the user or the system did, so that is not the engine's fault.
        """
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        for thread in self._threads:
            thread.join(EXIT_SECONDS)
        code = self._process.returncode
        if system.was_killed(code) and self._finalizer.alive:
            return GameError(f"the engine was killed {when}, possibly because the machine is out of memory")
        error = f": {self._errors[-1]}" if self._errors else ""
        self._log("!", f"exited {when}, exit code {code}{error}")
        status = f" with exit code {code}" if code is not None else ""
        return EngineError(f"the engine exited {when}{status}{error}", CRASH)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def close(self) -> None:
        """Send `quit` and end the process."""
        with suppress(GameError):
            self._send("quit")
        self._finalizer()
        for thread in self._threads:
            thread.join(EXIT_SECONDS)


def _start_thread(target: object, stream: IO[bytes], sink: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=(stream, sink), daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _collect_answers(stream: IO[bytes], answers: queue.Queue[str | None]) -> None:
    """Queue each answer from its `=` or `?` to the empty line; skip lines between answers."""
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
    """Give the process a moment to exit, then kill it with its children."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    try:
        process.wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        system.end_tree(process)
        process.wait()
