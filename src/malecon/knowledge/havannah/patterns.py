"""Local patterns: the surroundings of an empty cell (section 3.2 of stankiewicz2011).

A pattern consists of three masks of six bits, one bit per direction: own stones, opponent's stones, and edge cells. A
neighbour off the board counts as an edge cell without a stone. Patterns that are rotations or reflections of each other
form one class, and the edge masks that occur on a board give 938 of them:

    edge     location of the cell        colourings   classes
    000000   inside                      3^6 = 729         92
    000011   in the second row           3^6 = 729        378
    000111   in front of a corner        3^6 = 729        405
    001111   on a side, two off board    3^4 =  81         45
    011111   on a corner, three off      3^3 =  27         18

Only the centre of base 2, surrounded by the edge, has another mask; it belongs to no class.

Kernels rotate a pattern until its edge mask is one of these five, and index tables by the number of the mask and the
`colouring`, a number of six digits in base 3: 0 for an empty cell, 1 for an own stone, 2 for an opponent's stone.
Without the rotation the tables would be twelve times as large, and compiled code contains several copies of them.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from malecon.games.havannah.rules import WINDOW_DIRECTIONS, stones_around
from malecon.kernel import Struct, Structs, kernel, new_structs

EDGE_MASKS = (0b000000, 0b000011, 0b000111, 0b001111, 0b011111)
OFF_BOARD: tuple[tuple[int, ...], ...] = ((), (), (), (1, 2), (1, 2, 3))  # directions, by canonical mask
OTHER_MASK = len(EDGE_MASKS)  # number of any other mask
NUM_COLOURINGS = 3**6
NUM_CLASSES = 938
NO_CLASS = np.uint16(NUM_CLASSES)

ROTATIONS = [[(direction + rotation) % 6 for direction in range(6)] for rotation in range(6)]
REFLECTIONS = [[(rotation - direction) % 6 for direction in range(6)] for rotation in range(6)]
DIGITS = np.array([[colouring // 3**d % 3 for d in range(6)] for colouring in range(NUM_COLOURINGS)])


def _image(mask: int, images: list[int]) -> int:
    """Return a mask with its directions mapped by `images`."""
    return sum(1 << images[direction] for direction in range(6) if mask >> direction & 1)


def _number_masks() -> tuple[list[int], list[int]]:
    """Return for every edge mask the number of its canonical mask and the rotation that leads to it."""
    numbers, turns = [OTHER_MASK] * 64, [0] * 64
    for mask, (rotation, images) in product(range(64), enumerate(ROTATIONS)):
        if _image(mask, images) in EDGE_MASKS:
            numbers[mask], turns[mask] = EDGE_MASKS.index(_image(mask, images)), rotation
    return numbers, turns


def _number_classes() -> tuple[Any, list[tuple[int, int]]]:
    """Return the class of every pattern, by mask number and colouring, and the first pattern of each class."""
    table = np.full((len(EDGE_MASKS) + 1, NUM_COLOURINGS), NO_CLASS)
    firsts: list[tuple[int, int]] = []
    for number, mask in enumerate(EDGE_MASKS):
        alike = [DIGITS @ 3 ** np.array(i) for i in ROTATIONS + REFLECTIONS if _image(mask, i) == mask]
        possible = ~DIGITS[:, OFF_BOARD[number]].any(axis=1)
        found, classes = np.unique(np.min(alike, axis=0)[possible], return_inverse=True)
        table[number, possible] = len(firsts) + classes
        firsts += [(number, int(colouring)) for colouring in found]
    return table, firsts


def _own_colouring(window: int, rotation: int) -> int:
    """Return the colouring of the own stones of a window from `rules.stones_around`."""
    return sum(3 ** ROTATIONS[rotation][direction] for bit, direction in WINDOW_DIRECTIONS.items() if window >> bit & 1)


CLASSES, FIRST_PATTERNS = _number_classes()
MASK_NUMBERS, MASK_ROTATIONS = (np.array(each, np.uint8) for each in _number_masks())
OWN_COLOURINGS = np.array(
    [[_own_colouring(window, rotation) for window in range(128)] for rotation in range(6)], np.uint16
)
OTHER_COLOURINGS = np.uint16(2) * OWN_COLOURINGS

COUNTS = np.dtype(
    [
        ("turns", "u8"),
        ("played", "u8", NUM_CLASSES),  # turns in which a move of the class was played
        ("available", "u8", NUM_CLASSES),  # turns in which a move of the class was possible
        ("last_turns", "u8", NUM_CLASSES),  # last turn, counted from 1, that increased `available`
    ],
    align=True,
)


def new_counts() -> Structs:
    """Return zero counts, as an array of one struct."""
    return new_structs(COUNTS)


@cache
def class_names() -> tuple[str, ...]:
    """Return the name of each class: the six directions of its first pattern, clockwise.

    Inside the board `.` is an empty cell, `O` an own stone and `X` an opponent's stone; on the edge these are `_`, `o`
    and `x`; `#` is off the board.
    """
    return tuple(_pattern_name(number, colouring) for number, colouring in FIRST_PATTERNS)


def _pattern_name(number: int, colouring: int) -> str:
    symbols = ["_ox" if EDGE_MASKS[number] >> direction & 1 else ".OX" for direction in range(6)]
    for direction in OFF_BOARD[number]:
        symbols[direction] = "###"
    return "".join(symbols[direction][DIGITS[colouring, direction]] for direction in range(6))


@kernel
def colouring_at(position: Struct, board: Struct, cell: int) -> int:
    """Return the colouring around a cell for the side to move, rotated to the canonical edge mask."""
    own, rotation = np.uint64(position.to_move), MASK_ROTATIONS[board.edge_directions[cell]]
    own_window = stones_around(position, board, own, cell)
    other_window = stones_around(position, board, own ^ np.uint64(1), cell)
    return OWN_COLOURINGS[rotation, own_window] + OTHER_COLOURINGS[rotation, other_window]


@kernel
def class_at(position: Struct, board: Struct, cell: int) -> int:
    """Return the class of a cell's pattern for the side to move; NO_CLASS in the centre of base 2."""
    return CLASSES[MASK_NUMBERS[board.edge_directions[cell]], colouring_at(position, board, cell)]


@kernel
def count_turn(position: Struct, board: Struct, played: int, counts: Struct) -> None:
    """Count a turn: the class of the played cell, and once each class that was available."""
    counts.turns += np.uint64(1)
    for index in range(position.num_moves):
        number = class_at(position, board, np.uint64(position.empties[index]))
        if number != NO_CLASS and counts.last_turns[number] != counts.turns:
            counts.last_turns[number] = counts.turns
            counts.available[number] += np.uint64(1)
    number = class_at(position, board, played)
    if number != NO_CLASS:
        counts.played[number] += np.uint64(1)
