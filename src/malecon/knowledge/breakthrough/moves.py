"""Moves of Breakthrough before they have been tried: priors by safety, captures, decisive playout moves."""

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

LEFT, RIGHT = np.uint64(0), np.uint64(2)  # ways
SAFE_VALUES = np.array([1.0, 1.0, 0.95, 0.85, 0.75, 0.6], np.float32)  # by rows to the goal after the move
UNSAFE_CAPTURE = np.float32(0.6)
EARLY, MIDDLE = np.float32(0.75), np.float32(0.5)  # shares of the pieces that are still there


@kernel
def count_takers(position: Struct, board: Struct, colour: int, square: int) -> np.uint64:
    """Pieces of a colour from which a step to the left or right ends on a square."""
    word, place = square >> WORD_BITS, square & WORD_MASK
    left = shifted_pieces(position, board, colour, LEFT, word) >> place
    right = shifted_pieces(position, board, colour, RIGHT, word) >> place
    return (left & ONE) + (right & ONE)


@kernel
def is_safe(position: Struct, board: Struct, source: int, target: int) -> bool:
    """Whether a piece of the side to move that goes there has as many behind it as there are that can take it."""
    own = np.uint64(position.to_move)
    itself = np.uint64(board.column[source] != board.column[target])  # it comes from where a defender would
    return count_takers(position, board, own ^ ONE, target) + itself <= count_takers(position, board, own, target)


@implements(prior, "breakthrough")
def breakthrough_prior(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Safe moves by their distance to the goal, unsafe captures, and all others."""
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
    """The penalty of a capture by the stage of the game and the depth of the tree, as a negative bonus."""
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
def capture_loudness(position: Struct, board: Struct, move: int) -> int:
    """For a capture the rows that its piece will have gone, and one."""
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    if not has_piece(position, other_side(position), target):
        return 0
    row = np.uint64(board.row[target])
    return np.int64(row if position.to_move == WHITE else board.rows - ONE - row) + 1


@implements(urgent_playout_move, "breakthrough")
def decisive_step(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """A step that wins, else one that takes the piece that would win next; `worker.no_move` where there is neither."""
    move = winning_step(position, board)
    if move == NO_STEP:
        other = other_side(position)
        if count_on_row(position, board, other, row_before_goal(board, other)) == ONE:
            found = np.uint64(answer_threats(position, board, ONE))
            if found & KIND_MASK == FORCED or found & KIND_MASK == FEW:
                move = found >> KIND_BITS
    worker.line.decisive[ply] = move != NO_STEP
    return worker.no_move if move == NO_STEP else move
