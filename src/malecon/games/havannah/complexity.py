"""State-space and game-tree complexity of Havannah (joosten2009, section 3), in exact integers.

The state space is bounded by the number of placements with stone counts that alternating moves can produce (formulas 1
and 2 of the paper). As in the paper, positions with several winning connections are counted too, so this is an upper
bound. The game tree is estimated by the leaves of a tree as deep as an average game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from malecon.games.errors import GameError

MIN_BASE, MAX_BASE = 2, 100  # far beyond playable boards; larger bases take seconds to compute
SYMMETRIES = 12
PAPER_BASE = 10
PAPER_GAME_LENGTH = 66  # plies; mean of the paper's self-play games on base 10


@dataclass(frozen=True)
class Complexity:
    """Complexity of Havannah on one base. The numbers are exact; `powers_of_ten` rounds them as papers do."""

    base: int
    cells: int
    """Number of cells: 3 base (base - 1) + 1."""
    game_length: int
    """Plies of an average game: the depth of the estimated game tree."""
    state_space: int = field(repr=False)
    """Placements of 1 to `cells` stones with as many white as black stones, or one more."""
    state_space_by_symmetry: int = field(repr=False)
    """`state_space` divided by the twelve symmetries of the board, rounded down."""
    game_tree: int = field(repr=False)
    """Leaves of a tree of depth `game_length` in which every empty cell is a move: cells! / (cells - game_length)!."""

    @property
    def powers_of_ten(self) -> dict[str, int]:
        """The nearest power of ten of each number, by name."""
        names = ("state_space", "state_space_by_symmetry", "game_tree")
        return {name: power_of_ten(getattr(self, name)) for name in names}


def complexity(base: int = PAPER_BASE, *, game_length: int | None = None) -> Complexity:
    """Return the complexity of a base, from 2 to 100.

    The paper measured an average game of 66 plies on base 10. For other bases the default assumes the same fraction of
    the cells, which is not a measurement; pass `game_length` if you have one.

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
    """Return the number of cells of a board."""
    return 3 * base * (base - 1) + 1


def state_space(cells: int) -> int:
    """Return the sum of formula 1 over 1 to `cells` stones, of which White has half, rounded up.

    By formula 2 there are cells! / (w! b! (cells-w-b)!) placements of w white and b black stones, so each term follows
    from the previous one by an exact multiplication and division.
    """
    total, placements = 0, 1
    for stones in range(1, cells + 1):
        placements = placements * (cells - stones + 1) // ((stones + 1) // 2)
        total += placements
    return total


def power_of_ten(number: int) -> int:
    """Return the exponent of the nearest power of ten, on a logarithmic scale."""
    return round(math.log10(number))


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise GameError(f"{name} must be an integer from {low} to {high}, not {value!r}")
