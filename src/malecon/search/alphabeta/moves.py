"""Move ordering and static evaluation.

The table's move comes first. Far from the leaves moves are ordered by the evaluation after them; near the leaves by
killer moves and history.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    FEW,
    FORCED,
    KIND_BITS,
    KIND_MASK,
    LOST,
    LOST_LATER,
    MATING,
    WINNING,
    WON_LATER,
    copy_position,
    defends,
    evaluate,
    find_threats,
    legal_move,
    noisiness,
    play,
)
from malecon.kernel import Struct, Structs, kernel
from malecon.search.alphabeta.structs import MAX_DEPTH, NO_VALUE, SCALE, WIN

WHITE = 0
MOST_HISTORY = SCALE // 2


@kernel
def evaluate_for_mover(position: Struct, worker: Struct) -> int:
    """Return the evaluation of a position for the side to move."""
    value = evaluate_for_white(position, worker)
    return value if position.to_move == WHITE else -value


@kernel
def evaluate_for_white(position: Struct, worker: Struct) -> int:
    """Return the evaluation of a position for White, as an integer."""
    return np.int64(np.float32(2 * SCALE) * (np.float32(evaluate(position, worker.board, worker)) - np.float32(0.5)))


@kernel
def check_threats(frame: Struct, state: Struct, worker: Struct, ply: int) -> int:
    """Return the value if threats decide, else NO_VALUE; where few moves defend, list only those."""
    found = np.uint64(find_threats(frame.position, worker.board, worker, worker.settings.alphabeta_threats))
    kind, move = found & KIND_MASK, found >> KIND_BITS
    if kind == WINNING:
        return WIN - ply - 1
    if kind == LOST:
        return -(WIN - ply - 2)
    if kind == MATING:
        return WIN - ply - 3
    if kind == WON_LATER:
        return WIN - ply - np.int64(move)
    if kind == LOST_LATER:
        return -(WIN - ply - np.int64(move))
    if kind == FORCED and ply < MAX_DEPTH - 1:
        frame.moves[0], frame.num_moves = move, 1
        frame.depth += 1  # forced replies do not reduce the depth
    elif kind == FEW and frame.depth > 0 and ply < MAX_DEPTH - 1:
        for index in range(frame.position.num_moves):
            move = np.uint64(legal_move(frame.position, worker.board, index))
            if defends(frame.position, worker.board, worker, move):
                add_move(frame, move, history_merit(frame, state, ply, move))
    return NO_VALUE


@kernel
def add_move(frame: Struct, move: int, merit: int) -> None:
    """Append a move to a frame."""
    frame.moves[frame.num_moves] = move
    frame.merits[frame.num_moves] = merit
    frame.num_moves += 1


@kernel
def list_moves(frames: Structs, state: Struct, worker: Struct, hint: int) -> None:
    """Fill the moves of the frame above the current one; `hint` is tried first."""
    ply = state.ply + 1
    frame, room = frames[ply], frames[ply + 1]
    is_far = frame.depth >= worker.settings.alphabeta_order
    for index in range(frame.position.num_moves):
        move = np.uint64(legal_move(frame.position, worker.board, index))
        if move == hint:
            merit = np.int64(2 * WIN)
        elif is_far:
            merit = np.int64(evaluated_merit(frame, room, worker, move))
        else:
            merit = np.int64(history_merit(frame, state, ply, move))
        add_move(frame, move, merit)
    width = worker.settings.alphabeta_width
    if is_far and 0 < width < frame.num_moves:
        for _ in range(width):
            swap_in_best(frame)
            frame.next += 1
        frame.next, frame.num_moves, frame.pruned = 0, width, 1


@kernel
def evaluated_merit(frame: Struct, room: Struct, worker: Struct, move: int) -> int:
    """Return the evaluation after a move for the player who makes it; `room` is a scratch frame."""
    copy_position(room.position, frame.position, worker.board)
    if play(room.position, worker.board, move) != 0:
        return np.int64(WIN)
    value = evaluate_for_white(room.position, worker)
    return value if frame.position.to_move == WHITE else -value


@kernel
def history_merit(frame: Struct, state: Struct, ply: int, move: int) -> int:
    """Return how likely a move is to cause a cutoff, by killers and history."""
    if move == state.killers[ply, 0]:
        return np.int64(SCALE)
    if move == state.killers[ply, 1]:
        return np.int64(SCALE - 1)
    return np.int64(state.history[frame.position.to_move, move])


@kernel
def list_noisy_moves(frame: Struct, worker: Struct) -> None:
    """Fill the moves that quiescence search examines."""
    for index in range(frame.position.num_moves):
        move = np.uint64(legal_move(frame.position, worker.board, index))
        rank = np.int64(noisiness(frame.position, worker.board, move))
        if rank > 0:
            add_move(frame, move, rank)


@kernel
def swap_in_best(frame: Struct) -> None:
    """Swap the best remaining move to the front."""
    best = frame.next
    for place in range(frame.next + 1, frame.num_moves):
        if frame.merits[place] > frame.merits[best]:
            best = place
    here = frame.next
    frame.moves[here], frame.moves[best] = frame.moves[best], frame.moves[here]
    frame.merits[here], frame.merits[best] = frame.merits[best], frame.merits[here]


@kernel
def record_cutoff(frame: Struct, state: Struct) -> None:
    """Update killers and history after a cutoff."""
    move, colour = frame.moves[frame.next], frame.position.to_move
    if state.killers[state.ply, 0] != move:
        state.killers[state.ply, 1] = state.killers[state.ply, 0]
        state.killers[state.ply, 0] = move
    history = state.history[colour]
    depth = max(np.int64(frame.depth), 1)
    history[move] += depth * depth
    if history[move] > MOST_HISTORY:
        for other in range(history.size):
            history[other] //= 2
