"""Shards of self-play games: what is written is read again, and anyone can read it with NumPy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from malecon import WHITE, GameError, Havannah, solve
from malecon.lab.nets.examples import SCALE, Examples, calibrated, join, read_examples
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


@pytest.mark.slow
def test_examples_see_each_position_from_the_side_to_move(games: list[GameData], tmp_path: Path) -> None:
    write_shard(tmp_path / "0.npz", games)
    parts = [part for _, part in read_examples("havannah", shard_paths([tmp_path]), deep=60)]
    examples = join(parts).played()
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
    examples = join([part for _, part in read_examples("havannah", shard_paths([tmp_path]), deep=60)]).played()
    sums = examples.policy.astype(float).sum(axis=1)
    deep = sum(count >= 60 for game in games for count in game.simulations)
    assert (sums > 0).sum() == deep
    assert np.allclose(sums[sums > 0], 1, atol=0.01)
    empty = examples.planes[:, 2] > 0
    assert not (examples.policy > 0)[~empty].any()


DEEP = SelfPlay(player="uct+rave+expand(visits=6)+mcts_solver+threats", quick=20, deep=3000, deep_share=0.4, nodes=40)


@pytest.fixture(scope="module")
def deep_game() -> GameData:
    return play_self(DEEP, 4, 5)


def test_deep_searches_keep_positions_of_their_trees(deep_game: GameData) -> None:
    assert deep_game.nodes
    for ply, node in deep_game.nodes:
        assert node.path
        position = Havannah(4)
        for code in (*deep_game.moves[:ply], *node.path):
            position.play(position.move_name(code))
        assert set(node.moves.tolist()) <= {position.move_code(move) for move in position.legal_moves}
        assert node.value in (0, 0.5, 1) if not len(node.moves) else 0 < node.value < 1
        assert int(node.counts.sum()) <= node.visits


def test_a_node_is_valued_for_white_and_proved_nodes_are_true(deep_game: GameData) -> None:
    proved = [(ply, node) for ply, node in deep_game.nodes if not len(node.moves)]
    assert proved
    for ply, node in proved[:6]:
        position = Havannah(4)
        for code in (*deep_game.moves[:ply], *node.path):
            position.play(position.move_name(code))
        solution = solve(position, seconds=60)
        assert solution.is_proved
        assert node.value == (0.5 if solution.winner is None else float(solution.winner == WHITE))


def test_examples_from_trees_have_no_result(deep_game: GameData, tmp_path: Path) -> None:
    write_shard(tmp_path / "0.npz", [deep_game, deep_game])
    for _, part in read_examples("havannah", [tmp_path / "0.npz"], deep=500):
        tree = part.select(np.isnan(part.results))
        assert len(tree) == len(deep_game.nodes)
        stones = (tree.planes[:, :2] // SCALE).sum(axis=(1, 2))
        assert stones.tolist() == [ply + len(node.path) for ply, node in deep_game.nodes]
        values = [node.value if (ply + len(node.path)) % 2 == 0 else 1 - node.value for ply, node in deep_game.nodes]
        assert np.allclose(tree.values, values, atol=1e-3)
        taught = tree.policy.astype(float).sum(axis=1) > 0
        assert taught.tolist() == [node.visits >= 500 and len(node.moves) > 0 for _, node in deep_game.nodes]


def test_values_are_calibrated_by_the_results_of_games() -> None:
    dice = np.random.default_rng(1)
    logits = dice.normal(size=4000)
    results = (dice.random(4000) < 1 / (1 + np.exp(-2 * logits))).astype(np.float32)
    results[::4] = np.nan
    values = (1 / (1 + np.exp(-logits))).astype(np.float32)
    nothing = np.zeros((4000, 0), np.float32)
    found = calibrated(Examples(nothing, nothing, nothing, results, values, np.zeros(4000, np.int32)))
    assert np.allclose(found.values, 1 / (1 + np.exp(-2 * logits)), atol=0.03)


def test_codes_above_two_bytes_are_stored_too(tmp_path: Path) -> None:
    game = GameData(10)
    game.add(86_979, 5, 0.5, (np.array([3, 86_979]), np.array([1, 4])))
    write_shard(tmp_path / "0.npz", [game])
    shard = read_shard(tmp_path / "0.npz")
    assert (shard["moves"].tolist(), shard["visited"].tolist()) == ([86_979], [3, 86_979])
