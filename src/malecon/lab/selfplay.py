"""Self-play as data for learning: games of a player against itself, with the visits of every search, in .npz shards.

A shard has the format of `lab.nets.shards`; `selfplay.json` beside the shards says which game, board and player they
are of. `read_selfplay` replays the games and returns positions, visits and results as arrays. The same plan and seed
give the same shards, whatever the number of processes; shards that exist are not played again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.colours import WHITE
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.lab.matches.executors import new_executor, reporting_dead_workers
from malecon.lab.matches.game import GameAborted, is_stopped
from malecon.lab.nets.shards import GameData, read_shard, shard_paths, write_shard
from malecon.lab.store.provenance import code_version
from malecon.players.engine import Engine
from malecon.players.player import Limit

PLAN = "selfplay.json"
MAX_SIZE = 255  # of a board, in the format of the shards
NO_VISITS = (np.zeros(0, np.uint16), np.zeros(0, np.uint32))


@dataclass(frozen=True)
class SelfplayPlan:
    """How games of self-play are played."""

    player: str = "malecon"
    game: str = DEFAULT_GAME
    board: str = ""
    """As `--board` takes it; empty for a small board of the game."""
    simulations: int = 400
    """Simulations of every search."""
    random_plies: int = 2
    """Largest number of random moves at the start of a game."""
    sampled_plies: int = 8
    """Moves after those that are sampled by visits; later the most visited move is played."""
    seed: int = 1
    shard_games: int = 32
    """Games per shard."""
    memory: int = 64

    def __post_init__(self) -> None:
        if min(self.simulations, self.shard_games) < 1 or min(self.random_plies, self.sampled_plies) < 0:
            raise GameError("simulations and games per shard must be at least 1, numbers of plies at least 0")
        start = self.start()
        _ = start.num_indices  # raises GameError in a game whose moves have none
        if start.size > MAX_SIZE:
            raise GameError(f"self-play cannot store {start.description}: the size of its board is above {MAX_SIZE}")
        Engine(self.player, game=self.game, memory=self.memory).check(start)

    def start(self) -> Position:
        """Return the initial position."""
        rules = position_class(self.game)
        return rules(**rules.board_options(self.board or rules.quick_board))


def selfplay(folder: str | Path, *, games: int = 100, jobs: int = 1, **settings: Any) -> list[Path]:
    """Play games of self-play into a folder; return the paths of the shards. Settings are those of SelfplayPlan.

    `malecon.selfplay("data", games=1000, jobs=4, board="5", simulations=800)`
    """
    plan, target = SelfplayPlan(**settings), Path(folder)
    return sorted(path for path, _ in play_shards(plan, target, games, jobs))


def play_shards(plan: SelfplayPlan, folder: Path, games: int, jobs: int) -> Iterator[tuple[Path, int]]:
    """Play the missing shards, `jobs` at a time; yield the path and the number of games of each when it exists."""
    if games < 1:
        raise GameError(f"the number of games must be at least 1, not {games}")
    _write_plan(plan, folder)
    sizes = [min(plan.shard_games, games - first) for first in range(0, games, plan.shard_games)]
    paths = {number: folder / f"games-{number:05}-{size}.npz" for number, size in enumerate(sizes)}
    for number in [number for number, path in paths.items() if path.exists()]:
        yield paths.pop(number), sizes[number]
    executor = new_executor(min(jobs, max(1, len(paths))))
    try:
        running = {executor.submit(play_shard, plan, number, sizes[number]): number for number in paths}
        for future in as_completed(running):
            with reporting_dead_workers():
                played = future.result()
            write_shard(paths[running[future]], played)
            yield paths[running[future]], len(played)
    finally:
        executor.shutdown(cancel_futures=True)


def _write_plan(plan: SelfplayPlan, folder: Path) -> None:
    """Describe the shards of a folder; raise GameError if it holds others."""
    folder.mkdir(parents=True, exist_ok=True)
    path, text = folder / PLAN, asdict(plan) | {"code": code_version()}
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        if {name: found.get(name) for name in asdict(plan)} != asdict(plan):
            raise GameError(f"{folder} holds games of another plan; choose another folder or the same settings")
        return
    path.write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")


def play_shard(plan: SelfplayPlan, number: int, games: int) -> list[GameData]:
    """Play the games of one shard."""
    return [_play(plan, f"{plan.seed} {number} {game}") for game in range(games)]


def _play(plan: SelfplayPlan, seed: str) -> GameData:
    dice, position = random.Random(seed), plan.start()
    data = GameData(position.size)
    engine = Engine(plan.player, game=plan.game, memory=plan.memory, seed=dice.getrandbits(31))
    opening = dice.randint(0, plan.random_plies)
    while not position.is_over:
        if is_stopped():
            raise GameAborted
        if position.ply < opening:
            move = dice.choice(position.legal_moves)
            data.add(position.move_index(move), 0, 0.5, NO_VISITS)
        else:
            move = _search(plan, engine, position, data, dice)
        position.play(move)
    engine.close()
    assert position.outcome is not None
    winner = position.outcome.winner
    data.result = 0.5 if winner is None else float(winner == WHITE)
    return data


def _search(plan: SelfplayPlan, engine: Engine, position: Position, data: GameData, dice: random.Random) -> str:
    """Choose a move by a search, and record it."""
    thought = engine.decide(position, Limit(simulations=plan.simulations))
    visits, move = thought.visits(), thought.move
    if position.ply < plan.random_plies + plan.sampled_plies and thought.proof is None and visits.sum() > 0:
        move = position.move_at(dice.choices(range(len(visits)), visits.tolist())[0])
    value = thought.value if position.to_move == WHITE else 1 - thought.value
    seen = visits.nonzero()[0]
    data.add(position.move_index(move), thought.simulations, value, (seen, visits[seen]))
    return move


# --- reading ----------------------------------------------------------------------------------------------------------


def read_selfplay(folder: str | Path) -> Iterator[dict[str, Any]]:
    """Yield, for every searched position of a folder of self-play, its arrays as a dictionary.

    `planes` (see Position.to_planes), `mask` of legal moves, `visits` by move index, `value` of the search and `result`
    of the game, both for the side to move, and `position` itself.
    """
    path = Path(folder) / PLAN
    if not path.exists():
        raise GameError(f"{folder} has no {PLAN}; `malecon selfplay` writes it")
    settings = json.loads(path.read_text(encoding="utf-8"))
    plan = SelfplayPlan(**{name: value for name, value in settings.items() if name != "code"})
    for shard in shard_paths([Path(folder)]):
        yield from _examples(plan.start(), read_shard(shard))


def _examples(start: Position, shard: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for game in range(len(shard["sizes"])):
        position = start.copy()
        for turn in range(int(shard["starts"][game]), int(shard["starts"][game + 1])):
            if shard["simulations"][turn] > 0:
                yield _example(position, shard, game, turn)
            position.play(position.move_at(int(shard["moves"][turn])))


def _example(position: Position, shard: dict[str, Any], game: int, turn: int) -> dict[str, Any]:
    chosen = slice(int(shard["visit_starts"][turn]), int(shard["visit_starts"][turn + 1]))
    visits = np.zeros(position.num_indices, np.int64)
    visits[shard["visited"][chosen]] = shard["visits"][chosen]
    value, result = float(shard["values"][turn]), float(shard["results"][game])
    if position.to_move != WHITE:
        value, result = 1 - value, 1 - result
    arrays = {"planes": position.to_planes(), "mask": position.legal_mask(), "visits": visits}
    return arrays | {"value": value, "result": result, "position": position.copy()}
