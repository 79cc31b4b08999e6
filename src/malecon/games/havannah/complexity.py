"""How large Havannah is: the state-space and game-tree complexity of joosten2009, section 3, in exact integers.

The state space is bounded by every way to put stones on the board whose numbers fit alternating moves (formulas 1 and 2
of the paper). Positions with several winning connections are counted too, as in the paper, so it is an upper bound. The
game tree is estimated by the leaves of a tree of the average game's length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from malecon.games.errors import GameError

MIN_BASE, MAX_BASE = 2, 100  # far past any board that can be played; larger numbers take seconds to compute
SYMMETRIES = 12
PAPER_BASE = 10
PAPER_GAME_LENGTH = 66  # plies; the mean of the paper's self-play games on base 10


@dataclass(frozen=True)
class Complexity:
    """The size of Havannah on one base. The large numbers are exact; `powers_of_ten` rounds them as papers do."""

    base: int
    cells: int
    """Cells of the board: 3 base (base - 1) + 1."""
    game_length: int
    """Plies of an average game, the depth of the estimated game tree."""
    state_space: int = field(repr=False)
    """Ways to place 1 to `cells` stones with as many White as Black ones, or one more."""
    state_space_by_symmetry: int = field(repr=False)
    """`state_space` divided by the twelve symmetries of the board, rounded down."""
    game_tree: int = field(repr=False)
    """Leaves of a tree of depth `game_length` in which every empty cell is a move: cells! / (cells - game_length)!."""

    @property
    def powers_of_ten(self) -> dict[str, int]:
        """The nearest power of ten of each large number, by its name."""
        names = ("state_space", "state_space_by_symmetry", "game_tree")
        return {name: power_of_ten(getattr(self, name)) for name in names}


def complexity(base: int = PAPER_BASE, *, game_length: int | None = None) -> Complexity:
    """The complexity of a base, from 2 to 100.

    The paper measured an average game of 66 plies on base 10. For other bases the default is the same share of the
    cells, which is a choice of ours and no measurement; give `game_length` where you have one.

    >>> complexity(10).powers_of_ten
    {'state_space': 128, 'state_space_by_symmetry': 127, 'game_tree': 157}
    """
    _check_range("the base", base, MIN_BASE, MAX_BASE)
    cells = num_cells(base)
    if game_length is None:
        game_length = round(PAPER_GAME_LENGTH * cells / num_cells(PAPER_BASE))
    _check_range(f"the length of a game on base {base}", game_length, 1, cells)
    states = state_space(cells)
    return Complexity(base, cells, game_length, states, states // SYMMETRIES, math.perm(cells, game_length))


def num_cells(base: int) -> int:
    """The number of cells of a board."""
    return 3 * base * (base - 1) + 1


def state_space(cells: int) -> int:
    """Formula 1: the sum over i = 1 to `cells` stones, of which White has half, rounded up.

    Formula 2, the ways to place w white and b black stones, is cells! / (w! b! (cells-w-b)!), so each term follows from
    the one before by one multiplication and one division, both exact.
    """
    total, ways = 0, 1
    for stones in range(1, cells + 1):
        ways = ways * (cells - stones + 1) // ((stones + 1) // 2)
        total += ways
    return total


def power_of_ten(number: int) -> int:
    """The exponent of the power of ten nearest to a positive integer of any size, on the scale of logarithms."""
    return round(math.log10(number))


def _check_range(what: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise GameError(f"{what} is a whole number from {least} to {most}, not {value!r}")
