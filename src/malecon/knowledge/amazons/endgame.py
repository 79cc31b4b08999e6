"""Endgames that are settled: the amazons have separate regions, and one side has moves to spare.

A move fills one square of the mover's region, so a side has at most as many moves as its region has empty squares. It
has at least as many as an amazon can walk step by step, always shooting back to where it came from: that opens nothing
to the opponent. Where the least of one side is enough against the most of the other, the end is proved.
"""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.rules import NO_AMAZON
from malecon.games.contract import CALM, KIND_BITS, LOST_LATER, WON_LATER, find_threats, steps_per_turn
from malecon.kernel import Struct, implements, kernel
from malecon.kernel.bits import count_bits, lowest_bit
from malecon.knowledge.amazons.bits import WIDTH, amazon_bits, empty_bits, spread_kings

ONE = np.uint64(1)
FAR = np.uint64(9)  # more neighbours than a square has

REGIONS = np.dtype([("regions", "u8", (2, 2))])  # by colour: low and high word of the empty squares it can reach


@implements(find_threats, "amazons")
def settle(position: Struct, board: Struct, worker: Struct, plies: int) -> int:  # noqa: ARG001 (the contract's signature)
    """Whether the side to move has as good as won or lost, between two turns."""
    if position.shooter != NO_AMAZON or not find_regions(position, board, worker.scratch):
        return np.uint64(CALM)
    own = np.uint64(position.to_move)
    other = own ^ ONE
    own_most, other_most = size_of(worker.scratch, own), size_of(worker.scratch, other)
    steps = np.uint64(steps_per_turn(position))
    if own_most > other_most and least_moves(position, board, worker.scratch, own) > other_most:
        return np.uint64(WON_LATER) | ((steps * (other_most + other_most + ONE)) << KIND_BITS)
    if other_most >= own_most and least_moves(position, board, worker.scratch, other) >= own_most:
        return np.uint64(LOST_LATER) | ((steps * (own_most + own_most)) << KIND_BITS)
    return np.uint64(CALM)


@kernel
def find_regions(position: Struct, board: Struct, scratch: Struct) -> bool:
    """Fill `scratch.regions`; False where both sides can come to a square."""
    empty_low, empty_high = empty_bits(position)
    white_low, white_high = amazon_bits(position, board, np.uint64(0))
    black_low, black_high = amazon_bits(position, board, np.uint64(1))
    white_low, white_high = spread_kings(empty_low, empty_high, white_low, white_high)
    black_low, black_high = spread_kings(empty_low, empty_high, black_low, black_high)
    while True:
        if (white_low & black_low) | (white_high & black_high):
            return False
        next_low, next_high = spread_kings(empty_low, empty_high, white_low, white_high)
        last_low, last_high = spread_kings(empty_low, empty_high, black_low, black_high)
        if next_low == white_low and next_high == white_high and last_low == black_low and last_high == black_high:
            break
        white_low, white_high, black_low, black_high = next_low, next_high, last_low, last_high
    regions = scratch.regions
    regions[0, 0], regions[0, 1], regions[1, 0], regions[1, 1] = white_low, white_high, black_low, black_high
    return True


@kernel
def size_of(scratch: Struct, colour: int) -> np.uint64:
    """Empty squares of a colour's region."""
    return count_bits(scratch.regions[colour, 0]) + count_bits(scratch.regions[colour, 1])


@kernel
def least_moves(position: Struct, board: Struct, scratch: Struct, colour: int) -> np.uint64:
    """Moves that a colour can make for sure: amazons walk one by one, each to the square of fewest ways on."""
    left_low, left_high = scratch.regions[colour, 0], scratch.regions[colour, 1]
    moves = np.uint64(0)
    for amazon in range(position.num_amazons[colour]):
        square = np.uint64(position.amazons[colour, amazon])
        low, high = single_bit(np.uint64(board.y[square]) * np.uint64(WIDTH) + np.uint64(board.x[square]))
        while True:
            near_low, near_high = spread_kings(left_low, left_high, low, high)
            if not near_low | near_high:
                break
            low, high = narrowest(left_low, left_high, near_low, near_high)
            left_low, left_high = left_low & ~low, left_high & ~high
            moves += ONE
    return moves


@kernel
def single_bit(place: int) -> tuple[np.uint64, np.uint64]:
    """The square of a place, counted through both words."""
    half = np.uint64(5 * WIDTH)
    if place < half:
        return ONE << place, np.uint64(0)
    return np.uint64(0), ONE << (place - half)


@kernel
def narrowest(left_low: int, left_high: int, near_low: int, near_high: int) -> tuple[np.uint64, np.uint64]:
    """Of some squares the one with the fewest neighbours that are left, as a single bit."""
    best_low, best_high, fewest = np.uint64(0), np.uint64(0), FAR
    while near_low | near_high:
        if near_low:
            low, high = ONE << lowest_bit(near_low), np.uint64(0)
        else:
            low, high = np.uint64(0), ONE << lowest_bit(near_high)
        near_low, near_high = near_low & ~low, near_high & ~high
        on_low, on_high = spread_kings(left_low & ~low, left_high & ~high, low, high)
        ways = count_bits(on_low) + count_bits(on_high)
        if ways < fewest:
            best_low, best_high, fewest = low, high, ways
    return best_low, best_high
