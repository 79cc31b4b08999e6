"""The truth about small endgames: every line of play to its end, nothing guessed, nothing shared with the package.

Stones are bits of whole numbers, one bit a cell, in rows with a margin, so that all neighbours of a set of cells are
six shifts away. Cells, sides and corners are those of the oracle, which also judges this file in `test_solver.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from support import oracle

SOON = 1000  # a win in n plies is worth SOON - n, so that faster wins are worth more; a draw is worth 0


class Board:
    """The cells of a base as bits."""

    def __init__(self, base: int) -> None:
        self.base, self.width = base, 2 * base + 1
        cells = oracle.board(base)
        self.bits = {oracle.name(cell): self.bit(cell) for cell in cells}
        self.cells = sum(self.bits.values())
        self.corners = [self.bit(cell) for cell in oracle.corners(base)]
        self.sides = [sum(map(self.bit, side)) for side in oracle.sides(base)]
        self.sea = self.neighbours(self.cells) | self.cells
        self.shore = self.sea & ~self.cells

    def bit(self, cell: oracle.Cell) -> int:
        """The bit of a cell; row 0 and column 0 are margin."""
        return 1 << ((cell[1] + 1) * self.width + cell[0] + 1)

    def neighbours(self, cells: int) -> int:
        """All cells next to a set of cells."""
        width = self.width
        return cells << 1 | cells >> 1 | cells << width | cells >> width | cells << width + 1 | cells >> width + 1

    def flood(self, start: int, allowed: int) -> int:
        """All allowed cells that can be reached from a set of cells."""
        reached = start
        while (wider := reached | (self.neighbours(reached) & allowed)) != reached:
            reached = wider
        return reached

    def wins(self, stones: int, last: int) -> bool:
        """Whether the stone played last completes a connection of its colour."""
        chain = self.flood(last, stones)
        if sum(bool(chain & side) for side in self.sides) > 2 or sum(bool(chain & c) for c in self.corners) > 1:
            return True
        if chain.bit_count() < 6:
            return False
        return self.flood(self.shore, self.sea & ~chain) != self.sea & ~chain or self._is_filled(chain)

    def _is_filled(self, chain: int) -> bool:
        """Whether some stone has stones of its chain all around."""
        shifts = (1, self.width, self.width + 1)
        inner = chain
        for shift in shifts:
            inner &= (chain << shift) & (chain >> shift)
        return inner != 0


@cache
def board(base: int) -> Board:
    """The board of a base, made once."""
    return Board(base)


def singles(cells: int) -> Iterable[int]:
    """The cells of a set one by one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def solve(base: int, own: Iterable[str], other: Iterable[str]) -> tuple[str, int]:
    """`win`, `loss` or `draw` for the side to move, and in how many plies with the best play of both."""
    table, score = board(base), _score(board(base), mask(base, own), mask(base, other), {})
    if score == 0:
        return "draw", (table.cells & ~(mask(base, own) | mask(base, other))).bit_count()
    return ("win", SOON - score) if score > 0 else ("loss", SOON + score)


def mask(base: int, cells: Iterable[str]) -> int:
    """Named cells as bits."""
    return sum(board(base).bits[name] for name in cells)


def _score(table: Board, own: int, other: int, known: dict[tuple[int, int], int]) -> int:
    """The worth of a position for the side to move: every move, every answer."""
    empty = list(singles(table.cells & ~(own | other)))
    if any(table.wins(own | cell, cell) for cell in empty):
        return SOON - 1
    if (own, other) not in known:
        scores = [_later(-_score(table, other, own | cell, known)) for cell in empty]
        known[own, other] = max(scores, default=0)
    return known[own, other]


def _later(score: int) -> int:
    """The same end one ply further away."""
    return score - (score > 0) + (score < 0)


# --- short tactics on any board ---------------------------------------------------------------------------------------


def winning_cells(base: int, own: int, other: int) -> set[int]:
    """The empty cells on which a colour wins at once."""
    table = board(base)
    return {cell for cell in singles(table.cells & ~(own | other)) if table.wins(own | cell, cell)}


def is_double_threat(base: int, own: int, other: int, cell: int) -> bool:
    """Whether a stone on a cell, where nothing wins yet, gives its colour two winning cells.

    What wins only now touches the chain of the new stone, so no other cells are tried.
    """
    table = board(base)
    stones = own | cell
    beside = table.neighbours(table.flood(cell, stones)) & table.cells & ~(stones | other)
    return sum(table.wins(stones | second, second) for second in singles(beside)) > 1


def wins_within_three(base: int, own: int, other: int) -> set[int]:
    """The cells with which the side to move wins at once, or else makes a double threat that cannot be answered."""
    if at_once := winning_cells(base, own, other):
        return at_once
    threats = winning_cells(base, other, own)
    empty = board(base).cells & ~(own | other)
    if len(threats) > 1:
        return set()
    return {cell for cell in threats or singles(empty) if is_double_threat(base, own, other, cell)}


def defences(base: int, own: int, other: int) -> set[int]:
    """The cells after which the opponent does not win within three plies; forcing moves among them may only delay."""
    empty = board(base).cells & ~(own | other)
    return {cell for cell in singles(empty) if not wins_within_three(base, other, own | cell)}


def names(base: int, cells: Iterable[int]) -> list[str]:
    """Cells as the package writes them, sorted."""
    by_bit = {bit: name for name, bit in board(base).bits.items()}
    return sorted(by_bit[cell] for cell in cells)
