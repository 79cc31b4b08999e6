"""Alpha-beta, one position at a time: the loop that `run` repeats until its budget is spent.

Values are for the side to move. A child of the same side (within a turn of several steps) returns its value as it is,
any other negated. Moves after the first are tried with a null window, and again with the full window if they turn out
better (principal variation search).
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import copy_position, play, position_key, steps_per_turn
from malecon.kernel import Struct, Structs, kernel
from malecon.search.alphabeta.moves import (
    check_threats,
    evaluate_for_mover,
    list_moves,
    list_noisy_moves,
    record_cutoff,
    swap_in_best,
)
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
def run(frames: Structs, table: Structs, states: Structs, workers: Structs, budget: int) -> int:
    """Search this many positions, or fewer if the value is proved; return how many."""
    state, worker = states[0], workers[0]
    begin = state.nodes
    while state.nodes - begin < budget and not state.is_over:
        if state.ply < 0:
            begin_iteration(frames, state, worker)
        frame = frames[state.ply]
        if frame.next >= frame.num_moves or frame.best >= frame.beta:
            leave_frame(frames, table, state, worker)
        else:
            try_move(frames, table, state, worker)
    return state.nodes - begin


@kernel
def begin_iteration(frames: Structs, state: Struct, worker: Struct) -> None:
    """Start an iteration one turn deeper, with the root moves in the order of the last one."""
    root = frames[0]
    state.depth += np.int64(steps_per_turn(worker.root))
    state.ply = 0
    root.depth, root.num_moves, root.next, root.scouting = state.depth, state.root_moves, 0, 0
    root.alpha, root.beta, root.best, root.best_move = -WIN, SURE, NO_VALUE, worker.no_move
    root.key = position_key(root.position, worker.board)
    for place in range(state.root_moves):
        root.moves[place], root.merits[place] = state.moves[place], -place


@kernel
def try_move(frames: Structs, table: Structs, state: Struct, worker: Struct) -> None:
    """Play the next move of the current frame; find its value, or push a frame for it."""
    ply = state.ply
    frame, child = frames[ply], frames[ply + 1]
    swap_in_best(frame)
    copy_position(child.position, frame.position, worker.board)
    if ply == 0:
        state.nodes_before_move = state.nodes
    state.nodes += 1
    if play(child.position, worker.board, np.uint64(frame.moves[frame.next])) != 0:
        frame.scouting = 0
        accept_value(frame, state, WIN - ply - 1)
        return
    if child.position.num_moves == 0:
        frame.scouting = 0
        accept_value(frame, state, 0)
        return
    frame.scouting = frame.next > 0 and max(frame.alpha, frame.best) + 1 < frame.beta
    return_value(frames, table, state, worker, open_child(frames, table, state, worker))


@kernel
def return_value(frames: Structs, table: Structs, state: Struct, worker: Struct, value: int) -> None:
    """Return a value to the current frame; search again if it needs the full window."""
    while value != NO_VALUE and not accept_value(frames[state.ply], state, value):
        value = open_child(frames, table, state, worker)


@kernel
def accept_value(frame: Struct, state: Struct, value: int) -> bool:
    """Accept the value of the current move; return False if it must be searched with the full window."""
    low = max(frame.alpha, frame.best)
    if frame.scouting:
        frame.scouting = 0
        if low < value < frame.beta:
            return False
    if state.ply == 0:
        state.values[frame.next] = value
        state.counts[frame.next] += state.nodes - state.nodes_before_move
        if value > frame.best:
            state.best, state.value = frame.next, value
    if value > frame.best:
        frame.best, frame.best_move = value, frame.moves[frame.next]
    if value >= frame.beta:
        record_cutoff(frame, state)
    frame.next += 1
    return True


@kernel
def open_child(frames: Structs, table: Structs, state: Struct, worker: Struct) -> int:
    """Return the value of the current move for its player; NO_VALUE if a frame was pushed for it."""
    frame, child = frames[state.ply], frames[state.ply + 1]
    low = np.int64(max(frame.alpha, frame.best))
    high = low + 1 if frame.scouting else np.int64(frame.beta)
    is_same = child.position.to_move == frame.position.to_move
    if is_same:
        child.alpha, child.beta = low, high
    else:
        child.alpha, child.beta = -high, -low
    child.depth = frame.depth - 1
    value = probe_child(frames, table, state, worker)
    if value == NO_VALUE:
        state.ply += 1
        return NO_VALUE
    return value if is_same else -value


@kernel
def probe_child(frames: Structs, table: Structs, state: Struct, worker: Struct) -> int:
    """Return a child's value if table, threats or evaluation give it; else list its moves and return NO_VALUE."""
    child, ply = frames[state.ply + 1], state.ply + 1
    child.best, child.best_move = NO_VALUE, worker.no_move
    child.next = child.num_moves = child.scouting = child.pruned = 0
    child.key = position_key(child.position, worker.board)
    hint = worker.no_move
    if child.key != 0:
        entry = find_entry(table, child.key)
        if entry.key == child.key:
            hint = np.uint64(entry.move)
            value = from_stored(np.int64(entry.value), ply)
            if entry.depth >= child.depth and is_cutoff(entry.bound, value, child):
                return value
    if worker.settings.alphabeta_threats > 0:
        value = check_threats(child, state, worker, ply)
        if value != NO_VALUE or child.num_moves > 0:
            return value
    if child.depth > 0 and ply < MAX_DEPTH - 1:
        list_moves(frames, state, worker, hint)
        return NO_VALUE
    value = evaluate_for_mover(child.position, worker)
    if worker.settings.noisy and value < child.beta and ply < MAX_DEPTH - 1:
        list_noisy_moves(child, worker)
        if child.num_moves > 0:
            child.best = value  # stand pat: no capture is compulsory
            return NO_VALUE
    return value


@kernel
def is_cutoff(bound: int, value: int, frame: Struct) -> bool:
    """Return whether a stored value is sufficient for a frame's window."""
    if bound == AT_LEAST:
        return value >= frame.beta
    return bound == EXACT or value <= frame.alpha


@kernel
def leave_frame(frames: Structs, table: Structs, state: Struct, worker: Struct) -> None:
    """Store the result of the current frame and return its value to the one below."""
    frame = frames[state.ply]
    if frame.pruned and frame.best <= -SURE:
        frame.best = -SCALE - 1  # a move that was left out might have saved it
    if frame.key != 0:
        bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.alpha else AT_MOST
        store(table, frame, state, bound)
    if state.ply == 0:
        end_iteration(state)
        return
    state.ply -= 1
    is_same = frames[state.ply].position.to_move == frame.position.to_move
    value = np.int64(frame.best)
    return_value(frames, table, state, worker, value if is_same else -value)


@kernel
def end_iteration(state: Struct) -> None:
    """Sort the root moves for the next iteration, best first; stop if the value is proved."""
    state.ply = -1
    state.values[state.best] = WIN  # sorts first
    for place in range(1, state.root_moves):
        move, value, count = state.moves[place], state.values[place], state.counts[place]
        before = place - 1
        while before >= 0 and state.values[before] < value:
            state.moves[before + 1] = state.moves[before]
            state.values[before + 1] = state.values[before]
            state.counts[before + 1] = state.counts[before]
            before -= 1
        state.moves[before + 1], state.values[before + 1], state.counts[before + 1] = move, value, count
    state.values[0], state.best = state.value, 0
    if abs(state.value) >= SURE or state.depth >= MAX_DEPTH - 2:
        state.is_over = 1
