"""Decided endgames: the amazons have separate regions, and one side has moves to spare.

A move fills one square of the mover's region, so the number of empty squares in it is an upper bound on the moves of a
side. A lower bound is a walk of its amazons by single steps, always shooting back at the square just left, which opens
nothing to the opponent. If the lower bound of one side beats the upper bound of the other, the result is proved.
"""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.rules import NO_AMAZON
from malecon.games.contract import CALM, KIND_BITS, LOST_LATER, WON_LATER, find_threats, steps_per_turn
from malecon.kernel import Struct, implements, kernel
from malecon.kernel.bits import count_bits, lowest_bit
from malecon.knowledge.amazons.bits import WIDTH, amazon_bits, empty_bits, king_moves

ONE = np.uint64(1)
FAR = np.uint64(9)  # more than any square has neighbours

REGIONS = np.dtype([("regions", "u8", (2, 2))])  # by colour: low and high word of its reachable squares


@implements(find_threats, "amazons")
def find_amazons_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:  # noqa: ARG001 (the contract's signature)
    """Detect a proved win or loss of the side to move, at the start of a turn."""
    if position.shooter != NO_AMAZON or not find_regions(position, board, worker.scratch):
        return np.uint64(CALM)
    own = np.uint64(position.to_move)
    other = own ^ ONE
    own_most, other_most = most_moves(worker.scratch, own), most_moves(worker.scratch, other)
    steps = np.uint64(steps_per_turn(position))
    if own_most > other_most and least_moves(position, board, worker.scratch, own) > other_most:
        return np.uint64(WON_LATER) | ((steps * (other_most + other_most + ONE)) << KIND_BITS)
    if other_most >= own_most and least_moves(position, board, worker.scratch, other) >= own_most:
        return np.uint64(LOST_LATER) | ((steps * (own_most + own_most)) << KIND_BITS)
    return np.uint64(CALM)


@kernel
def find_regions(position: Struct, board: Struct, scratch: Struct) -> bool:
    """Fill `scratch.regions`; return False if both sides can reach a common square."""
    empty_low, empty_high = empty_bits(position)
    white_low, white_high = amazon_bits(position, board, np.uint64(0))
    black_low, black_high = amazon_bits(position, board, np.uint64(1))
    white_low, white_high = king_moves(empty_low, empty_high, white_low, white_high)
    black_low, black_high = king_moves(empty_low, empty_high, black_low, black_high)
    while True:
        if (white_low & black_low) | (white_high & black_high):
            return False
        next_low, next_high = king_moves(empty_low, empty_high, white_low, white_high)
        last_low, last_high = king_moves(empty_low, empty_high, black_low, black_high)
        if next_low == white_low and next_high == white_high and last_low == black_low and last_high == black_high:
            break
        white_low, white_high, black_low, black_high = next_low, next_high, last_low, last_high
    regions = scratch.regions
    regions[0, 0], regions[0, 1], regions[1, 0], regions[1, 1] = white_low, white_high, black_low, black_high
    return True


@kernel
def most_moves(scratch: Struct, colour: int) -> np.uint64:
    """Return the number of empty squares in a colour's region: an upper bound on its moves."""
    return count_bits(scratch.regions[colour, 0]) + count_bits(scratch.regions[colour, 1])


@kernel
def least_moves(position: Struct, board: Struct, scratch: Struct, colour: int) -> np.uint64:
    """Return a lower bound on a colour's moves: its amazons walk in turn, each to the square with fewest exits."""
    left_low, left_high = scratch.regions[colour, 0], scratch.regions[colour, 1]
    moves = np.uint64(0)
    for amazon in range(position.num_amazons[colour]):
        square = np.uint64(position.amazons[colour, amazon])
        low, high = single_bit(np.uint64(board.y[square]) * np.uint64(WIDTH) + np.uint64(board.x[square]))
        while True:
            near_low, near_high = king_moves(left_low, left_high, low, high)
            if not near_low | near_high:
                break
            low, high = narrowest(left_low, left_high, near_low, near_high)
            left_low, left_high = left_low & ~low, left_high & ~high
            moves += ONE
    return moves


@kernel
def single_bit(index: int) -> tuple[np.uint64, np.uint64]:
    """Return the bitboard of one square, given by its bit index over both words."""
    half = np.uint64(5 * WIDTH)
    if index < half:
        return ONE << index, np.uint64(0)
    return np.uint64(0), ONE << (index - half)


@kernel
def narrowest(left_low: int, left_high: int, near_low: int, near_high: int) -> tuple[np.uint64, np.uint64]:
    """Return the given square with the fewest free neighbours, as a bitboard."""
    best_low, best_high, fewest = np.uint64(0), np.uint64(0), FAR
    while near_low | near_high:
        if near_low:
            low, high = ONE << lowest_bit(near_low), np.uint64(0)
        else:
            low, high = np.uint64(0), ONE << lowest_bit(near_high)
        near_low, near_high = near_low & ~low, near_high & ~high
        exits_low, exits_high = king_moves(left_low & ~low, left_high & ~high, low, high)
        exits = count_bits(exits_low) + count_bits(exits_high)
        if exits < fewest:
            best_low, best_high, fewest = low, high, exits
    return best_low, best_high
