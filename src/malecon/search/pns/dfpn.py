"""Depth-first proof-number search (Nagai 2002) with 1 + epsilon thresholds (Pawlewicz and Lew 2006).

One question is asked of a position: does the attacker win? The proof number of a position counts the leaves that must
be won at least, the disproof number those that must be held. The player to move takes the least of the moves' numbers,
the other player needs all moves: there the largest counts, plus one for each further open move. The plain sum would
count a position once for each order of the moves that lead to it (weak proof-number search, Ueda and others 2008).

The line being looked at is kept in frames, so that a run can stop after any node and go on later. A new position is
judged at once by `find_threats`, three plies deep. What several threads do differently stands in `crowd`.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
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
    update_keys,
)
from malecon.kernel import Struct, Structs, add_atomic, kernel
from malecon.search.pns.table import NEVER, ONE, ZERO, find, remember
from malecon.search.pns.threads import catch_up, come, go, is_settled, leave_settled, seeming

PLIES = 3  # how far a new position is looked at
SLACK_BITS = np.uint64(2)  # epsilon is 1/4: a move is followed until it is so much worse than the second


@kernel
def run(hubs: Structs, provers: Structs, frames: Structs, edges: Structs, table: Structs) -> None:
    """Look at new positions until all threads together have done what the hub asks for, or one has the answer."""
    hub, prover = hubs[0], provers[0]
    while hub.counter < hub.end and hub.is_done == ZERO:
        before, frame = prover.nodes, frames[prover.depth]
        weigh(hub, frame, edges, prover.attacker)
        if frame.pn >= frame.pn_limit or frame.dn >= frame.dn_limit:
            leave(hub, prover, frames, edges, table)
        else:
            enter(hub, prover, frames, edges, table)
        if prover.nodes != before:
            add_atomic(hub, "counter", prover.nodes - before)
        if hub.threads > ONE:
            leave_settled(hub, prover, frames, edges, table)


@kernel
def start(hubs: Structs, provers: Structs, frames: Structs, edges: Structs, table: Structs) -> None:
    """Begin with the position of the first frame."""
    prover, root = provers[0], frames[0]
    prover.depth, prover.nodes, prover.is_done = ZERO, ZERO, 0
    root.first, root.pn_limit, root.dn_limit = ZERO, NEVER, NEVER
    expand(prover, root, edges, table)
    weigh(hubs[0], root, edges, prover.attacker)
    add_atomic(hubs[0], "counter", prover.nodes)


@kernel
def enter(hub: Struct, prover: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Follow the best move."""
    frame, child = frames[prover.depth], frames[prover.depth + ONE]
    move = edges[frame.chosen].move
    if hub.threads > ONE:
        come(hub, edges[frame.chosen])
    copy_position(child.position, frame.position, prover.board)
    for number in range(NUM_KEYS):
        child.keys[number] = frame.keys[number]
    update_keys(frame.position, prover.board, child.keys, move)
    play(child.position, prover.board, move)
    set_limits(frame, child, frame.position.to_move == prover.attacker)
    child.first = frame.first + frame.count
    prover.depth += ONE
    expand(prover, child, edges, table)


@kernel
def set_limits(frame: Struct, child: Struct, is_attacking: bool) -> None:
    """How far the numbers below the best move may grow before another move is better, or the frame itself is left."""
    slack = min(frame.second + (frame.second >> SLACK_BITS) + ONE, NEVER)
    if is_attacking:
        child.pn_limit = min(frame.pn_limit, slack)
        child.dn_limit = frame.dn_limit - min(frame.rest, frame.dn_limit - ONE)
    else:
        child.dn_limit = min(frame.dn_limit, slack)
        child.pn_limit = frame.pn_limit - min(frame.rest, frame.pn_limit - ONE)


@kernel
def leave(hub: Struct, prover: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Remember what was found, and tell the edge that led here."""
    frame = frames[prover.depth]
    if prover.depth == 0:
        prover.is_done = hub.is_done = 1
        return
    above = frames[prover.depth - ONE]
    edge = edges[above.chosen]
    edge.pn, edge.dn, edge.length, edge.drawn = frame.pn, frame.dn, frame.length, frame.drawn
    edge.work += frame.work
    above.work += frame.work
    if hub.threads == ONE or not is_settled(table, prover, edge):
        remember(table, edge.key, frame, edge.work)
    prover.depth -= ONE
    if hub.threads > ONE:
        go(hub, edge)
        catch_up(above, edges, table)


@kernel
def weigh(hub: Struct, frame: Struct, edges: Structs, attacker: int) -> None:
    """The numbers of a frame by those of its edges, and the edge to follow: the best, as it seems to this thread."""
    is_attacking = frame.position.to_move == attacker
    limit = frame.pn_limit if is_attacking else frame.dn_limit
    best, least, second, most, still_open = NEVER, NEVER + ONE, NEVER, ZERO, ZERO
    for number in range(frame.first, frame.first + frame.count):
        edge = edges[number]
        own, other = (edge.pn, edge.dn) if is_attacking else (edge.dn, edge.pn)
        best = min(best, own)
        if hub.threads > ONE:
            own = seeming(hub, edge, own, limit)
        if own < least:
            least, second, frame.chosen = own, min(least, NEVER), number
        elif own < second:
            second = own
        if other != ZERO:
            still_open += ONE
            most = max(most, other)
    frame.second = second
    frame.rest = still_open - ONE if still_open != ZERO else ZERO
    total = NEVER if best == ZERO else min(most + frame.rest, NEVER - ONE) if still_open != ZERO else ZERO
    frame.pn, frame.dn = (best, total) if is_attacking else (total, best)
    if best == ZERO or total == ZERO:
        settle(frame, edges, best == ZERO, is_attacking)


@kernel
def settle(frame: Struct, edges: Structs, is_won: bool, is_attacking: bool) -> None:
    """How long it takes, the winner taking the shortest way and the loser the longest; whether a draw is part of it.

    A defender who holds takes a win before a draw.
    """
    length, drawn = ZERO, np.uint8(1) if is_won and not is_attacking else np.uint8(0)
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
def expand(prover: Struct, frame: Struct, edges: Structs, table: Structs) -> None:
    """List the moves of a frame with what is known of them; where one wins, it is the last on the list."""
    position, board = frame.position, prover.board
    listed = list_moves(prover, frame, edges)
    frame.count = frame.work = ZERO
    while frame.count < listed:
        edge = edges[frame.first + frame.count]
        frame.count += ONE
        edge.key = np.uint64(key_after(position, board, frame.keys, edge.move)) ^ prover.salt
        look_up(prover, frame, edge, table)
        if (edge.pn if position.to_move == prover.attacker else edge.dn) == ZERO and edge.drawn == 0:
            return


@kernel
def list_moves(prover: Struct, frame: Struct, edges: Structs) -> np.uint64:
    """Write the moves that do not lose at once to the frame's edges, before another position is looked at."""
    position, board = frame.position, prover.board
    answer = np.uint64(find_threats(position, board, prover, 2))
    kind, only = answer & KIND_MASK, answer >> KIND_BITS
    count = ZERO
    for index in range(position.num_moves):
        move = np.uint64(legal_move(position, board, index))
        if (kind != FORCED or move == only) and (kind != FEW or defends(position, board, prover, move)):
            edges[frame.first + count].move = move
            count += ONE
    return count


@kernel
def look_up(prover: Struct, frame: Struct, edge: Struct, table: Structs) -> None:
    """What the table knows of a move, or what one look at the position behind it tells."""
    if find(table, edge.key, edge):
        return
    judge(prover, frame, edge)
    prover.nodes += ONE
    frame.work += ONE
    edge.work = ONE
    remember(table, edge.key, edge, ONE)


@kernel
def judge(prover: Struct, frame: Struct, edge: Struct) -> None:
    """Give an edge the numbers of a new position: settled by the rules or by threats, else as many as replies."""
    position, board = prover.child, prover.board
    mover = frame.position.to_move
    copy_position(position, frame.position, board)
    edge.drawn = edge.length = 0
    if play(position, board, edge.move) != 0:
        mark(edge, mover == prover.attacker, 0)
        return
    if position.num_moves == ZERO:
        mark(edge, False, 0)
        edge.drawn = 1
        return
    is_attacking = position.to_move == prover.attacker
    kind = np.uint64(find_threats(position, board, prover, PLIES)) & KIND_MASK
    if kind in (WINNING, MATING):
        mark(edge, is_attacking, 1 if kind == WINNING else 3)
    elif kind == LOST:
        mark(edge, not is_attacking, 2)
    else:
        replies = ONE if kind == FORCED else position.num_moves
        edge.pn, edge.dn = (ONE, replies) if is_attacking else (replies, ONE)


@kernel
def mark(edge: Struct, is_proved: bool, length: int) -> None:
    """Settle an edge."""
    edge.pn, edge.dn = (ZERO, NEVER) if is_proved else (NEVER, ZERO)
    edge.length = length
