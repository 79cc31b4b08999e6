"""Confidence intervals of a score, and Elo differences.

Plain functions of counts, independent of games and players. A score is the mean number of points per game: 1 for a win,
1/2 for a draw.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

from malecon.games.errors import GameError
from malecon.lab.extras import load


class Interval(NamedTuple):
    """A lower and an upper bound."""

    low: float
    high: float


def wilson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Wilson score interval (1927); conservative if there are draws, which reduce the variance.

    >>> wilson(50, 100)
    Interval(low=0.4038..., high=0.5961...)
    """
    _check(points, games)
    if games == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, shrink = points / games, 1 / (1 + z * z / games)
    middle = shrink * (share + z * z / (2 * games))
    reach = shrink * z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return Interval(middle - reach if points > 0 else 0.0, middle + reach if points < games else 1.0)


def clopper_pearson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Exact interval (Clopper and Pearson 1934), which is never too narrow and therefore wider than Wilson's.

    Half points enter through the beta distribution that defines the interval.

    >>> clopper_pearson(0, 20)
    Interval(low=0.0, high=0.168...)
    """
    _check(points, games)
    quantile = load("scipy.special", "the exact interval").betaincinv
    tail = (1 - confidence) / 2
    low = float(quantile(points, games - points + 1, tail)) if points > 0 else 0.0
    high = float(quantile(points + 1, games - points, 1 - tail)) if points < games else 1.0
    return Interval(low, high)


def _check(points: float, games: int) -> None:
    if not 0 <= points <= games:
        raise GameError(f"points must be between 0 and the number of games, not {points:g} of {games}")


def elo_difference(score: float) -> float:
    """Elo difference at which a score is expected; infinite for scores of 0 and 1.

    >>> round(elo_difference(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def expected_score(elo: float) -> float:
    """Score predicted by an Elo difference, the inverse of `elo_difference`.

    >>> expected_score(0)
    0.5
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_interval(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Elo differences at the bounds of Wilson's interval; finite if at least one game was won and one lost."""
    low, high = wilson(points, games, confidence)
    return Interval(elo_difference(low), elo_difference(high))
