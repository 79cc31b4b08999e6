"""Searches for tests: players from text, root tables, and the tree as plain Python values."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon import Havannah, Position
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.mcts.tree import LANES

MEGABYTE = 1 << 20
MINIMAX = "minimax"  # the preset that has no tree
SOLVING = "rave(r=50)+mcts_solver+threats"
PLAYERS = [
    *(name for name in preset_texts() if name != MINIMAX),
    "uct",
    SOLVING,
    "rave+mcts_solver",
    "rave+threats(plies=2)+mcts_solver+expand(visits=3)",
    "uct+playouts(n=3)+mcts_solver",
    "rave+playouts(n=2)+prior+bias",
    "hoeffding+rave+extended_rave+killer_rave+pool_rave(visits=5)+history+decisive",
    "bernstein+widening(q=2)+root_exploration+mcts_solver",
    "uct+fpu(value=0.6)+lgrf2+ngram2+dead_cells+mcts_solver",
]


def techniques(player: str, size: int = 0, game: str = "havannah") -> dict[str, dict[str, Any]]:
    """Return the techniques that a player's text switches on."""
    presets = preset_texts(game, size)
    return parse_player(player, presets, game).techniques(presets)


def new_searcher(player: str, position: Position, *, memory: int = 64, seed: int = 1, threads: int = 1) -> MctsSearcher:
    """Create a search of a position; `memory` is in megabytes."""
    return MctsSearcher(position, techniques(player, position.size, position.game), memory * MEGABYTE, seed, threads)


def search(player: str, position: Position, simulations: int, seed: int = 1) -> MctsSearcher:
    """Run a search and return it."""
    searcher = new_searcher(player, position, seed=seed)
    searcher.run(simulations)
    return searcher


def table(searcher: MctsSearcher) -> list[tuple[Any, ...]]:
    """Return the statistics of all root moves, sorted by move."""
    rows = searcher.root_moves()
    return sorted((r.move, r.visits, r.value, r.rave, r.prior, r.proof, r.length) for r in rows)


# One row for each edge: Python takes a microsecond for each field of a record, so that trees are looked at as columns.
EDGES = np.dtype(
    [
        ("node", "i8"),
        ("move", "i8"),
        ("exists", "?"),  # False for the lanes that fill a node's last block up
        ("visits", "i8"),
        ("wins", "f8"),
        ("child", "i8"),
        ("proof", "i8"),
        ("length", "i8"),
        ("prior_wins", "f8"),
        ("prior_visits", "f8"),
        ("bonus", "f8"),
        ("evaluation", "i8"),
        ("base", "f8"),
        ("share", "f8"),
        ("rave_visits", "f8"),
        ("rave_wins", "f8"),
    ]
)
IN_EDGE = ("visits", "wins", "child", "proof", "length", "prior_wins", "prior_visits", "bonus", "evaluation")
IN_BLOCK = {"move": "moves", "base": "bases", "share": "shares", "rave_visits": "rave_visits", "rave_wins": "rave_wins"}


def all_lanes(searcher: MctsSearcher, index: int) -> Any:
    """The edges of a node as a table, with the lanes behind them that hold no move."""
    node = searcher.nodes[index]
    first, count = int(node.first_block), int(node.num_edges)
    blocks = searcher.blocks[first : first + -(-count // LANES)]
    rows = np.zeros(len(blocks) * LANES, EDGES)
    rows["node"], rows["exists"] = index, np.arange(len(rows)) < count
    for name in IN_EDGE:
        rows[name] = blocks["edges"][name].ravel()
    for name, place in IN_BLOCK.items():
        rows[name] = blocks[place].ravel()
    return rows


def edges(searcher: MctsSearcher, index: int | None = None) -> Any:
    """The edges of a node, by default of the root, as a table."""
    rows = all_lanes(searcher, int(searcher.tree.root) if index is None else index)
    return rows[rows["exists"]]


def whole_tree(searcher: MctsSearcher) -> tuple[Any, Any]:
    """All nodes that the root leads to, as records with their numbers, and all their lanes as one table."""
    found, tables = [int(searcher.tree.root)], []
    for index in found:  # grows as it goes
        tables.append(all_lanes(searcher, index))
        children = tables[-1]["child"]
        found += children[children != 0].tolist()
    return np.array(found), np.concatenate(tables)


def root_edge(searcher: MctsSearcher, move: str) -> Any:
    """The edge of a root move."""
    code = Havannah(int(searcher.workers[0].root.havannah)).move_code(move)
    rows = edges(searcher)
    return rows[rows["move"] == code][0]
