"""The statistics of matches against published and hand-computed values."""

import math
import random
import sys

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import (
    clopper_pearson,
    elo_difference,
    elo_interval,
    expected_score,
    log_likelihood_ratio,
    sprt_bounds,
    sprt_verdict,
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


def test_the_exact_interval_is_scipys_and_holds_wilsons():
    stats = pytest.importorskip("scipy.stats")
    for wins, games in ((7, 10), (150, 200), (1000, 1000), (0, 3)):
        exact = stats.binomtest(wins, games).proportion_ci(0.95, method="exact")
        assert clopper_pearson(wins, games) == pytest.approx((exact.low, exact.high), abs=1e-9)
    near, exact_interval = wilson(150, 200), clopper_pearson(150, 200)
    assert exact_interval.low < near.low < near.high < exact_interval.high


def test_a_missing_package_is_told_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(GameError, match=r"the exact interval needs scipy: pip install 'malecon\[lab\]'"):
        clopper_pearson(1, 2)


def test_a_larger_confidence_asks_for_a_wider_interval():
    narrow, wide = wilson(30, 50, 0.95), wilson(30, 50, 0.99)
    assert wide.low < narrow.low < 0.6 < narrow.high < wide.high


def test_no_games_tell_nothing():
    assert wilson(0, 0) == (0, 1)
    assert elo_interval(0, 0) == (-math.inf, math.inf)


def test_the_interval_ends_at_certainty():
    assert wilson(20, 20).high == 1
    assert wilson(0, 20).low == 0


@pytest.mark.parametrize(("points", "games"), [(3, 2), (-1, 2)])
def test_more_points_than_games_are_a_mistake(points, games):
    for interval in (wilson, clopper_pearson):
        with pytest.raises(GameError, match="points are between 0 and the number of games"):
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


def test_the_interval_of_elo_is_wilsons():
    assert elo_interval(50, 100) == pytest.approx((-67.6, 67.6), abs=0.1)  # Wilson: 0.4038 to 0.5962


def test_the_test_stops_at_walds_bounds():
    assert sprt_bounds() == pytest.approx((-2.944, 2.944), abs=5e-4)  # ln 19
    assert sprt_bounds(0.01, 0.05) == pytest.approx((math.log(0.05 / 0.99), math.log(95)))


@pytest.mark.parametrize(
    ("pairs", "elos", "ratio"),
    [
        # Stockfish's test server, in logistic Elo: pull requests 3209, 3098, 2971 and 2951 of that project
        ((253, 4282, 17604, 4431, 286), (-0.25, 1.25), 2.94),
        ((58, 3302, 33130, 3518, 84), (0.25, 1.25), 2.97),
        ((491, 7345, 29693, 7670, 465), (-0.25, 1.25), 2.96),
        ((53, 2220, 21459, 2445, 47), (0.25, 1.25), 2.97),
        ((17, 253, 1042, 337, 39), (-0.5, 1.5), 2.96),
        ((11, 407, 3238, 513, 11), (0.25, 1.75), 2.93),
        ((59, 754, 2467, 865, 75), (-0.5, 1.5), 2.95),
    ],
)
def test_the_likelihood_ratio_of_pairs_is_as_stockfish_published_it(pairs, elos, ratio):
    assert log_likelihood_ratio(pairs, *elos) == pytest.approx(ratio, abs=0.006)


def test_the_likelihood_ratio_of_two_outcomes_can_be_worked_out_by_hand():
    """Pairs that are won or lost whole are coins: 30 heads of 40 under 60% against 50%."""
    elo = elo_difference(0.6)
    by_hand = 30 * math.log(0.6 / 0.5) + 10 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio((10, 0, 0, 0, 30), 0, elo) == pytest.approx(by_hand, abs=0.01)


def test_the_likelihood_ratio_turns_with_the_table():
    pairs = (3, 5, 20, 9, 6)
    there = log_likelihood_ratio(pairs, -10, 30)
    assert log_likelihood_ratio(pairs[::-1], -30, 10) == pytest.approx(-there)


def test_no_pairs_say_nothing_for_either_side():
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 10) == 0


def test_the_hypotheses_stand_in_order():
    with pytest.raises(GameError, match="less than the second"):
        log_likelihood_ratio((1, 1, 1, 1, 1), 10, 0)


def test_the_verdict_waits_for_a_bound():
    assert sprt_verdict(0.0) is None
    assert sprt_verdict(2.95) == "elo1"
    assert sprt_verdict(-2.95) == "elo0"


def test_a_clear_winner_is_accepted_and_a_clear_loser_refused():
    assert sprt_verdict(log_likelihood_ratio((0, 0, 0, 0, 30), 0, 50)) == "elo1"
    assert sprt_verdict(log_likelihood_ratio((30, 0, 0, 0, 0), 0, 50)) == "elo0"


def test_equal_players_are_seldom_taken_for_unequal():
    """Of 200 tests between equals, at the 5% that was asked for, no more than 20 may go wrong."""
    rng, wrong = random.Random(1), 0
    for _ in range(200):
        pairs, verdict = [0] * 5, None
        while verdict is None:
            for _ in range(20):
                pairs[sum(rng.random() < 0.5 for _ in range(2)) * 2] += 1
            verdict = sprt_verdict(log_likelihood_ratio(pairs, 0, 100))
        wrong += verdict == "elo1"
    assert wrong <= 20
