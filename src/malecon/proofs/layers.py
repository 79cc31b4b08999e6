"""Kernels of packed proofs: positions as numbers, and one layer of positions from the layer before it.

They use the rules alone. A position is a number in base 3, with one digit for each cell: 0 empty, 1 the winner's stone,
2 the loser's. The smallest number of the twelve images stands for all of them. In the positions of a layer the winner
is to move.

Positions are not listed in a proof if the winner wins by threats: a stone on a winning cell, or up to `threats` stones
that each leave the loser a single reply, the last of which makes two winning cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.colours import Colour
from malecon.games.errors import GameError
from malecon.games.havannah.geometry import NUM_SYMMETRIES, geometry
from malecon.games.havannah.position import Havannah
from malecon.games.havannah.rules import (
    POSITION,
    copy_havannah,
    is_empty_cell,
    new_positions,
    play_havannah,
    stones_around,
    wins_at,
)
from malecon.kernel import Struct, Structs, kernel, new_structs

MAX_CELLS = 40  # so that a position fits into 64 bits; base 4 has 37
MAX_THREATS = 6
NOTHING = np.uint64(MAX_CELLS)  # instead of a cell
ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
POWERS = np.array([3**cell for cell in range(MAX_CELLS)], np.uint64)

LEVEL = np.dtype(
    [
        ("position", POSITION),
        ("cells", "u8", MAX_CELLS),  # stones to try
        ("count", "u8"),
        ("next", "u8"),
    ],
    align=True,
)
WORK = np.dtype(
    [
        ("levels", LEVEL, MAX_THREATS + 2),
        ("blank", POSITION),
        ("sums", "u8", NUM_SYMMETRIES),  # the number of each image
        ("killer", "u8"),  # first stone of the sequence found last
        ("winner", "u1"),
        ("flaw", "u1"),  # index in FLAWS
        ("index", "u8"),  # number of the position with the flaw
    ],
    align=True,
)
ILLEGAL, NO_WIN, LOST = 1, 2, 3
FLAWS = ("", "the winner's move is not legal", "the board is full and nobody has won", "the loser wins")


def new_work(base: int, winner: Colour) -> Structs:
    """Return the work space of the kernels; raise GameError if the board is too large for packed proofs."""
    board = geometry(base)
    if board.num_cells > MAX_CELLS:
        raise GameError(f"packed proofs are limited to Havannah up to base 4, not base {base}")
    work = new_structs(WORK)
    work[0].blank = new_positions(board.board, base)[0]
    work[0].winner, work[0].killer = winner, NOTHING
    return work


def code_of(position: Havannah, winner: Colour) -> int:
    """Return the number of a position, the smallest of its images."""
    return canonical_image(position, winner)[0]


def canonical_image(position: Havannah, winner: Colour) -> tuple[int, list[int]]:
    """Return the number of a position, and the image of each cell on the board that the number describes."""
    board = position.geometry
    stones = [(cell, position.stone(name)) for cell, name in enumerate(board.names)]
    digits = [(cell, 1 if stone == winner else 2) for cell, stone in stones if stone is not None]
    images = [[int(image) for image in row] for row in board.symmetries]
    return min((sum(digit * 3 ** row[cell] for cell, digit in digits), row) for row in images)


def position_of(code: int, base: int, winner: Colour) -> Havannah:
    """Return the position with a number; the winner is to move."""
    stones: tuple[list[str], list[str]] = ([], [])
    for name in geometry(base).names:
        code, digit = divmod(code, 3)
        if digit:
            stones[digit - 1].append(name)
    white, black = stones if winner == Colour.WHITE else stones[::-1]
    return Havannah.from_stones(base, white, black, winner)


@kernel
def decode(work: Struct, board: Struct, code: int) -> None:
    """Set up the position of a number in the first level, the winner to move, and the numbers of its images."""
    position = work.levels[0].position
    copy_havannah(position, work.blank, board)
    for symmetry in range(NUM_SYMMETRIES):
        work.sums[symmetry] = ZERO
    for cell in range(board.num_cells):
        digit = code % THREE
        code //= THREE
        if digit != ZERO:
            position.to_move = work.winner if digit == ONE else work.winner ^ np.uint8(1)
            play_havannah(position, board, np.uint64(cell))
            for symmetry in range(NUM_SYMMETRIES):
                work.sums[symmetry] += digit * POWERS[board.images[cell, symmetry]]
    position.to_move = work.winner


@kernel
def code_after(work: Struct, board: Struct, cell: int, digit: int) -> np.uint64:
    """Return the number of the position of `sums` with one more stone."""
    least = work.sums[0] + digit * POWERS[board.images[cell, 0]]
    for symmetry in range(1, NUM_SYMMETRIES):
        least = min(least, work.sums[symmetry] + digit * POWERS[board.images[cell, symmetry]])
    return least


@kernel
def two_wins(position: Struct, board: Struct, colour: int) -> tuple[int, int]:
    """Return the first two winning cells of a colour, NOTHING for those that do not exist."""
    first = NOTHING
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, np.uint64(colour), cell) != 0:
            if first != NOTHING:
                return first, cell
            first = cell
    return first, NOTHING


@kernel
def list_candidates(work: Struct, board: Struct, level: Struct) -> bool:
    """List the stones that might make a threat, the killer first; return whether the side to move wins at once."""
    position = level.position
    own = np.uint64(position.to_move)
    level.count = level.next = ZERO
    if two_wins(position, board, own)[0] != NOTHING:
        return True
    forced, second = two_wins(position, board, own ^ ONE)
    if second != NOTHING:
        return False
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if forced != NOTHING and cell != forced:
            continue
        if board.touches[cell] != 0 or stones_around(position, board, own, cell) != 0:
            level.cells[level.count] = cell
            if cell == work.killer:
                level.cells[level.count], level.cells[0] = level.cells[0], cell
            level.count += ONE
    return False


@kernel
def wins_by_threats(work: Struct, board: Struct, first: int, threats: int) -> bool:
    """Return whether the side to move in the level `first` wins by threats."""
    depth = np.uint64(first)
    if list_candidates(work, board, work.levels[depth]):
        return True
    while True:
        level = work.levels[depth]
        if level.next == level.count:
            if depth == first:
                return False
            depth -= ONE
            continue
        cell, child = level.cells[level.next], work.levels[depth + ONE]
        level.next += ONE
        copy_havannah(child.position, level.position, board)
        play_havannah(child.position, board, cell)
        reply, second = two_wins(child.position, board, np.uint64(level.position.to_move))
        if second != NOTHING:
            work.killer = work.levels[first].cells[work.levels[first].next - ONE]
            return True
        if reply != NOTHING and depth + ONE < first + threats:
            play_havannah(child.position, board, reply)
            list_candidates(work, board, child)
            depth += ONE


@kernel
def expand_layer(codes: Any, moves: Any, works: Structs, boards: Structs, found: Any) -> np.uint64:
    """Write the positions after the winner's moves and all replies, but those won by one threat; return their number.

    A flaw of the proof is noted in the work space, and ends the loop.
    """
    work, board, count = works[0], boards[0], ZERO
    for index in range(codes.shape[0]):
        work.index = index
        decode(work, board, np.uint64(codes[index]))
        position, move = work.levels[0].position, np.uint64(moves[index])
        if move >= board.num_cells or not is_empty_cell(position, board, move):
            work.flaw = ILLEGAL
            return count
        if play_havannah(position, board, move) != 0:
            continue
        for symmetry in range(NUM_SYMMETRIES):
            work.sums[symmetry] += POWERS[board.images[move, symmetry]]
        count = add_replies(work, board, found, count)
        if work.flaw != 0:
            return count
    return count


@kernel
def add_replies(work: Struct, board: Struct, found: Any, count: int) -> np.uint64:
    """Write the positions after all replies of the loser in the first level, but those won by one threat."""
    position, child = work.levels[0].position, work.levels[1].position
    if position.num_moves < TWO:
        work.flaw = NO_WIN
        return count
    for number in range(position.num_moves):
        cell = np.uint64(position.empties[number])
        copy_havannah(child, position, board)
        if play_havannah(child, board, cell) != 0:
            work.flaw = LOST
            return count
        if not wins_by_threats(work, board, ONE, ONE):
            found[count] = code_after(work, board, cell, TWO)
            count += ONE
    return count


@kernel
def drop_won(codes: Any, works: Structs, boards: Structs, threats: int) -> np.uint64:
    """Keep the positions in which the winner does not win by threats, in their order; return their number."""
    work, board, count = works[0], boards[0], ZERO
    for index in range(codes.shape[0]):
        decode(work, board, np.uint64(codes[index]))
        if not wins_by_threats(work, board, ZERO, np.uint64(threats)):
            codes[count] = codes[index]
            count += ONE
    return count
