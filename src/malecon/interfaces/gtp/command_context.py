"""The context of a running command: its arguments, the session, and a way to send lines before it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.gtp.lines import Line, LineReader
from malecon.interfaces.gtp.protocol import Request
from malecon.interfaces.gtp.session import Session

ANY_NUMBER = 1000  # upper bound for commands with any number of arguments


@dataclass(frozen=True)
class Command:
    """A GTP command."""

    usage: str
    """Its arguments, as `help` shows them."""
    doc: str
    run: Callable[[CommandContext], str]
    """Run the command and return the response."""
    permission: str = ""
    """Name of the permission that the server must have been started with, if any."""


class CommandContext:
    """Everything that a command can access."""

    def __init__(
        self, session: Session, request: Request, line: Line, reader: LineReader, write: Callable[[str], None]
    ) -> None:
        self.session = session
        self.request = request
        self.commands: Mapping[str, Command] = {}
        self.quits = False
        """Whether the server stops after this command."""
        self.has_sent_lines = False
        """Whether a part of the response has been sent."""
        self.reader = reader
        self._line, self._write = line, write

    def arguments(self, minimum: int, maximum: int | None = None) -> tuple[str, ...]:
        """Return the arguments; raise GameError with the usage if their number is wrong."""
        words = self.request.arguments
        if not minimum <= len(words) <= (minimum if maximum is None else maximum):
            usage = f"{self.request.name} {self.commands[self.request.name].usage}".strip()
            raise GameError(f"syntax error: usage: {usage}")
        return words

    def send_line(self, line: str) -> None:
        """Send a line of the response now; the response then counts as a success, whatever follows."""
        if not self.has_sent_lines:
            self.has_sent_lines = True
            self._write(f"={self.request.id}\n")
        self._write(line + "\n")

    @property
    def is_interrupted(self) -> bool:
        """Whether the controller has interrupted this command or gone away."""
        return self.reader.is_interrupted(self._line)
