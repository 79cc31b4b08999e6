"""What every player is: something with a name that decides on a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.games.position import Position


@dataclass(frozen=True)
class Limit:
    """When to stop thinking about one move; the first limit that is reached counts. None is no limit."""

    seconds: float | None = None
    """Time on the clock of the wall."""
    simulations: int | None = None
    """Simulations of a search; the same number gives the same search on every machine."""
    remaining: float | None = None
    """Seconds left on a game clock for all moves to come."""
    increment: float = 0.0
    """Seconds that the game clock gains after each move."""

    def __post_init__(self) -> None:
        for name in ("seconds", "simulations", "remaining"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise GameError(f"a limit of {name} is more than 0, not {value!r}")
        if not self.increment >= 0:
            raise GameError(f"an increment is 0 or more seconds, not {self.increment!r}")


NO_LIMIT = Limit()
RESIGN = "resign"


@dataclass(frozen=True)
class Decision:
    """What a player says about a position: the move to play, or `resign`."""

    move: str

    def carry_out(self, position: Position) -> None:
        """Play the move, or resign for the side to move."""
        if self.move == RESIGN:
            position.resign()
        else:
            position.play(self.move)


class Player(ABC):
    """Something that plays. One object plays one side of one game at a time, and may remember what it has seen."""

    name: str
    """How game records, tables and the command line call this player."""

    @abstractmethod
    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:
        """A legal move for the side to move. The position is left as it is; GameError where the game is over."""

    def check(self, start: Position) -> None:  # noqa: B027 (most players play everywhere)
        """GameError where the player cannot play a game from here; a match asks before its first game."""

    def close(self) -> None:  # noqa: B027 (most players have nothing to give back)
        """Give back what the player holds outside of this process; it can still be asked, and starts anew."""
