"""The tree: nodes and blocks of edges in two arrays of structs.

A node's moves are its edges, in consecutive blocks of LANES edges. What selection and RAVE updates read for every edge
is stored as arrays within the block, so these loops are vectorised whatever the number of moves; what only the edge on
the path needs is one `edges` struct of half a cache line. A child gets a node only when it is expanded: until then its
visits and wins live on the edge that leads to it.

The value of an edge is `bases + shares * rave_wins / rave_visits`. A proved or unused edge has a base outside the range
of values and no share.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, add_atomic, kernel, new_structs

LANES = 32
LANE_BITS, LANE_MASK = np.uint64(5), np.uint64(LANES - 1)
NO_NODE = np.uint64(0)  # node 0 is reserved
EXPANDING = np.uint32(0xFFFFFFFF)  # child of an edge that a thread is expanding
FIRST_NODE = np.uint64(1 << 32)  # counter of an empty tree
UNPROVED, WON, LOST, DRAWN = 0, 1, 2, 3  # proved values for the player who moves along the edge, or at the node
PROVED_VALUE = np.float32(1000)
NO_EDGE_VALUE = np.float32(-2000)
NOT_EVALUATED = np.uint8(0)
ALMOST_NONE = np.float32(1e-6)  # initial RAVE visits, so that the mean is always defined

NODE = np.dtype(
    [
        ("first_block", "u4"),
        ("num_edges", "u4"),
        ("visits", "i4"),
        ("correction", "f4"),  # what the net adds to static evaluations below the node: a logit of White's chance
        ("length", "u2"),  # plies to the proved end
        ("asked", "u1"),  # whether the net has been evaluated here
        ("to_move", "u1"),
        ("proof", "u1"),
    ],
    align=True,
)

EDGE = np.dtype(
    [
        ("wins", "f8"),  # float32 stops counting at 16.7 million
        ("visits", "i4"),
        ("child", "u4"),
        ("prior_wins", "f4"),
        ("prior_visits", "f4"),
        ("bonus", "f4"),  # added to the value, fading with visits
        ("length", "u2"),
        ("proof", "u1"),
        ("evaluation", "u1"),  # the mover's static evaluation, encoded by leaf_eval.py
    ],
    align=True,
)

BLOCK = np.dtype(
    [
        ("bases", "f4", LANES),
        ("shares", "f4", LANES),
        ("rave_visits", "f4", LANES),
        ("rave_wins", "f4", LANES),
        ("moves", "u4", LANES),
        ("second_bonuses", "f4", LANES),  # of the second of two bonus techniques, whose fade differs
        ("edges", np.dtype((np.record, EDGE)), LANES),
    ],
    align=True,
)

TREE = np.dtype(
    [
        ("root", "u4"),
        ("counter", "u8"),  # nodes in use << 32 | blocks in use: one word, so that threads allocate both atomically
        ("max_nodes", "u4"),
        ("max_blocks", "u4"),
        ("full", "u1"),  # an allocation has failed
    ],
    align=True,
)


def new_tree(max_nodes: int, max_blocks: int) -> tuple[Structs, Structs, Structs]:
    """Return nodes, blocks and the struct that counts them; the operating system allocates pages as they are used."""
    trees = new_structs(TREE)
    trees[0].max_nodes, trees[0].max_blocks = max_nodes, max_blocks
    trees[0].counter = FIRST_NODE
    return new_structs(NODE, max_nodes), new_structs(BLOCK, max_blocks), trees


@kernel
def block_of(node: Struct, edge: int) -> np.uint64:
    """Return the index of the block that holds an edge of a node."""
    return np.uint64(node.first_block) + (np.uint64(edge) >> LANE_BITS)


@kernel
def lane_of(edge: int) -> np.uint64:
    """Return the lane of an edge within its block."""
    return np.uint64(edge) & LANE_MASK


@kernel
def end_block(node: Struct) -> np.uint64:
    """Return one past the last block of a node."""
    return np.uint64(node.first_block) + ((np.uint64(node.num_edges) + LANE_MASK) >> LANE_BITS)


@kernel
def num_nodes(tree: Struct) -> np.uint64:
    """Return the number of nodes in use, counting the reserved node 0."""
    return min(tree.counter >> np.uint64(32), np.uint64(tree.max_nodes))


@kernel
def num_blocks(tree: Struct) -> np.uint64:
    """Return the number of blocks in use."""
    return min(tree.counter & np.uint64(0xFFFFFFFF), np.uint64(tree.max_blocks))


@kernel
def new_node(nodes: Structs, tree: Struct, num_edges: int) -> np.uint64:
    """Allocate a node and its blocks; return NO_NODE and mark the tree as full if there is no room.

    A failed allocation is not returned: another thread may have allocated after it.
    """
    needed = (np.uint64(num_edges) + LANE_MASK) >> LANE_BITS
    before = add_atomic(tree, "counter", FIRST_NODE + needed)
    index, first_block = before >> np.uint64(32), before & np.uint64(0xFFFFFFFF)
    if index >= tree.max_nodes or first_block + needed > tree.max_blocks:
        tree.full = 1
        return NO_NODE
    node = nodes[index]
    node.first_block = first_block
    node.num_edges = num_edges
    node.visits = 0
    node.correction = np.float32(0)
    node.asked = 0
    node.proof = UNPROVED
    node.length = 0
    return index


@kernel
def has_node(edge: Struct) -> bool:
    """Return whether an edge leads to a node."""
    return edge.child != NO_NODE and edge.child != EXPANDING


@kernel
def clear_block(block: Struct, no_move: int) -> None:
    """Reset every lane to an edge that cannot be selected."""
    for lane in range(LANES):
        block.bases[lane] = NO_EDGE_VALUE
        block.shares[lane] = np.float32(0)
        block.rave_visits[lane] = ALMOST_NONE
        block.rave_wins[lane] = np.float32(0)
        block.moves[lane] = no_move
        block.second_bonuses[lane] = np.float32(0)
        edge = block.edges[lane]
        edge.wins = 0.0
        edge.visits = 0
        edge.child = NO_NODE
        edge.prior_wins = edge.prior_visits = edge.bonus = np.float32(0)
        edge.length = 0
        edge.evaluation = NOT_EVALUATED
        edge.proof = LOST
