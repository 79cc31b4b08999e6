"""Self-play as data: shards that can be read, the same games again, and continuing where it stopped."""

from __future__ import annotations

import json

import numpy as np
import pytest

import malecon
from malecon.games.errors import GameError
from malecon.lab.nets.shards import read_shard

PLAN = {"player": "uct", "board": "3", "simulations": 20, "shard_games": 2, "memory": 8}


def test_positions_visits_and_results_are_read_back(tmp_path):
    paths = malecon.selfplay(tmp_path, games=3, **PLAN)
    assert [len(read_shard(path)["sizes"]) for path in paths] == [2, 1]
    examples = list(malecon.read_selfplay(tmp_path))
    assert len(examples) > 10
    for example in examples:
        position, visits = example["position"], example["visits"]
        assert example["planes"].shape == (8, 5, 5)
        assert visits.shape == example["mask"].shape == (19,)
        assert visits.sum() > 0
        assert not visits[~example["mask"]].any(), "only legal moves are visited"
        assert not position.is_over
        assert example["result"] in (0, 0.5, 1)
        assert 0 <= example["value"] <= 1
    plan = json.loads((tmp_path / "selfplay.json").read_text())
    assert (plan["game"], plan["board"], plan["player"]) == ("havannah", "3", "uct")
    assert "code" in plan


def test_the_same_plan_gives_the_same_games_and_continues(tmp_path):
    (first, _), (again, *_) = (malecon.selfplay(tmp_path / name, games=4, **PLAN) for name in "ab")
    assert np.array_equal(read_shard(first)["moves"], read_shard(again)["moves"])
    written = first.stat().st_mtime_ns
    again.unlink()
    malecon.selfplay(tmp_path / "a", games=4, **PLAN)
    assert first.stat().st_mtime_ns == written, "a shard that exists is not played again"
    with pytest.raises(GameError, match="games of another plan"):
        malecon.selfplay(tmp_path / "a", games=4, **PLAN | {"seed": 2})


@pytest.mark.parametrize(
    ("game", "board", "shape"), [("breakthrough", "4x3/1", (8, 4, 3)), ("amazons", "4", (8, 4, 4))]
)
def test_every_game_whose_moves_have_indices_can_be_played(tmp_path, game, board, shape):
    settings = {"game": game, "board": board, "player": "uct", "simulations": 10, "memory": 8}
    malecon.selfplay(tmp_path, games=1, **settings)
    for example in malecon.read_selfplay(tmp_path):
        assert example["planes"].shape == shape
        assert example["visits"][~example["mask"]].sum() == 0


def test_the_command_writes_shards(tmp_path, command, warm):
    options = ("--board", "3", "--player", "uct", "--simulations", "10", "--games", "2", "--jobs", "1")
    code, out, _ = command("selfplay", tmp_path / "data", *options)
    assert (code, out) == (0, f"Wrote 2 games to {tmp_path / 'data'}\n")
    assert next(malecon.read_selfplay(tmp_path / "data"))["visits"].sum() == 10
