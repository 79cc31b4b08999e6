"""Backing up: what a simulation tells the nodes and edges of its path, and the moves that it played elsewhere."""

from __future__ import annotations

import numpy as np

from malecon.kernel import Record, Records, add_atomic, kernel
from malecon.search.implicit import lift_judgement
from malecon.search.replies import count_history, player_at
from malecon.search.select import HALF, ONE, ZERO, refresh_edge
from malecon.search.tree import LANES, block_of, end_block, lane_of
from malecon.search.worker import BACK_UP

WHITE = 0
LAST_STAMP = 4_000_000_000
PLIES_A_STAMP = np.uint32(4096)  # more than any game has
THINNED_FROM, THINNED_MORE_FROM = 1 << 10, 1 << 13  # visits from which a node counts the moves of few simulations,
THINNING_MASK, MORE_THINNING_MASK = 3, 15  # every fourth, every sixteenth, as often more: it is less to write and share
STEADY, STEADY_BITS = 1 << 12, 3  # visits from which an edge's value is put right every eighth time: it hardly moves
FADING_BITS = 22  # after so many visits of a node, 4 million, RAVE values are halved: float32 counts to 16 million


@kernel
def credit_moves(nodes: Records, blocks: Records, worker: Record, start: int, result: float) -> None:
    """Tell the tables that judge a move wherever it was played; the playout began at ply `start`."""
    worker.phase = BACK_UP
    if worker.settings.counts_raves:
        mark_played(worker, start)
        back_up_rave(nodes, blocks, worker, result)
    if worker.settings.history:
        count_history(worker, result)


@kernel
def mark_played(worker: Record, start: int) -> None:
    """Note for each player which moves this simulation played, and when; the playout began at ply `start`."""
    if worker.stamp > LAST_STAMP:
        worker.played[:] = 0
        worker.stamp = 0
    worker.stamp += PLIES_A_STAMP
    killers = 0
    for ply in range(worker.ply):
        if worker.settings.killer_rave and ply >= start:
            killers += np.int64(worker.decisive[ply])
            if not worker.decisive[ply] or killers > worker.settings.killer_rave_moves:
                continue
        worker.played[player_at(worker, ply), worker.moves[ply]] = worker.stamp + np.uint32(ply)


@kernel
def thinning(visits: int) -> int:
    """The bits of a node's visits that must be 0 for a simulation's moves to be counted there."""
    if visits < THINNED_FROM:
        return 0
    return THINNING_MASK if visits < THINNED_MORE_FROM else MORE_THINNING_MASK


@kernel
def back_up_rave(nodes: Records, blocks: Records, worker: Record, result: float) -> None:
    """Credit every move that the player to move at a node of the path played from there on."""
    hits = worker.scores
    for depth in range(np.int64(0) if worker.stay == 0 else worker.camp_depth, worker.depth):
        node = nodes[worker.nodes[depth]]
        mask = thinning(node.visits)
        weight = np.float32(mask + 1)
        if depth < worker.camp_depth:
            weight = np.float32(worker.settings.camp_stay)
        elif node.visits & mask != 0:
            continue
        mover = np.uint64(node.to_move)
        gain = result if mover == WHITE else ONE - result
        since = worker.stamp + np.uint32(depth)
        for index in range(np.uint64(node.first_block), end_block(node)):
            block = blocks[index]
            for lane in range(LANES):
                hits[lane] = weight if worker.played[mover, block.moves[lane]] >= since else ZERO
            for lane in range(LANES):
                block.rave_visits[lane] += hits[lane]
                block.rave_wins[lane] += hits[lane] * gain


@kernel
def back_up(nodes: Records, blocks: Records, worker: Record, score: float, playouts: int) -> None:
    """Add visits and wins along the path; `score` is what White won of the playouts."""
    if worker.settings.implicit:
        lift_judgement(nodes, blocks, worker)
    add_results(nodes, blocks, worker, (worker.camp_depth, worker.depth), (np.float64(score), np.int32(playouts)))
    if worker.camp_depth > 0:
        worker.untold_score += np.float64(score)
        worker.untold_visits += np.int32(playouts)
        if worker.stay == 0:
            tell_above(nodes, blocks, worker)


@kernel
def tell_above(nodes: Records, blocks: Records, worker: Record) -> None:
    """Add to the edges above the camp what they have not been told yet."""
    if worker.untold_visits > 0:
        untold = (worker.untold_score, worker.untold_visits)
        add_results(nodes, blocks, worker, (np.int64(0), worker.camp_depth), untold)
        worker.untold_visits, worker.untold_score = 0, 0.0


@kernel
def add_results(
    nodes: Records, blocks: Records, worker: Record, depths: tuple[int, int], results: tuple[float, int]
) -> None:
    """Add visits and wins to edges of the path, and visits to the nodes that they leave.

    `depths` are the first of them and one past the last, `results` what White won and of how many playouts.
    """
    score, playouts = results
    for depth in range(depths[0], depths[1]):
        node, number = nodes[worker.nodes[depth]], worker.edges[depth]
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge = block.edges[lane]
        before = np.int64(add_atomic(node, "visits", playouts))
        if before >> FADING_BITS != (before + playouts) >> FADING_BITS:
            fade_raves(node, blocks)
        real = np.int32(playouts - worker.losses[depth])
        visits = np.int64(add_atomic(edge, "visits", real))  # a whole number goes first: it takes the line in one step
        add_atomic(edge, "wins", score if node.to_move == WHITE else np.float64(playouts) - score)
        if visits < STEADY or depth < worker.camp_depth or visits >> STEADY_BITS != (visits + real) >> STEADY_BITS:
            refresh_edge(block, lane, worker.settings)


@kernel
def fade_raves(node: Record, blocks: Records) -> None:
    """Halve what RAVE has counted at a node: the means stay, and there is room to count on."""
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            if block.rave_visits[lane] > ONE:
                block.rave_visits[lane] *= HALF
                block.rave_wins[lane] *= HALF
