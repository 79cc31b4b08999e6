"""Ratings against published fits of the Bradley-Terry model."""

import math
import random

import numpy as np
import pytest

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import elo_difference
from malecon.lab.statistics.ratings import ELO, rate, sum_results

pytest.importorskip("scipy")

# Wins of row over column in the American League of 1987 (Agresti, Categorical Data Analysis, chapter 10).
BASEBALL = """
Milwaukee  -  7  9  7  7  9 11
Detroit    6  -  7  5 11  9  9
Toronto    4  6  -  7  7  8 12
New_York   6  8  6  -  6  7 10
Boston     6  2  6  7  -  7 12
Cleveland  4  4  5  6  6  -  6
Baltimore  2  4  1  3  1  7  -
"""
# Citations of column by row (Stigler 1994; Agresti, the same chapter), without self-citations.
JOURNALS = """
Biometrika  -  730  498  221
Statistics 33    -   68   17
JASA      320  813    -  142
JRSS      284  276  325    -
"""


def read(table):
    rows = [line.split() for line in table.strip().splitlines()]
    return {
        (rows[i][0], rows[j][0]): (int(rows[i][j + 1]), int(rows[i][j + 1]) + int(rows[j][i + 1]))
        for i in range(len(rows))
        for j in range(i + 1, len(rows))
    }


@pytest.mark.parametrize(
    ("table", "anchor", "published"),
    [
        # estimates and standard errors as the R package BradleyTerry2 prints them
        (
            BASEBALL,
            "Baltimore",
            {
                "Milwaukee": (1.5814, 0.3433),
                "Detroit": (1.4364, 0.3396),
                "Toronto": (1.2945, 0.3367),
                "New_York": (1.2476, 0.3359),
                "Boston": (1.1077, 0.3339),
                "Cleveland": (0.6839, 0.3319),
            },
        ),
        (
            JOURNALS,
            "Biometrika",
            {"Statistics": (-2.9491, 0.1025), "JASA": (-0.4796, 0.0606), "JRSS": (0.2690, 0.0708)},
        ),
    ],
)
def test_ratings_are_those_of_published_fits(table, anchor, published):
    ratings = rate(read(table), prior=0)
    found = {row.player: row.elo / ELO for row in ratings.table(anchor)}
    assert found.pop(anchor) == 0
    base = ratings.index(anchor)
    for player, (strength, error) in published.items():
        place = ratings.index(player)
        assert found[player] == pytest.approx(strength, abs=6e-5)
        variance = ratings.covariance[place, place] + ratings.covariance[base, base]
        variance -= 2 * ratings.covariance[place, base]
        assert math.sqrt(variance) == pytest.approx(error, abs=6e-5)


def test_intervals_of_mixed_results_are_close_to_the_normal_approximation():
    for row in rate(read(JOURNALS), prior=0).table("Biometrika"):
        if row.player == "JASA":
            assert [end / ELO for end in row.interval] == pytest.approx([-0.4796 - 0.119, -0.4796 + 0.119], abs=0.001)


def test_two_players_are_rated_by_their_score():
    ratings = rate({("a", "b"): (75, 100)}, prior=0)
    difference, interval = ratings.difference("a", "b")
    assert difference == pytest.approx(elo_difference(0.75))
    assert interval.low < 120 < difference < 270 < interval.high
    assert ratings.difference("b", "a")[0] == pytest.approx(-difference)


def test_a_player_that_won_every_game_has_a_high_but_finite_rating():
    rows = rate({("a", "b"): (20, 20)}).table("b")
    assert rows[0].player == "a"
    assert math.isfinite(rows[0].elo)
    assert 300 < rows[0].interval.low < rows[0].elo < rows[0].interval.high


def test_without_a_prior_such_a_rating_is_refused():
    with pytest.raises(GameError, match="a chain of wins from every player to every other"):
        rate({("a", "b"): (20, 20)}, prior=0)


def test_the_table_is_sorted_and_relative_to_its_anchor():
    rows = rate({("a", "b"): (3, 10), ("b", "c"): (4, 10)}).table("b", elo=1500)
    assert [row.player for row in rows] == ["c", "b", "a"]
    assert rows[1].elo == 1500
    assert rows[1].interval == (1500, 1500)
    assert [(row.points, row.games) for row in rows] == [(6, 10), (11, 20), (3, 10)]


@pytest.mark.slow
def test_true_strengths_lie_within_their_intervals():
    """Of 57 intervals at 95% in three simulated leagues, at least 49 contain the true value."""
    held = 0
    for seed in range(3):
        rng = random.Random(seed)
        strengths = {f"p{number}": rng.gauss(0, 1.5) for number in range(20)}
        games = []
        for _ in range(1500):
            one, other = rng.sample(sorted(strengths), 2)
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            games.append((one, other, float(rng.random() < chance)))
        rows = rate(sum_results(games)).table("p0")
        truths = {player: ELO * (strength - strengths["p0"]) for player, strength in strengths.items()}
        held += sum(row.interval.low <= truths[row.player] <= row.interval.high for row in rows if row.player != "p0")
    assert 49 <= held <= 57


def test_the_order_of_players_does_not_matter():
    games = [("a", "b", 1.0), ("b", "a", 0.0), ("a", "b", 0.5), ("c", "a", 0.0)]
    assert sum_results(games) == {("a", "b"): (2.5, 3), ("a", "c"): (1.0, 1)}


def test_the_most_informative_game_is_between_close_players_with_few_games():
    gains = rate({("a", "b"): (50, 100), ("b", "c"): (50, 100)}, players=["d"]).information_gains()
    assert "d" in max(gains, key=gains.get)
    gains = rate({("a", "b"): (10, 20), ("b", "c"): (199, 200), ("a", "c"): (199, 200)}).information_gains()
    assert gains["a", "b"] > gains["a", "c"]


def test_pending_games_count_as_finished():
    ratings = rate({("a", "b"): (5, 10), ("b", "c"): (5, 10)}, players=["d"])
    first = max(ratings.information_gains(), key=ratings.information_gains().get)
    after = ratings.information_gains({first: 10})
    assert after[first] < ratings.information_gains()[first] / 5


def test_the_information_gain_is_the_reduction_of_entropy():
    """Compare the formula with the determinants of the information with and without a game."""
    ratings = rate(read(BASEBALL))
    i, j = ratings.index("Boston"), ratings.index("Toronto")
    chance = ratings.model.win_probabilities(ratings.strengths)[i, j]
    direction = np.zeros(7)
    direction[i], direction[j] = 1, -1
    before = ratings.model.information(ratings.strengths)
    after = before + chance * (1 - chance) * np.outer(direction, direction)
    bits = (np.linalg.slogdet(after)[1] - np.linalg.slogdet(before)[1]) / 2 / math.log(2)
    gains = ratings.information_gains()
    assert gains.get(("Boston", "Toronto"), gains.get(("Toronto", "Boston"))) == pytest.approx(bits)


@pytest.mark.parametrize("results", [{("a", "b"): (5, 4)}, {("a", "a"): (1, 2)}, {("a", "b"): (-1, 2)}])
def test_impossible_results_are_refused(results):
    with pytest.raises(GameError, match="cannot rate"):
        rate(results, players=["a", "b"])


def test_a_single_player_cannot_be_rated():
    with pytest.raises(GameError, match="at least two players"):
        rate({}, players=["a"])
