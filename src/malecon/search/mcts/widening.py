"""The order in which progressive widening opens the moves of a node.

It is random if nothing is known about the moves, as in teytaud2009; otherwise the best by priors and bonus come first.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, kernel
from malecon.search.mcts.select import edge_mean, initialise_edge
from malecon.search.mcts.tree import block_of, lane_of


@kernel
def rank_edges(node: Struct, blocks: Structs, settings: Struct) -> None:
    """Sort the edges of a new node, best first (heap sort: games may have 2,000 moves)."""
    count = np.int64(node.num_edges)
    for parent in range(count // 2 - 1, -1, -1):
        sift_down(node, blocks, settings, parent, count)
    for end in range(count - 1, 0, -1):
        swap_edges(node, blocks, 0, end)
        sift_down(node, blocks, settings, 0, end)
    for number in range(count):
        initialise_edge(blocks[block_of(node, number)], lane_of(number), settings)


@kernel
def initial_value(node: Struct, blocks: Structs, settings: Struct, number: int) -> float:
    """Return what an edge starts with: the mean of its prior plus its bonus."""
    block, lane = blocks[block_of(node, number)], lane_of(number)
    edge = block.edges[lane]
    value: float = edge_mean(edge, settings) + edge.bonus + block.second_bonuses[lane]
    return value


@kernel
def sift_down(node: Struct, blocks: Structs, settings: Struct, parent: int, count: int) -> None:
    """Let an edge sink among the first `count` until no child of it in the heap is worse."""
    while 2 * parent + 1 < count:
        child = 2 * parent + 1
        if child + 1 < count:
            left, right = initial_value(node, blocks, settings, child), initial_value(node, blocks, settings, child + 1)
            child += right < left
        if initial_value(node, blocks, settings, parent) <= initial_value(node, blocks, settings, child):
            return
        swap_edges(node, blocks, parent, child)
        parent = child


@kernel
def swap_edges(node: Struct, blocks: Structs, one: int, other: int) -> None:
    """Swap two unvisited edges with their priors."""
    here, there = blocks[block_of(node, one)], blocks[block_of(node, other)]
    i, j = lane_of(one), lane_of(other)
    here.moves[i], there.moves[j] = there.moves[j], here.moves[i]
    first, second = here.edges[i], there.edges[j]
    first.prior_wins, second.prior_wins = second.prior_wins, first.prior_wins
    first.prior_visits, second.prior_visits = second.prior_visits, first.prior_visits
    first.bonus, second.bonus = second.bonus, first.bonus
    here.second_bonuses[i], there.second_bonuses[j] = there.second_bonuses[j], here.second_bonuses[i]
    first.evaluation, second.evaluation = second.evaluation, first.evaluation
