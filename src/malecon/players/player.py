"""The interface of all players: limits, decisions, and the fault that forfeits a game."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Self

from malecon.games.errors import ArgumentError, GameError, IllegalMoveError, check_type
from malecon.games.position import Position


@dataclass(frozen=True)
class Limit:
    """When to stop thinking about one move; the first limit reached applies. None means no limit."""

    seconds: float | None = None
    """Wall-clock time."""
    simulations: int | None = None
    """Number of simulations; the same number gives the same search on every machine."""
    remaining: float | None = None
    """Seconds left on the game clock for all further moves."""
    increment: float = 0.0
    """Seconds added to the game clock after each move."""

    def __post_init__(self) -> None:
        for name, kind in (("seconds", Real), ("simulations", Integral), ("remaining", Real)):
            value = getattr(self, name)
            number = "an integer" if kind is Integral else "a number"
            expected = f"a limit of {name} must be {number} greater than 0"
            _check_number(value, (kind, type(None)), expected)
            if value is not None and not value > 0:
                raise GameError(f"{expected}, not {value!r}")
        _check_number(self.increment, Real, "an increment must be at least 0 seconds")
        if not self.increment >= 0:
            raise GameError(f"an increment must be at least 0 seconds, not {self.increment!r}")


def _check_number(value: object, kind: Any, expected: str) -> None:
    if isinstance(value, bool):
        raise ArgumentError(f"{expected}, not {value}")
    check_type(value, kind, expected)


def check_seed(seed: object) -> None:
    """Raise ArgumentError if a seed is not an integer."""
    check_type(seed, int, "a seed must be an integer")


NO_LIMIT = Limit()
RESIGN = "resign"


@dataclass(frozen=True)
class Decision:
    """A player's decision: a move, or `resign`."""

    move: str

    def carry_out(self, position: Position) -> None:
        """Play the move, or resign for the side to move."""
        if self.move == RESIGN:
            position.resign()
        else:
            position.play(self.move)


def check_not_over(position: Position) -> None:
    """Raise GameError if there is no move to choose because the game is over."""
    if position.is_over:
        raise GameError(f"the game is over ({position.outcome}); there is no move to choose")


FORFEIT, TIME_LOSS, CRASH = "forfeit", "time", "crash"  # how a player loses a game by a fault of its own


class PlayerFault(GameError):  # noqa: N818 (a fault, unlike other errors)
    """A player broke the rules, was too slow or crashed: it forfeits its game.

    Every other exception of a player is a fault of the machine or of the experiment, never a result.
    """

    kind = FORFEIT
    """FORFEIT, TIME_LOSS or CRASH."""


class TimeLoss(PlayerFault):
    """A player exceeded its game clock."""

    kind = TIME_LOSS


class HandshakeError(GameError):
    """A player failed the test before the first game; a run stops with it, and nothing is counted as a result."""


def _quick(limit: Limit) -> Limit:
    """Return a tiny limit of the same kind: an external engine may lack a command for the other kind."""
    if limit.simulations is not None:
        return Limit(simulations=1)
    return Limit(seconds=0.001, simulations=None if limit.seconds or limit.remaining else 1)


class Player(ABC):
    """A player of one side of one game at a time; it may keep state between moves."""

    name: str
    """Name in game records, tables and on the command line."""

    @abstractmethod
    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:
        """Return a legal move and leave the position unchanged; raise GameError if the game is over."""

    def check(self, start: Position) -> None:  # noqa: B027 (most players play every game)
        """Raise GameError if the player cannot play a game from here; a match calls this before its first game."""

    tolerance: float = 0.1
    """Seconds by which a move may exceed the clock of a game before it is lost on time."""

    @property
    def digest(self) -> str:
        """Digest of the files of an engine outside this package; empty for the players of this package."""
        return ""

    @property
    def identity(self) -> str:
        """Name, version and digest of an engine outside this package, once it has started; else empty."""
        return ""

    def handshake(self, start: Position, limit: Limit) -> None:
        """Make one quick decision before the first game, which also loads compiled code; raise HandshakeError if not.

        The position is one move further: an opening may be played from a table.
        """
        position = start.copy()
        if not position.is_over:
            position.play(position.legal_moves[0])
        if position.is_over:
            return
        try:
            move = self.decide(position, _quick(limit)).move
            if move != RESIGN:
                position.check_move(move)
        except HandshakeError:
            raise
        except PlayerFault as error:
            raise HandshakeError(f"{self.name} failed its test before the first game: {error}") from None
        except IllegalMoveError as error:
            raise HandshakeError(f"{self.name} answered with an illegal move before the first game: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def close(self) -> None:  # noqa: B027 (most players hold no resources)
        """Release resources outside this process; the next decision acquires them again."""
