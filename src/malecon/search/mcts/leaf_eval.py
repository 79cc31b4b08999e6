"""Judgement: the game's static evaluation of a leaf, mixed into the results of its playouts, or of all new moves.

One look at a position often tells more than one random game from it does, but costs more too. So a leaf gets its own
only at its second or third visit; until then it borrows that of the position before it. What was asked is kept on the
edge in one byte, as the chance of the player who moves along it.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import WHITE, evaluate, evaluate_move
from malecon.kernel import Struct, Structs, inline_kernel, kernel
from malecon.search.mcts.tree import NOT_EVALUATED, block_of, lane_of

STEPS = np.float32(254)  # a chance is kept as 1 + so many of 254 parts


@inline_kernel
def evaluate_leaf(nodes: Structs, blocks: Structs, worker: Struct) -> float:
    """White's chance in the worker's position, which the last edge of the path leads to, or in the one before it."""
    edge, mover = (
        edge_of_path(nodes, blocks, worker, worker.path.depth - 1),
        mover_at(nodes, worker, worker.path.depth - 1),
    )
    if edge.judged == NOT_EVALUATED:
        visits = edge.visits - worker.path.virtual_losses[worker.path.depth - 1] + 1
        if worker.path.depth > 1 and visits < worker.settings.leaf_eval_visits:
            edge_before = edge_of_path(nodes, blocks, worker, worker.path.depth - 2)
            if edge_before.judged != NOT_EVALUATED:
                return chance_of(seen_by(edge_before.judged, mover_at(nodes, worker, worker.path.depth - 2)))
        edge.judged = seen_by(kept(evaluate(worker.position, worker.board, worker)), mover)
    return chance_of(seen_by(edge.judged, mover))


@kernel
def edge_of_path(nodes: Structs, blocks: Structs, worker: Struct, depth: int) -> Struct:
    """An edge that this simulation has followed."""
    node, number = nodes[worker.path.nodes[depth]], worker.path.edges[depth]
    return blocks[block_of(node, number)].edges[lane_of(number)]


@kernel
def mover_at(nodes: Structs, worker: Struct, depth: int) -> int:
    """Who moved along an edge that this simulation has followed."""
    return np.int64(nodes[worker.path.nodes[depth]].to_move)


@kernel
def kept(chance: float) -> np.uint8:
    """A chance in one byte."""
    return np.uint8(1) + np.uint8(chance * STEPS + np.float32(0.5))


@kernel
def chance_of(judged: int) -> float:
    """The chance that a byte keeps."""
    return np.float32(judged - np.uint8(1)) / STEPS


@kernel
def seen_by(judged: int, mover: int) -> np.uint8:
    """White's chance as a player sees it, and the other way round."""
    return np.uint8(judged) if mover == WHITE else seen_by_other_side(judged)


@kernel
def seen_by_other_side(judged: int) -> np.uint8:
    """One player's chance as the opponent sees it."""
    return np.uint8(256 - np.int64(judged))


@kernel
def evaluate_new_moves(node: Struct, blocks: Structs, worker: Struct) -> None:
    """Let the moves of a new node start with what they lead to by evaluation: as a prior, or beside it, or both."""
    position, board, settings = worker.position, worker.board, worker.settings
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge, chance = block.edges[lane], evaluate_move(position, board, worker, np.uint64(block.moves[lane]))
        if settings.eval_prior:
            edge.prior_wins = settings.eval_prior_visits * chance
            edge.prior_visits = settings.eval_prior_visits
        if settings.implicit_minimax:
            edge.judged = kept(chance)
