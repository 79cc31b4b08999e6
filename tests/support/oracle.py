"""An oracle for Havannah, slow and simple: a dictionary of stones and flood fills.

Nothing here is imported from the package, so that the two can disagree. A cell is (column, row); it exists if column
and row differ by less than the base. Sides and corners are derived from the border, not by formula. Rings are found
twice: by what they enclose, and by peeling stones off the chain as in section 4.1 of joosten2009.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

Cell = tuple[int, int]

STEPS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
WHITE, BLACK = "White", "Black"


def around(cell: Cell) -> list[Cell]:
    """Return the six neighbours of a cell, on the board or not."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]


@cache
def board(base: int) -> frozenset[Cell]:
    """Return all cells of a board."""
    axis = range(2 * base - 1)
    return frozenset((x, y) for x in axis for y in axis if abs(x - y) < base)


def flood(start: Cell, allowed: frozenset[Cell] | set[Cell]) -> set[Cell]:
    """Return all cells that can be reached from a cell through allowed cells."""
    reached, waiting = {start}, [start]
    while waiting:
        for cell in around(waiting.pop()):
            if cell in allowed and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


@cache
def corners(base: int) -> frozenset[Cell]:
    """Return the corners: cells with three neighbours."""
    cells = board(base)
    return frozenset(cell for cell in cells if sum(other in cells for other in around(cell)) == 3)


@cache
def sides(base: int) -> tuple[frozenset[Cell], ...]:
    """Return the sides: cells with four neighbours, split by the corners."""
    cells = board(base)
    border = {cell for cell in cells if sum(other in cells for other in around(cell)) == 4}
    return tuple({frozenset(flood(cell, border)) for cell in border})


def chain_of(stones: dict[Cell, str], cell: Cell) -> set[Cell]:
    """Return the stones connected to the stone on a cell."""
    return flood(cell, {other for other, colour in stones.items() if colour == stones[cell]})


def is_bridge(base: int, chain: set[Cell]) -> bool:
    """Return whether a chain joins two corners."""
    return len(chain & corners(base)) >= 2


def is_fork(base: int, chain: set[Cell]) -> bool:
    """Return whether a chain joins three sides."""
    return sum(bool(chain & side) for side in sides(base)) >= 3


def is_ring(base: int, chain: set[Cell]) -> bool:
    """Return whether the chain encloses a cell, or a stone has six own neighbours."""
    if any(all(cell in chain for cell in around(stone)) for stone in chain):
        return True
    sea = board(base + 1)  # the board with one more ring of cells, shifted so that the centres agree
    chain = {(x + 1, y + 1) for x, y in chain}
    return len(flood((0, 0), sea - chain)) < len(sea) - len(chain)


def is_ring_by_peeling(chain: set[Cell]) -> bool:
    """Return whether at least six stones remain after repeatedly removing stones that cannot be part of a ring.

    A stone of a ring has at least two own neighbours, and if it has just two, they do not touch each other.
    """
    left = set(chain)
    while loose := {stone for stone in left if _is_loose(stone, left)}:
        left.discard(min(loose))  # one at a time: two loose stones may depend on each other
    return len(left) >= 6


def _is_loose(stone: Cell, left: set[Cell]) -> bool:
    own = [cell for cell in around(stone) if cell in left]
    return len(own) < 2 or (len(own) == 2 and own[1] in around(own[0]))


class OracleGame:
    """A game in progress, with a full win test after every stone."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.stones: dict[Cell, str] = {}
        self.to_move = WHITE
        self.winner: str | None = None
        self.how: set[str] = set()
        self.chain: set[Cell] = set()

    @property
    def empty(self) -> set[Cell]:
        """Return the empty cells."""
        return set(board(self.base)) - set(self.stones)

    @property
    def is_over(self) -> bool:
        """Return whether someone has won or the board is full."""
        return self.winner is not None or not self.empty

    def play(self, cell: Cell) -> None:
        """Place a stone for the side to move and find everything that it completes."""
        assert cell in self.empty
        assert self.winner is None
        self.stones[cell] = self.to_move
        chain = chain_of(self.stones, cell)
        self.how = endings(self.base, chain)
        if self.how:
            self.winner, self.chain = self.to_move, chain
        self.to_move = BLACK if self.to_move == WHITE else WHITE

    def swap(self) -> None:
        """Turn White's only stone black; White moves next."""
        (cell,) = self.stones
        self.stones[cell], self.to_move = BLACK, WHITE


def endings(base: int, chain: set[Cell]) -> set[str]:
    """Return the endings of a chain: ring, bridge, fork. Both ring tests must agree."""
    ring = is_ring(base, chain)
    assert ring == is_ring_by_peeling(chain), f"two ideas of a ring: {sorted(chain)}"
    found = {"ring": ring, "bridge": is_bridge(base, chain), "fork": is_fork(base, chain)}
    return {word for word, holds in found.items() if holds}


def name(cell: Cell) -> str:
    """Return the name of a cell."""
    letters = [*ascii_lowercase, "aa"]
    return f"{letters[cell[0]]}{cell[1] + 1}"


@cache
def by_name(base: int) -> dict[str, Cell]:
    """Return the cells by name."""
    return {name(cell): cell for cell in board(base)}
