"""Backup: adding a simulation's result to the nodes and edges of its path, and to the RAVE and history tables."""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, add_atomic, kernel
from malecon.search.mcts.implicit_minimax import back_up_evaluations
from malecon.search.mcts.rules.last_good_reply import count_history, player_at
from malecon.search.mcts.select import HALF, ONE, ZERO, refresh_edge
from malecon.search.mcts.tree import LANES, block_of, end_block, lane_of
from malecon.search.mcts.worker import BACK_UP

WHITE = 0
LAST_STAMP = 4_000_000_000
PLIES_A_STAMP = np.uint32(4096)  # longer than any game
THINNED_FROM, THINNED_MORE_FROM = 1 << 10, 1 << 13  # from these visits on, RAVE is updated by only
EITHER = 1  # rave(moves=either)
THINNED = 0  # rave(thinning=on)
THINNING_MASK, MORE_THINNING_MASK = 3, 15  # every 4th or 16th simulation with that weight: fewer shared writes
STEADY, STEADY_BITS = 1 << 12, 3  # from these visits on, an edge is refreshed every 8th visit
FADING_BITS = 22  # RAVE counts are halved every 4 million visits: float32 counts to 16 million


@kernel
def update_move_tables(nodes: Structs, blocks: Structs, worker: Struct, start: int, result: float) -> None:
    """Update RAVE values and history with the moves of this simulation; the playout began at ply `start`."""
    worker.phase = BACK_UP
    if worker.settings.counts_raves:
        stamp_played_moves(worker, start)
        back_up_raves(nodes, blocks, worker, result)
    if worker.settings.history:
        count_history(worker, result)


@kernel
def stamp_played_moves(worker: Struct, start: int) -> None:
    """Stamp the moves that each player made in this simulation; the playout began at ply `start`."""
    if worker.rave.stamp > LAST_STAMP:
        worker.rave.played[:] = 0
        worker.rave.stamp = 0
    worker.rave.stamp += PLIES_A_STAMP
    killers = 0
    for ply in range(worker.line.ply):
        if worker.settings.killer_rave and ply >= start:
            killers += np.int64(worker.line.decisive[ply])
            if not worker.line.decisive[ply] or killers > worker.settings.killer_rave_moves:
                continue
        player, move = np.uint64(player_at(worker, ply)), worker.line.moves[ply]
        worker.rave.played[player, move] = worker.rave.stamp + np.uint32(ply)
        if worker.settings.rave_moves == EITHER:
            worker.rave.played[player ^ np.uint64(1), move] = worker.rave.stamp + np.uint32(ply)


@kernel
def thinning(visits: int, settings: Struct) -> int:
    """Return the bits of a node's visit count that must be 0 for a RAVE update."""
    if visits < THINNED_FROM or settings.rave_thinning != THINNED:
        return 0
    return THINNING_MASK if visits < THINNED_MORE_FROM else MORE_THINNING_MASK


@kernel
def back_up_raves(nodes: Structs, blocks: Structs, worker: Struct, result: float) -> None:
    """Credit, at every node of the path, the moves that the player to move there made from then on."""
    hits = worker.rave.lane_scores
    for depth in range(np.int64(0) if worker.restart.remaining == 0 else worker.restart.depth, worker.path.depth):
        node = nodes[worker.path.nodes[depth]]
        mask = thinning(node.visits, worker.settings)
        weight = np.float32(mask + 1)
        if depth < worker.restart.depth:
            weight = np.float32(worker.settings.restart_simulations)
        elif node.visits & mask != 0:
            continue
        mover = np.uint64(node.to_move)
        gain = result if mover == WHITE else ONE - result
        since = worker.rave.stamp + np.uint32(depth)
        for index in range(np.uint64(node.first_block), end_block(node)):
            block = blocks[index]
            for lane in range(LANES):
                hits[lane] = weight if worker.rave.played[mover, block.moves[lane]] >= since else ZERO
            for lane in range(LANES):
                block.rave_visits[lane] += hits[lane]
                block.rave_wins[lane] += hits[lane] * gain


@kernel
def back_up(nodes: Structs, blocks: Structs, worker: Struct, score: float, playouts: int) -> None:
    """Add visits and wins along the path; `score` is White's sum over the playouts."""
    if worker.settings.implicit_minimax:
        back_up_evaluations(nodes, blocks, worker)
    add_results(
        nodes, blocks, worker, (worker.restart.depth, worker.path.depth), (np.float64(score), np.int32(playouts))
    )
    if worker.restart.depth > 0:
        worker.restart.pending_score += np.float64(score)
        worker.restart.pending_visits += np.int32(playouts)
        if worker.restart.remaining == 0:
            flush_pending(nodes, blocks, worker)


@kernel
def flush_pending(nodes: Structs, blocks: Structs, worker: Struct) -> None:
    """Flush pending results to the edges above the restart node."""
    if worker.restart.pending_visits > 0:
        pending = (worker.restart.pending_score, worker.restart.pending_visits)
        add_results(nodes, blocks, worker, (np.int64(0), worker.restart.depth), pending)
        worker.restart.pending_visits, worker.restart.pending_score = 0, 0.0


@kernel
def add_results(
    nodes: Structs, blocks: Structs, worker: Struct, depths: tuple[int, int], results: tuple[float, int]
) -> None:
    """Add visits and wins to edges of the path, and visits to their nodes.

    `depths` is the half-open range of depths, `results` White's score and the number of playouts.
    """
    score, playouts = results
    for depth in range(depths[0], depths[1]):
        node, number = nodes[worker.path.nodes[depth]], worker.path.edges[depth]
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge = block.edges[lane]
        before = np.int64(add_atomic(node, "visits", playouts))
        if before >> FADING_BITS != (before + playouts) >> FADING_BITS:
            halve_raves(node, blocks)
        real = np.int32(playouts - worker.path.virtual_losses[depth])
        visits = np.int64(add_atomic(edge, "visits", real))  # visits first: one atomic add acquires the cache line
        add_atomic(edge, "wins", score if node.to_move == WHITE else np.float64(playouts) - score)
        if visits < STEADY or depth < worker.restart.depth or visits >> STEADY_BITS != (visits + real) >> STEADY_BITS:
            refresh_edge(block, lane, worker.settings)


@kernel
def halve_raves(node: Struct, blocks: Structs) -> None:
    """Halve the RAVE counts of a node: the means stay, and float32 has room to count on."""
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            if block.rave_visits[lane] > ONE:
                block.rave_visits[lane] *= HALF
                block.rave_wins[lane] *= HALF
