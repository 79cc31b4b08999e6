"""All terms of Lieberum's evaluation (2005), White's minus Black's; the slow evaluation mixes them.

D1 and D2 count the moves that the nearest amazon of a colour needs to an empty square as a queen and as a king.

| term | sum over the empty squares |
|---|---|
| t1, t2 | whose D1, D2 is smaller; a tie is worth 0.2 to the side to move |
| c1 | 2 (2^-D1(White) - 2^-D1(Black)) |
| c2 | (D2(Black) - D2(White)) / 6, clipped to [-1, 1] |
| w | 2^-abs(D1(White) - D1(Black)) if both can reach it; 0 once the regions are separate |
| mobility | squares that the amazons can reach in one move (not a sum over squares) |

The squares at one distance are a layer, stored as a bitboard, so every term is a sum of bit counts over layers.
"""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.rules import queen_mobility
from malecon.kernel import Struct, kernel
from malecon.kernel.bits import count_bits
from malecon.knowledge.amazons.bits import (
    PROPAGATORS,
    amazon_bits,
    empty_bits,
    find_propagators,
    king_moves,
    queen_moves,
)

MAX_LAYERS = 112  # longer than any path on the board, plus some empty layers
CLIP = 6  # lead in king moves that makes a square safe
T1, T2, C1, C2, W, MOBILITY = range(6)
NAMES = ("t1", "t2", "c1", "c2", "w", "mobility")
TIE = np.float32(0.2)  # value for the side to move of a square at equal distance

TERMS = np.dtype(
    [
        ("propagators", PROPAGATORS["propagators"]),
        ("layers", "u8", (2, MAX_LAYERS, 2)),  # by colour and distance: low and high word; distance 0 is unused
        ("terms", "f4", len(NAMES)),
    ],
    align=True,
)


@kernel
def measure_terms(position: Struct, board: Struct, scratch: Struct) -> None:
    """Fill `scratch.terms`."""
    terms = scratch.terms
    empty_low, empty_high = empty_bits(position)
    find_propagators(scratch, empty_low, empty_high)
    depth = find_layers(position, board, scratch, True)
    terms[T1] = territory_lead(scratch, depth, position.to_move)
    terms[C1] = proximity(scratch, depth)
    terms[W] = contested_squares(scratch, depth)
    depth = find_layers(position, board, scratch, False)
    terms[T2] = territory_lead(scratch, depth, position.to_move)
    terms[C2] = clipped_lead(scratch, depth)
    terms[MOBILITY] = mobility(position, board)


@kernel
def find_layers(position: Struct, board: Struct, scratch: Struct, as_queens: bool) -> np.uint64:
    """Fill the layers of both colours, followed by empty ones; return the distance of the farthest square."""
    layers = scratch.layers
    white = fill_layers(position, board, scratch, np.uint64(0), as_queens)
    black = fill_layers(position, board, scratch, np.uint64(1), as_queens)
    depth = max(white, black)
    for colour in range(np.uint64(2)):
        for distance in range(white if colour == 0 else black, depth + np.uint64(CLIP)):
            layers[colour, distance + np.uint64(1), 0] = layers[colour, distance + np.uint64(1), 1] = np.uint64(0)
    return depth


@kernel
def fill_layers(position: Struct, board: Struct, scratch: Struct, colour: int, as_queens: bool) -> np.uint64:
    """Fill a colour's layers with the squares first reached in 1, 2, ... moves; return the last distance."""
    empty_low, empty_high = empty_bits(position)
    low, high = amazon_bits(position, board, colour)
    left_low, left_high = empty_low, empty_high  # not reached so far
    layers, depth = scratch.layers[colour], np.uint64(0)
    while True:
        if as_queens:
            low, high = queen_moves(scratch, empty_low, empty_high, low, high)
        else:
            low, high = king_moves(empty_low, empty_high, low, high)
        low, high = low & left_low, high & left_high
        if not low | high:
            return depth
        depth += np.uint64(1)
        layers[depth, 0], layers[depth, 1] = low, high
        left_low, left_high = left_low & ~low, left_high & ~high


@kernel
def territory_lead(scratch: Struct, depth: int, to_move: int) -> float:
    """t1 or t2: squares closer to White minus squares closer to Black."""
    white, black = scratch.layers[0], scratch.layers[1]
    squares, ties = np.int64(0), np.int64(0)
    for word in range(2):
        taken = np.uint64(0)
        for distance in range(np.uint64(1), depth + np.uint64(1)):
            ours, theirs = white[distance, word] & ~taken, black[distance, word] & ~taken
            squares += np.int64(count_bits(ours & ~theirs)) - np.int64(count_bits(theirs & ~ours))
            ties += np.int64(count_bits(ours & theirs))
            taken |= ours | theirs
    return np.float32(squares) + (TIE if to_move == 0 else -TIE) * np.float32(ties)


@kernel
def proximity(scratch: Struct, depth: int) -> float:
    """c1: near squares count more than far ones."""
    white, black = scratch.layers[0], scratch.layers[1]
    total, weight = np.float32(0), np.float32(1)  # 2 times 2^-distance
    for distance in range(np.uint64(1), depth + np.uint64(1)):
        ours = count_bits(white[distance, 0]) + count_bits(white[distance, 1])
        theirs = count_bits(black[distance, 0]) + count_bits(black[distance, 1])
        total += weight * (np.float32(ours) - np.float32(theirs))
        weight *= np.float32(0.5)
    return total


@kernel
def contested_squares(scratch: Struct, depth: int) -> float:
    """w: how many squares are still contested."""
    white, black = scratch.layers[0], scratch.layers[1]
    total, weight = np.float32(0), np.float32(1)
    for apart in range(depth):
        count = np.uint64(0)
        for distance in range(np.uint64(1), depth + np.uint64(1) - apart):
            farther = distance + apart
            for word in range(2):
                count += count_bits(white[distance, word] & black[farther, word])
                if apart > 0:
                    count += count_bits(white[farther, word] & black[distance, word])
        total += weight * np.float32(count)
        weight *= np.float32(0.5)
    return total


@kernel
def clipped_lead(scratch: Struct, depth: int) -> float:
    """c2: lead in king moves, clipped to CLIP.

    White leads by min(CLIP, D2(Black) - D2(White)) on a square: the number of distances at which White has reached it
    within the last CLIP steps and Black has not.
    """
    white, black = scratch.layers[0], scratch.layers[1]
    moves, clip = np.int64(0), np.uint64(CLIP)
    for word in range(2):
        ours = theirs = our_recent = their_recent = np.uint64(0)
        for distance in range(np.uint64(1), depth + clip):
            ours |= white[distance, word]
            theirs |= black[distance, word]
            our_recent |= white[distance, word]
            their_recent |= black[distance, word]
            if distance > clip:
                our_recent &= ~white[distance - clip, word]
                their_recent &= ~black[distance - clip, word]
            moves += np.int64(count_bits(our_recent & ~theirs)) - np.int64(count_bits(their_recent & ~ours))
    return np.float32(moves) / np.float32(CLIP)


@kernel
def mobility(position: Struct, board: Struct) -> float:
    """Squares that White's amazons can reach in one move minus those of Black's."""
    squares = np.int64(0)
    for colour in range(np.uint64(2)):
        total = np.uint64(0)
        for amazon in range(position.num_amazons[colour]):
            total += queen_mobility(position, board, np.uint64(position.amazons[colour, amazon]))
        squares += np.int64(total) if colour == 0 else -np.int64(total)
    return np.float32(squares)
