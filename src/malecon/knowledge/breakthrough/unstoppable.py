"""Unstoppable pieces: those that no enemy piece can stop on their way straight to the goal row, all found at once.

An enemy piece n rows ahead stops a piece if it can reach a square diagonally in front of it in time. Until the two
stand diagonally it makes at most (n - 2) / 2 steps, one more if it moves first, each at most one column closer, and
then captures; rounded down that is a reach of n / 2 columns, or (n + 1) / 2. So the enemy's interception zone grows
backwards from its pieces by one column to each side every second row. A piece outside it arrives unless a piece of its
own colour blocks the column.
"""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.geometry import MAX_WORDS
from malecon.games.breakthrough.rules import ONE, WHITE, WORD
from malecon.kernel import Struct, Structs, kernel

NEVER = np.int64(1000)  # more steps than any board has

UNSTOPPABLE = np.dtype(
    [
        ("interception", "u8", MAX_WORDS),  # squares on which the enemy intercepts, shifted back row by row
        ("blockers", "u8", MAX_WORDS),  # own pieces, shifted along
        ("stoppable", "u8", MAX_WORDS),  # squares from which a piece can be stopped
    ],
    align=True,
)


@kernel
def unstoppable_distance(position: Struct, board: Struct, scratch: Struct, colour: int) -> int:
    """Return the steps to the goal of a colour's nearest unstoppable piece; NEVER if it has none."""
    colour = np.uint64(colour)
    find_stoppable(position, board, scratch, colour)
    for distance in range(ONE, board.rows):
        row = board.rows - ONE - distance if colour == WHITE else distance
        for word in range(board.num_words):
            if position.pieces[colour, word] & board.row_bits[row, word] & ~scratch.stoppable[word]:
                return np.int64(distance)
    return NEVER


@kernel
def foremost_distance(position: Struct, board: Struct, colour: int) -> int:
    """Return the steps to the goal of a colour's foremost piece, ignoring all others; NEVER if it has none."""
    for distance in range(ONE, board.rows):
        row = board.rows - ONE - distance if colour == WHITE else distance
        for word in range(board.num_words):
            if position.pieces[colour, word] & board.row_bits[row, word]:
                return np.int64(distance)
    return NEVER


@kernel
def find_stoppable(position: Struct, board: Struct, scratch: Struct, colour: int) -> None:
    """Fill `stoppable` for the pieces of a colour."""
    other = colour ^ ONE
    for word in range(board.num_words):
        scratch.interception[word], scratch.blockers[word] = position.pieces[other, word], position.pieces[colour, word]
        scratch.stoppable[word] = np.uint64(0)
    waits = np.uint64(position.to_move != colour)
    for ahead in range(ONE, board.rows):
        if colour == WHITE:
            shift_down(scratch.interception, board.columns, board.num_words)
            shift_down(scratch.blockers, board.columns, board.num_words)
        else:
            shift_up(scratch.interception, board.columns, board.num_words)
            shift_up(scratch.blockers, board.columns, board.num_words)
        if (ahead + waits) & ONE == 0:
            widen(scratch.interception, board)
        for word in range(board.num_words):
            scratch.stoppable[word] |= scratch.interception[word] | scratch.blockers[word]


@kernel
def shift_down(words: Structs, distance: int, num_words: int) -> None:
    """Shift a bitboard towards square 0."""
    for word in range(num_words):
        after = words[word + ONE] if word + ONE < num_words else np.uint64(0)
        words[word] = (words[word] >> distance) | (after << (WORD - distance))


@kernel
def shift_up(words: Structs, distance: int, num_words: int) -> None:
    """Shift a bitboard away from square 0; bits beyond the last row are harmless."""
    for back in range(num_words):
        word = num_words - ONE - back
        before = words[word - ONE] if word > 0 else np.uint64(0)
        words[word] = (words[word] << distance) | (before >> (WORD - distance))


@kernel
def widen(words: Structs, board: Struct) -> None:
    """Add the left and right neighbours of every square to a bitboard."""
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
