"""One simulation (select, expand, play out, back up) and the loop that runs many of them. Start here."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    copy_position,
    play,
)
from malecon.kernel import Struct, Structs, add_atomic, inline_kernel, kernel, swap_atomic
from malecon.search.mcts.backup import back_up, flush_pending, update_move_tables
from malecon.search.mcts.expand import expand, should_expand
from malecon.search.mcts.leaf_eval import evaluate_leaf
from malecon.search.mcts.mcts_solver import prove_path
from malecon.search.mcts.net import ask_net, is_net_due
from malecon.search.mcts.playout import play_out
from malecon.search.mcts.restart import place_restart, start_simulation
from malecon.search.mcts.rules.rave_pool import fill_pools
from malecon.search.mcts.select import (
    HALF,
    ONE,
    ZERO,
    has_grandparent,
    load_grandparent_raves,
    refresh_edge,
    select_edge,
)
from malecon.search.mcts.tree import (
    DRAWN,
    EXPANDING,
    NO_NODE,
    UNPROVED,
    WON,
    block_of,
    has_node,
    lane_of,
)
from malecon.search.mcts.worker import PLAY_OUT, SELECT

WHITE = 0
SIMULATIONS_PER_GRAB = np.uint64(32)  # simulations that a thread draws from the quota at a time
MOST_VISITS = 2_000_000_000  # limit of an int32
SETTLED = 8  # from this many visits on, virtual losses are not worth their cost


@kernel
def run(nodes: Structs, blocks: Structs, trees: Structs, workers: Structs, quotas: Structs, simulations: int) -> int:
    """Run simulations until their number is reached, the root is proved, or the tree is full; return how many ran.

    Threads that run together draw from one quota, so that none waits for another.
    """
    tree, worker, count, going_on = trees[0], workers[0], 0, True
    while going_on:
        begun = np.int64(add_atomic(quotas[0], "counter", SIMULATIONS_PER_GRAB))
        going_on = begun < simulations
        for _ in range(min(np.int64(SIMULATIONS_PER_GRAB), simulations - begun)):
            root = nodes[tree.root]
            going_on = root.proof == UNPROVED and not tree.full and root.visits < MOST_VISITS
            if not going_on:
                break
            simulate(nodes, blocks, tree, worker)
            count += 1
    flush_pending(nodes, blocks, worker)
    return count


@inline_kernel
def simulate(nodes: Structs, blocks: Structs, tree: Struct, worker: Struct) -> None:
    """Run one simulation."""
    worker.phase = SELECT
    start_simulation(nodes, blocks, tree, worker)
    proof = descend(nodes, blocks, tree, worker)
    if proof != UNPROVED:
        back_up_proved(nodes, blocks, worker, proof)
        return
    worker.phase = PLAY_OUT
    start = worker.line.ply
    if worker.settings.pools:
        fill_pools(nodes, blocks, worker)
    playouts = worker.settings.playouts_n if worker.settings.playouts else 1
    score = evaluation = share = ZERO  # White's score of the playouts; White's chance and its weight by evaluation
    if worker.settings.leaf_eval:
        evaluation, share = evaluate_leaf(nodes, blocks, worker), worker.settings.leaf_eval_share
    for number in range(playouts):
        if number > 0:
            worker.phase = PLAY_OUT
            return_to_leaf(worker, start)
        result = (ONE - share) * play_out(worker) + share * evaluation
        score += result
        update_move_tables(nodes, blocks, worker, start, result)
    back_up(nodes, blocks, worker, score, playouts)


@kernel
def return_to_leaf(worker: Struct, ply: int) -> None:
    """Restore the position at which the playout began."""
    copy_position(worker.position, worker.root, worker.board)
    for index in range(ply):
        play(worker.position, worker.board, np.uint64(worker.line.moves[index]))
    worker.line.ply = ply


@inline_kernel
def descend(nodes: Structs, blocks: Structs, tree: Struct, worker: Struct) -> int:
    """Follow edges to a leaf and expand it if it is due; return the proved value of the last edge."""
    index = np.uint64(worker.path.nodes[worker.path.depth])
    while True:
        node = nodes[index]
        prepare_selection(nodes, blocks, node, worker)
        number = select_edge(blocks, node, worker)
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge = block.edges[lane]
        worker.path.nodes[worker.path.depth], worker.path.edges[worker.path.depth] = index, number
        place_restart(worker, node, edge)
        worker.path.depth += 1
        if worker.virtual_loss != 0:
            add_virtual_loss(block, lane, worker)
        move = np.uint64(block.moves[lane])
        worker.line.moves[worker.line.ply] = move
        worker.line.ply += 1
        if edge.proof != UNPROVED:
            worker.length = edge.length
            return np.int64(edge.proof)
        if play(worker.position, worker.board, move) != 0:
            worker.length = 1
            return WON
        if worker.position.num_moves == 0:
            worker.length = 1
            return DRAWN
        if not has_node(edge):
            if tree.full or worker.settings.flat_monte_carlo or not should_expand(worker, edge):
                return UNPROVED
            if not swap_atomic(edge, "child", np.uint32(NO_NODE), EXPANDING):
                return UNPROVED  # another thread is already expanding this edge
            return expand(nodes, blocks, tree, worker, edge)
        index = np.uint64(edge.child)


@inline_kernel
def prepare_selection(nodes: Structs, blocks: Structs, node: Struct, worker: Struct) -> None:
    """Provide what the selection at a node needs besides the node itself."""
    if worker.settings.extended_rave and has_grandparent(worker):
        load_grandparent_raves(nodes, blocks, worker)
    if worker.settings.corrects and is_net_due(node, worker.settings):
        ask_net(nodes, blocks, node, worker)


@kernel
def add_virtual_loss(block: Struct, lane: int, worker: Struct) -> None:
    """Show other threads a loss on this edge until the result is known, if that could change their choice."""
    edge = block.edges[lane]
    worker.path.virtual_losses[worker.path.depth - 1] = 0
    if edge.visits < SETTLED:
        worker.path.virtual_losses[worker.path.depth - 1] = worker.virtual_loss
        add_atomic(edge, "visits", worker.virtual_loss)
        refresh_edge(block, lane, worker.settings)


@kernel
def back_up_proved(nodes: Structs, blocks: Structs, worker: Struct, proof: int) -> None:
    """Prove the last edge of the path and everything that follows, then back the result up like a playout's."""
    result = HALF
    last = nodes[worker.path.nodes[worker.path.depth - 1]]
    if proof != DRAWN:
        result = ONE if (proof == WON) == (last.to_move == WHITE) else ZERO
    if worker.settings.mcts_solver:
        prove_path(nodes, blocks, worker, proof)
    update_move_tables(nodes, blocks, worker, worker.line.ply, result)
    playouts = worker.settings.playouts_n if worker.settings.playouts else 1
    back_up(nodes, blocks, worker, result * np.float32(playouts), playouts)
