"""Static threat detection, run on expansion.

A piece one step from its goal always has a step to take: the goal row holds none of its own colour, and of the squares
in front of it only the middle one can be blocked. So it wins unless it is captured at once, and two such pieces cannot
both be captured.
"""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.geometry import NUM_DIRECTIONS
from malecon.games.breakthrough.rules import DIRECTIONS, ONE, WHITE, WORD_BITS, shifted_pieces, source_of, target_of
from malecon.games.contract import (
    CALM,
    FEW,
    FORCED,
    KIND_BITS,
    LOST,
    LOST_LATER,
    MATING,
    WINNING,
    WON_LATER,
    defends,
    find_threats,
    legal_move,
)
from malecon.kernel import Struct, implements, kernel
from malecon.kernel.bits import count_bits, lowest_bit
from malecon.knowledge.breakthrough.unstoppable import foremost_distance, unstoppable_distance

NO_STEP = np.uint64(0xFFFFFFFF)


@implements(find_threats, "breakthrough")
def find_breakthrough_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:
    """Find a winning step, a piece that must be captured, a safe step to the row before the goal, or a won race."""
    win = winning_step(position, board)
    if win != NO_STEP:
        return np.uint64(WINNING) + (win << KIND_BITS)
    if plies < 2:
        return np.uint64(CALM)
    threats = count_on_row(
        position, board, np.uint64(position.to_move) ^ ONE, row_before_goal(board, other_side(position))
    )
    if threats > 0:
        return answer_threats(position, board, threats)
    if plies > 2:
        mate = safe_step_before_goal(position, board)
        if mate != NO_STEP:
            return np.uint64(MATING) + (mate << KIND_BITS)
        return find_race(position, board, worker.scratch)
    return np.uint64(CALM)


@kernel
def find_race(position: Struct, board: Struct, scratch: Struct) -> np.uint64:
    """Return WON_LATER or LOST_LATER if an unstoppable piece arrives before any other can, else CALM."""
    own, other = np.uint64(position.to_move), other_side(position)
    steps = unstoppable_distance(position, board, scratch, own)
    if steps <= foremost_distance(position, board, other):
        return np.uint64(WON_LATER) + (np.uint64(2 * steps - 1) << KIND_BITS)
    steps = unstoppable_distance(position, board, scratch, other)
    if steps < foremost_distance(position, board, own):
        return np.uint64(LOST_LATER) + (np.uint64(2 * steps) << KIND_BITS)
    return np.uint64(CALM)


@implements(defends, "breakthrough")
def captures_threat(position: Struct, board: Struct, worker: Struct, move: int) -> bool:  # noqa: ARG001
    """Return whether a move captures the opponent's piece on the row before its goal."""
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    first = row_before_goal(board, other_side(position)) * board.columns
    there = (position.pieces[other_side(position), target >> WORD_BITS] >> (target & np.uint64(63))) & ONE
    return there != 0 and first <= target < first + board.columns


@kernel
def other_side(position: Struct) -> np.uint64:
    """Return the side not to move."""
    return np.uint64(position.to_move) ^ ONE


@kernel
def goal_row(board: Struct, colour: int) -> np.uint64:
    """Return the goal row of a colour."""
    return board.rows - ONE if colour == WHITE else np.uint64(0)


@kernel
def row_before_goal(board: Struct, colour: int) -> np.uint64:
    """Return the row from which one step wins."""
    return board.rows - np.uint64(2) if colour == WHITE else ONE


@kernel
def count_on_row(position: Struct, board: Struct, colour: int, row: int) -> np.uint64:
    """Count the pieces of a colour on a row."""
    count = np.uint64(0)
    for word in range(board.num_words):
        count += count_bits(position.pieces[colour, word] & board.row_bits[row, word])
    return count


@kernel
def step_to(position: Struct, board: Struct, direction: int, word: int, targets: int) -> np.uint64:
    """Return the move in a direction to the first of the target squares of a word."""
    target = (np.uint64(word) << WORD_BITS) + lowest_bit(targets)
    return source_of(position, board, target, np.uint64(direction)) * DIRECTIONS + np.uint64(direction)


@kernel
def winning_step(position: Struct, board: Struct) -> np.uint64:
    """Return a move to the goal row or one that captures the last piece; NO_STEP if there is none."""
    other, goal = other_side(position), goal_row(board, np.uint64(position.to_move))
    takes_last = position.counts[other] == 1
    for direction in range(NUM_DIRECTIONS):
        for word in range(board.num_words):
            wins = board.row_bits[goal, word]
            if takes_last:
                wins |= position.pieces[other, word]
            wins &= position.steps[direction, word]
            if wins != 0:
                return step_to(position, board, direction, word, wins)
    return NO_STEP


@kernel
def answer_threats(position: Struct, board: Struct, threats: int) -> np.uint64:
    """Return LOST if the threats cannot all be captured, FORCED or FEW by the number of moves that capture."""
    other = other_side(position)
    row, captures, move = (
        row_before_goal(board, other),
        np.uint64(0),
        np.uint64(legal_move(position, board, np.uint64(0))),
    )
    if threats == ONE:
        for direction in range(NUM_DIRECTIONS):
            for word in range(board.num_words):
                captured = position.steps[direction, word] & position.pieces[other, word] & board.row_bits[row, word]
                if captured != 0:
                    captures += ONE
                    move = step_to(position, board, direction, word, captured)
    if captures == 0:
        return np.uint64(LOST) + (move << KIND_BITS)
    return np.uint64(FORCED if captures == ONE else FEW) + (move << KIND_BITS)


@kernel
def safe_step_before_goal(position: Struct, board: Struct) -> np.uint64:
    """Return a move to a square before the goal where the piece cannot be captured, else NO_STEP."""
    own, other = np.uint64(position.to_move), other_side(position)
    row = row_before_goal(board, own)
    for word in range(board.num_words):
        safe = board.row_bits[row, word] & ~attacked(position, board, other, word)
        for direction in range(NUM_DIRECTIONS):
            steps = position.steps[direction, word] & safe
            if steps != 0:
                return step_to(position, board, direction, word, steps)
    return NO_STEP


@kernel
def attacked(position: Struct, board: Struct, colour: int, word: int) -> np.uint64:
    """Return the squares of a word that pieces of a colour attack."""
    word = np.uint64(word)
    left = shifted_pieces(position, board, colour, np.uint64(0), word)
    return left | shifted_pieces(position, board, colour, np.uint64(2), word)
