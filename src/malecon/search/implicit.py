"""Implicit mini-max (Lanctot et al. 2014): what evaluations say of a move once the answers to it are known.

All moves of a new node are judged. The best of them says more about the node than a look at its position did, so it is
handed up the path from edge to edge as in mini-max, beside the mean of the playouts and never mixed into it. Playouts
see far and are noisy, the evaluation is steady and blind to what comes next: an edge is chosen by both.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Record, Records, kernel, part
from malecon.search.judge import edge_of_path, seen_by_other_side
from malecon.search.tree import LOST, UNPROVED, WON, block_of, has_node, lane_of

SURE_LOSS, EVEN, SURE_WIN = np.uint8(1), np.uint8(128), np.uint8(255)


@kernel
def best_judged(node: Record, blocks: Records) -> np.uint8:
    """The largest chance that a move of a node has by judgement and proof."""
    best = SURE_LOSS
    for number in range(np.uint64(node.num_edges)):
        edge = blocks[block_of(node, number)].edges[lane_of(number)]
        judged = edge.judged
        if edge.proof != UNPROVED:
            judged = SURE_WIN if edge.proof == WON else SURE_LOSS if edge.proof == LOST else EVEN
        best = max(best, judged)
    return best


@part
def lift_judgement(nodes: Records, blocks: Records, worker: Record) -> None:
    """Hand the judgement of the last edge's node up the path as far as it changes anything."""
    last = edge_of_path(nodes, blocks, worker, worker.depth - 1)
    if has_node(last) and last.proof == UNPROVED:
        hand_up(nodes[last.child], blocks, nodes[worker.nodes[worker.depth - 1]], last)
    for depth in range(worker.depth - 1, 0, -1):
        edge = edge_of_path(nodes, blocks, worker, depth - 1)
        if not hand_up(nodes[worker.nodes[depth]], blocks, nodes[worker.nodes[depth - 1]], edge):
            return


@kernel
def hand_up(node: Record, blocks: Records, parent: Record, edge: Record) -> bool:
    """Give the edge that leads to a node the best chance of its moves; whether that was new."""
    best, before = best_judged(node, blocks), edge.judged
    edge.judged = best if node.to_move == parent.to_move else seen_by_other_side(best)
    is_new: bool = edge.judged != before
    return is_new
