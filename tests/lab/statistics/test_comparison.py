"""Comparison of our result with a published one: the four verdicts, their error rates, and bounds."""

import random

import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.comparison import (
    ERROR_RATE,
    MIN_GAMES,
    Comparison,
    Sample,
    Verdict,
    games_until_decided,
)
from malecon.lab.statistics.intervals import Interval

DIFFERS = (Verdict.SIZE, Verdict.DIRECTION)


def compare(points, games, paper):
    return Comparison(Sample.from_games(points, games), paper)


@pytest.mark.parametrize(
    ("ours", "paper", "verdict"),
    [
        ((612, 1000), (0.619, 1000), Verdict.AGREES),
        ((100, 200), (0.5, 1000), Verdict.OPEN),
        ((250, 500), (0.5, 1000), Verdict.AGREES),
        ((0, 0), (0.5, 1000), Verdict.OPEN),
        ((120, 120), (1.0, 200), Verdict.AGREES),
        ((99, 99), (1.0, 200), Verdict.OPEN),  # fewer than the minimum
        ((0, 99), (1.0, 200), Verdict.OPEN),
        ((0, 100), (1.0, 200), Verdict.DIRECTION),
        ((750, 1000), (0.619, 1000), Verdict.SIZE),
        ((500, 1000), (0.619, 1000), Verdict.SIZE),
        ((400, 1000), (0.619, 1000), Verdict.DIRECTION),
        ((480, 1000), (0.55, 100), Verdict.AGREES),  # the paper's 100 games leave more possible
        ((480, 1000), (0.55, 10000), Verdict.SIZE),
    ],
)
def test_a_verdict_takes_both_samples_into_account(ours, paper, verdict):
    share, games = paper
    assert compare(*ours, Sample.published(share, games=games)).verdict == verdict


@pytest.mark.parametrize(
    ("ours", "bound", "verdict"),
    [
        ((90, 100), (0.75, 1.0), Verdict.AGREES),
        ((78, 100), (0.75, 1.0), Verdict.OPEN),
        ((60, 100), (0.75, 1.0), Verdict.OPEN),
        ((240, 400), (0.75, 1.0), Verdict.SIZE),
        ((160, 400), (0.5, 1.0), Verdict.DIRECTION),
        ((200, 1000), (0.0, 0.55), Verdict.AGREES),
        ((700, 1000), (0.0, 0.55), Verdict.SIZE),
    ],
)
def test_a_bound_holds_on_one_side_without_a_margin(ours, bound, verdict):
    assert compare(*ours, Sample.bound(*bound)).verdict == verdict


def test_a_margin_counts_as_the_interval_of_the_paper():
    paper = Sample.published(0.6, margin=0.03)
    assert paper.interval == pytest.approx((0.57, 0.63))
    assert paper.range == pytest.approx((0.5657, 0.6343), abs=1e-4)


def first_verdict(rng, share, paper, max_games=1500):
    """Return the verdict of a run that looks after every tenth game and stops at the first one."""
    points = 0
    for games in range(1, max_games + 1):
        points += rng.random() < share
        if games % 10 == 0 and (verdict := compare(points, games, paper).verdict) != Verdict.OPEN:
            return verdict
    return Verdict.OPEN


@pytest.mark.slow
def test_a_run_that_stops_at_the_first_verdict_rarely_errs():
    rng, runs = random.Random(1), 100
    wrong = 0
    for _ in range(runs):  # both are samples of one share
        paper = sum(rng.random() < 0.6 for _ in range(500)) / 500
        wrong += first_verdict(rng, 0.6, Sample.published(paper, games=500)) in DIFFERS
    assert wrong <= ERROR_RATE * runs
    paper = Sample.published(0.5, games=1000)
    far = paper.range.high + paper.margin
    assert sum(first_verdict(rng, far, paper) == Verdict.AGREES for _ in range(runs)) <= ERROR_RATE / 2 * runs


def test_an_explanation_has_the_figures_of_the_verdict():
    paper = Sample.published(0.619, games=1000)
    explanation = compare(400, 1000, paper).explanation
    assert explanation.startswith("above 50% in the paper, below 50% here (-21.9 points, 95% interval -30.3 to -13.2")
    assert "shows no effect" in compare(500, 1000, paper).explanation
    assert "our share is larger than the paper's (" in compare(750, 1000, paper).explanation
    assert "more games are needed" in compare(20, 40, paper).explanation
    assert "-15.0 points from the paper's bound" in compare(240, 400, Sample.bound(0.75, 1.0)).explanation


def test_a_share_outside_its_interval_is_refused():
    with pytest.raises(GameError, match="in its interval"):
        Sample(0.7, Interval(0.1, 0.5), Interval(0.1, 0.5))


def test_a_result_of_unknown_size_is_treated_as_exact_and_says_so():
    comparison = compare(600, 1000, Sample.published(0.8))
    assert comparison.verdict == Verdict.SIZE
    assert "it does not state the number of games" in comparison.explanation


def test_the_number_of_games_until_a_verdict_is_estimated():
    paper = Sample.published(0.6, games=1000)
    assert games_until_decided(0, 0, paper, 4000) > MIN_GAMES
    assert games_until_decided(0, 50, paper, 4000) == MIN_GAMES - 50, "a large difference, but too few games"
    assert games_until_decided(600, 1000, paper, 4000) == 0
    assert games_until_decided(300, 500, Sample.bound(0.6, 1.0), 4000) == 3500, "never at its bound"
    left = games_until_decided(120, 200, paper, 4000)
    assert compare(0.6 * (200 + left), 200 + left, paper).verdict == Verdict.AGREES
    assert compare(0.6 * (190 + left), 190 + left, paper).verdict == Verdict.OPEN
