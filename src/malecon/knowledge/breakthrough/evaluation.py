"""Static evaluation of Breakthrough: piece values, hanging pieces, unstoppable pieces.

The rules maintain the sum of the piece values (`position.score`), so it is free here. The other terms are computed on
demand and skipped if their parameter is 0.
"""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.position import Breakthrough
from malecon.games.breakthrough.rules import (
    DIRECTIONS,
    ONE,
    WHITE,
    WORD_BITS,
    copy_breakthrough,
    has_piece,
    step,
    target_of,
)
from malecon.games.colours import BLACK, Colour
from malecon.games.contract import evaluate, evaluate_move
from malecon.games.position import Position
from malecon.kernel import Struct, implements, kernel, new_structs
from malecon.kernel.bits import lowest_bit
from malecon.knowledge.breakthrough.threats import attacked, goal_row
from malecon.knowledge.breakthrough.unstoppable import NEVER, UNSTOPPABLE, unstoppable_distance
from malecon.knowledge.evaluation import Evaluation, Term


@implements(evaluate, "breakthrough")
def evaluate_breakthrough(position: Struct, board: Struct, worker: Struct) -> float:
    """Return White's winning probability from the lead of its pieces."""
    settings = worker.settings
    lead = np.float32(position.score)
    if settings.evaluation_hanging > 0:
        lead += settings.evaluation_hanging * np.float32(hanging_value(position, board))
    if settings.evaluation_runner > 0:
        lead += settings.evaluation_runner * np.float32(unstoppable_lead(position, board, worker.scratch))
    return win_probability(lead, np.uint64(position.to_move), settings)


@kernel
def win_probability(lead: float, to_move: int, settings: Struct) -> float:
    """Return White's winning probability from its lead and the side to move."""
    lead += settings.evaluation_move if to_move == WHITE else -settings.evaluation_move
    return np.float32(1) / (np.float32(1) + np.exp(-lead / settings.evaluation_scale))


@implements(evaluate_move, "breakthrough")
def evaluate_breakthrough_move(position: Struct, board: Struct, worker: Struct, move: int) -> float:
    """Return the mover's winning probability after a move.

    The move is played on `worker.trial` only if a term besides the piece values is switched on.
    """
    settings, own = worker.settings, np.uint64(position.to_move)
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    lead = position.score + np.int32(board.piece_values[own, target]) - np.int32(board.piece_values[own, source])
    if has_piece(position, own ^ ONE, target):
        lead -= np.int32(board.piece_values[own ^ ONE, target])
        if position.counts[own ^ ONE] == 1:
            return np.float32(1)
    if np.uint64(board.row[target]) == goal_row(board, own):
        return np.float32(1)
    if settings.evaluation_hanging > 0 or settings.evaluation_runner > 0:
        copy_breakthrough(worker.trial, position, board)
        step(worker.trial, board, source, target)
        value = evaluate_breakthrough(worker.trial, board, worker)
    else:
        value = win_probability(np.float32(lead), own ^ ONE, settings)
    return value if own == WHITE else np.float32(1) - value


@kernel
def hanging_value(position: Struct, board: Struct) -> int:
    """Return the value of the best piece that the side to move can capture for free, as a lead of White."""
    own = np.uint64(position.to_move)
    other, most = own ^ ONE, 0
    for word in range(board.num_words):
        hanging = position.pieces[other, word] & attacked(position, board, own, word)
        hanging &= ~attacked(position, board, other, word)
        while hanging != 0:
            square = (np.uint64(word) << WORD_BITS) + lowest_bit(hanging)
            hanging &= hanging - ONE
            value = np.int64(board.piece_values[other, square])
            most = value if abs(value) > abs(most) else most
    return -most


@kernel
def unstoppable_lead(position: Struct, board: Struct, scratch: Struct) -> int:
    """Return 1 if White has an unstoppable piece that arrives first, -1 if Black has, 0 if neither."""
    white, black = unstoppable_distance(position, board, scratch, 0), unstoppable_distance(position, board, scratch, 1)
    if white == black == NEVER:
        return 0
    if position.to_move == WHITE:
        return 1 if white <= black else -1
    return -1 if black <= white else 1


# --- breakdown --------------------------------------------------------------------------------------------------------


def explain(position: Position) -> Evaluation:
    """Return the terms of a position for each side, and the value of every piece."""
    assert isinstance(position, Breakthrough)
    struct, board = position.struct, position.boards[0]
    values = {
        colour: {name: int(abs(board.piece_values[colour, square])) for square, name in _pieces(position, colour)}
        for colour in Colour
    }
    hanging, lead = int(hanging_value(struct, board)), int(struct.score)
    loss = {Colour.WHITE: max(0, -hanging), BLACK: max(0, hanging)}
    scratch = new_structs(UNSTOPPABLE)[0]
    runs = {colour: int(unstoppable_distance(struct, board, scratch, int(colour))) for colour in Colour}
    terms = [
        Term("pieces", *(float(struct.counts[colour]) for colour in Colour)),
        Term("value", *(float(sum(values[colour].values())) for colour in Colour)),
        Term("hanging", *(float(loss[colour]) for colour in Colour)),
        Term("steps of the nearest unstoppable piece", *(float(runs[c]) if runs[c] != NEVER else None for c in Colour)),
    ]
    cells = {name: str(value) for own in values.values() for name, value in own.items()}
    return Evaluation(float(lead), terms, {"value of each piece": cells})


def _pieces(position: Breakthrough, colour: Colour) -> list[tuple[int, str]]:
    return [(position.geometry.by_name[name], name) for name in position.pieces(colour)]
