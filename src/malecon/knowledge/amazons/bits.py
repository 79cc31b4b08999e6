"""Bitboards of two words, and the queen and king moves from a set of squares.

The lower five rows are one word, the upper five the other, with eleven bits per row. The eleventh bit is never an empty
square, so that horizontal shifts do not wrap around. All queen moves from a set of squares take about 300 operations,
whatever the set: a Kogge-Stone fill doubles the distance four times in each of the eight directions. Its propagators,
the squares with two, four and eight empty squares in a row behind them, depend only on the empty squares.

A bitboard is passed as two arguments, the low and the high word.
"""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.geometry import MAX_SIDE
from malecon.kernel import Struct, kernel

WIDTH = 11  # bits per row
WORD_BITS = 5 * WIDTH  # bits per word
FULL_ROW = (1 << MAX_SIDE) - 1

# By direction: low and high word of the squares with two, four and eight empty squares in a row behind them.
PROPAGATORS = np.dtype([("propagators", "u8", (8, 6))])


@kernel
def empty_bits(position: Struct) -> tuple[np.uint64, np.uint64]:
    """Return the empty squares."""
    low, high = np.uint64(0), np.uint64(0)
    for row in range(np.uint64(5)):
        shift = np.uint64(WIDTH) * row
        low |= np.uint64(np.uint64(position.lines[row]) ^ np.uint64(FULL_ROW)) << shift
        high |= np.uint64(np.uint64(position.lines[row + np.uint64(5)]) ^ np.uint64(FULL_ROW)) << shift
    return low, high


@kernel
def amazon_bits(position: Struct, board: Struct, colour: int) -> tuple[np.uint64, np.uint64]:
    """Return the squares of a colour's amazons."""
    low, high = np.uint64(0), np.uint64(0)
    for amazon in range(position.num_amazons[colour]):
        square = np.uint64(position.amazons[colour, amazon])
        x, y = np.uint64(board.x[square]), np.uint64(board.y[square])
        if y < np.uint64(5):
            low |= np.uint64(1) << (np.uint64(WIDTH) * y + x)
        else:
            high |= np.uint64(1) << (np.uint64(WIDTH) * (y - np.uint64(5)) + x)
    return low, high


@kernel
def shift_up(low: int, high: int, places: int) -> tuple[np.uint64, np.uint64]:
    """Shift a bitboard to higher squares, carrying from the low into the high word. `places` is a constant."""
    if places < WORD_BITS:
        return low << np.uint64(places), (high << np.uint64(places)) | (low >> np.uint64(WORD_BITS - places))
    return np.uint64(0), low << np.uint64(places - WORD_BITS)


@kernel
def shift_down(low: int, high: int, places: int) -> tuple[np.uint64, np.uint64]:
    """Shift a bitboard to lower squares, carrying from the high into the low word. `places` is a constant."""
    if places < WORD_BITS:
        return (low >> np.uint64(places)) | (high << np.uint64(WORD_BITS - places)), high >> np.uint64(places)
    return high >> np.uint64(places - WORD_BITS), np.uint64(0)


@kernel
def fill_propagators_up(propagators: Struct, low: int, high: int, step: int) -> None:
    """Fill the propagators of one upward direction from the empty squares."""
    for doubling in range(3):
        places = step << doubling
        more_low, more_high = shift_up(low, high, places)
        low, high = low & more_low, high & more_high
        propagators[2 * doubling], propagators[2 * doubling + 1] = low, high


@kernel
def fill_propagators_down(propagators: Struct, low: int, high: int, step: int) -> None:
    """Fill the propagators of one downward direction from the empty squares."""
    for doubling in range(3):
        places = step << doubling
        more_low, more_high = shift_down(low, high, places)
        low, high = low & more_low, high & more_high
        propagators[2 * doubling], propagators[2 * doubling + 1] = low, high


@kernel
def find_propagators(scratch: Struct, low: int, high: int) -> None:
    """Fill the propagators of all directions, which `queen_moves` needs, from the empty squares."""
    propagators = scratch.propagators
    fill_propagators_up(propagators[0], low, high, 1)
    fill_propagators_down(propagators[1], low, high, 1)
    fill_propagators_up(propagators[2], low, high, WIDTH)
    fill_propagators_down(propagators[3], low, high, WIDTH)
    fill_propagators_up(propagators[4], low, high, WIDTH + 1)
    fill_propagators_down(propagators[5], low, high, WIDTH + 1)
    fill_propagators_up(propagators[6], low, high, WIDTH - 1)
    fill_propagators_down(propagators[7], low, high, WIDTH - 1)


@kernel
def fill_up(propagators: Struct, empty_low: int, empty_high: int, low: int, high: int, step: int) -> tuple[int, int]:
    """Return the squares reached by rays in one upward direction, origins included."""
    more_low, more_high = shift_up(low, high, step)
    low, high = low | (more_low & empty_low), high | (more_high & empty_high)
    more_low, more_high = shift_up(low, high, 2 * step)
    low, high = low | (more_low & propagators[0]), high | (more_high & propagators[1])
    more_low, more_high = shift_up(low, high, 4 * step)
    low, high = low | (more_low & propagators[2]), high | (more_high & propagators[3])
    more_low, more_high = shift_up(low, high, 8 * step)
    return low | (more_low & propagators[4]), high | (more_high & propagators[5])


@kernel
def fill_down(propagators: Struct, empty_low: int, empty_high: int, low: int, high: int, step: int) -> tuple[int, int]:
    """Return the squares reached by rays in one downward direction, origins included."""
    more_low, more_high = shift_down(low, high, step)
    low, high = low | (more_low & empty_low), high | (more_high & empty_high)
    more_low, more_high = shift_down(low, high, 2 * step)
    low, high = low | (more_low & propagators[0]), high | (more_high & propagators[1])
    more_low, more_high = shift_down(low, high, 4 * step)
    low, high = low | (more_low & propagators[2]), high | (more_high & propagators[3])
    more_low, more_high = shift_down(low, high, 8 * step)
    return low | (more_low & propagators[4]), high | (more_high & propagators[5])


@kernel
def queen_moves(scratch: Struct, empty_low: int, empty_high: int, low: int, high: int) -> tuple[int, int]:
    """Return the empty squares that queens on the given squares can reach in one move."""
    propagators = scratch.propagators
    low0, high0 = fill_up(propagators[0], empty_low, empty_high, low, high, 1)
    low1, high1 = fill_down(propagators[1], empty_low, empty_high, low, high, 1)
    low2, high2 = fill_up(propagators[2], empty_low, empty_high, low, high, WIDTH)
    low3, high3 = fill_down(propagators[3], empty_low, empty_high, low, high, WIDTH)
    low4, high4 = fill_up(propagators[4], empty_low, empty_high, low, high, WIDTH + 1)
    low5, high5 = fill_down(propagators[5], empty_low, empty_high, low, high, WIDTH + 1)
    low6, high6 = fill_up(propagators[6], empty_low, empty_high, low, high, WIDTH - 1)
    low7, high7 = fill_down(propagators[7], empty_low, empty_high, low, high, WIDTH - 1)
    low = low0 | low1 | low2 | low3 | low4 | low5 | low6 | low7
    high = high0 | high1 | high2 | high3 | high4 | high5 | high6 | high7
    return low & empty_low, high & empty_high


@kernel
def king_moves(empty_low: int, empty_high: int, low: int, high: int) -> tuple[int, int]:
    """Return the empty squares that kings on the given squares can reach in one move."""
    one = np.uint64(1)
    low, high = low | (low << one) | (low >> one), high | (high << one) | (high >> one)
    up_low, up_high = shift_up(low, high, WIDTH)
    down_low, down_high = shift_down(low, high, WIDTH)
    return (low | up_low | down_low) & empty_low, (high | up_high | down_high) & empty_high
