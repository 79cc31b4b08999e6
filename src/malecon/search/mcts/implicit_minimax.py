"""Implicit minimax (Lanctot et al. 2014): minimax values of static evaluations, kept beside the playout means.

All moves of a new node are evaluated. The best of them replaces the evaluation of the edge above, and so on up the path
as in minimax. Playouts see far and are noisy, the evaluation is steady and blind to tactics: selection mixes both.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, inline_kernel, kernel
from malecon.search.mcts.leaf_eval import flip_evaluation, path_edge
from malecon.search.mcts.tree import LOST, UNPROVED, WON, block_of, has_node, lane_of

SURE_LOSS, EVEN, SURE_WIN = np.uint8(1), np.uint8(128), np.uint8(255)


@kernel
def best_evaluation(node: Struct, blocks: Structs) -> np.uint8:
    """Return the largest encoded evaluation of a node's moves, proved moves included."""
    best = SURE_LOSS
    for number in range(np.uint64(node.num_edges)):
        edge = blocks[block_of(node, number)].edges[lane_of(number)]
        evaluation = edge.evaluation
        if edge.proof != UNPROVED:
            evaluation = SURE_WIN if edge.proof == WON else SURE_LOSS if edge.proof == LOST else EVEN
        best = max(best, evaluation)
    return best


@inline_kernel
def back_up_evaluations(nodes: Structs, blocks: Structs, worker: Struct) -> None:
    """Back up the minimax evaluation from the last edge of the path as far as it changes anything."""
    last = path_edge(nodes, blocks, worker, worker.path.depth - 1)
    if has_node(last) and last.proof == UNPROVED:
        update_parent_edge(nodes[last.child], blocks, nodes[worker.path.nodes[worker.path.depth - 1]], last)
    for depth in range(worker.path.depth - 1, 0, -1):
        edge = path_edge(nodes, blocks, worker, depth - 1)
        if not update_parent_edge(nodes[worker.path.nodes[depth]], blocks, nodes[worker.path.nodes[depth - 1]], edge):
            return


@kernel
def update_parent_edge(node: Struct, blocks: Structs, parent: Struct, edge: Struct) -> bool:
    """Set the evaluation of the edge that leads to a node; return whether it changed."""
    best, before = best_evaluation(node, blocks), edge.evaluation
    edge.evaluation = best if node.to_move == parent.to_move else flip_evaluation(best)
    is_new: bool = edge.evaluation != before
    return is_new
