"""Alpha-beta, one position at a time: the loop that `run` repeats until its budget is spent.

Values are for the side to move. A child of the same side (within a turn of several steps) hands its value up as it is,
any other with its sign changed. Moves after the first are tried with an empty window, and again with the whole one
where that says they are better (principal variation search).
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import copy_position, play, position_key, steps_per_turn
from malecon.kernel import Struct, Structs, kernel
from malecon.search.alphabeta.moves import bring_best, judge, list_loud_moves, list_moves, look_for_threats, note_cutoff
from malecon.search.alphabeta.structs import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    MAX_DEPTH,
    NO_VALUE,
    SCALE,
    SURE,
    WIN,
    find_entry,
    from_stored,
    store,
)


@kernel
def run(frames: Structs, table: Structs, minds: Structs, workers: Structs, budget: int) -> int:
    """Look at so many positions, or fewer where nothing is left to find; return how many."""
    mind, worker = minds[0], workers[0]
    begin = mind.nodes
    while mind.nodes - begin < budget and not mind.is_over:
        if mind.ply < 0:
            begin_iteration(frames, mind, worker)
        frame = frames[mind.ply]
        if frame.next >= frame.num_moves or frame.best >= frame.beta:
            leave_frame(frames, table, mind, worker)
        else:
            try_move(frames, table, mind, worker)
    return mind.nodes - begin


@kernel
def begin_iteration(frames: Structs, mind: Struct, worker: Struct) -> None:
    """Look one turn deeper than before, at the root moves in the order that the last iteration left."""
    root = frames[0]
    mind.depth += np.int64(steps_per_turn(worker.root))
    mind.ply = 0
    root.depth, root.num_moves, root.next, root.scouting = mind.depth, mind.root_moves, 0, 0
    root.alpha, root.beta, root.best, root.best_move = -WIN, SURE, NO_VALUE, worker.no_move
    root.key = position_key(root.position, worker.board)
    for place in range(mind.root_moves):
        root.moves[place], root.merits[place] = mind.moves[place], -place


@kernel
def try_move(frames: Structs, table: Structs, mind: Struct, worker: Struct) -> None:
    """Play the next move of the frame at work and find its value, or put a frame on top where that takes longer."""
    ply = mind.ply
    frame, child = frames[ply], frames[ply + 1]
    bring_best(frame)
    copy_position(child.position, frame.position, worker.board)
    if ply == 0:
        mind.begun_at = mind.nodes
    mind.nodes += 1
    if play(child.position, worker.board, np.uint64(frame.moves[frame.next])) != 0:
        frame.scouting = 0
        accept_value(frame, mind, WIN - ply - 1)
        return
    if child.position.num_moves == 0:
        frame.scouting = 0
        accept_value(frame, mind, 0)
        return
    frame.scouting = frame.next > 0 and max(frame.alpha, frame.best) + 1 < frame.beta
    update_parent_edge(frames, table, mind, worker, open_child(frames, table, mind, worker))


@kernel
def update_parent_edge(frames: Structs, table: Structs, mind: Struct, worker: Struct, value: int) -> None:
    """Give a value to the frame at work; where it asks for the whole window, look again."""
    while value != NO_VALUE and not accept_value(frames[mind.ply], mind, value):
        value = open_child(frames, table, mind, worker)


@kernel
def accept_value(frame: Struct, mind: Struct, value: int) -> bool:
    """Take the value of the move that was tried; False where it must be tried again with the whole window."""
    low = max(frame.alpha, frame.best)
    if frame.scouting:
        frame.scouting = 0
        if low < value < frame.beta:
            return False
    if mind.ply == 0:
        mind.values[frame.next] = value
        mind.counts[frame.next] += mind.nodes - mind.begun_at
        if value > frame.best:
            mind.best, mind.value = frame.next, value
    if value > frame.best:
        frame.best, frame.best_move = value, frame.moves[frame.next]
    if value >= frame.beta:
        note_cutoff(frame, mind)
    frame.next += 1
    return True


@kernel
def open_child(frames: Structs, table: Structs, mind: Struct, worker: Struct) -> int:
    """The value of the move at work for its player; NO_VALUE where a frame was put on top for it."""
    frame, child = frames[mind.ply], frames[mind.ply + 1]
    low = np.int64(max(frame.alpha, frame.best))
    high = low + 1 if frame.scouting else np.int64(frame.beta)
    is_same = child.position.to_move == frame.position.to_move
    if is_same:
        child.alpha, child.beta = low, high
    else:
        child.alpha, child.beta = -high, -low
    child.depth = frame.depth - 1
    value = look_at(frames, table, mind, worker)
    if value == NO_VALUE:
        mind.ply += 1
        return NO_VALUE
    return value if is_same else -value


@kernel
def look_at(frames: Structs, table: Structs, mind: Struct, worker: Struct) -> int:
    """The value of a child where it is known at once, by table, threats or evaluation; else NO_VALUE, and its moves."""
    child, ply = frames[mind.ply + 1], mind.ply + 1
    child.best, child.best_move = NO_VALUE, worker.no_move
    child.next = child.num_moves = child.scouting = child.pruned = 0
    child.key = position_key(child.position, worker.board)
    hint = worker.no_move
    if child.key != 0:
        entry = find_entry(table, child.key)
        if entry.key == child.key:
            hint = np.uint64(entry.move)
            value = from_stored(np.int64(entry.value), ply)
            if entry.depth >= child.depth and settles(entry.bound, value, child):
                return value
    if worker.settings.alphabeta_threats > 0:
        value = look_for_threats(child, mind, worker, ply)
        if value != NO_VALUE or child.num_moves > 0:
            return value
    if child.depth > 0 and ply < MAX_DEPTH - 1:
        list_moves(frames, mind, worker, hint)
        return NO_VALUE
    value = judge(child.position, worker)
    if worker.settings.noisy and value < child.beta and ply < MAX_DEPTH - 1:
        list_loud_moves(child, worker)
        if child.num_moves > 0:
            child.best = value  # no capture need be made
            return NO_VALUE
    return value


@kernel
def settles(bound: int, value: int, frame: Struct) -> bool:
    """Whether a stored value answers the question that a frame asks."""
    if bound == AT_LEAST:
        return value >= frame.beta
    return bound == EXACT or value <= frame.alpha


@kernel
def leave_frame(frames: Structs, table: Structs, mind: Struct, worker: Struct) -> None:
    """Keep what the frame at work has found, and hand its value to the one below."""
    frame = frames[mind.ply]
    if frame.pruned and frame.best <= -SURE:
        frame.best = -SCALE - 1  # what was left out might have saved it
    if frame.key != 0:
        bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.alpha else AT_MOST
        store(table, frame, mind, bound)
    if mind.ply == 0:
        end_iteration(mind)
        return
    mind.ply -= 1
    is_same = frames[mind.ply].position.to_move == frame.position.to_move
    value = np.int64(frame.best)
    update_parent_edge(frames, table, mind, worker, value if is_same else -value)


@kernel
def end_iteration(mind: Struct) -> None:
    """Put the root moves in order for the next iteration, the best first; stop where the end is known."""
    mind.ply, mind.done_depth = -1, mind.depth
    mind.values[mind.best] = WIN  # above all others while sorting
    for place in range(1, mind.root_moves):
        move, value, count = mind.moves[place], mind.values[place], mind.counts[place]
        before = place - 1
        while before >= 0 and mind.values[before] < value:
            mind.moves[before + 1] = mind.moves[before]
            mind.values[before + 1] = mind.values[before]
            mind.counts[before + 1] = mind.counts[before]
            before -= 1
        mind.moves[before + 1], mind.values[before + 1], mind.counts[before + 1] = move, value, count
    mind.values[0], mind.best = mind.value, 0
    if abs(mind.value) >= SURE or mind.depth >= MAX_DEPTH - 2:
        mind.is_over = 1
