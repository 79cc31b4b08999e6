"""Expansion: a new node for the position at the end of the path, with its moves, priors and threats."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    CALM,
    FEW,
    FORCED,
    KIND_BITS,
    KIND_MASK,
    LOST_LATER,
    MATING,
    WINNING,
    WON_LATER,
    copy_position,
    defends,
    find_threats,
    is_useless,
    legal_move,
    prepare_expansion,
    prior,
)
from malecon.games.contract import LOST as LOST_BY_THREATS
from malecon.kernel import Struct, Structs, inline_kernel, kernel, random_below
from malecon.search.mcts.leaf_eval import evaluate_new_moves
from malecon.search.mcts.mcts_solver import flip_proof, prove_root
from malecon.search.mcts.net import keep_net_values, set_bonus
from malecon.search.mcts.select import (
    has_grandparent,
    initialise_edge,
    load_grandparent_raves,
)
from malecon.search.mcts.tree import (
    LANES,
    LOST,
    NO_NODE,
    UNPROVED,
    WON,
    block_of,
    clear_block,
    end_block,
    lane_of,
    new_node,
)
from malecon.search.mcts.widening import rank_edges
from malecon.search.mcts.worker import EXPAND


@kernel
def should_expand(worker: Struct, edge: Struct) -> bool:
    """Return whether an edge has enough visits to become a node; root moves are always checked for threats."""
    visits = edge.visits - worker.path.virtual_losses[worker.path.depth - 1] + 1
    return visits >= worker.settings.expand_visits or (worker.path.depth == 1 and worker.settings.threats)


@inline_kernel
def expand(nodes: Structs, blocks: Structs, tree: Struct, worker: Struct, edge: Struct) -> int:
    """Create the node that an edge leads to, or prove the edge; return the edge's proved value."""
    worker.phase = EXPAND
    found = np.uint64(CALM)
    if worker.settings.threats:
        found = find_threats(worker.position, worker.board, worker, worker.settings.threats_plies)
    kind, move = found & KIND_MASK, found >> KIND_BITS
    if kind in (WINNING, MATING, LOST_BY_THREATS, WON_LATER, LOST_LATER):
        edge.child = NO_NODE
        return proof_by_threats(nodes, worker, kind, move)
    correction = nodes[worker.path.nodes[worker.path.depth - 1]].correction
    if kind == FORCED:
        child = new_node(nodes, tree, np.uint64(1))
        if child != NO_NODE:
            nodes[child].correction = correction
            fill_forced(nodes[child], blocks, worker, move)
    else:
        child = new_node(nodes, tree, worker.position.num_moves)
        if child != NO_NODE:
            nodes[child].correction = correction
            fill_node(nodes[child], blocks, worker, kind == FEW)
            if worker.settings.corrects and worker.settings.correction_visits <= 1:
                keep_net_values(nodes, blocks, nodes[child], worker)
            if worker.settings.inherit and has_grandparent(worker):
                inherit_grandparent_raves(nodes, blocks, worker, child)
    edge.child = child
    return UNPROVED


@kernel
def proof_by_threats(nodes: Structs, worker: Struct, kind: int, plies: int) -> int:
    """Return what threats prove about the last edge, for the player who moved along it.

    `plies` is the length of the proof where the game gives one instead of a move. Within a turn of several steps both
    positions have the same player to move.
    """
    worker.length = 2 if kind == WINNING else 3 if kind == LOST_BY_THREATS else 4
    if kind in (WON_LATER, LOST_LATER):
        worker.length = np.int64(plies) + 1
    proof = LOST if kind in (LOST_BY_THREATS, LOST_LATER) else WON
    is_same = nodes[worker.path.nodes[worker.path.depth - 1]].to_move == worker.position.to_move
    return proof if is_same else flip_proof(proof)


@inline_kernel
def fill_forced(node: Struct, blocks: Structs, worker: Struct, move: int) -> None:
    """Fill a node that has a single move, because all others lose at once."""
    node.to_move = worker.position.to_move
    block = blocks[node.first_block]
    clear_block(block, worker.no_move)
    block.moves[0] = move
    if worker.settings.implicit_minimax:
        evaluate_new_moves(node, blocks, worker)
    initialise_edge(block, np.uint64(0), worker.settings)


@kernel
def fill_node(node: Struct, blocks: Structs, worker: Struct, few: bool) -> None:
    """Give a node its moves in random order with their priors; with `few`, only those that defend."""
    position, board, settings = worker.position, worker.board, worker.settings
    node.to_move = position.to_move
    for index in range(np.uint64(node.first_block), end_block(node)):
        clear_block(blocks[index], worker.no_move)
    num_moves = np.uint64(position.num_moves)
    for count in range(num_moves):  # inside-out shuffle, so that ties are broken at random
        place = random_below(worker, count + np.uint64(1))
        source, target = blocks[block_of(node, place)], blocks[block_of(node, count)]
        target.moves[lane_of(count)] = source.moves[lane_of(place)]
        source.moves[lane_of(place)] = legal_move(position, board, count)
    if settings.drops or few:
        drop_moves(node, blocks, worker, few)
    if settings.eval_prior or settings.implicit_minimax:
        evaluate_new_moves(node, blocks, worker)
    initialise_edges(node, blocks, worker)
    if settings.widening and (settings.priors or settings.bonus or settings.eval_prior):
        rank_edges(node, blocks, settings)


@inline_kernel
def initialise_edges(node: Struct, blocks: Structs, worker: Struct) -> None:
    """Initialise the edges of a new node with priors and bonuses of their moves."""
    position, board, settings = worker.position, worker.board, worker.settings
    if settings.bonus or settings.priors:
        prepare_expansion(position, board, worker)
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge, move = block.edges[lane], np.uint64(block.moves[lane])
        if settings.priors:
            wins, visits = prior(position, board, worker, move)
            edge.prior_wins += wins
            edge.prior_visits += visits
        if settings.bonus:
            set_bonus(block, lane, worker)
        initialise_edge(block, lane, settings)


@kernel
def drop_moves(node: Struct, blocks: Structs, worker: Struct, few: bool) -> None:
    """Remove useless moves, or with `few` the moves that do not defend, and close the gaps.

    One move stays if all are useless, since a node needs an edge.
    """
    position, board = worker.position, worker.board
    num_kept = np.uint64(0)
    for number in range(np.uint64(node.num_edges)):
        move = np.uint64(blocks[block_of(node, number)].moves[lane_of(number)])
        blocks[block_of(node, num_kept)].moves[lane_of(num_kept)] = move
        if defends(position, board, worker, move) if few else not is_useless(position, board, move):
            num_kept += np.uint64(1)
    num_kept = max(num_kept, np.uint64(1))
    for number in range(num_kept, np.uint64(node.num_edges)):
        blocks[block_of(node, number)].moves[lane_of(number)] = worker.no_move
    node.num_edges = num_kept


@kernel
def inherit_grandparent_raves(nodes: Structs, blocks: Structs, worker: Struct, child: int) -> None:
    """Start the moves of a new node with their RAVE means two plies up, weighted as a few visits."""
    load_grandparent_raves(nodes, blocks, worker)
    node, visits = nodes[child], worker.settings.inherit_visits
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            block.rave_visits[lane] += visits
            block.rave_wins[lane] += visits * worker.rave.grandparent[block.moves[lane]]


@kernel
def create_root(nodes: Structs, blocks: Structs, trees: Structs, workers: Structs) -> None:
    """Create the root of a new tree from the worker's root position."""
    tree, worker = trees[0], workers[0]
    copy_position(worker.position, worker.root, worker.board)
    tree.root = new_node(nodes, tree, worker.root.num_moves)
    fill_node(nodes[tree.root], blocks, worker, np.bool_(0))  # a literal False would compile a second version
    if worker.settings.corrects and worker.settings.correction_visits <= 1:
        worker.path.depth = 0
        keep_net_values(nodes, blocks, nodes[tree.root], worker)
    if worker.settings.threats and worker.settings.mcts_solver:
        found = find_threats(worker.position, worker.board, worker, worker.settings.threats_plies)
        prove_root(nodes[tree.root], blocks, found & KIND_MASK, found >> KIND_BITS)
