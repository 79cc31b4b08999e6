"""Comparison of two samples: the interval of the difference against published values, and the four verdicts."""

import random

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.comparison import Comparison, Sample, Verdict, difference_interval
from malecon.lab.statistics.intervals import Interval


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, 873-890, table II, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_the_interval_of_a_difference_is_that_of_newcombes_table(first, second, low, high):
    assert difference_interval(Sample.from_games(*first), Sample.from_games(*second)) == pytest.approx(
        (low, high), abs=6e-5
    )


@pytest.mark.parametrize(
    ("ours", "paper", "verdict"),
    [
        ((612, 1000), (619, 1000), Verdict.AGREES),
        ((100, 200), (500, 1000), Verdict.AGREES),
        ((20, 40), (500, 1000), Verdict.UNSURE),
        ((0, 0), (500, 1000), Verdict.UNSURE),
        ((19, 20), (953, 1000), Verdict.AGREES),  # few games, but both are significantly above one half
        ((750, 1000), (619, 1000), Verdict.SIZE),
        ((500, 1000), (619, 1000), Verdict.SIZE),
        ((400, 1000), (619, 1000), Verdict.DIRECTION),
        ((1, 20), (953, 1000), Verdict.DIRECTION),
    ],
)
def test_a_verdict_takes_both_samples_into_account(ours, paper, verdict):
    assert Comparison(Sample.from_games(*ours), Sample.from_games(*paper)).verdict == verdict


def test_a_verdict_is_symmetric():
    for ours, paper in (((400, 1000), (619, 1000)), ((750, 1000), (619, 1000)), ((20, 40), (500, 1000))):
        there = Comparison(Sample.from_games(*ours), Sample.from_games(*paper))
        back = Comparison(Sample.from_games(*paper), Sample.from_games(*ours))
        assert there.verdict == back.verdict
        assert there.interval == pytest.approx((-back.interval.high, -back.interval.low))


def test_two_samples_of_one_player_rarely_differ():
    """Of 400 pairs of samples of one coin at 5%, at most 8% may differ."""
    rng, wrong = random.Random(1), 0
    for _ in range(400):
        ours, paper = (sum(rng.random() < 0.6 for _ in range(games)) for games in (200, 500))
        verdict = Comparison(Sample.from_games(ours, 200), Sample.from_games(paper, 500)).verdict
        wrong += verdict in (Verdict.SIZE, Verdict.DIRECTION)
    assert wrong <= 32


def test_an_explanation_has_the_figures_of_the_verdict():
    explanation = Comparison(Sample.from_games(400, 1000), Sample.from_games(619, 1000)).explanation
    assert explanation.startswith("above 50% in the paper, below 50% here (-21.9 points, 95% interval -26.1 to -17.6")
    assert "shows no effect" in Comparison(Sample.from_games(500, 1000), Sample.from_games(619, 1000)).explanation
    assert (
        "our share is larger than the paper's ("
        in Comparison(Sample.from_games(750, 1000), Sample.from_games(619, 1000)).explanation
    )
    assert (
        "one of 10 points could have been missed"
        in Comparison(Sample.from_games(20, 40), Sample.from_games(500, 1000)).explanation
    )


def test_a_share_outside_its_interval_is_refused():
    with pytest.raises(GameError, match="in its interval"):
        Sample(0.7, Interval(0.1, 0.5))


def test_a_result_of_unknown_size_is_treated_as_exact_and_says_so():
    comparison = Comparison(Sample.from_games(600, 1000), Sample.exact(0.8))
    assert comparison.verdict == Verdict.SIZE
    assert comparison.interval == pytest.approx((-0.2307, -0.1700), abs=1e-3)
    assert "it does not state the number of games" in comparison.explanation
