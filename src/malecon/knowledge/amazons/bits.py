"""The board as two words of bits, and where queens and kings can go from many squares at once.

The lower five rows are one word and the upper five the other, eleven bits to a row: the eleventh is never an empty
square, so that nothing that moves sideways comes out at the other end. All queen moves from a set of squares take some
300 operations whatever the set: in each of eight directions the squares reached double four times (Kogge and Stone).

A pair of words is written as two parameters, low and high.
"""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.geometry import MAX_SIDE
from malecon.kernel import Struct, kernel

WIDTH = 11  # bits to a row
HALF = 5 * WIDTH  # bits to a word
FULL_ROW = (1 << MAX_SIDE) - 1

# Squares with two, four and eight empty squares in a row behind them, for each of eight directions: low, high words.
WALKS = np.dtype([("walks", "u8", (8, 6))])


@kernel
def empty_bits(position: Struct) -> tuple[np.uint64, np.uint64]:
    """The empty squares."""
    low, high = np.uint64(0), np.uint64(0)
    for row in range(np.uint64(5)):
        shift = np.uint64(WIDTH) * row
        low |= np.uint64(np.uint64(position.lines[row]) ^ np.uint64(FULL_ROW)) << shift
        high |= np.uint64(np.uint64(position.lines[row + np.uint64(5)]) ^ np.uint64(FULL_ROW)) << shift
    return low, high


@kernel
def amazon_bits(position: Struct, board: Struct, colour: int) -> tuple[np.uint64, np.uint64]:
    """The squares of a colour's amazons."""
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
    """Move bits to higher places; what leaves the low word enters the high one. `places` is a constant."""
    if places < HALF:
        return low << np.uint64(places), (high << np.uint64(places)) | (low >> np.uint64(HALF - places))
    return np.uint64(0), low << np.uint64(places - HALF)


@kernel
def shift_down(low: int, high: int, places: int) -> tuple[np.uint64, np.uint64]:
    """Move bits to lower places."""
    if places < HALF:
        return (low >> np.uint64(places)) | (high << np.uint64(HALF - places)), high >> np.uint64(places)
    return high >> np.uint64(places - HALF), np.uint64(0)


@kernel
def walk_up(walks: Struct, low: int, high: int, step: int) -> None:
    """Note where two, four and eight empty squares follow each other in a direction; the pair are the empty squares."""
    for doubling in range(3):
        places = step << doubling
        more_low, more_high = shift_up(low, high, places)
        low, high = low & more_low, high & more_high
        walks[2 * doubling], walks[2 * doubling + 1] = low, high


@kernel
def walk_down(walks: Struct, low: int, high: int, step: int) -> None:
    """The same in the other direction."""
    for doubling in range(3):
        places = step << doubling
        more_low, more_high = shift_down(low, high, places)
        low, high = low & more_low, high & more_high
        walks[2 * doubling], walks[2 * doubling + 1] = low, high


@kernel
def find_walks(scratch: Struct, low: int, high: int) -> None:
    """Prepare `spread_queens` for a board with these empty squares."""
    walks = scratch.walks
    walk_up(walks[0], low, high, 1)
    walk_down(walks[1], low, high, 1)
    walk_up(walks[2], low, high, WIDTH)
    walk_down(walks[3], low, high, WIDTH)
    walk_up(walks[4], low, high, WIDTH + 1)
    walk_down(walks[5], low, high, WIDTH + 1)
    walk_up(walks[6], low, high, WIDTH - 1)
    walk_down(walks[7], low, high, WIDTH - 1)


@kernel
def ray_up(walks: Struct, empty_low: int, empty_high: int, low: int, high: int, step: int) -> tuple[int, int]:
    """All squares that rays in one direction reach, and those where they begin."""
    more_low, more_high = shift_up(low, high, step)
    low, high = low | (more_low & empty_low), high | (more_high & empty_high)
    more_low, more_high = shift_up(low, high, 2 * step)
    low, high = low | (more_low & walks[0]), high | (more_high & walks[1])
    more_low, more_high = shift_up(low, high, 4 * step)
    low, high = low | (more_low & walks[2]), high | (more_high & walks[3])
    more_low, more_high = shift_up(low, high, 8 * step)
    return low | (more_low & walks[4]), high | (more_high & walks[5])


@kernel
def ray_down(walks: Struct, empty_low: int, empty_high: int, low: int, high: int, step: int) -> tuple[int, int]:
    """The same in the other direction."""
    more_low, more_high = shift_down(low, high, step)
    low, high = low | (more_low & empty_low), high | (more_high & empty_high)
    more_low, more_high = shift_down(low, high, 2 * step)
    low, high = low | (more_low & walks[0]), high | (more_high & walks[1])
    more_low, more_high = shift_down(low, high, 4 * step)
    low, high = low | (more_low & walks[2]), high | (more_high & walks[3])
    more_low, more_high = shift_down(low, high, 8 * step)
    return low | (more_low & walks[4]), high | (more_high & walks[5])


@kernel
def spread_queens(scratch: Struct, empty_low: int, empty_high: int, low: int, high: int) -> tuple[int, int]:
    """The empty squares that queens on these squares can go to."""
    walks = scratch.walks
    low0, high0 = ray_up(walks[0], empty_low, empty_high, low, high, 1)
    low1, high1 = ray_down(walks[1], empty_low, empty_high, low, high, 1)
    low2, high2 = ray_up(walks[2], empty_low, empty_high, low, high, WIDTH)
    low3, high3 = ray_down(walks[3], empty_low, empty_high, low, high, WIDTH)
    low4, high4 = ray_up(walks[4], empty_low, empty_high, low, high, WIDTH + 1)
    low5, high5 = ray_down(walks[5], empty_low, empty_high, low, high, WIDTH + 1)
    low6, high6 = ray_up(walks[6], empty_low, empty_high, low, high, WIDTH - 1)
    low7, high7 = ray_down(walks[7], empty_low, empty_high, low, high, WIDTH - 1)
    low = low0 | low1 | low2 | low3 | low4 | low5 | low6 | low7
    high = high0 | high1 | high2 | high3 | high4 | high5 | high6 | high7
    return low & empty_low, high & empty_high


@kernel
def spread_kings(empty_low: int, empty_high: int, low: int, high: int) -> tuple[int, int]:
    """The empty squares next to these squares."""
    one = np.uint64(1)
    low, high = low | (low << one) | (low >> one), high | (high << one) | (high >> one)
    up_low, up_high = shift_up(low, high, WIDTH)
    down_low, down_high = shift_down(low, high, WIDTH)
    return (low | up_low | down_low) & empty_low, (high | up_high | down_high) & empty_high
