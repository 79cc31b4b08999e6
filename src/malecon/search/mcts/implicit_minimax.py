"""Implicit mini-max (Lanctot et al. 2014): what evaluations say of a move once the answers to it are known.

All moves of a new node are judged. The best of them says more about the node than a look at its position did, so it is
handed up the path from edge to edge as in mini-max, beside the mean of the playouts and never mixed into it. Playouts
see far and are noisy, the evaluation is steady and blind to what comes next: an edge is chosen by both.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, inline_kernel, kernel
from malecon.search.mcts.leaf_eval import edge_of_path, seen_by_other_side
from malecon.search.mcts.tree import LOST, UNPROVED, WON, block_of, has_node, lane_of

SURE_LOSS, EVEN, SURE_WIN = np.uint8(1), np.uint8(128), np.uint8(255)


@kernel
def best_evaluation(node: Struct, blocks: Structs) -> np.uint8:
    """The largest chance that a move of a node has by judgement and proof."""
    best = SURE_LOSS
    for number in range(np.uint64(node.num_edges)):
        edge = blocks[block_of(node, number)].edges[lane_of(number)]
        judged = edge.judged
        if edge.proof != UNPROVED:
            judged = SURE_WIN if edge.proof == WON else SURE_LOSS if edge.proof == LOST else EVEN
        best = max(best, judged)
    return best


@inline_kernel
def back_up_evaluations(nodes: Structs, blocks: Structs, worker: Struct) -> None:
    """Hand the judgement of the last edge's node up the path as far as it changes anything."""
    last = edge_of_path(nodes, blocks, worker, worker.path.depth - 1)
    if has_node(last) and last.proof == UNPROVED:
        update_parent_edge(nodes[last.child], blocks, nodes[worker.path.nodes[worker.path.depth - 1]], last)
    for depth in range(worker.path.depth - 1, 0, -1):
        edge = edge_of_path(nodes, blocks, worker, depth - 1)
        if not update_parent_edge(nodes[worker.path.nodes[depth]], blocks, nodes[worker.path.nodes[depth - 1]], edge):
            return


@kernel
def update_parent_edge(node: Struct, blocks: Structs, parent: Struct, edge: Struct) -> bool:
    """Give the edge that leads to a node the best chance of its moves; whether that was new."""
    best, before = best_evaluation(node, blocks), edge.judged
    edge.judged = best if node.to_move == parent.to_move else seen_by_other_side(best)
    is_new: bool = edge.judged != before
    return is_new
