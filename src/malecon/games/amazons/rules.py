"""The rules of Amazons as kernels over one position struct.

A move has two steps: an amazon moves, then it shoots. Kernels play the steps one by one, and `to_move` changes after
the second. A search node therefore has about 80 and then about 25 moves, instead of up to 2,176 whole moves.

The board is kept as lines: each row, column and diagonal is a word with a bit for every taken square. How far a queen
can move along a line is a lookup in a table of 10 positions and 1,024 words, so the eight rays of a square take four
lookups, and a change of a square toggles four bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from malecon.games.amazons.geometry import (
    COLUMN,
    FALLING,
    LINE_CAPACITY,
    MAX_AMAZONS,
    MAX_SIDE,
    NUM_SQUARES,
    RISING,
    ROW,
    Geometry,
)
from malecon.games.colours import Colour
from malecon.games.contract import (
    copy_position,
    is_legal_move,
    legal_move,
    play,
    position_key,
    random_step,
    steps_per_turn,
)
from malecon.kernel import Struct, Structs, implements, kernel, mix_bits, new_structs, random_below, rng_state

BLOCKADE = 1  # ending bit: the opponent cannot move

# Step numbers: first the squares of a shot, then the target squares of each amazon.
SQUARES = np.uint64(NUM_SQUARES)
MAX_STEPS = NUM_SQUARES * (1 + MAX_AMAZONS)
NO_AMAZON = np.uint8(255)

# Wide fields first and no padding: equal positions with equal histories have equal bytes.
POSITION = np.dtype(
    [
        ("num_moves", "u8"),  # legal steps
        ("lines", "u2", LINE_CAPACITY),  # taken squares of each line, numbered as in geometry.lines_through
        ("amazons", "u1", (2, MAX_AMAZONS)),  # squares of the amazons; identifies the game
        ("num_amazons", "u1", 2),  # amazons of each colour
        ("mobility", "u1", MAX_AMAZONS),  # number of moves of each amazon of the side to move
        ("shooter", "u1"),  # the amazon that has moved and must shoot; NO_AMAZON before
        ("to_move", "u1"),
        ("ending", "u1"),  # BLOCKADE if the side to move cannot move
        ("unused", "u1", 3),
    ],
    align=True,
)

# From a square to the next one on each of its lines; -9 wraps around.
STRIDES = np.array([1, MAX_SIDE, MAX_SIDE + 1, -(MAX_SIDE - 1)]).astype(np.uint64)


def _free_run(start: int, word: int, step: int) -> int:
    """Return the number of free squares of a line next to `start`, in one direction."""
    count = 0
    while 0 <= start + (count + 1) * step < MAX_SIDE and not word >> (start + (count + 1) * step) & 1:
        count += 1
    return count


AHEAD = np.array([[_free_run(p, word, 1) for word in range(1 << MAX_SIDE)] for p in range(MAX_SIDE)], np.uint8)
BEHIND = np.array([[_free_run(p, word, -1) for word in range(1 << MAX_SIDE)] for p in range(MAX_SIDE)], np.uint8)
REACH = AHEAD + BEHIND

# Zobrist words: a white amazon on a square, a black one, one that must shoot.
KEYS = np.array(
    [[rng_state(NUM_SQUARES * kind + square) for square in range(NUM_SQUARES)] for kind in range(3)], np.uint64
)


@kernel
def lines_of(x: int, y: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the indices of the row, column, rising and falling diagonal of a square."""
    return np.uint64(ROW) + y, np.uint64(COLUMN) + x, np.uint64(RISING) + x - y, np.uint64(FALLING) + x + y


@kernel
def queen_mobility(position: Struct, board: Struct, square: int) -> np.uint64:
    """Return the number of queen moves from a square."""
    x, y = np.uint64(board.x[square]), np.uint64(board.y[square])
    row, column, rising, falling = lines_of(x, y)
    lines = position.lines
    return (
        np.uint64(REACH[x, lines[row]])
        + np.uint64(REACH[y, lines[column]])
        + np.uint64(REACH[x, lines[rising]])
        + np.uint64(REACH[x, lines[falling]])
    )


@kernel
def offset_on_line(position: Struct, start: int, line: int, direction: int, index: int) -> np.uint64:
    """Return the offset to the queen move with an index on a line: first those ahead, then those behind."""
    ahead = np.uint64(AHEAD[start, position.lines[line]])
    stride = STRIDES[direction]
    return stride * (index + np.uint64(1)) if index < ahead else np.uint64(0) - stride * (index - ahead + np.uint64(1))


@kernel
def nth_queen_move(position: Struct, board: Struct, square: int, index: int) -> np.uint64:
    """Return the target of the queen move with an index below `queen_mobility`."""
    x, y = np.uint64(board.x[square]), np.uint64(board.y[square])
    row, column, rising, falling = lines_of(x, y)
    lines = position.lines
    count = np.uint64(REACH[x, lines[row]])
    if index < count:
        return square + offset_on_line(position, x, row, 0, index)
    index -= count
    count = np.uint64(REACH[y, lines[column]])
    if index < count:
        return square + offset_on_line(position, y, column, 1, index)
    index -= count
    count = np.uint64(REACH[x, lines[rising]])
    if index < count:
        return square + offset_on_line(position, x, rising, 2, index)
    return square + offset_on_line(position, x, falling, 3, index - count)


@kernel
def toggle_square(position: Struct, board: Struct, square: int) -> None:
    """Mark an empty square as taken, or a taken one as empty."""
    x, y = np.uint64(board.x[square]), np.uint64(board.y[square])
    row, column, rising, falling = lines_of(x, y)
    x_bit, y_bit = np.uint16(1) << np.uint16(x), np.uint16(1) << np.uint16(y)
    position.lines[row] ^= x_bit
    position.lines[column] ^= y_bit
    position.lines[rising] ^= x_bit
    position.lines[falling] ^= x_bit


@kernel
def begin_turn(position: Struct, board: Struct) -> None:
    """Count the moves of the amazons of the side to move; without any, the game is over."""
    colour = np.uint64(position.to_move)
    total = np.uint64(0)
    for amazon in range(np.uint64(position.num_amazons[colour])):
        count = queen_mobility(position, board, np.uint64(position.amazons[colour, amazon]))
        position.mobility[amazon] = count
        total += count
    position.num_moves = total
    position.shooter = NO_AMAZON
    position.ending = BLOCKADE if total == 0 else 0


@kernel
def move_amazon(position: Struct, board: Struct, amazon: int, target: int) -> None:
    """Play the first step: move an amazon. It can always shoot back to its origin."""
    colour = np.uint64(position.to_move)
    toggle_square(position, board, np.uint64(position.amazons[colour, amazon]))
    toggle_square(position, board, target)
    position.amazons[colour, amazon] = target
    position.shooter = amazon
    position.num_moves = queen_mobility(position, board, target)


@kernel
def shoot(position: Struct, board: Struct, target: int) -> None:
    """Play the second step: block a square with an arrow and end the turn."""
    toggle_square(position, board, target)
    position.to_move ^= np.uint8(1)
    begin_turn(position, board)


@implements(steps_per_turn, "amazons")
def amazons_steps(position: Struct) -> int:  # noqa: ARG001 (the contract's signature)
    """Return 2: an amazon moves, then it shoots."""
    return np.uint64(2)


@implements(play, "amazons")
def play_amazons(position: Struct, board: Struct, step: int) -> int:
    """Play one step of a move."""
    step = np.uint64(step)
    if step < SQUARES:
        shoot(position, board, step)
        return position.ending
    move_amazon(position, board, step // SQUARES - np.uint64(1), step % SQUARES)
    return 0


@implements(legal_move, "amazons")
def legal_step(position: Struct, board: Struct, index: int) -> int:
    """Return the legal step with an index: the amazons one after the other, or the squares of the shot."""
    index, colour = np.uint64(index), np.uint64(position.to_move)
    if position.shooter != NO_AMAZON:
        return nth_queen_move(position, board, np.uint64(position.amazons[colour, position.shooter]), index)
    amazon = np.uint64(0)
    while index >= position.mobility[amazon]:
        index -= np.uint64(position.mobility[amazon])
        amazon += np.uint64(1)
    target = nth_queen_move(position, board, np.uint64(position.amazons[colour, amazon]), index)
    return (amazon + np.uint64(1)) * SQUARES + target


@kernel
def can_reach(position: Struct, board: Struct, square: int, target: int) -> bool:
    """Return whether a queen can move from a square to another."""
    x, y = np.int64(board.x[square]), np.int64(board.y[square])
    dx, dy = np.int64(board.x[target]) - x, np.int64(board.y[target]) - y
    row, column, rising, falling = lines_of(np.uint64(x), np.uint64(y))
    start, line, offset = x, row, dx
    if dx == 0:
        start, line, offset = y, column, dy
    elif dx == dy:
        line = rising
    elif dx == -dy:
        line = falling
    elif dy != 0:
        return False
    word = position.lines[line]
    ahead, behind = np.int64(AHEAD[start, word]), np.int64(BEHIND[start, word])
    return 0 < offset <= ahead or 0 < -offset <= behind


@implements(is_legal_move, "amazons")
def is_legal_step(position: Struct, board: Struct, step: int) -> bool:
    """Return whether a step, of this or another position, is legal here."""
    step, colour = np.uint64(step), np.uint64(position.to_move)
    is_shot = step < SQUARES
    if is_shot != (position.shooter != NO_AMAZON):
        return False
    amazon = np.uint64(position.shooter) if is_shot else step // SQUARES - np.uint64(1)
    if amazon >= position.num_amazons[colour]:
        return False
    return can_reach(position, board, np.uint64(position.amazons[colour, amazon]), step % SQUARES)


@implements(copy_position, "amazons")
def copy_amazons(target: Struct, source: Struct, board: Struct) -> None:  # noqa: ARG001 (the contract's signature)
    """Copy a position, 168 bytes on any board."""
    target.num_moves = source.num_moves
    for line in range(LINE_CAPACITY):
        target.lines[line] = source.lines[line]
    for amazon in range(MAX_AMAZONS):
        target.amazons[0, amazon] = source.amazons[0, amazon]
        target.amazons[1, amazon] = source.amazons[1, amazon]
        target.mobility[amazon] = source.mobility[amazon]
    target.num_amazons[0], target.num_amazons[1] = source.num_amazons[0], source.num_amazons[1]
    target.shooter, target.to_move, target.ending = source.shooter, source.to_move, source.ending


@implements(random_step, "amazons")
def random_amazons_step(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Play a random step, uniform over all moves of all amazons or over all shots."""
    index, colour = random_below(rng_owner, position.num_moves), np.uint64(position.to_move)
    if position.shooter != NO_AMAZON:
        target = nth_queen_move(position, board, np.uint64(position.amazons[colour, position.shooter]), index)
        shoot(position, board, target)
        return target
    amazon = np.uint64(0)
    while index >= position.mobility[amazon]:
        index -= np.uint64(position.mobility[amazon])
        amazon += np.uint64(1)
    target = nth_queen_move(position, board, np.uint64(position.amazons[colour, amazon]), index)
    move_amazon(position, board, amazon, target)
    return (amazon + np.uint64(1)) * SQUARES + target


@implements(position_key, "amazons")
def hash_amazons(position: Struct, board: Struct) -> np.uint64:  # noqa: ARG001 (the contract's signature)
    """Return a hash of the taken squares, the amazons, the shooter and the side to move."""
    low, high = np.uint64(position.to_move), np.uint64(0)
    for row in range(np.uint64(5)):
        shift = np.uint64(MAX_SIDE) * row + np.uint64(1)
        low |= np.uint64(position.lines[row]) << shift
        high |= np.uint64(position.lines[row + np.uint64(5)]) << shift
    word = mix_bits(mix_bits(low) ^ high)
    for colour in range(np.uint64(2)):
        for amazon in range(position.num_amazons[colour]):
            word ^= KEYS[colour, position.amazons[colour, amazon]]
    if position.shooter != NO_AMAZON:
        word ^= KEYS[2, position.amazons[position.to_move, position.shooter]]
    return word


@kernel
def list_moves(positions: Structs, board: Struct, found: Structs, only_wins: bool) -> int:
    """Write the moves of positions[0], or only the winning ones, as rows (from, to, arrow); return their number.

    positions[1] and [2] are scratch space. Moves beyond the length of `found` are only counted.
    """
    position, moved, after = positions[0], positions[1], positions[2]
    count, colour = 0, np.uint64(position.to_move)
    for index in range(position.num_moves):
        step = np.uint64(legal_step(position, board, index))
        amazon, target = step // SQUARES - np.uint64(1), step % SQUARES
        copy_amazons(moved, position, board)
        move_amazon(moved, board, amazon, target)
        for shot in range(moved.num_moves):
            arrow = nth_queen_move(moved, board, target, np.uint64(shot))
            if only_wins:
                copy_amazons(after, moved, board)
                shoot(after, board, arrow)
                if after.ending == 0:
                    continue
            if count < found.shape[0]:
                found[count, 0], found[count, 1], found[count, 2] = position.amazons[colour, amazon], target, arrow
            count += 1
    return count


def new_positions(geometry: Geometry, amazons: Mapping[Colour, Sequence[int]], count: int = 1) -> Structs:
    """Return an array of positions with amazons on these squares and White to move."""
    positions = new_structs(POSITION, count)
    for position in positions:
        position.lines[:] = geometry.blocked
        for colour, squares in amazons.items():
            position.num_amazons[colour] = len(squares)
            position.amazons[colour, : len(squares)] = squares
            for square in squares:
                toggle_square(position, geometry.board[0], np.uint64(square))
        begin_turn(position, geometry.board[0])
    return positions
