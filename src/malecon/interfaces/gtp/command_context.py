"""One command being obeyed: its arguments, the session, and the ways to answer before it has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.gtp.lines import Line, Lines
from malecon.interfaces.gtp.protocol import Request
from malecon.interfaces.gtp.session import Session

ENDLESS = 1000  # arguments, where there is no bound


@dataclass(frozen=True)
class Command:
    """A command of the server."""

    usage: str
    """Its arguments, as help shows them."""
    doc: str
    run: Callable[[CommandContext], str]
    """Obey, and return the answer."""


class CommandContext:
    """What a command sees."""

    def __init__(
        self, session: Session, request: Request, line: Line, lines: Lines, write: Callable[[str], None]
    ) -> None:
        self.session = session
        self.request = request
        self.commands: Mapping[str, Command] = {}
        self.leaves = False
        """Whether the server ends after this."""
        self.has_begun = False
        """Whether part of the answer is out."""
        self.lines = lines
        self._line, self._write = line, write

    def words(self, least: int, most: int | None = None) -> tuple[str, ...]:
        """The arguments, so many of them; GameError with the right form where there are others."""
        words = self.request.words
        if not least <= len(words) <= (least if most is None else most):
            usage = f"{self.request.name} {self.commands[self.request.name].usage}".strip()
            raise GameError(f"syntax error: write {usage}")
        return words

    def say(self, line: str) -> None:
        """Give a line of the answer now; the answer then is a success whatever follows."""
        if not self.has_begun:
            self.has_begun = True
            self._write(f"={self.request.id}\n")
        self._write(line + "\n")

    @property
    def is_interrupted(self) -> bool:
        """Whether the controller wants the answer now."""
        return self.lines.is_interrupted(self._line)
