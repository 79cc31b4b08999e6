"""The data set: games of self-play in shards, files that `numpy.load` reads.

A shard holds games one after another in flat arrays. Game g consists of the moves `moves[starts[g]:starts[g + 1]]`; the
same slice of `simulations` and `values` says what the search before each move found. The visits of the search before
move i are `visits[visit_starts[i]:visit_starts[i + 1]]`, those of the moves in the same slice of `visited`. Moves are
codes of the game (in Havannah cell numbers, row by row from a1); `moves` and `visited` are wider (u4) if a game has
codes that need it.

Positions from the trees of deep searches are in the arrays that begin with `node_`: node n is reached by the first
`node_plies[n]` moves of game `node_games[n]` and then the moves `node_paths[node_starts[n]:node_starts[n + 1]]`.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.lab.nets.tree_nodes import TreeNode

FIELDS = {
    "sizes": "u1",  # board size of each game
    "results": "f2",  # White's result of each game: 1, 0.5 or 0
    "starts": "u4",  # first move of each game, and the number of moves
    "moves": "u2",
    "simulations": "u4",  # simulations of the search before each move; 0 if the move was drawn without a search
    "values": "f2",  # White's chance by that search, 0 or 1 if it was a proof
    "visit_starts": "u4",
    "visited": "u2",  # moves that the search visited
    "visits": "u4",
    "node_games": "u4",
    "node_plies": "u2",
    "node_starts": "u4",
    "node_paths": "u2",
    "node_simulations": "u4",  # visits of the node
    "node_values": "f2",  # White's chance, 0, 0.5 or 1 if the node is proved
    "node_visit_starts": "u4",
    "node_visited": "u2",
    "node_visits": "u4",
}


@dataclass
class GameData:
    """One game of self-play."""

    size: int
    result: float = 0.5
    moves: list[int] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    visits: list[tuple[Any, Any]] = field(default_factory=list)
    """For each move: the moves that the search visited and their visits."""
    nodes: list[tuple[int, TreeNode]] = field(default_factory=list)
    """Positions from the trees of searches, each with the ply of the search."""

    def add(self, move: int, simulations: int, value: float, visits: tuple[Any, Any]) -> None:
        """Add a move and what the search before it found."""
        self.moves.append(move)
        self.simulations.append(simulations)
        self.values.append(value)
        self.visits.append(visits)


def write_shard(path: Path, games: Sequence[GameData]) -> None:
    """Write games to a file, which appears only when it is complete."""
    visits = [each for game in games for each in game.visits]
    arrays: dict[str, Any] = {
        "sizes": [game.size for game in games],
        "results": [game.result for game in games],
        "starts": np.cumsum([0, *(len(game.moves) for game in games)]),
        "moves": [move for game in games for move in game.moves],
        "simulations": [count for game in games for count in game.simulations],
        "values": [value for game in games for value in game.values],
        "visit_starts": np.cumsum([0, *(len(moves) for moves, _ in visits)]),
        "visited": np.concatenate([np.zeros(0), *(moves for moves, _ in visits)]),
        "visits": np.concatenate([np.zeros(0), *(counts for _, counts in visits)]),
        **_node_arrays(games),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    typed: dict[str, Any] = {name: np.asarray(arrays[name], _kind(name, arrays[name])) for name in FIELDS}
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **typed)
    unfinished.replace(path)


def _kind(name: str, values: Any) -> str:
    """Return the type of an array: that of FIELDS, or u4 for codes of moves that do not fit."""
    is_wide = name in ("moves", "visited") and max(values, default=0) >= 1 << 16
    return "u4" if is_wide else FIELDS[name]


def _node_arrays(games: Sequence[GameData]) -> dict[str, Any]:
    nodes = [each for game in games for each in game.nodes]
    return {
        "node_games": np.repeat(range(len(games)), [len(game.nodes) for game in games]),
        "node_plies": [ply for ply, _ in nodes],
        "node_starts": np.cumsum([0, *(len(node.path) for _, node in nodes)]),
        "node_paths": [move for _, node in nodes for move in node.path],
        "node_simulations": [node.visits for _, node in nodes],
        "node_values": [node.value for _, node in nodes],
        "node_visit_starts": np.cumsum([0, *(len(node.moves) for _, node in nodes)]),
        "node_visited": np.concatenate([np.zeros(0), *(node.moves for _, node in nodes)]),
        "node_visits": np.concatenate([np.zeros(0), *(node.counts for _, node in nodes)]),
    }


def read_shard(path: Path) -> dict[str, Any]:
    """Read the arrays of a shard; raise GameError if the file is damaged or something else."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in FIELDS}
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise GameError(f"{path} is not a shard of self-play games ({error}); remove it or copy it again") from None
    return arrays


def shard_paths(folders: Iterable[Path]) -> list[Path]:
    """Return the shards in some folders, in the order of their names."""
    return sorted(path for folder in folders for path in folder.glob("*.npz"))
