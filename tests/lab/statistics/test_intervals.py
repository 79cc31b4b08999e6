"""Confidence intervals and Elo differences against published and hand-computed values."""

import math
import sys

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import (
    clopper_pearson,
    elo_difference,
    elo_interval,
    expected_score,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_newcombes_table(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 5
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_the_exact_interval_is_that_of_newcombes_table(wins, games, low, high):
    pytest.importorskip("scipy")
    assert clopper_pearson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_the_exact_interval_equals_scipys_and_contains_wilsons():
    stats = pytest.importorskip("scipy.stats")
    for wins, games in ((7, 10), (150, 200), (1000, 1000), (0, 3)):
        exact = stats.binomtest(wins, games).proportion_ci(0.95, method="exact")
        assert clopper_pearson(wins, games) == pytest.approx((exact.low, exact.high), abs=1e-9)
    near, exact_interval = wilson(150, 200), clopper_pearson(150, 200)
    assert exact_interval.low < near.low < near.high < exact_interval.high


def test_a_missing_package_is_reported_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(GameError, match=r"the exact interval needs scipy: pip install 'malecon\[lab\]'"):
        clopper_pearson(1, 2)


def test_higher_confidence_gives_a_wider_interval():
    narrow, wide = wilson(30, 50, 0.95), wilson(30, 50, 0.99)
    assert wide.low < narrow.low < 0.6 < narrow.high < wide.high


def test_without_games_the_interval_is_everything():
    assert wilson(0, 0) == (0, 1)
    assert elo_interval(0, 0) == (-math.inf, math.inf)


def test_the_interval_ends_at_certainty():
    assert wilson(20, 20).high == 1
    assert wilson(0, 20).low == 0


@pytest.mark.parametrize(("points", "games"), [(3, 2), (-1, 2)])
def test_more_points_than_games_are_refused(points, games):
    for interval in (wilson, clopper_pearson):
        with pytest.raises(GameError, match="points must be between 0 and the number of games"):
            interval(points, games)


@pytest.mark.parametrize(
    ("score", "elo"),
    [
        (0.5, 0.0),
        (0.75, 190.848),  # 400 log10(3)
        (10 / 11, 400.0),  # ten to one
        (181 / 300, 72.85),  # printed by the match program fastchess for 181 points of 300
        (3596 / 6804, 19.83),  # and for 3596 of 6804
    ],
)
def test_elo_differences_are_as_published(score, elo):
    assert elo_difference(score) == pytest.approx(elo, abs=0.005)
    assert expected_score(elo) == pytest.approx(score, abs=1e-5)


def test_elo_is_infinite_without_a_loss_or_a_win():
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf
    assert elo_interval(20, 20).high == math.inf
    assert math.isfinite(elo_interval(20, 20).low)


def test_the_elo_interval_comes_from_wilsons():
    assert elo_interval(50, 100) == pytest.approx((-67.6, 67.6), abs=0.1)  # Wilson: 0.4038 to 0.5962
