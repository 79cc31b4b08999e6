"""What holds in every tree: places, figures, children, proofs and the lanes that hold no move."""

from __future__ import annotations

from typing import Any

import numpy as np
from support.searching import whole_tree

from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.mcts.tree import DRAWN, LANES, LOST, UNPROVED, WON, num_blocks, num_nodes

OPPOSITE = np.array([UNPROVED, LOST, WON, DRAWN])  # by proof


def check_tree(searcher: MctsSearcher, *, exact: bool = True) -> int:
    """Check everything that must hold in every tree; return the number of its nodes.

    With several threads RAVE is not `exact`, as it is added to without a lock, and the lengths of proofs may lag.
    """
    found, lanes = whole_tree(searcher)
    nodes, rows = searcher.nodes[found], lanes[lanes["exists"]]
    check_places(searcher, found, nodes, rows)
    check_figures(nodes, found, rows, exact=exact)
    check_children(searcher, rows, exact=exact)
    for index in found[nodes["proof"] != UNPROVED]:
        check_proof(searcher.nodes[index], rows[rows["node"] == index])
    closed = np.unique(rows["node"][rows["proof"] == WON]) if searcher.workers[0].settings.mcts_solver else []
    assert np.all(searcher.nodes["proof"][closed] == WON)
    check_padding(searcher, lanes[~lanes["exists"]])
    return len(found)


def check_places(searcher: MctsSearcher, found: Any, nodes: Any, rows: Any) -> None:
    """Every node has blocks and moves of its own."""
    assert len(np.unique(found)) == len(found), "two edges lead to one node"
    assert found.min() > 0
    assert found.max() < num_nodes(searcher.tree)
    order = np.argsort(found)
    first, sizes = nodes["first_block"][order].astype(int), -(-nodes["num_edges"][order].astype(int) // LANES)
    assert np.all(first[:-1] + sizes[:-1] <= first[1:]), "two nodes share a block, or they are out of order"
    assert first[-1] + sizes[-1] <= num_blocks(searcher.tree) <= searcher.tree.max_blocks
    assert len(np.unique(rows[["node", "move"]])) == len(rows) == nodes["num_edges"].sum()


def check_figures(nodes: Any, found: Any, rows: Any, *, exact: bool) -> None:
    """Visits add up; wins lie between none and all."""
    visits = np.zeros(found.max() + 1)
    np.add.at(visits, rows["node"], rows["visits"])
    assert np.array_equal(nodes["visits"], visits[found])
    assert np.all(rows["wins"] >= 0)
    assert np.all(rows["wins"] <= rows["visits"])
    assert np.all(rows["rave_wins"] >= 0)
    assert not exact or np.all(rows["rave_wins"] <= rows["rave_visits"] * (1 + 1e-5) + 1e-3)


def check_children(searcher: MctsSearcher, rows: Any, *, exact: bool) -> None:
    """A child is made after its node, is the opponent's, has no more visits than its edge, and proves its edge."""
    rows = rows[rows["child"] != 0]
    nodes = searcher.nodes
    children, parents = nodes[rows["child"]], nodes[rows["node"]]
    assert np.all(rows["child"] > rows["node"])
    assert np.all(children["to_move"] != parents["to_move"])
    assert np.all(children["visits"] <= rows["visits"])
    proved = children["proof"] != UNPROVED
    assert np.array_equal(OPPOSITE[children["proof"][proved]], rows["proof"][proved])
    assert not exact or np.array_equal(children["length"][proved] + 1, rows["length"][proved])


def check_proof(node: Any, rows: Any) -> None:
    """A node's proof is exactly what its edges say: the shortest win, else the longest draw or loss."""
    lengths = {proof: rows["length"][rows["proof"] == proof] for proof in (UNPROVED, WON, LOST, DRAWN)}
    assert len(lengths[WON]) or not len(lengths[UNPROVED])
    expected = WON if len(lengths[WON]) else DRAWN if len(lengths[DRAWN]) else LOST
    length = lengths[expected].min() if expected == WON else lengths[expected].max()
    assert (int(node.proof), int(node.length)) == (expected, length)


def check_padding(searcher: MctsSearcher, lanes: Any) -> None:
    """Lanes without a move know nothing and are worth less than any move."""
    assert np.all(lanes["move"] == int(searcher.workers[0].no_move))
    assert not any(lanes[name].any() for name in ("visits", "wins", "child", "share"))
    assert np.all(lanes["rave_visits"] < 1) or searcher.workers[0].settings.inherit
    assert np.all(lanes["base"] < -1000)
