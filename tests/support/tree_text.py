"""A whole search tree as text: every node with the edges that the search has visited or proved.

    node d4: 57 visits, 34 edges
      c3 12 6.500 rave 40.0 21.50
      e5 9 9.000 win 3 rave 31.0 30.00
      32 others rave 612.0 301.50

A node is named by the moves that lead to it. An edge has its move, visits, wins, its proof with the plies to the end,
and visits and wins of its RAVE value; edges with neither visits nor a proof are added up. Nodes come depth first, in
the order of their edges, so that the text does not depend on how the tree lies in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

PROOFS = {1: "win", 2: "loss", 3: "draw"}
NO_RAVE = 0.005  # every edge starts with a millionth of a visit

Edges = Callable[[int], Any]  # the edges of a node, as a NumPy table
Name = Callable[[int], str]  # the name of a move


def tree_lines(searcher: Any, edges: Edges, name: Name) -> Iterator[str]:
    """The lines of a search's whole tree."""
    yield from _node_lines(searcher, int(searcher.tree.root), (), edges, name)


def _node_lines(searcher: Any, index: int, path: tuple[str, ...], edges: Edges, name: Name) -> Iterator[str]:
    node, rows = searcher.nodes[index], edges(index)
    known = (rows["visits"] > 0) | (rows["proof"] > 0)
    proof = f", {PROOFS[int(node.proof)]} {int(node.length)}" if node.proof else ""
    yield f"node {' '.join(path) or 'root'}: {int(node.visits)} visits, {len(rows)} edges{proof}"
    yield from (_edge_line(row, name) for row in rows[known])
    if not known.all():
        yield f"  {(~known).sum()} others{_rave(rows[~known])}"
    for row in rows[rows["child"] != 0]:
        yield from _node_lines(searcher, int(row["child"]), (*path, name(int(row["move"]))), edges, name)


def _edge_line(row: Any, name: Name) -> str:
    proof = f" {PROOFS[int(row['proof'])]} {row['length']}" if row["proof"] else ""
    return f"  {name(int(row['move']))} {row['visits']} {row['wins']:.3f}{proof}{_rave(row)}"


def _rave(rows: Any) -> str:
    """Visits and wins of the RAVE values of edges, added up; nothing if there are none."""
    visits, wins = float(rows["rave_visits"].sum()), float(rows["rave_wins"].sum())
    return f" rave {visits:.1f} {wins:.2f}" if visits > NO_RAVE else ""
