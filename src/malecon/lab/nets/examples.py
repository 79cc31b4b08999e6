"""Examples: the positions of self-play games as planes, globals and targets, by board size.

Planes are stored as bytes: every value is a small fraction, and times SCALE an integer. Policy targets exist only where
the search was deep enough; the value target mixes the result of the game with the value of the search.
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
    """float32 [positions]: result of the game for the side to move."""
    values: Any
    """float32 [positions]: value of the search for the side to move."""
    games: Any
    """int32 [positions]: number of the game, so that a test set can hold whole games."""

    def __len__(self) -> int:
        return len(self.results)

    def select(self, chosen: Any) -> Examples:
        """Return some of the positions."""
        return replace(self, **{name: array[chosen] for name, array in vars(self).items()})


@kernel
def write_inputs(
    positions: Structs, boards: Structs, workers: Structs, moves: Structs, rows: Structs, planes: Structs, out: Structs
) -> None:
    """Replay a game; write the inputs of the position before move i to row rows[i] of the arrays if that is not -1."""
    position, board, worker = positions[0], boards[0], workers[0]
    net = worker.scratch.net
    for ply in range(moves.size):
        worker.line.ply = ply
        if rows[ply] >= 0:
            net_inputs(position, board, worker)
            write_row(net, planes[rows[ply]], out[rows[ply]])
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
            yield int(shard["sizes"][index]), _game_examples(game, shard, index, deep, number)
            number += 1


def _game_examples(game: str, shard: dict[str, Any], index: int, deep: int, number: int) -> Examples:
    begin, end = int(shard["starts"][index]), int(shard["starts"][index + 1])
    moves, searched = shard["moves"][begin:end], shard["simulations"][begin:end] > 0
    rows = np.where(searched, np.cumsum(searched) - 1, -1)
    rules = position_class(game)
    position = rules(**rules.board_options(str(int(shard["sizes"][index]))))
    count, inputs = int(searched.sum()), inputs_of(game)
    planes = np.zeros((count, len(inputs.planes), position.num_codes), np.uint8)
    globals_ = np.zeros((count, len(inputs.globals)), np.float32)
    workers = _workers(game, position.size)
    write_inputs(position.structs.copy(), position.boards, workers, moves, rows, planes, globals_)
    black = np.flatnonzero(searched) % 2 == 1
    result = np.full(count, shard["results"][index], np.float32)
    values = shard["values"][begin:end][searched].astype(np.float32)
    return Examples(
        planes,
        globals_,
        _policy(shard, begin + np.flatnonzero(searched), position.num_codes, deep),
        np.where(black, 1 - result, result),
        np.where(black, 1 - values, values),
        np.full(count, number, np.int32),
    )


def _policy(shard: dict[str, Any], turns: Any, cells: int, deep: int) -> Any:
    """Return the visit shares of the searches before some moves; all 0 where they were not deep."""
    policy = np.zeros((len(turns), cells), np.float16)
    for row, turn in enumerate(turns):
        if shard["simulations"][turn] >= deep:
            chosen = slice(int(shard["visit_starts"][turn]), int(shard["visit_starts"][turn + 1]))
            visits = shard["visits"][chosen].astype(np.float32)
            policy[row, shard["visited"][chosen]] = visits / visits.sum()
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
