"""Leaf evaluation: the game's static evaluation, mixed into playout results or used to initialise new moves.

A static evaluation often says more than one random playout, but costs more. A leaf therefore gets its own evaluation
only at its second or third visit and uses that of its parent until then. The evaluation is cached on the edge in one
byte, as the chance of the player who moves along it.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import WHITE, evaluate, evaluate_move
from malecon.kernel import Struct, Structs, inline_kernel, kernel
from malecon.search.mcts.tree import NOT_EVALUATED, block_of, lane_of

ONE = np.float32(1)
STEPS = np.float32(254)  # a chance is stored as 1 + round(254 chance); 0 means none


@inline_kernel
def evaluate_leaf(nodes: Structs, blocks: Structs, worker: Struct) -> float:
    """Return White's chance at the end of the path, or at the position before it until the leaf has enough visits."""
    edge, mover = (
        path_edge(nodes, blocks, worker, worker.path.depth - 1),
        path_mover(nodes, worker, worker.path.depth - 1),
    )
    if edge.evaluation == NOT_EVALUATED:
        visits = edge.visits - worker.path.virtual_losses[worker.path.depth - 1] + 1
        if worker.path.depth > 1 and visits < worker.settings.leaf_eval_visits:
            edge_before = path_edge(nodes, blocks, worker, worker.path.depth - 2)
            if edge_before.evaluation != NOT_EVALUATED:
                return decode_chance(
                    for_mover(edge_before.evaluation, path_mover(nodes, worker, worker.path.depth - 2))
                )
        chance = np.float32(evaluate(worker.position, worker.board, worker))
        if worker.settings.corrects:
            chance = corrected(chance, nodes[worker.path.nodes[worker.path.depth - 1]].correction)
        edge.evaluation = for_mover(encode_chance(chance), mover)
    return decode_chance(for_mover(edge.evaluation, mover))


@kernel
def corrected(chance: float, correction: float) -> float:
    """Return a chance between 0 and 1 after adding a correction to its logit."""
    return chance / (chance + (ONE - chance) * np.exp(-correction))


@kernel
def path_edge(nodes: Structs, blocks: Structs, worker: Struct, depth: int) -> Struct:
    """Return an edge of the path by its depth."""
    node, number = nodes[worker.path.nodes[depth]], worker.path.edges[depth]
    return blocks[block_of(node, number)].edges[lane_of(number)]


@kernel
def path_mover(nodes: Structs, worker: Struct, depth: int) -> int:
    """Return the player who moved along an edge of the path."""
    return np.int64(nodes[worker.path.nodes[depth]].to_move)


@kernel
def encode_chance(chance: float) -> np.uint8:
    """Encode a chance in one byte."""
    return np.uint8(1) + np.uint8(chance * STEPS + np.float32(0.5))


@kernel
def decode_chance(evaluation: int) -> float:
    """Decode a chance."""
    return np.float32(evaluation - np.uint8(1)) / STEPS


@kernel
def for_mover(evaluation: int, mover: int) -> np.uint8:
    """Convert an encoded chance between White's view and that of a player."""
    return np.uint8(evaluation) if mover == WHITE else flip_evaluation(evaluation)


@kernel
def flip_evaluation(evaluation: int) -> np.uint8:
    """Convert an encoded chance to the opponent's view."""
    return np.uint8(256 - np.int64(evaluation))


@kernel
def evaluate_new_moves(node: Struct, blocks: Structs, worker: Struct) -> None:
    """Initialise the moves of a new node by static evaluation: as a prior, for implicit minimax, or both."""
    position, board, settings = worker.position, worker.board, worker.settings
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge, chance = block.edges[lane], evaluate_move(position, board, worker, np.uint64(block.moves[lane]))
        if settings.eval_prior:
            edge.prior_wins = settings.eval_prior_visits * chance
            edge.prior_visits = settings.eval_prior_visits
        if settings.implicit_minimax:
            edge.evaluation = encode_chance(chance)
