"""Pieces that run: those that nobody can stop on their way straight to the goal, all found at once.

An enemy piece n rows ahead stops a runner where it can be beside its way in time. It makes at most (n - 2) / 2 steps
before the two stand diagonally, one more where it moves first, each at most one column nearer, and then takes; rounded
down that is a reach of n / 2 columns, or (n + 1) / 2. So the enemy's pieces throw a shadow back towards the runners
that grows by a column to each side in every second row, and a runner outside of it arrives, if no piece of its own
stands in its way.
"""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.geometry import MAX_WORDS
from malecon.games.breakthrough.rules import ONE, WHITE, WORD
from malecon.kernel import Struct, Structs, kernel

NO_RUNNER = np.int64(1000)  # more steps than any board has

RUNNERS = np.dtype(
    [
        ("shadow", "u8", MAX_WORDS),  # of the enemy's pieces, so many rows on
        ("blockers", "u8", MAX_WORDS),  # own pieces, moved back as many rows
        ("stopped", "u8", MAX_WORDS),  # squares from which a runner would not arrive
    ],
    align=True,
)


@kernel
def shortest_run(position: Struct, board: Struct, scratch: Struct, colour: int) -> int:
    """Steps that the nearest runner of a colour needs; NO_RUNNER where there is none."""
    colour = np.uint64(colour)
    cast_shadow(position, board, scratch, colour)
    for distance in range(ONE, board.rows):
        row = board.rows - ONE - distance if colour == WHITE else distance
        for word in range(board.num_words):
            if position.pieces[colour, word] & board.row_bits[row, word] & ~scratch.stopped[word]:
                return np.int64(distance)
    return NO_RUNNER


@kernel
def fewest_steps(position: Struct, board: Struct, colour: int) -> int:
    """Steps that the foremost piece of a colour needs at least, whoever stands in its way."""
    for distance in range(ONE, board.rows):
        row = board.rows - ONE - distance if colour == WHITE else distance
        for word in range(board.num_words):
            if position.pieces[colour, word] & board.row_bits[row, word]:
                return np.int64(distance)
    return NO_RUNNER


@kernel
def cast_shadow(position: Struct, board: Struct, scratch: Struct, colour: int) -> None:
    """Fill `stopped` for the runners of a colour."""
    other = colour ^ ONE
    for word in range(board.num_words):
        scratch.shadow[word], scratch.blockers[word] = position.pieces[other, word], position.pieces[colour, word]
        scratch.stopped[word] = np.uint64(0)
    waits = np.uint64(position.to_move != colour)
    for ahead in range(ONE, board.rows):
        if colour == WHITE:
            move_down(scratch.shadow, board.columns, board.num_words)
            move_down(scratch.blockers, board.columns, board.num_words)
        else:
            move_up(scratch.shadow, board.columns, board.num_words)
            move_up(scratch.blockers, board.columns, board.num_words)
        if (ahead + waits) & ONE == 0:
            widen(scratch.shadow, board)
        for word in range(board.num_words):
            scratch.stopped[word] |= scratch.shadow[word] | scratch.blockers[word]


@kernel
def move_down(words: Structs, distance: int, num_words: int) -> None:
    """Move the bits of a board towards square 0."""
    for word in range(num_words):
        after = words[word + ONE] if word + ONE < num_words else np.uint64(0)
        words[word] = (words[word] >> distance) | (after << (WORD - distance))


@kernel
def move_up(words: Structs, distance: int, num_words: int) -> None:
    """Move the bits of a board away from square 0; what leaves the board is above all rows and does no harm."""
    for back in range(num_words):
        word = num_words - ONE - back
        before = words[word - ONE] if word > 0 else np.uint64(0)
        words[word] = (words[word] << distance) | (before >> (WORD - distance))


@kernel
def widen(words: Structs, board: Struct) -> None:
    """Let every bit of a board have its neighbours to the left and to the right."""
    before = np.uint64(0)
    last = WORD - ONE
    for word in range(board.num_words):
        here = words[word]
        after = words[word + ONE] if word + ONE < board.num_words else np.uint64(0)
        after_left = after & board.can_step[0, word + ONE] if word + ONE < board.num_words else np.uint64(0)
        before_right = before & board.can_step[2, word - ONE] if word > 0 else np.uint64(0)
        left = ((here & board.can_step[0, word]) >> ONE) | (after_left << last)
        right = ((here & board.can_step[2, word]) << ONE) | (before_right >> last)
        words[word] = here | left | right
        before = here
