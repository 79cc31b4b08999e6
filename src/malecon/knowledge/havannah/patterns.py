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

Kernels turn a pattern until its edge mask is one of these five and read tables by the number of the mask and the
`colouring`, a number of six digits to the base 3: 0 for an empty cell, 1 for an own stone, 2 for one of the opponent.
Without turning, the tables would be twelve times as large, and compiled code carries several copies of them.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from malecon.games.havannah.rules import WINDOW_DIRECTIONS, stones_around
from malecon.kernel import Struct, Structs, kernel, new_structs

EDGE_MASKS = (0b000000, 0b000011, 0b000111, 0b001111, 0b011111)
OFF_BOARD: tuple[tuple[int, ...], ...] = ((), (), (), (1, 2), (1, 2, 3))  # directions, for each of these masks
OTHER_MASK = len(EDGE_MASKS)  # the number of any other
NUM_COLOURINGS = 3**6
NUM_CLASSES = 938
NO_CLASS = np.uint16(NUM_CLASSES)

TURNS = [[(direction + turn) % 6 for direction in range(6)] for turn in range(6)]
MIRRORED_TURNS = [[(turn - direction) % 6 for direction in range(6)] for turn in range(6)]
DIGITS = np.array([[colouring // 3**d % 3 for d in range(6)] for colouring in range(NUM_COLOURINGS)])


def _image(mask: int, images: list[int]) -> int:
    """A mask whose directions go where the images say."""
    return sum(1 << images[direction] for direction in range(6) if mask >> direction & 1)


def _number_masks() -> tuple[list[int], list[int]]:
    """For every edge mask the number of the one that it is an image of, and the turn that leads there."""
    numbers, turns = [OTHER_MASK] * 64, [0] * 64
    for mask, (turn, images) in product(range(64), enumerate(TURNS)):
        if _image(mask, images) in EDGE_MASKS:
            numbers[mask], turns[mask] = EDGE_MASKS.index(_image(mask, images)), turn
    return numbers, turns


def _number_classes() -> tuple[Any, list[tuple[int, int]]]:
    """The class of every pattern, [number of the mask, colouring], and the first pattern of each class."""
    table = np.full((len(EDGE_MASKS) + 1, NUM_COLOURINGS), NO_CLASS)
    firsts: list[tuple[int, int]] = []
    for number, mask in enumerate(EDGE_MASKS):
        alike = [DIGITS @ 3 ** np.array(i) for i in TURNS + MIRRORED_TURNS if _image(mask, i) == mask]
        possible = ~DIGITS[:, OFF_BOARD[number]].any(axis=1)
        found, classes = np.unique(np.min(alike, axis=0)[possible], return_inverse=True)
        table[number, possible] = len(firsts) + classes
        firsts += [(number, int(colouring)) for colouring in found]
    return table, firsts


def _own_colouring(window: int, turn: int) -> int:
    """The colouring of the own stones of a window as `rules.stones_around` gives it."""
    return sum(3 ** TURNS[turn][direction] for bit, direction in WINDOW_DIRECTIONS.items() if window >> bit & 1)


CLASSES, FIRST_PATTERNS = _number_classes()
MASK_NUMBERS, MASK_TURNS = (np.array(each, np.uint8) for each in _number_masks())
OWN_COLOURINGS = np.array([[_own_colouring(window, turn) for window in range(128)] for turn in range(6)], np.uint16)
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


def new_counts() -> Structs:
    """Counts of nothing yet, as an array of one record."""
    return new_structs(COUNTS)


@cache
def class_names() -> tuple[str, ...]:
    """The name of each class: what its first pattern has in the six directions, clockwise.

    Inside the board `.` is an empty cell, `O` an own stone and `X` one of the opponent; on the edge these are `_`, `o`
    and `x`; `#` is off the board.
    """
    return tuple(_pattern_name(number, colouring) for number, colouring in FIRST_PATTERNS)


def _pattern_name(number: int, colouring: int) -> str:
    signs = ["_ox" if EDGE_MASKS[number] >> direction & 1 else ".OX" for direction in range(6)]
    for direction in OFF_BOARD[number]:
        signs[direction] = "###"
    return "".join(signs[direction][DIGITS[colouring, direction]] for direction in range(6))


@kernel
def colouring_at(position: Struct, board: Struct, cell: int) -> int:
    """The colouring around a cell, seen by the side to move, turned as the edge asks for."""
    own, turn = np.uint64(position.to_move), MASK_TURNS[board.edge_directions[cell]]
    own_window = stones_around(position, board, own, cell)
    other_window = stones_around(position, board, own ^ np.uint64(1), cell)
    return OWN_COLOURINGS[turn, own_window] + OTHER_COLOURINGS[turn, other_window]


@kernel
def class_at(position: Struct, board: Struct, cell: int) -> int:
    """The class of a cell's pattern, seen by the side to move; NO_CLASS in the middle of base 2."""
    return CLASSES[MASK_NUMBERS[board.edge_directions[cell]], colouring_at(position, board, cell)]


@kernel
def count_turn(position: Struct, board: Struct, played: int, counts: Struct) -> None:
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
