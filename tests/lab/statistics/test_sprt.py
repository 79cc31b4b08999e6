"""The sequential test against published and hand-computed values."""

import math
import random

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import elo_difference
from malecon.lab.statistics.sprt import log_likelihood_ratio, sprt_bounds, sprt_verdict


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
    """Pairs that are won or lost entirely are coin tosses: 30 heads of 40 under 60% against 50%."""
    elo = elo_difference(0.6)
    by_hand = 30 * math.log(0.6 / 0.5) + 10 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio((10, 0, 0, 0, 30), 0, elo) == pytest.approx(by_hand, abs=0.01)


def test_the_likelihood_ratio_changes_sign_when_the_players_swap():
    pairs = (3, 5, 20, 9, 6)
    there = log_likelihood_ratio(pairs, -10, 30)
    assert log_likelihood_ratio(pairs[::-1], -30, 10) == pytest.approx(-there)


def test_the_likelihood_ratio_of_no_pairs_is_zero():
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 10) == 0


def test_the_hypotheses_must_be_in_order():
    with pytest.raises(GameError, match="less than the second"):
        log_likelihood_ratio((1, 1, 1, 1, 1), 10, 0)


def test_a_verdict_needs_a_crossed_bound():
    assert sprt_verdict(0.0) is None
    assert sprt_verdict(2.95) == "elo1"
    assert sprt_verdict(-2.95) == "elo0"


def test_a_clear_winner_is_accepted_and_a_clear_loser_refused():
    assert sprt_verdict(log_likelihood_ratio((0, 0, 0, 0, 30), 0, 50)) == "elo1"
    assert sprt_verdict(log_likelihood_ratio((30, 0, 0, 0, 0), 0, 50)) == "elo0"


def test_equal_players_are_rarely_found_unequal():
    """Of 200 tests between equal players at an error rate of 5%, at most 20 may be wrong."""
    rng, wrong = random.Random(1), 0
    for _ in range(200):
        pairs, verdict = [0] * 5, None
        while verdict is None:
            for _ in range(20):
                pairs[sum(rng.random() < 0.5 for _ in range(2)) * 2] += 1
            verdict = sprt_verdict(log_likelihood_ratio(pairs, 0, 100))
        wrong += verdict == "elo1"
    assert wrong <= 20
