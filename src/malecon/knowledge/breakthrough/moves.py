"""Knowledge about single moves of Breakthrough: priors by safety, captures, decisive playout moves."""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.rules import (
    DIRECTIONS,
    ONE,
    WHITE,
    WORD_BITS,
    WORD_MASK,
    has_piece,
    shifted_pieces,
    target_of,
)
from malecon.games.contract import FEW, FORCED, KIND_BITS, KIND_MASK, move_bonus, noisiness, prior, urgent_playout_move
from malecon.kernel import Struct, implements, kernel
from malecon.knowledge.breakthrough.threats import (
    NO_STEP,
    answer_threats,
    count_on_row,
    other_side,
    row_before_goal,
    winning_step,
)

LEFT, RIGHT = np.uint64(0), np.uint64(2)  # directions
SAFE_VALUES = np.array([1.0, 1.0, 0.95, 0.85, 0.75, 0.6], np.float32)  # by rows to the goal after the move
UNSAFE_CAPTURE = np.float32(0.6)
EARLY, MIDDLE = np.float32(0.75), np.float32(0.5)  # shares of the pieces still on the board


@kernel
def count_attackers(position: Struct, board: Struct, colour: int, square: int) -> np.uint64:
    """Count the pieces of a colour that attack a square."""
    word, bit = square >> WORD_BITS, square & WORD_MASK
    left = shifted_pieces(position, board, colour, LEFT, word) >> bit
    right = shifted_pieces(position, board, colour, RIGHT, word) >> bit
    return (left & ONE) + (right & ONE)


@kernel
def is_safe(position: Struct, board: Struct, source: int, target: int) -> bool:
    """Return whether a move of the side to move leads to a square with at least as many defenders as attackers."""
    own = np.uint64(position.to_move)
    # A diagonal move comes from a defending square, so the moved piece must not count as a defender.
    moved = np.uint64(board.column[source] != board.column[target])
    attackers = count_attackers(position, board, own ^ ONE, target)
    return attackers + moved <= count_attackers(position, board, own, target)


@implements(prior, "breakthrough")
def breakthrough_prior(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Return wins and visits: safe moves by their distance to the goal, unsafe captures, all others."""
    settings = worker.settings
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    row = np.uint64(board.row[target])
    distance = board.rows - ONE - row if position.to_move == WHITE else row
    value = settings.prior_other
    if distance == 0:
        value = SAFE_VALUES[0]
    elif is_safe(position, board, source, target):
        if distance < np.uint64(SAFE_VALUES.size):
            value = SAFE_VALUES[distance]
    elif has_piece(position, other_side(position), target):
        value = UNSAFE_CAPTURE
    return value * settings.prior_visits, settings.prior_visits


@implements(move_bonus, "breakthrough")
def capture_penalty(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Return the penalty of a capture by game stage and tree depth, as a negative bonus."""
    settings = worker.settings
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    if not has_piece(position, other_side(position), target):
        return np.float32(0), np.float32(0)
    left = np.float32(position.counts[0] + position.counts[1]) / np.float32(np.uint64(4) * board.columns)
    penalty = settings.capture_penalty_late
    if left > EARLY:
        penalty = settings.capture_penalty_early
    elif left > MIDDLE:
        penalty = settings.capture_penalty_middle
    depth = np.float32(worker.path.depth) / np.float32(settings.capture_penalty_depth)
    return -penalty * max(np.float32(0), np.float32(1) - depth), np.float32(0)


@implements(noisiness, "breakthrough")
def capture_noisiness(position: Struct, board: Struct, move: int) -> int:
    """Return 0 for a quiet move, else 1 plus the rows that the capturing piece will have advanced."""
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    if not has_piece(position, other_side(position), target):
        return 0
    row = np.uint64(board.row[target])
    return np.int64(row if position.to_move == WHITE else board.rows - ONE - row) + 1


@implements(urgent_playout_move, "breakthrough")
def decisive_step(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return a winning step, else one that captures the piece about to win; `worker.no_move` if neither exists."""
    move = winning_step(position, board)
    if move == NO_STEP:
        other = other_side(position)
        if count_on_row(position, board, other, row_before_goal(board, other)) == ONE:
            threat = np.uint64(answer_threats(position, board, ONE))
            if threat & KIND_MASK == FORCED or threat & KIND_MASK == FEW:
                move = threat >> KIND_BITS
    worker.line.decisive[ply] = move != NO_STEP
    return worker.no_move if move == NO_STEP else move
