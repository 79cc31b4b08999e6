"""Self-play: a player against itself, with a few deep searches among many quick ones.

The result of a game teaches the value, so many quick games are worth more than a few good ones; the visits of a search
teach the policy, which should know more than the search that it will guide. Most moves are therefore chosen by a quick
search and a share of them, at random, by a deep one, whose visits become policy targets (playout cap randomization,
Wu 2019). A game ends as soon as the search has proved its result.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.colours import WHITE
from malecon.knowledge.nets import FOLDER_VARIABLE
from malecon.lab.matches.game import GameAborted, is_stopped
from malecon.lab.nets.shards import GameData
from malecon.lab.nets.tree_nodes import sample_nodes
from malecon.players.presets import preset_texts
from malecon.players.searchers import Resources, new_searcher
from malecon.players.spec import parse_player

MEMORY = 64  # megabytes of the tree
PROVED = {"win": 1.0, "loss": 0.0, "draw": 0.5}
NO_VISITS = (np.zeros(0, np.uint16), np.zeros(0, np.uint32))


@dataclass(frozen=True)
class SelfPlay:
    """How games of self-play are played."""

    player: str = "malecon1"
    game: str = "havannah"
    quick: int = 300
    """Simulations of a quick search."""
    deep: int = 3000
    """Simulations of a deep search."""
    deep_share: float = 0.25
    """Share of the moves that are searched deeply."""
    random_plies: int = 4
    """Largest number of random moves at the start of a game."""
    sampled_plies: int = 2
    """Times the board size: up to this ply half of the moves are sampled by visits instead of the best ones."""
    nodes: int = 24
    """Most positions kept from the tree of a deep search."""


def play_self(plan: SelfPlay, size: int, seed: int) -> GameData:
    """Play one game on a board; the same arguments give the same game."""
    dice = random.Random(f"{seed} {size}")
    rules = position_class(plan.game)
    position, game = rules(**rules.board_options(str(size))), GameData(size)
    for _ in range(dice.randint(0, plan.random_plies)):
        move = dice.choice(position.legal_moves)
        game.add(position.move_code(move), 0, 0.5, NO_VISITS)
        position.play(move)
    texts = preset_texts(plan.game, size)
    techniques = parse_player(plan.player, texts, plan.game).techniques(texts)
    searcher: Any = new_searcher(position, techniques, Resources(MEMORY, 1, dice.getrandbits(31)))
    while not position.is_over:
        if is_stopped():
            raise GameAborted
        simulations = plan.deep if dice.random() < plan.deep_share else plan.quick
        searcher.set_position(position)
        done = searcher.run(simulations)
        if simulations == plan.deep:
            nodes = sample_nodes(searcher, plan.nodes, dice)
            game.nodes += [(len(game.moves), node) for node in nodes]
        if searcher.proof is not None:
            chance = PROVED[searcher.proof]
            game.result = chance if position.to_move == WHITE else 1 - chance
            return game
        moves, visits, wins = searcher.root_visits()
        order = int(visits.argmax())
        if position.ply < plan.sampled_plies * size and dice.random() < 0.5:
            chosen = dice.choices(range(len(moves)), visits.tolist())[0]
        else:
            chosen = order
        chance = float(wins[order]) / float(visits[order])
        value = chance if position.to_move == WHITE else 1 - chance
        seen = visits > 0
        game.add(int(moves[chosen]), done, value, (moves[seen], visits[seen]))
        position.play(position.move_name(int(moves[chosen])))
    assert position.outcome is not None
    game.result = 0.5 if position.outcome.winner is None else float(position.outcome.winner == WHITE)
    return game


def play_shard(plan: SelfPlay, size: int, seeds: Iterable[int], net: tuple[str, bytes] | None = None) -> list[GameData]:
    """Play one game for each seed; `net` is the name and the file of a net that this machine may not have."""
    if net is not None:
        _install_net(*net)
    return [play_self(plan, size, seed) for seed in seeds]


def _install_net(name: str, content: bytes) -> None:
    """Write a net to a temporary folder of this process and use that folder for nets by name."""
    if name not in _installed:
        folder = Path(tempfile.mkdtemp(prefix="malecon-nets-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        (folder / f"{name}.npz").write_bytes(content)
        _installed[name] = folder
    os.environ[FOLDER_VARIABLE] = str(_installed[name])


_installed: dict[str, Path] = {}
