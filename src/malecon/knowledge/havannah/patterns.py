"""Local patterns: what lies around an empty cell (section 3.2 of stankiewicz2011).

A pattern is three masks of six bits, a bit for each direction: own stones, stones of the opponent, and cells of the
edge. A neighbour off the board counts as a cell of the edge without a stone. Patterns that are turned or mirrored
images of each other are one class, and the edge masks that a board has make 938 of them:

    edge     where the cell lies         colourings   classes
    000000   inside                      3^6 = 729         92
    000011   in the second row           3^6 = 729        378
    000111   in front of a corner        3^6 = 729        405
    001111   on a side, two off board    3^4 =  81         45
    011111   on a corner, three off      3^3 =  27         18

Only the middle of base 2, which has the edge all around, has another mask; it belongs to no class.

Kernels read tables by the edge mask and the `colouring`, a number of six digits to the base 3: 0 for an empty cell, 1
for an own stone, 2 for one of the opponent.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from malecon.games.havannah.rules import WINDOW_DIRECTIONS, around
from malecon.kernel import Record, Records, kernel, new_records

EDGE_MASKS = {
    0b000000: (),
    0b000011: (),
    0b000111: (),
    0b001111: (1, 2),
    0b011111: (1, 2, 3),
}  # directions off the board
NUM_COLOURINGS = 3**6
NUM_CLASSES = 938
NO_CLASS = np.uint16(0xFFFF)

# The direction into which each of twelve symmetries takes a direction: six turns, then the turns of the mirror image.
IMAGES = [[(turn + d) % 6 for d in range(6)] for turn in range(6)] + [
    [(turn - d) % 6 for d in range(6)] for turn in range(6)
]
DIGITS = np.array([[code // 3**d % 3 for d in range(6)] for code in range(NUM_COLOURINGS)])
IMAGE_COLOURINGS = np.array([DIGITS @ 3 ** np.array(image) for image in IMAGES])  # [12, NUM_COLOURINGS]


def _image_mask(mask: int, image: list[int]) -> int:
    return sum(1 << image[direction] for direction in range(6) if mask >> direction & 1)


def _number_classes() -> tuple[Any, list[tuple[int, int]]]:
    """The class of every pattern, [edge mask, colouring], and the first pattern of each class."""
    table = np.full((64, NUM_COLOURINGS), NO_CLASS)
    firsts: list[tuple[int, int]] = []
    for edge, off_board in EDGE_MASKS.items():
        images = [_image_mask(edge, image) for image in IMAGES]
        possible = np.flatnonzero(~DIGITS[:, list(off_board)].any(axis=1))
        alike = IMAGE_COLOURINGS[[image == edge for image in images]][:, possible].min(axis=0)
        found, numbers = np.unique(alike, return_inverse=True)
        for image, colourings in zip(images, IMAGE_COLOURINGS, strict=True):
            table[image, colourings[possible]] = len(firsts) + numbers
        firsts += [(edge, int(colouring)) for colouring in found]
    return table, firsts


CLASSES, FIRST_PATTERNS = _number_classes()
OWN_COLOURINGS = np.array(
    [sum(3**d for bit, d in WINDOW_DIRECTIONS.items() if window >> bit & 1) for window in range(128)], np.uint16
)
OTHER_COLOURINGS = np.uint16(2) * OWN_COLOURINGS

COUNTS = np.dtype(
    [
        ("turns", "u8"),
        ("played", "u8", NUM_CLASSES),  # turns in which the move had a pattern of the class
        ("available", "u8", NUM_CLASSES),  # turns in which some empty cell had one
        ("last_turns", "u8", NUM_CLASSES),  # the turn, from 1, that last counted for `available`
    ],
    align=True,
)


def new_counts() -> Records:
    """Counts of nothing yet, as an array of one record."""
    return new_records(COUNTS)


@cache
def class_names() -> tuple[str, ...]:
    """The name of each class: what its first pattern has in the six directions, clockwise.

    Inside the board `.` is an empty cell, `O` an own stone and `X` one of the opponent; on the edge these are `_`, `o`
    and `x`; `#` is off the board.
    """
    return tuple(_pattern_name(edge, colouring) for edge, colouring in FIRST_PATTERNS)


def _pattern_name(edge: int, colouring: int) -> str:
    signs = ["_ox" if edge >> direction & 1 else ".OX" for direction in range(6)]
    for direction in EDGE_MASKS[edge]:
        signs[direction] = "###"
    return "".join(signs[direction][DIGITS[colouring, direction]] for direction in range(6))


@kernel
def colouring_at(position: Record, board: Record, cell: int) -> int:
    """The colouring around a cell, seen by the side to move."""
    own = np.uint64(position.to_move)
    other = own ^ np.uint64(1)
    return OWN_COLOURINGS[around(position, board, own, cell)] + OTHER_COLOURINGS[around(position, board, other, cell)]


@kernel
def class_at(position: Record, board: Record, cell: int) -> int:
    """The class of a cell's pattern, seen by the side to move; NO_CLASS in the middle of base 2."""
    return CLASSES[board.edges[cell], colouring_at(position, board, cell)]


@kernel
def count_turn(position: Record, board: Record, played: int, counts: Record) -> None:
    """Count a turn: the class of the cell that is played, and once each class that could have been played."""
    counts.turns += np.uint64(1)
    for index in range(position.num_moves):
        number = class_at(position, board, np.uint64(position.empties[index]))
        if number != NO_CLASS and counts.last_turns[number] != counts.turns:
            counts.last_turns[number] = counts.turns
            counts.available[number] += np.uint64(1)
    number = class_at(position, board, played)
    if number != NO_CLASS:
        counts.played[number] += np.uint64(1)
