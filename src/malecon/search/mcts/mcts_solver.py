"""MCTS-Solver with draws and lengths: proved values propagate from an edge to its node and on to the edge above.

A win needs one winning edge, a loss or draw needs all edges. Lengths count plies: the winner takes the shortest proved
line, the loser the longest.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import FORCED, MATING, WINNING
from malecon.games.contract import LOST as LOST_BY_THREATS
from malecon.kernel import Struct, Structs, kernel
from malecon.search.mcts.select import ZERO, proved_value
from malecon.search.mcts.tree import DRAWN, LOST, UNPROVED, WON, block_of, lane_of

FOREVER = 60000  # longer than any game


@kernel
def prove_path(nodes: Structs, blocks: Structs, worker: Struct, proof: int) -> None:
    """Mark the last edge of a simulation as proved, and the edges above as long as their nodes become proved."""
    length = worker.length
    depth = worker.path.depth - 1
    while depth >= 0:
        node, number = nodes[worker.path.nodes[depth]], worker.path.edges[depth]
        prove_edge(blocks[block_of(node, number)], lane_of(number), proof, length)
        if not prove_node(node, blocks):
            return
        proof, length = np.int64(node.proof), np.int64(node.length) + 1
        depth -= 1
        if depth >= 0 and nodes[worker.path.nodes[depth]].to_move != node.to_move:
            proof = flip_proof(proof)


@kernel
def flip_proof(proof: int) -> int:
    """Return a proved value from the opponent's point of view."""
    return DRAWN if proof == DRAWN else (WON if proof == LOST else LOST)


@kernel
def prove_edge(block: Struct, lane: int, proof: int, length: int) -> None:
    """Mark an edge as proved. The length is written first: another thread that sees the proof reads it."""
    edge = block.edges[lane]
    edge.length = length
    edge.proof = proof
    block.shares[lane], block.bases[lane] = ZERO, proved_value(proof)


@kernel
def prove_node(node: Struct, blocks: Structs) -> bool:
    """Return whether the edges prove the node: one wins, or none is open."""
    shortest, longest, longest_draw = FOREVER, 0, 0
    is_open = False
    for number in range(node.num_edges):
        edge = blocks[block_of(node, number)].edges[lane_of(number)]
        length = np.int64(edge.length)
        if edge.proof == WON:
            shortest = min(shortest, length)
        elif edge.proof == LOST:
            longest = max(longest, length)
        elif edge.proof == DRAWN:
            longest_draw = max(longest_draw, length)
        else:
            is_open = True
    if shortest < FOREVER:
        node.length, node.proof = shortest, WON
    elif is_open:
        return False
    elif longest_draw > 0:
        node.length, node.proof = longest_draw, DRAWN
    else:
        node.length, node.proof = longest, LOST
    return True


@kernel
def prove_root(node: Struct, blocks: Structs, kind: int, move: int) -> None:
    """Mark the root moves that threats decide: the winning move, or all moves that do not defend."""
    if kind not in (WINNING, MATING, FORCED, LOST_BY_THREATS):
        return
    for number in range(node.num_edges):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        is_named = block.moves[lane] == move
        if kind in (WINNING, MATING):
            if is_named:
                prove_edge(block, lane, WON, 1 if kind == WINNING else 3)
        elif kind == LOST_BY_THREATS or not is_named:
            prove_edge(block, lane, LOST, 2)
    prove_node(node, blocks)


@kernel
def prove_move(nodes: Structs, blocks: Structs, trees: Structs, move: int, proof: int, length: int) -> None:
    """Mark a root move that another search has proved, and the root if that proves it."""
    node = nodes[trees[0].root]
    for number in range(node.num_edges):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        if block.moves[lane] == move and block.edges[lane].proof == UNPROVED:
            prove_edge(block, lane, proof, length)
    prove_node(node, blocks)
