"""How long to think, as options of several commands say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.players.player import Limit

T = TypeVar("T")


def read_limit(seconds: float | None, simulations: int | None, default: float) -> Limit:
    """The limit that two options give together; so many seconds where neither is there."""
    from malecon.players.player import Limit

    if seconds is None and simulations is None:
        return Limit(seconds=default)
    return Limit(seconds=seconds, simulations=simulations)


def read_limits(seconds: str | None, simulations: str | None, default: float) -> tuple[Limit, Limit]:
    """The same for two players, each option as one number for both or two with a comma between them."""
    first, second = zip(
        two_numbers("--seconds", seconds, float), two_numbers("--simulations", simulations, int), strict=True
    )
    return read_limit(*first, default), read_limit(*second, default)


def two_numbers(option: str, text: str | None, number: Callable[[str], T]) -> tuple[T, T] | tuple[None, None]:
    """The values of an option for players A and B: `2` for both, `1,2` for each its own."""
    if text is None:
        return None, None
    words = text.split(",")
    try:
        values = [number(word) for word in words]
    except ValueError:
        values = []
    if len(values) not in (1, 2):
        raise GameError(f"{option} takes a number, or two with a comma between them for A and B, not {text!r}")
    return values[0], values[-1]


def describe(limit: Limit) -> str:
    """A limit in words."""
    parts = [f"{limit.seconds:g} s"] if limit.seconds is not None else []
    parts += [f"{limit.simulations:,} simulations"] if limit.simulations is not None else []
    return " or ".join(parts) + " a move"
