"""Positions from the tree of a search, as examples: what the search found at the nodes below the root.

A deep search is the teacher of hundreds of positions besides its root: every node with enough visits has a value and
the visits of its moves, and a proved node has the truth (after TreeStrap, Veness et al. 2009). These are the very
positions at which the net is evaluated, refuted moves included, which games between good players never reach.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.games.colours import WHITE
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.mcts.tree import DRAWN, EXPANDING, LANES, NO_NODE, UNPROVED, WON

NODE_VISITS = 200  # an open node with fewer visits says little
PROVED_VISITS = 24  # so many visits that the net would have been evaluated before the proof


@dataclass(frozen=True)
class TreeNode:
    """A position below the root of a search."""

    path: tuple[int, ...]
    """Moves from the root."""
    visits: int
    value: float
    """White's chance, 0, 0.5 or 1 if proved."""
    moves: Any
    """Moves that were visited, and in `counts` how often; none if the node is proved."""
    counts: Any


def sample_nodes(searcher: MctsSearcher, count: int, dice: random.Random) -> list[TreeNode]:
    """Return at most `count` nodes of a search: the most visited third, and a random choice of the others."""
    nodes = sorted(_walk(searcher), key=lambda node: -node.visits)
    largest = nodes[: count // 3]
    others = nodes[count // 3 :]
    return largest + dice.sample(others, min(count - len(largest), len(others)))


def _walk(searcher: MctsSearcher) -> Iterator[TreeNode]:
    """Yield every node below the root that is worth learning from."""
    pending: list[tuple[int, tuple[int, ...]]] = [(int(searcher.tree.root), ())]
    while pending:
        index, path = pending.pop()
        node = searcher.nodes[index]
        first, count = int(node.first_block), int(node.num_edges)
        blocks = searcher.blocks[first : first + -(-count // LANES)]
        edges, moves = blocks["edges"].ravel()[:count], blocks["moves"].ravel()[:count]
        proof, visits = int(node.proof), int(node.visits)
        if path and (proof != UNPROVED or visits >= NODE_VISITS):
            yield _tree_node(path, node, edges, moves)
        if proof != UNPROVED:
            continue
        children = edges["child"]
        is_open = (edges["visits"] >= PROVED_VISITS) & (children != NO_NODE) & (children != EXPANDING)
        for number in np.flatnonzero(is_open):
            child = searcher.nodes[int(children[number])]
            if int(child.visits) >= (NODE_VISITS if int(child.proof) == UNPROVED else PROVED_VISITS):
                pending.append((int(children[number]), (*path, int(moves[number]))))


def _tree_node(path: tuple[int, ...], node: Any, edges: Any, moves: Any) -> TreeNode:
    visits = int(node.visits)
    if (proof := int(node.proof)) != UNPROVED:
        chance, seen = (0.5 if proof == DRAWN else float(proof == WON)), np.zeros(0, np.intp)
    else:
        # Squares favour the moves that the search prefers, without trusting the best one alone.
        weights = edges["visits"].astype(np.float64) ** 2
        means = edges["wins"] / np.maximum(edges["visits"], 1)
        chance, seen = float((weights * means).sum() / weights.sum()), np.flatnonzero(edges["visits"])
    value = chance if int(node.to_move) == WHITE else 1 - chance
    return TreeNode(path, visits, value, moves[seen].astype(np.uint16), edges["visits"][seen].astype(np.uint32))
