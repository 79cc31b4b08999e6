"""The net at the nodes of the tree: bonuses of moves, and corrections of static evaluations.

A net is far slower than everything else in a simulation, so it is evaluated once for a node: when the node is created,
or when it has had some visits. Until then a node uses the correction of its parent.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import evaluate_by_net, move_bonus, net_values
from malecon.kernel import Struct, Structs, kernel
from malecon.search.mcts.leaf_eval import corrected, encode_chance, for_mover, path_edge, path_mover
from malecon.search.mcts.select import refresh_edge
from malecon.search.mcts.tree import block_of, lane_of


@kernel
def is_net_due(node: Struct, settings: Struct) -> bool:
    """Return whether the net is to be evaluated at a node that has not been asked."""
    return node.asked == 0 and node.visits >= settings.correction_visits


@kernel
def ask_net(nodes: Structs, blocks: Structs, node: Struct, worker: Struct) -> None:
    """Evaluate the net at the node that the path has reached: new bonuses for its moves, and its correction."""
    node.asked = 1
    if node.num_edges <= 1:  # a forced move needs no advice, and its value is that of the next node
        return
    evaluate_by_net(worker.position, worker.board, worker)
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        set_bonus(block, lane, worker)
        refresh_edge(block, lane, worker.settings)
    keep_net_values(nodes, blocks, node, worker)


@kernel
def set_bonus(block: Struct, lane: int, worker: Struct) -> None:
    """Set the bonuses of a move."""
    first, second = move_bonus(worker.position, worker.board, worker, np.uint64(block.moves[lane]))
    if worker.settings.two_bonuses:
        block.edges[lane].bonus, block.second_bonuses[lane] = first, second
    else:
        block.edges[lane].bonus = first + second  # one of them is 0


@kernel
def keep_net_values(nodes: Structs, blocks: Structs, node: Struct, worker: Struct) -> None:
    """Keep the net's value of a node as a correction below it, and as the evaluation of the edge that leads to it."""
    settings = worker.settings
    chance, correction = net_values(worker.position, worker.board, worker)
    node.correction, node.asked = settings.correction_share * correction, 1
    if settings.leaf_eval and worker.path.depth > 0:
        edge, mover = (
            path_edge(nodes, blocks, worker, worker.path.depth - 1),
            path_mover(nodes, worker, worker.path.depth - 1),
        )
        edge.evaluation = for_mover(encode_chance(corrected(chance, node.correction - correction)), mover)
