"""The tree: nodes and blocks of edges in two arrays of records.

A node's moves are its edges. They lie in consecutive blocks of LANES edges. What choosing a move and updating its RAVE
value read for every edge are arrays within the block, so that these loops run on vectors whatever the game's number of
moves; what only the edge on the path needs lies together in one `edges` record, a cache line or less. A child gets a
node of its own only when it is expanded: until then its visits and wins live on the edge that leads to it.

The value of an edge is `bases + shares * rave_wins / rave_visits`. An edge that is proved, or does not exist, has a
base far from all values and no share.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, add_atomic, kernel, new_structs

LANES = 32
LANE_BITS, LANE_MASK = np.uint64(5), np.uint64(LANES - 1)
NO_NODE = np.uint64(0)  # node 0 is never used
EXPANDING = np.uint32(0xFFFFFFFF)  # the child of an edge while some thread makes its node
FIRST_NODE = np.uint64(1 << 32)  # the counter of an empty tree
UNPROVED, WON, LOST, DRAWN = 0, 1, 2, 3  # proofs, seen by the player who moves along the edge or at the node
PROVED_VALUE = np.float32(1000)
NO_EDGE_VALUE = np.float32(-2000)
NOT_EVALUATED = np.uint8(0)
ALMOST_NONE = np.float32(1e-6)  # RAVE visits at the start, so that there is always a mean

NODE = np.dtype(
    [
        ("first_block", "u4"),
        ("num_edges", "u4"),
        ("visits", "i4"),
        ("length", "u2"),  # plies until the proved end
        ("to_move", "u1"),
        ("proof", "u1"),
    ],
    align=True,
)

EDGE = np.dtype(
    [
        ("wins", "f8"),  # float32 would stop counting at 16.7 million
        ("visits", "i4"),
        ("child", "u4"),
        ("prior_wins", "f4"),
        ("prior_visits", "f4"),
        ("bonus", "f4"),  # what the value starts with beyond the mean, fading with visits
        ("length", "u2"),
        ("proof", "u1"),
        ("judged", "u1"),  # the mover's chance by evaluation, as judge.py keeps it
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
        ("edges", np.dtype((np.record, EDGE)), LANES),
    ],
    align=True,
)

TREE = np.dtype(
    [
        ("root", "u4"),
        ("counter", "u8"),  # nodes in use << 32 | blocks in use: one number, so that threads take both in one step
        ("max_nodes", "u4"),
        ("max_blocks", "u4"),
        ("full", "u1"),  # an expansion found no room
    ],
    align=True,
)


def new_tree(max_nodes: int, max_blocks: int) -> tuple[Structs, Structs, Structs]:
    """Nodes, blocks and the record that counts them; memory is only taken as it is used."""
    trees = new_structs(TREE)
    trees[0].max_nodes, trees[0].max_blocks = max_nodes, max_blocks
    trees[0].counter = FIRST_NODE
    return new_structs(NODE, max_nodes), new_structs(BLOCK, max_blocks), trees


@kernel
def block_of(node: Struct, edge: int) -> np.uint64:
    """The block in which an edge of a node lies."""
    return np.uint64(node.first_block) + (np.uint64(edge) >> LANE_BITS)


@kernel
def lane_of(edge: int) -> np.uint64:
    """The place of an edge in its block."""
    return np.uint64(edge) & LANE_MASK


@kernel
def end_block(node: Struct) -> np.uint64:
    """One past the last block of a node."""
    return np.uint64(node.first_block) + ((np.uint64(node.num_edges) + LANE_MASK) >> LANE_BITS)


@kernel
def num_nodes(tree: Struct) -> np.uint64:
    """Nodes in use, the unused node 0 included."""
    return min(tree.counter >> np.uint64(32), np.uint64(tree.max_nodes))


@kernel
def num_blocks(tree: Struct) -> np.uint64:
    """Blocks in use."""
    return min(tree.counter & np.uint64(0xFFFFFFFF), np.uint64(tree.max_blocks))


@kernel
def new_node(nodes: Structs, tree: Struct, num_edges: int) -> np.uint64:
    """Take a node and its blocks from the free end of the arrays; NO_NODE, and a note, where there is no room.

    What was taken in vain is not given back: between two steps of one thread another may have taken what follows.
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
    node.proof = UNPROVED
    node.length = 0
    return index


@kernel
def has_node(edge: Struct) -> bool:
    """Whether an edge leads to a node."""
    return edge.child != NO_NODE and edge.child != EXPANDING


@kernel
def clear_block(block: Struct, no_move: int) -> None:
    """Make every lane an edge that cannot be chosen."""
    for lane in range(LANES):
        block.bases[lane] = NO_EDGE_VALUE
        block.shares[lane] = np.float32(0)
        block.rave_visits[lane] = ALMOST_NONE
        block.rave_wins[lane] = np.float32(0)
        block.moves[lane] = no_move
        edge = block.edges[lane]
        edge.wins = 0.0
        edge.visits = 0
        edge.child = NO_NODE
        edge.prior_wins = edge.prior_visits = edge.bonus = np.float32(0)
        edge.length = 0
        edge.judged = NOT_EVALUATED
        edge.proof = LOST
