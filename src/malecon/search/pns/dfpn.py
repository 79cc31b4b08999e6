"""Depth-first proof-number search (Nagai 2002) with 1 + epsilon thresholds (Pawlewicz and Lew 2006).

A query asks whether the attacker wins. The proof number of a position is a lower bound on the leaves that must be won,
the disproof number on those that must be held. The player to move takes the minimum over the moves; for the other
player all moves count: there the largest number counts, plus one for each further open move. The plain sum would count
transpositions once per move order (weak proof-number search, Ueda et al. 2008).

The current line is kept in frames, so that a run can stop after any node and continue later. New positions are checked
by `find_threats`, three plies deep. `threads` holds what several threads do differently.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    CALM,
    FEW,
    FORCED,
    KIND_BITS,
    KIND_MASK,
    LOST,
    MATING,
    NUM_KEYS,
    WINNING,
    copy_position,
    defends,
    find_threats,
    key_after,
    legal_move,
    play,
    stops_sequence,
    threatened_sequence,
    update_keys,
    useful_replies,
    winning_sequence,
)
from malecon.kernel import Struct, Structs, add_atomic, kernel
from malecon.search.pns.stack import HISTORY_MOVES
from malecon.search.pns.table import INFINITY, ONE, ZERO, probe, store
from malecon.search.pns.threads import (
    abandon_solved,
    enter_branch,
    is_solved,
    leave_branch,
    refresh_from_table,
    virtual_number,
)

PLIES = 3  # depth of threat detection at a new position
EPSILON_BITS = np.uint64(2)  # epsilon = 1/4: a move is followed until it is that much worse than the second-best

MOVE_MASK = np.uint64(HISTORY_MOVES - 1)


@kernel
def run(shared_states: Structs, threads_data: Structs, frames: Structs, edges: Structs, table: Structs) -> None:
    """Search until all threads together have reached the limit, or one has the answer."""
    shared, thread = shared_states[0], threads_data[0]
    while shared.counter < shared.end and shared.is_done == ZERO:
        before, frame = thread.nodes, frames[thread.depth]
        update_numbers(shared, frame, edges, thread.attacker)
        if frame.pn >= frame.pn_threshold or frame.dn >= frame.dn_threshold:
            ascend(shared, thread, frames, edges, table)
        else:
            descend(shared, thread, frames, edges, table)
        if thread.nodes != before:
            add_atomic(shared, "counter", thread.nodes - before)
        if shared.threads > ONE:
            abandon_solved(shared, thread, frames, edges, table)


@kernel
def start(shared_states: Structs, threads_data: Structs, frames: Structs, edges: Structs, table: Structs) -> None:
    """Start with the position of the first frame."""
    thread, root = threads_data[0], frames[0]
    thread.depth, thread.nodes, thread.is_done = ZERO, ZERO, 0
    root.first, root.pn_threshold, root.dn_threshold = ZERO, INFINITY, INFINITY
    expand(thread, root, frames, edges, table)
    update_numbers(shared_states[0], root, edges, thread.attacker)
    add_atomic(shared_states[0], "counter", thread.nodes)


@kernel
def descend(shared: Struct, thread: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Follow the best move."""
    frame, child = frames[thread.depth], frames[thread.depth + ONE]
    move = edges[frame.selected].move
    if shared.threads > ONE:
        enter_branch(shared, edges[frame.selected])
    copy_position(child.position, frame.position, thread.board)
    for number in range(NUM_KEYS):
        child.keys[number] = frame.keys[number]
    update_keys(frame.position, thread.board, child.keys, move)
    play(child.position, thread.board, move)
    set_thresholds(frame, child, frame.position.to_move == thread.attacker)
    child.first = frame.first + frame.count
    thread.depth += ONE
    expand(thread, child, frames, edges, table)


@kernel
def set_thresholds(frame: Struct, child: Struct, is_attacking: bool) -> None:
    """Set how far the numbers below the best move may grow before another move, or the parent, is better."""
    slack = min(frame.second + (frame.second >> EPSILON_BITS) + ONE, INFINITY)
    if is_attacking:
        child.pn_threshold = min(frame.pn_threshold, slack)
        child.dn_threshold = frame.dn_threshold - min(frame.others, frame.dn_threshold - ONE)
    else:
        child.dn_threshold = min(frame.dn_threshold, slack)
        child.pn_threshold = frame.pn_threshold - min(frame.others, frame.pn_threshold - ONE)


@kernel
def ascend(shared: Struct, thread: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Store the result of a frame and return it to the edge that led to it."""
    frame = frames[thread.depth]
    if thread.depth == 0:
        thread.is_done = shared.is_done = 1
        return
    above = frames[thread.depth - ONE]
    edge = edges[above.selected]
    edge.pn, edge.dn, edge.length, edge.drawn = frame.pn, frame.dn, frame.length, frame.drawn
    edge.work += frame.work
    above.work += frame.work
    if shared.threads == ONE or not is_solved(table, thread, edge):
        store(table, edge.key, frame, edge.work)
    thread.depth -= ONE
    if (frame.pn if above.position.to_move == thread.attacker else frame.dn) == ZERO:
        count_solving_reply(thread, above, frames, edges, edge.move)
    if shared.threads > ONE:
        leave_branch(shared, edge)
        refresh_from_table(above, edges, table)


@kernel
def last_move(thread: Struct, frames: Structs, edges: Structs) -> np.uint64:
    """Return the move that led to the current frame, modulo HISTORY_MOVES."""
    return edges[frames[thread.depth - ONE].selected].move & MOVE_MASK if thread.depth != ZERO else ZERO


@kernel
def count_solving_reply(thread: Struct, frame: Struct, frames: Structs, edges: Structs, move: int) -> None:
    """Count a move that has solved the current frame in favour of the side to move."""
    player, before = np.uint64(frame.position.to_move), np.uint64(last_move(thread, frames, edges))
    thread.solving_replies[player, before, move & MOVE_MASK] += np.uint32(1)


@kernel
def sort_moves(thread: Struct, frame: Struct, frames: Structs, edges: Structs, count: int) -> None:
    """Put moves first that have often solved a position after the same last move."""
    player, before = np.uint64(frame.position.to_move), np.uint64(last_move(thread, frames, edges))
    for number in range(ONE, count):
        move = edges[frame.first + number].move
        score = thread.solving_replies[player, before, move & MOVE_MASK]
        place = number
        while place > ZERO:
            other = edges[frame.first + place - ONE].move
            if thread.solving_replies[player, before, other & MOVE_MASK] >= score:
                break
            edges[frame.first + place].move = other
            place -= ONE
        edges[frame.first + place].move = move


@kernel
def update_numbers(shared: Struct, frame: Struct, edges: Structs, attacker: int) -> None:
    """Compute the numbers of a frame from its edges and select the edge to follow."""
    is_attacking = frame.position.to_move == attacker
    limit = frame.pn_threshold if is_attacking else frame.dn_threshold
    best, least, second, most, num_open = INFINITY, INFINITY + ONE, INFINITY, ZERO, ZERO
    for number in range(frame.first, frame.first + frame.count):
        edge = edges[number]
        own, other = (edge.pn, edge.dn) if is_attacking else (edge.dn, edge.pn)
        best = min(best, own)
        if shared.threads > ONE:
            own = virtual_number(shared, edge, own, limit)
        if own < least:
            least, second, frame.selected = own, min(least, INFINITY), number
        elif own < second:
            second = own
        if other != ZERO:
            num_open += ONE
            most = max(most, other)
    frame.second = second
    frame.others = num_open - ONE if num_open != ZERO else ZERO
    total = INFINITY if best == ZERO else min(most + frame.others, INFINITY - ONE) if num_open != ZERO else ZERO
    frame.pn, frame.dn = (best, total) if is_attacking else (total, best)
    if best == ZERO or total == ZERO:
        set_length(frame, edges, best == ZERO, is_attacking)


@kernel
def set_length(frame: Struct, edges: Structs, is_won: bool, is_attacking: bool) -> None:
    """Set the length of a solved frame and whether a draw is part of it.

    The winner takes the shortest line, the loser the longest; a defender who holds prefers a win to a draw.
    """
    length = ZERO if is_won else np.uint64(frame.pruned_length)
    drawn = np.uint8(1) if is_won and not is_attacking else np.uint8(0)
    for number in range(frame.first, frame.first + frame.count):
        edge = edges[number]
        own = edge.pn if is_attacking else edge.dn
        if not is_won:
            length, drawn = max(length, np.uint64(edge.length)), max(drawn, edge.drawn)
        elif own == ZERO and edge.drawn <= drawn:
            is_shorter = length == ZERO or edge.drawn < drawn or edge.length < length
            length = np.uint64(edge.length) if is_shorter else length
            drawn = edge.drawn
    frame.length, frame.drawn = length + ONE, drawn


@kernel
def expand(thread: Struct, frame: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """List the moves of a frame with their numbers; if one wins, it is the last on the list."""
    position, board = frame.position, thread.board
    frame.count = frame.work = ZERO
    frame.pruned_length = 0
    found = np.uint64(find_threats(position, board, thread, 2))
    if found & KIND_MASK in (CALM, FORCED) and expand_sequence(thread, frame, edges, table):
        return
    listed = list_moves(thread, frame, edges, found)
    sort_moves(thread, frame, frames, edges, listed)
    while frame.count < listed:
        edge = edges[frame.first + frame.count]
        frame.count += ONE
        edge.key = np.uint64(key_after(position, board, frame.keys, edge.move)) ^ thread.salt
        load_numbers(thread, frame, edge, table)
        if (edge.pn if position.to_move == thread.attacker else edge.dn) == ZERO and edge.drawn == 0:
            return


@kernel
def expand_sequence(thread: Struct, frame: Struct, edges: Structs, table: Structs) -> bool:
    """List only the first move of a sequence of threats that wins; return whether there is one."""
    move, plies = winning_sequence(frame.position, thread.board, thread)
    if plies == ZERO:
        return False
    edge = edges[frame.first]
    frame.count, edge.move, edge.work, edge.drawn = ONE, move, ONE, 0
    edge.key = np.uint64(key_after(frame.position, thread.board, frame.keys, move)) ^ thread.salt
    set_solved(edge, frame.position.to_move == thread.attacker, plies - ONE)
    store(table, edge.key, edge, ONE)
    return True


@kernel
def list_moves(thread: Struct, frame: Struct, edges: Structs, found: int) -> np.uint64:
    """Write the moves that do not lose at once, given the threats found, to the frame's edges."""
    position, board = frame.position, thread.board
    kind, only = found & KIND_MASK, found >> KIND_BITS
    threatened = np.uint64(threatened_sequence(position, board, thread)) if kind == CALM else ZERO
    frame.pruned_length = threatened
    count, last = ZERO, ZERO
    for index in range(position.num_moves):
        move = np.uint64(legal_move(position, board, index))
        if (kind == FORCED and move != only) or (kind == FEW and not defends(position, board, thread, move)):
            continue
        last = move
        if threatened == ZERO or stops_sequence(position, board, thread, move):
            edges[frame.first + count].move = move
            count += ONE
    if count == ZERO:  # all lose; one is needed as an answer
        edges[frame.first].move = last
        count = ONE
    return count


@kernel
def load_numbers(thread: Struct, frame: Struct, edge: Struct, table: Structs) -> None:
    """Load a move's numbers from the table, or initialise them."""
    if probe(table, edge.key, edge):
        return
    initialise_numbers(thread, frame, edge)
    thread.nodes += ONE
    frame.work += ONE
    edge.work = ONE
    store(table, edge.key, edge, ONE)


@kernel
def initialise_numbers(thread: Struct, frame: Struct, edge: Struct) -> None:
    """Initialise the numbers of a new position: solved by the rules or by threats, else the number of replies."""
    position, board = thread.child, thread.board
    mover = frame.position.to_move
    copy_position(position, frame.position, board)
    edge.drawn = edge.length = 0
    if play(position, board, edge.move) != 0:
        set_solved(edge, mover == thread.attacker, 0)
        return
    if position.num_moves == ZERO:
        set_solved(edge, False, 0)
        edge.drawn = 1
        return
    is_attacking = position.to_move == thread.attacker
    kind = np.uint64(find_threats(position, board, thread, PLIES)) & KIND_MASK
    if kind in (WINNING, MATING):
        set_solved(edge, is_attacking, 1 if kind == WINNING else 3)
    elif kind == LOST:
        set_solved(edge, not is_attacking, 2)
    else:
        replies = ONE if kind == FORCED else np.uint64(useful_replies(position, board, thread))
        edge.pn, edge.dn = (ONE, replies) if is_attacking else (replies, ONE)


@kernel
def set_solved(edge: Struct, is_proved: bool, length: int) -> None:
    """Mark an edge as solved."""
    edge.pn, edge.dn = (ZERO, INFINITY) if is_proved else (INFINITY, ZERO)
    edge.length = length
