"""The order in which progressive widening opens the moves of a node.

Where nothing is known of moves it is random, as in teytaud2009; where they have priors or a bonus, the best come first.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, kernel
from malecon.search.mcts.select import edge_mean, initialise_edge
from malecon.search.mcts.tree import block_of, lane_of


@kernel
def rank_edges(node: Struct, blocks: Structs, settings: Struct) -> None:
    """Sort the edges of a new node by what they start with, the best first (heap sort: games may have 2,000 moves)."""
    count = np.int64(node.num_edges)
    for parent in range(count // 2 - 1, -1, -1):
        sift_down(node, blocks, settings, parent, count)
    for end in range(count - 1, 0, -1):
        swap_edges(node, blocks, 0, end)
        sift_down(node, blocks, settings, 0, end)
    for number in range(count):
        initialise_edge(blocks[block_of(node, number)], lane_of(number), settings)


@kernel
def merit(node: Struct, blocks: Structs, settings: Struct, number: int) -> float:
    """What an edge starts with: its prior's mean, and its bonus."""
    edge = blocks[block_of(node, number)].edges[lane_of(number)]
    worth: float = edge_mean(edge, settings) + edge.bonus
    return worth


@kernel
def sift_down(node: Struct, blocks: Structs, settings: Struct, parent: int, count: int) -> None:
    """Let an edge sink among the first `count` until no child of it in the heap is worse."""
    while 2 * parent + 1 < count:
        child = 2 * parent + 1
        if child + 1 < count:
            left, right = merit(node, blocks, settings, child), merit(node, blocks, settings, child + 1)
            child += right < left
        if merit(node, blocks, settings, parent) <= merit(node, blocks, settings, child):
            return
        swap_edges(node, blocks, parent, child)
        parent = child


@kernel
def swap_edges(node: Struct, blocks: Structs, one: int, other: int) -> None:
    """Swap the moves of two edges that have not been visited, with what is known of them beforehand."""
    here, there = blocks[block_of(node, one)], blocks[block_of(node, other)]
    i, j = lane_of(one), lane_of(other)
    here.moves[i], there.moves[j] = there.moves[j], here.moves[i]
    first, second = here.edges[i], there.edges[j]
    first.prior_wins, second.prior_wins = second.prior_wins, first.prior_wins
    first.prior_visits, second.prior_visits = second.prior_visits, first.prior_visits
    first.bonus, second.bonus = second.bonus, first.bonus
    first.judged, second.judged = second.judged, first.judged
