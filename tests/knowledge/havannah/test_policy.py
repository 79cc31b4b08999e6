"""The policy: features against a plain reference, its weights, and training them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from support.commands import run
from support.searching import new_searcher

from malecon import Havannah
from malecon.games.errors import GameError
from malecon.games.havannah.geometry import DIRECTIONS
from malecon.knowledge.havannah.bonuses import prepare_havannah_expansion
from malecon.knowledge.havannah.features import KINDS, NUM_FEATURES, OFFSETS
from malecon.knowledge.havannah.policy import WEIGHTS, read_weights, write_weights
from malecon.lab.training.policy import TrainingSet, add_game, add_self_play, cell_features, fit_policy

NAMES = list(KINDS)


def features(position: Havannah, cell: str) -> dict[str, int]:
    """Return the feature of each kind of an empty cell."""
    found, cells = cell_features(position)
    row = found[list(cells).index(position.move_code(cell))] - OFFSETS
    return dict(zip(NAMES, row.tolist(), strict=True))


class PlainFeatures:
    """The same features computed with coordinates and sets."""

    def __init__(self, position: Havannah) -> None:
        self.position, self.shape = position, position.geometry
        cells = zip(self.shape.coordinates, position.cells, strict=True)
        self.stones = {xy: position.stone(name) for xy, name in cells}

    def step(self, xy: tuple[int, int], direction: int) -> tuple[int, int]:
        dx, dy = DIRECTIONS[direction % 6]
        return xy[0] + dx, xy[1] + dy

    def is_empty(self, xy: tuple[int, int]) -> bool:
        return xy in self.stones and self.stones[xy] is None

    def bridges(self, xy: tuple[int, int]) -> int:
        counts = [0, 0]
        me = self.position.to_move
        for direction in range(6):
            beside, following = self.step(xy, direction), self.step(xy, direction + 1)
            far = self.step(beside, direction + 1)
            if self.is_empty(beside) and self.is_empty(following) and self.stones.get(far) is not None:
                counts[0 if self.stones[far] == me else 1] += 1
        return min(counts[0], 3) * 4 + min(counts[1], 3)

    def intrudes(self, xy: tuple[int, int]) -> bool:
        other = self.position.to_move.other
        return any(
            self.stones.get(self.step(xy, d - 1)) == other
            and self.stones.get(self.step(xy, d + 1)) == other
            and (self.step(xy, d) not in self.stones or self.is_empty(self.step(xy, d)))
            for d in range(6)
        )


@pytest.mark.parametrize("base", [4, 6])
def test_features_match_a_plain_reference(base: int) -> None:
    dice = random.Random(base)
    position = Havannah(base)
    while position.ply < 3 * base and not position.is_over:
        position.play(dice.choice(position.legal_moves))
        if position.is_over:
            return
        plain = PlainFeatures(position)
        found, cells = cell_features(position)
        for row, cell in zip(found - OFFSETS, cells, strict=True):
            xy = plain.shape.coordinates[int(cell)]
            seen = dict(zip(NAMES, row.tolist(), strict=True))
            assert seen["two-bridges"] == plain.bridges(xy)
            assert bool(seen["intrusion"] & 1) == plain.intrudes(xy)
        assert (found >= OFFSETS).all()
        assert (found < OFFSETS + list(KINDS.values())).all()


def test_contacts_sizes_and_last_moves_of_a_quick_position() -> None:
    position = Havannah(4, moves="a1 d4 a2 e5")  # White a1 a2 on a corner; Black d4 e5 in the middle
    beside = features(position, "a3")
    assert beside["own contacts"] == 2 * 2 + 0  # corner and side; the cell adds none
    assert beside["sizes"] == 2 * 6 + 0
    assert features(position, "e4")["last moves"] == 1 * 7 + 5  # next to e5, four steps from a2
    assert features(position, "c4")["sizes"] == 0 * 6 + 2


def test_saving_a_two_bridge_is_a_feature() -> None:
    position = Havannah(5, moves="d4 a1 e6 d5")  # Black intrudes on d5; e5 saves
    assert features(position, "e5")["intrusion"] & 2
    assert not features(position, "c3")["intrusion"] & 2


def test_scores_are_log_probabilities_relative_to_the_average() -> None:
    position = Havannah(5, moves="e5 d4 e6 c3")
    worker = new_searcher("policy", position).workers[0]
    worker.line.ply, worker.line.moves[0], worker.line.moves[1] = (
        2,
        position.move_code("e6"),
        position.move_code("c3"),
    )
    prepare_havannah_expansion(position.struct, position.boards[0], worker)
    found, cells = cell_features(position)
    raw = WEIGHTS[5][found].sum(axis=1)
    expected = raw - np.log(np.exp(raw).mean())
    assert np.allclose(worker.scratch.scores[cells], np.maximum(expected, -5), atol=1e-4)


def test_weights_round_trip_through_a_file(tmp_path: Path) -> None:
    weights = {5: np.round(np.random.default_rng(1).normal(size=NUM_FEATURES), 2), 8: np.zeros(NUM_FEATURES)}
    write_weights(tmp_path / "w.tsv", weights, "two bases")
    again = read_weights(tmp_path / "w.tsv")
    assert all(np.allclose(again[base], weights[base]) for base in (5, 8))


@pytest.mark.parametrize("line", ["pattern\t5000\t1", "pattern\tx\t1", "sizes\t1", "rubbish"])
def test_a_bad_line_of_a_weights_file_is_reported(tmp_path: Path, line: str) -> None:
    path = tmp_path / "w.tsv"
    path.write_text(f"# kind\tfeature\t5\n{line}\n")
    with pytest.raises(GameError, match=r"w\.tsv:2: expected kind, feature and weights"):
        read_weights(path)


@pytest.mark.slow
def test_training_finds_what_the_moves_have_in_common() -> None:
    turns = TrainingSet()
    for seed in range(6):
        dice, moves = random.Random(seed), []
        position = Havannah(5)
        while not position.is_over and position.ply < 30:  # next to the last move if possible
            near = [m for m in position.legal_moves if moves and features(position, m)["last moves"] // 7 == 1]
            moves.append(dice.choice(near or position.legal_moves))
            position.play(moves[-1])
        add_game(moves, 5, turns)
    fit = fit_policy(turns)
    near, far = OFFSETS[NAMES.index("last moves")] + 7 + 3, OFFSETS[NAMES.index("last moves")] + 6 * 7 + 3
    assert fit.weights[near] > fit.weights[far] + 1
    assert fit.cross_entropy < fit.uniform_cross_entropy - 0.5


def test_self_play_adds_one_turn_per_move() -> None:
    turns = TrainingSet()
    add_self_play(4, "rave", 50, 1, turns)
    assert len(turns.features) >= 5
    assert all(shares.sum() == pytest.approx(1, abs=1e-5) for shares in turns.shares)


def test_training_on_too_few_turns_is_an_error() -> None:
    with pytest.raises(GameError, match="at least 10 turns"):
        fit_policy(TrainingSet())


@pytest.mark.slow
def test_the_command_keeps_the_other_bases_in_the_file(tmp_path: Path) -> None:
    out = tmp_path / "policy.tsv"
    write_weights(out, {8: np.ones(NUM_FEATURES)}, "base 8")
    result = run("learn", "policy", "-b", "4", "-n", "2", "--simulations", "50", "--out", str(out))
    assert result.returncode == 0, result.stderr
    assert "top-1 accuracy" in result.stdout
    assert set(read_weights(out)) == {4, 8}
