"""Pruning: which nodes a full tree drops, and how the rest is compacted.

Nodes and blocks are allocated in the same order, a child always after its parent. One forward pass therefore marks
what stays and a second one slides it to the front, in place.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, kernel
from malecon.search.mcts.tree import LANES, NO_NODE, WON, end_block, num_blocks, num_nodes

KEPT_SHARE = 0.5  # largest share of the blocks kept when a tree is full


def prune(nodes: Structs, blocks: Structs, trees: Structs) -> None:
    """Drop everything outside the root's subtree and, if that is not enough, the least visited nodes."""
    tree, count = trees[0], int(num_nodes(trees[0]))
    new_places = np.zeros(count, np.uint32)
    if tree.root == 1:  # everything is below the root: skip the expensive first pass
        new_places[1:], kept_blocks = 1, int(num_blocks(tree))
    else:
        kept_blocks = mark_nodes(nodes, blocks, trees, new_places, 0)
    if tree.root == 1 or kept_blocks > KEPT_SHARE * tree.max_blocks:
        staying = np.flatnonzero(new_places)
        visits = np.sort(nodes["visits"][staying])[::-1]
        share = min(1.0, KEPT_SHARE * float(tree.max_blocks) / float(kept_blocks))
        threshold = int(visits[int(share * (len(visits) - 1))]) + (share < 1)
        new_places[:] = 0
        mark_nodes(nodes, blocks, trees, new_places, threshold)
    slide(nodes, blocks, trees, new_places)


@kernel
def mark_nodes(nodes: Structs, blocks: Structs, trees: Structs, new_places: Structs, visits: int) -> int:
    """Assign new indices to the nodes that stay and cut the edges to the others; return the blocks that stay."""
    tree = trees[0]
    next_place, kept_blocks = np.uint32(1), 0
    new_places[tree.root] = 1
    for index in range(np.uint64(tree.root), num_nodes(tree)):
        if new_places[index] == 0:
            continue
        new_places[index] = next_place
        next_place += np.uint32(1)
        node = nodes[index]
        for number in range(np.uint64(node.first_block), end_block(node)):
            kept_blocks += 1
            for lane in range(LANES):
                edge = blocks[number].edges[lane]
                child = np.uint64(edge.child)
                if child != NO_NODE:
                    ends_won_turn = (
                        edge.proof == WON and nodes[child].to_move == node.to_move
                    )  # keep how a won turn is completed
                    if nodes[child].visits >= visits or ends_won_turn:
                        new_places[child] = 1
                    else:
                        edge.child = NO_NODE
    return kept_blocks


@kernel
def slide(nodes: Structs, blocks: Structs, trees: Structs, new_places: Structs) -> None:
    """Move what stays to the front of the arrays."""
    tree = trees[0]
    next_block, next_node = np.uint64(0), np.uint64(1)
    for index in range(np.uint64(tree.root), num_nodes(tree)):
        if new_places[index] == 0:
            continue
        first, end = np.uint64(nodes[index].first_block), end_block(nodes[index])
        for number in range(first, end):
            blocks[next_block + (number - first)] = blocks[number]
            rename_children(blocks[next_block + (number - first)], new_places)
        nodes[next_node] = nodes[index]
        nodes[next_node].first_block = next_block
        next_block += end - first
        next_node += np.uint64(1)
    tree.root, tree.full = 1, 0
    tree.counter = (next_node << np.uint64(32)) | next_block


@kernel
def rename_children(block: Struct, new_places: Structs) -> None:
    """Point the edges of a block to the new indices of their children."""
    for lane in range(LANES):
        edge = block.edges[lane]
        if edge.child != NO_NODE:
            edge.child = new_places[edge.child]
