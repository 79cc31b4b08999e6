"""What a position of Breakthrough is worth without playing on: the worth of its pieces, hanging pieces, runners.

The worth by square is kept by the rules (`position.score`), so that it costs nothing here. The other terms are read
from the board when it is asked for, and switched off where their parameter is 0.
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
from malecon.knowledge.breakthrough.runners import NO_RUNNER, RUNNERS, shortest_run
from malecon.knowledge.breakthrough.threats import attacked, goal_row
from malecon.knowledge.evaluation import Evaluation, Term


@implements(evaluate, "breakthrough")
def evaluate_breakthrough(position: Struct, board: Struct, worker: Struct) -> float:
    """White's chance by the lead of its pieces."""
    settings = worker.settings
    lead = np.float32(position.score)
    if settings.evaluation_hanging > 0:
        lead += settings.evaluation_hanging * np.float32(hanging_worth(position, board))
    if settings.evaluation_runner > 0:
        lead += settings.evaluation_runner * np.float32(runner_lead(position, board, worker.scratch))
    return chance_of_lead(lead, np.uint64(position.to_move), settings)


@kernel
def chance_of_lead(lead: float, to_move: int, settings: Struct) -> float:
    """White's chance by its lead in pieces and who is to move."""
    lead += settings.evaluation_move if to_move == WHITE else -settings.evaluation_move
    return np.float32(1) / (np.float32(1) + np.exp(-lead / settings.evaluation_scale))


@implements(evaluate_move, "breakthrough")
def foresee_breakthrough(position: Struct, board: Struct, worker: Struct, move: int) -> float:
    """The mover's chance after a move, from what the move changes in worth where nothing else is asked for."""
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
        chance = evaluate_breakthrough(worker.trial, board, worker)
    else:
        chance = chance_of_lead(np.float32(lead), own ^ ONE, settings)
    return chance if own == WHITE else np.float32(1) - chance


@kernel
def hanging_worth(position: Struct, board: Struct) -> int:
    """What the side to move could take for nothing, as a lead of White; only the dearest piece counts."""
    own = np.uint64(position.to_move)
    other, most = own ^ ONE, 0
    for word in range(board.num_words):
        loose = position.pieces[other, word] & attacked(position, board, own, word)
        loose &= ~attacked(position, board, other, word)
        while loose != 0:
            square = (np.uint64(word) << WORD_BITS) + lowest_bit(loose)
            loose &= loose - ONE
            worth = np.int64(board.piece_values[other, square])
            most = worth if abs(worth) > abs(most) else most
    return -most


@kernel
def runner_lead(position: Struct, board: Struct, scratch: Struct) -> int:
    """1 where White has a piece that nobody can stop and it arrives first, -1 where Black has, 0 where neither."""
    white, black = shortest_run(position, board, scratch, 0), shortest_run(position, board, scratch, 1)
    if white == black == NO_RUNNER:
        return 0
    if position.to_move == WHITE:
        return 1 if white <= black else -1
    return -1 if black <= white else 1


# --- in words ---------------------------------------------------------------------------------------------------------


def explain(position: Position) -> Evaluation:
    """The terms of a position for each side, and what every piece is worth."""
    assert isinstance(position, Breakthrough)
    record, board = position.struct, position.boards[0]
    worths = {
        colour: {name: int(abs(board.piece_values[colour, square])) for square, name in _pieces(position, colour)}
        for colour in Colour
    }
    hanging, lead = int(hanging_worth(record, board)), int(record.score)
    loss = {Colour.WHITE: max(0, -hanging), BLACK: max(0, hanging)}
    scratch = new_structs(RUNNERS)[0]
    runs = {colour: int(shortest_run(record, board, scratch, int(colour))) for colour in Colour}
    terms = [
        Term("pieces", *(float(record.counts[colour]) for colour in Colour)),
        Term("piece_values", *(float(sum(worths[colour].values())) for colour in Colour)),
        Term("hanging", *(float(loss[colour]) for colour in Colour)),
        Term("steps of the first runner", *(float(runs[c]) if runs[c] != NO_RUNNER else None for c in Colour)),
    ]
    cells = {name: str(worth) for own in worths.values() for name, worth in own.items()}
    return Evaluation(float(lead), terms, {"worth of each piece": cells})


def _pieces(position: Breakthrough, colour: Colour) -> list[tuple[int, str]]:
    return [(position.geometry.by_name[name], name) for name in position.pieces(colour)]
