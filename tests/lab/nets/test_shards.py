"""Shards of self-play games: what is written is read again, and anyone can read it with NumPy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from malecon import GameError, Havannah
from malecon.lab.nets.examples import SCALE, join, read_examples
from malecon.lab.nets.selfplay import SelfPlay, play_self
from malecon.lab.nets.shards import GameData, read_shard, shard_paths, write_shard

PLAN = SelfPlay(player="uct+rave+mcts_solver", quick=20, deep=60, deep_share=0.5)


@pytest.fixture(scope="module")
def games() -> list[GameData]:
    return [play_self(PLAN, 4, seed) for seed in range(3)]


def test_the_same_seed_gives_the_same_game(games: list[GameData]) -> None:
    again = play_self(PLAN, 4, 1)
    assert again.moves == games[1].moves
    assert again.values == games[1].values


def test_games_are_legal_and_end_with_a_result(games: list[GameData]) -> None:
    for game in games:
        position = Havannah(4)
        for code in game.moves:
            position.play(position.move_name(code))
        assert game.result in (0, 0.5, 1)


def test_a_shard_holds_games_as_flat_arrays(games: list[GameData], tmp_path: Path) -> None:
    write_shard(tmp_path / "games" / "0.npz", games)
    shard = np.load(tmp_path / "games" / "0.npz")
    starts = shard["starts"]
    assert shard["sizes"].tolist() == [4, 4, 4]
    for number, game in enumerate(games):
        assert shard["moves"][starts[number] : starts[number + 1]].tolist() == game.moves
    for turn, (moves, visits) in enumerate(each for game in games for each in game.visits):
        chosen = slice(shard["visit_starts"][turn], shard["visit_starts"][turn + 1])
        assert shard["visited"][chosen].tolist() == moves.tolist()
        assert shard["visits"][chosen].tolist() == visits.tolist()
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("content", [b"", b"nonsense", bytes(100)])
def test_a_damaged_shard_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "0.npz").write_bytes(content)
    with pytest.raises(GameError, match=r"0\.npz is not a shard"):
        read_shard(tmp_path / "0.npz")


def test_examples_see_each_position_from_the_side_to_move(games: list[GameData], tmp_path: Path) -> None:
    write_shard(tmp_path / "0.npz", games)
    parts = [part for _, part in read_examples("havannah", shard_paths([tmp_path]), deep=60)]
    examples = join(parts)
    assert len(examples) == sum(count > 0 for game in games for count in game.simulations)
    own, other = examples.planes[:, 0] // SCALE, examples.planes[:, 1] // SCALE
    difference = own.sum(axis=1).astype(int) - other.sum(axis=1).astype(int)
    assert set(difference.tolist()) <= {0, -1}  # White, to move, has as many stones; Black has one less
    black = difference == -1
    for number, game in enumerate(games):
        mine = examples.games == number
        assert set(examples.results[mine & ~black].tolist()) <= {game.result}
        assert set(examples.results[mine & black].tolist()) <= {1 - game.result}


def test_only_deep_searches_teach_the_policy(games: list[GameData], tmp_path: Path) -> None:
    write_shard(tmp_path / "0.npz", games)
    examples = join([part for _, part in read_examples("havannah", shard_paths([tmp_path]), deep=60)])
    sums = examples.policy.astype(float).sum(axis=1)
    deep = sum(count >= 60 for game in games for count in game.simulations)
    assert (sums > 0).sum() == deep
    assert np.allclose(sums[sums > 0], 1, atol=0.01)
    empty = examples.planes[:, 2] > 0
    assert not (examples.policy > 0)[~empty].any()
