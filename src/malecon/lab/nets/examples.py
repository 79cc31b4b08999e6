"""Examples: the positions of self-play games as planes, globals and targets, by board size.

Planes are stored as bytes: every value is a small fraction, and times SCALE an integer. Policy targets exist only where
the search was deep enough; the value target mixes the result of the game with the value of the search. Positions from
the tree of a search have no result: nobody has played them to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.contract import net_inputs, play
from malecon.kernel import Struct, Structs, kernel
from malecon.knowledge.nets import inputs_of
from malecon.lab.nets.shards import read_shard
from malecon.nets.structs import lay_out
from malecon.search.static_eval import evaluators

SCALE = 120  # divisible by 2, 3, 4, 5, 8, 10 and 12
LEAST_CHANCE = 1e-3
FACTORS = (0.5, 3.0)  # range of the factor that turns values of searches into chances
NEWTON_STEPS = 10


@dataclass(frozen=True)
class Examples:
    """Positions of one board size, from the view of the side to move."""

    planes: Any
    """Bytes [positions, planes, cells]."""
    globals: Any
    """float32 [positions, globals]."""
    policy: Any
    """float16 [positions, cells]: shares of the visits; all 0 where the search was not deep."""
    results: Any
    """float32 [positions]: result of the game for the side to move; NaN for positions from trees."""
    values: Any
    """float32 [positions]: value of the search for the side to move."""
    games: Any
    """int32 [positions]: number of the game, so that a test set can hold whole games."""

    def __len__(self) -> int:
        return len(self.results)

    def select(self, chosen: Any) -> Examples:
        """Return some of the positions."""
        return replace(self, **{name: array[chosen] for name, array in vars(self).items()})

    def played(self) -> Examples:
        """Return the positions of games, without those from trees."""
        return self.select(~np.isnan(self.results))


@kernel
def write_inputs(
    positions: Structs, boards: Structs, workers: Structs, moves: Structs, rows: Structs, planes: Structs, out: Structs
) -> None:
    """Replay a game; write the inputs of the position after i moves to row rows[i] of the arrays if that is not -1."""
    position, board, worker = positions[0], boards[0], workers[0]
    net = worker.scratch.net
    for ply in range(rows.size):
        worker.line.ply = ply
        if rows[ply] >= 0:
            net_inputs(position, board, worker)
            write_row(net, planes[rows[ply]], out[rows[ply]])
        if ply < moves.size:
            worker.line.moves[ply] = moves[ply]
            play(position, board, np.uint64(moves[ply]))


@kernel
def write_row(net: Struct, planes: Structs, out: Structs) -> None:
    """Copy the inputs of the net to arrays, the planes as bytes."""
    for plane in range(planes.shape[0]):
        for cell in range(planes.shape[1]):
            value = net.x[np.uint64(plane) * np.uint64(net.stride) + np.uint64(net.places[cell])]
            planes[plane, cell] = np.uint8(value * np.float32(SCALE) + np.float32(0.5))
    for number in range(out.size):
        out[number] = net.globals[number]


def read_examples(game: str, paths: Iterable[Path], deep: int) -> Iterator[tuple[int, Examples]]:
    """Yield the positions of each game of some shards; a policy target needs at least `deep` simulations."""
    number = 0
    for path in paths:
        shard = read_shard(path)
        for index in range(len(shard["sizes"])):
            reader = _GameReader(game, shard, index, deep)
            yield reader.size, join([reader.played(number), reader.from_trees(number)])
            number += 1


class _GameReader:
    """Reads the examples of one game of a shard."""

    def __init__(self, game: str, shard: dict[str, Any], index: int, deep: int) -> None:
        self.size = int(shard["sizes"][index])
        self._game, self._shard, self._index, self._deep = game, shard, index, deep
        self._turns = slice(int(shard["starts"][index]), int(shard["starts"][index + 1]))
        rules = position_class(game)
        self._start = rules(**rules.board_options(str(self.size)))

    def played(self, number: int) -> Examples:
        """Return the positions of the game in which a search chose the move."""
        shard, moves = self._shard, self._shard["moves"][self._turns]
        searched = np.flatnonzero(shard["simulations"][self._turns] > 0)
        rows = np.full(len(moves), -1)
        rows[searched] = np.arange(len(searched))
        planes, globals_ = self._arrays(len(searched))
        self._replay(moves, rows, planes, globals_)
        is_black, result = searched % 2 == 1, np.full(len(searched), shard["results"][self._index], np.float32)
        values, turns = shard["values"][self._turns][searched].astype(np.float32), self._turns.start + searched
        return Examples(
            planes,
            globals_,
            self._policy("", turns),
            np.where(is_black, 1 - result, result),
            np.where(is_black, 1 - values, values),
            np.full(len(searched), number, np.int32),
        )

    def from_trees(self, number: int) -> Examples:
        """Return the positions from the trees of the game's deep searches."""
        shard = self._shard
        nodes = np.flatnonzero(shard["node_games"] == self._index)
        planes, globals_ = self._arrays(len(nodes))
        lengths = np.zeros(len(nodes), np.int64)
        for row, node in enumerate(nodes):
            played = shard["moves"][self._turns][: shard["node_plies"][node]]
            path = shard["node_paths"][int(shard["node_starts"][node]) : int(shard["node_starts"][node + 1])]
            line = np.concatenate([played, path])
            rows = np.full(len(line) + 1, -1)
            rows[-1], lengths[row] = row, len(line)
            self._replay(line, rows, planes, globals_)
        values = shard["node_values"][nodes].astype(np.float32)
        return Examples(
            planes,
            globals_,
            self._policy("node_", nodes),
            np.full(len(nodes), np.nan, np.float32),
            np.where(lengths % 2 == 1, 1 - values, values),
            np.full(len(nodes), number, np.int32),
        )

    def _arrays(self, count: int) -> tuple[Any, Any]:
        inputs = inputs_of(self._game)
        planes = np.zeros((count, len(inputs.planes), self._start.num_codes), np.uint8)
        return planes, np.zeros((count, len(inputs.globals)), np.float32)

    def _replay(self, moves: Any, rows: Any, planes: Any, globals_: Any) -> None:
        workers = _workers(self._game, self.size)
        write_inputs(self._start.structs.copy(), self._start.boards, workers, moves, rows, planes, globals_)

    def _policy(self, prefix: str, entries: Any) -> Any:
        """Return the visit shares of some searches; all 0 where they were not deep."""
        shard, deep = self._shard, self._deep
        policy = np.zeros((len(entries), self._start.num_codes), np.float16)
        starts, counts, moves = (shard[prefix + name] for name in ("visit_starts", "visits", "visited"))
        for row, entry in enumerate(entries):
            chosen = slice(int(starts[entry]), int(starts[entry + 1]))
            if shard[f"{prefix}simulations"][entry] >= deep and chosen.start < chosen.stop:
                visits = counts[chosen].astype(np.float32)
                policy[row, moves[chosen]] = visits / visits.sum()
        return policy


_cache: dict[tuple[str, int], Structs] = {}


def _workers(game: str, size: int) -> Structs:
    """Return a worker whose net is laid out for a board, made once per board."""
    if (game, size) not in _cache:
        workers, inputs = evaluators(game, {}), inputs_of(game)
        net = workers[0].scratch.net
        net.num_planes, net.num_globals = len(inputs.planes), len(inputs.globals)
        lay_out(net, size, inputs.grid(size))
        _cache[game, size] = workers
    return _cache[game, size]


def join(parts: list[Examples]) -> Examples:
    """Return the positions of several games as one set."""
    return Examples(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])})


def calibrated(examples: Examples) -> Examples:
    """Return examples whose values are chances: logits times the factor that best predicts the results of the games.

    The mean of a search is too cautious, since random playouts pull it towards a half.
    """
    played = np.flatnonzero(~np.isnan(examples.results))
    if not len(played):
        return examples
    logits, results = _logits(examples.values), examples.results[played]
    factor = 1.0
    for _ in range(NEWTON_STEPS):
        chances = 1 / (1 + np.exp(-factor * logits[played]))
        slope = ((chances - results) * logits[played]).sum()
        curvature = (chances * (1 - chances) * logits[played] ** 2).sum()
        factor = float(np.clip(factor - slope / max(curvature, 1e-6), *FACTORS))
    return replace(examples, values=(1 / (1 + np.exp(-factor * logits))).astype(np.float32))


def _logits(chances: Any) -> Any:
    clipped = np.clip(chances.astype(np.float64), LEAST_CHANCE, 1 - LEAST_CHANCE)
    return np.log(clipped / (1 - clipped))
