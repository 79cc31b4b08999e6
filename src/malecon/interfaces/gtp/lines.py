"""Input lines, read on a separate thread so that a running command can react to new input.

A line longer than MAX_LINE is truncated and marked. The comment `# interrupt` is GoGui's way to stop the search of the
commands sent before it; it takes effect at once instead of waiting in the queue. The end of the input means that the
controller is gone, which stops a search too, unless it arrives together with the commands, as from a file.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

MAX_LINE = 1 << 20
CHUNK = 1 << 16
MAX_QUEUE = 10_000  # lines read ahead; more stay in the pipe
INTERRUPT = b"# interrupt"
BATCH_SECONDS = 0.5  # between the last line and the end of an input that was written in one go


@dataclass(frozen=True)
class Line:
    """A line of input without its newline."""

    number: int
    data: bytes
    is_truncated: bool = False
    received: float = 0.0
    """Time of arrival, on the monotonic clock."""


class LineReader:
    """The lines of an input stream; `read(size)` returns at most `size` bytes, and none at the end."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._queue: deque[Line] = deque()
        self._changed = threading.Condition()
        self._ended: float | None = None
        self._number = 0
        self._interrupted = 0
        self._callback: Callable[[], None] | None = None
        threading.Thread(target=self._collect, name="input", daemon=True).start()

    # --- the server's thread ------------------------------------------------------------------------------------------

    def next(self) -> Line | None:
        """Wait for the next line and return it; None at the end of the input."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_input)
            line = self._queue.popleft() if self._queue else None
            self._changed.notify_all()
            return line

    @property
    def has_input(self) -> bool:
        """Whether a line is queued or the input has ended."""
        return bool(self._queue) or self._ended is not None

    def wait_for_input(self) -> None:
        """Wait until a line is queued or the input ends."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_input)

    def is_interrupted(self, line: Line) -> bool:
        """Return whether `# interrupt` was sent after this line, or the controller has gone since."""
        is_abandoned = self._ended is not None and self._ended - line.received > BATCH_SECONDS
        return self._interrupted >= line.number or is_abandoned

    @contextmanager
    def on_input(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call a function, on the reading thread, whenever input arrives, an interrupt or the end included."""
        self._callback = callback
        try:
            yield
        finally:
            self._callback = None

    # --- the reading thread -------------------------------------------------------------------------------------------

    def _collect(self) -> None:
        try:
            with suppress(OSError):  # a broken input counts as its end
                for data, is_truncated in split_lines(self._read):
                    self._add(data, is_truncated)
        finally:
            with self._changed:
                self._ended = time.monotonic()
                self._changed.notify_all()
            self._notify()

    def _add(self, data: bytes, is_truncated: bool) -> None:
        is_interrupt = data.strip() == INTERRUPT
        with self._changed:
            if is_interrupt:
                self._interrupted = self._number
            else:
                self._changed.wait_for(lambda: len(self._queue) < MAX_QUEUE)
                self._number += 1
                self._queue.append(Line(self._number, data, is_truncated, time.monotonic()))
                self._changed.notify_all()
        self._notify()

    def _notify(self) -> None:
        if (callback := self._callback) is not None:
            callback()


def split_lines(read: Callable[[int], bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield lines and whether they were truncated; the last line needs no newline. Memory is bounded."""
    held, is_truncated = b"", False
    while chunk := read(CHUNK):
        *ended, last = chunk.split(b"\n")
        for piece in ended:
            yield (held + piece)[:MAX_LINE], is_truncated or len(held) + len(piece) > MAX_LINE
            held, is_truncated = b"", False
        held, is_truncated = (held + last)[:MAX_LINE], is_truncated or len(held) + len(last) > MAX_LINE
    if held:
        yield held, is_truncated
