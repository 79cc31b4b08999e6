"""Confidence sequence: coverage at all numbers of games at once, and its shape."""

import random
from functools import cache

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.confidence_sequence import confidence_sequence
from malecon.lab.statistics.intervals import wilson

interval_after = cache(confidence_sequence)  # many runs have the same score at some time


def is_ever_missed(rng, win_rates, games, confidence):
    """Whether the interval misses the mean of the win rates of alternating games after any complete pair."""
    points, truth = 0, sum(win_rates) / 2
    for number in range(games):
        points += rng.random() < win_rates[number % 2]
        if number % 2 and number > 8:
            low, high = interval_after(points, number + 1, confidence)
            if not low <= truth <= high:
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("win_rates", [(0.5, 0.5), (0.95, 0.95), (0.9, 0.3)])
def test_the_true_share_is_rarely_missed_at_any_number_of_games(win_rates):
    rng = random.Random(1)
    missed = sum(is_ever_missed(rng, win_rates, 300, 0.8) for _ in range(100))
    assert missed <= 20


def test_watching_a_fixed_sample_interval_misses_far_more_often():
    """The reason for confidence sequences: Wilson's 80% interval is left at some time by most of the runs."""
    rng, missed = random.Random(1), 0
    for _ in range(100):
        points = 0
        for games in range(1, 301):
            points += rng.random() < 0.5
            low, high = wilson(points, games, 0.8)
            if games > 8 and not low <= 0.5 <= high:
                missed += 1
                break
    assert missed > 60


@pytest.mark.parametrize(("points", "games"), [(0, 10), (3, 10), (10, 10), (99.5, 100), (400, 1000)])
def test_the_interval_contains_the_share_and_is_wider_than_wilsons(points, games):
    interval, fixed = confidence_sequence(points, games), wilson(points, games)
    assert interval.low <= points / games <= interval.high
    assert interval.high - interval.low > fixed.high - fixed.low


def test_more_games_and_less_confidence_narrow_the_interval():
    widths = [high - low for low, high in (confidence_sequence(0.6 * games, games) for games in (20, 100, 500, 2500))]
    assert widths == sorted(widths, reverse=True)
    low, high = confidence_sequence(60, 100, 0.8)
    assert confidence_sequence(60, 100).low < low < high < confidence_sequence(60, 100).high


def test_the_interval_is_symmetric_in_wins_and_losses():
    low, high = confidence_sequence(30, 100)
    assert confidence_sequence(70, 100) == pytest.approx((1 - high, 1 - low))


def test_without_games_everything_is_possible_and_bad_counts_are_refused():
    assert confidence_sequence(0, 0) == (0, 1)
    with pytest.raises(GameError, match="points must be between 0"):
        confidence_sequence(3, 2)
