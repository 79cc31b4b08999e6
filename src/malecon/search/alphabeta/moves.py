"""The moves of a frame in the order in which they are tried, and what a position is worth without looking further.

First the move that the table remembers, then, far from the leaves, by the evaluation of what follows; near them, moves
that have cut off at this ply, then by how often a move has cut off anywhere.
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
def judge(position: Struct, worker: Struct) -> int:
    """The evaluation of a position for the side to move."""
    value = white_value(position, worker)
    return value if position.to_move == WHITE else -value


@kernel
def white_value(position: Struct, worker: Struct) -> int:
    """The evaluation of a position for White: its chance as a whole number."""
    return np.int64(np.float32(2 * SCALE) * (np.float32(evaluate(position, worker.board, worker)) - np.float32(0.5)))


@kernel
def look_for_threats(frame: Struct, mind: Struct, worker: Struct, ply: int) -> int:
    """The value where threats decide; NO_VALUE and the moves that answer them where few do; else NO_VALUE."""
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
        frame.depth += 1  # an answer that must be given takes nothing from the depth
    elif kind == FEW and frame.depth > 0 and ply < MAX_DEPTH - 1:
        for index in range(frame.position.num_moves):
            move = np.uint64(legal_move(frame.position, worker.board, index))
            if defends(frame.position, worker.board, worker, move):
                add_move(frame, move, near_leaf_merit(frame, mind, ply, move))
    return NO_VALUE


@kernel
def add_move(frame: Struct, move: int, merit: int) -> None:
    """One more move of a frame."""
    frame.moves[frame.num_moves] = move
    frame.merits[frame.num_moves] = merit
    frame.num_moves += 1


@kernel
def list_moves(frames: Structs, mind: Struct, worker: Struct, hint: int) -> None:
    """Fill the moves of the frame above the one at work; `hint` is the one to be tried first."""
    ply = mind.ply + 1
    frame, room = frames[ply], frames[ply + 1]
    is_far = frame.depth >= worker.settings.alphabeta_order
    for index in range(frame.position.num_moves):
        move = np.uint64(legal_move(frame.position, worker.board, index))
        if move == hint:
            merit = np.int64(2 * WIN)
        elif is_far:
            merit = np.int64(far_merit(frame, room, worker, move))
        else:
            merit = np.int64(near_leaf_merit(frame, mind, ply, move))
        add_move(frame, move, merit)
    width = worker.settings.alphabeta_width
    if is_far and 0 < width < frame.num_moves:
        for _ in range(width):
            bring_best(frame)
            frame.next += 1
        frame.next, frame.num_moves, frame.pruned = 0, width, 1


@kernel
def far_merit(frame: Struct, room: Struct, worker: Struct, move: int) -> int:
    """The evaluation after a move, for who makes it; `room` is a frame where it may be played."""
    copy_position(room.position, frame.position, worker.board)
    if play(room.position, worker.board, move) != 0:
        return np.int64(WIN)
    value = white_value(room.position, worker)
    return value if frame.position.to_move == WHITE else -value


@kernel
def near_leaf_merit(frame: Struct, mind: Struct, ply: int, move: int) -> int:
    """How likely a move is to cut off, by what it did elsewhere."""
    if move == mind.killers[ply, 0]:
        return np.int64(SCALE)
    if move == mind.killers[ply, 1]:
        return np.int64(SCALE - 1)
    return np.int64(mind.history[frame.position.to_move, move])


@kernel
def list_loud_moves(frame: Struct, worker: Struct) -> None:
    """Fill the moves that are looked at beyond the depth."""
    for index in range(frame.position.num_moves):
        move = np.uint64(legal_move(frame.position, worker.board, index))
        loudness = np.int64(noisiness(frame.position, worker.board, move))
        if loudness > 0:
            add_move(frame, move, loudness)


@kernel
def bring_best(frame: Struct) -> None:
    """Exchange the next move with the best that is left."""
    best = frame.next
    for place in range(frame.next + 1, frame.num_moves):
        if frame.merits[place] > frame.merits[best]:
            best = place
    here = frame.next
    frame.moves[here], frame.moves[best] = frame.moves[best], frame.moves[here]
    frame.merits[here], frame.merits[best] = frame.merits[best], frame.merits[here]


@kernel
def note_cutoff(frame: Struct, mind: Struct) -> None:
    """Remember a move that made the rest of a frame needless."""
    move, colour = frame.moves[frame.next], frame.position.to_move
    if mind.killers[mind.ply, 0] != move:
        mind.killers[mind.ply, 1] = mind.killers[mind.ply, 0]
        mind.killers[mind.ply, 0] = move
    history = mind.history[colour]
    depth = max(np.int64(frame.depth), 1)
    history[move] += depth * depth
    if history[move] > MOST_HISTORY:
        for other in range(history.size):
            history[other] //= 2
