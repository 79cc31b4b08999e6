"""The input as lines, read on a thread of its own, so that a command can see what comes while it thinks.

A line that is longer than MAX_LINE is cut, and marked. The comment `# interrupt` is GoGui's way to end the thinking of
the commands sent before it; it never waits in line behind them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

MAX_LINE = 1 << 20
CHUNK = 1 << 16
AHEAD = 10_000  # lines that may wait; more stay in the pipe
INTERRUPT = b"# interrupt"


@dataclass(frozen=True)
class Line:
    """A line of input without its end."""

    number: int
    data: bytes
    is_cut: bool = False


class Lines:
    """The lines of an input, given as a function that reads at most so many bytes, and none at the end."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._waiting: deque[Line] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._number = 0
        self._interrupted = 0
        self._wake: Callable[[], None] | None = None
        self._wakes_at_interrupts_only = False
        threading.Thread(target=self._collect, name="input", daemon=True).start()

    # --- for the one who obeys ----------------------------------------------------------------------------------------

    def next(self) -> Line | None:
        """The next line, as soon as there is one; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended)
            line = self._waiting.popleft() if self._waiting else None
            self._changed.notify_all()
            return line

    @property
    def has_more(self) -> bool:
        """Whether something has come that was not asked for yet, the end of the input included."""
        return bool(self._waiting) or self._ended

    def wait(self) -> None:
        """Wait until there is more."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_more)

    def is_interrupted(self, line: Line) -> bool:
        """Whether `# interrupt` has come after this line."""
        return self._interrupted >= line.number

    @contextmanager
    def waking(self, wake: Callable[[], None], *, at_interrupts_only: bool) -> Iterator[None]:
        """Call a function, on the thread that reads, when something comes."""
        self._wake, self._wakes_at_interrupts_only = wake, at_interrupts_only
        try:
            yield
        finally:
            self._wake = None

    # --- the thread that reads ----------------------------------------------------------------------------------------

    def _collect(self) -> None:
        try:
            with suppress(OSError):  # an input that breaks off has ended
                for data, is_cut in split_lines(self._read):
                    self._add(data, is_cut)
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()
            self._call(is_interrupt=False)

    def _add(self, data: bytes, is_cut: bool) -> None:
        is_interrupt = data.strip() == INTERRUPT
        with self._changed:
            if is_interrupt:
                self._interrupted = self._number
            else:
                self._changed.wait_for(lambda: len(self._waiting) < AHEAD)
                self._number += 1
                self._waiting.append(Line(self._number, data, is_cut))
                self._changed.notify_all()
        self._call(is_interrupt)

    def _call(self, is_interrupt: bool) -> None:
        wake = self._wake
        if wake is not None and (is_interrupt or not self._wakes_at_interrupts_only):
            wake()


def split_lines(read: Callable[[int], bytes]) -> Iterator[tuple[bytes, bool]]:
    """Lines with whether they were cut; a last line without an end counts too. Memory is bounded whatever comes."""
    held, is_cut = b"", False
    while chunk := read(CHUNK):
        *ended, last = chunk.split(b"\n")
        for piece in ended:
            yield (held + piece)[:MAX_LINE], is_cut or len(held) + len(piece) > MAX_LINE
            held, is_cut = b"", False
        held, is_cut = (held + last)[:MAX_LINE], is_cut or len(held) + len(last) > MAX_LINE
    if held:
        yield held, is_cut
