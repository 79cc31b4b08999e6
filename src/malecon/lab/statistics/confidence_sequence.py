"""Confidence sequence of a score: intervals that hold at every number of games at once.

A fixed-sample interval such as Wilson's has its error rate at one number of games, chosen in advance. Whoever looks
after every game and stops when the interval is convenient errs far more often. A confidence sequence (Darling and
Robbins 1967) misses the true share at any number of games with probability `1 - confidence` at most, so a run may
stop whenever it likes.

For every share p, the likelihood ratio of a mixture of other shares to p is a nonnegative martingale with mean 1 if p
is true; by Ville's inequality (1939) it ever exceeds 1/alpha with probability alpha at most. The interval consists of
the shares whose ratio is below 1/alpha. The mixture is the beta distribution with mean p and the weight of `WEIGHT`
games. The ratio is convex in the points of a game, so half points for draws keep the guarantee; so do pairs of games in
which the player's share depends on its colour, if p is the mean of both.
"""

from __future__ import annotations

import math

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import Interval

WEIGHT = 50.0  # 20 makes the interval 4% wider at 1,000 games, 100 makes it 11% wider at 100
BISECTIONS = 40


def confidence_sequence(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Interval that contains the true share at all numbers of games with probability `confidence`.

    >>> confidence_sequence(500, 1000)
    Interval(low=0.4513..., high=0.5486...)
    """
    if not 0 <= points <= games:
        raise GameError(f"points must be between 0 and the number of games, not {points:g} of {games}")
    if games == 0:
        return Interval(0.0, 1.0)
    bound = -math.log(1 - confidence)
    low = 0.0 if points == 0 else _crossing(points, games, 0.0, bound)
    high = 1.0 if points == games else _crossing(points, games, 1.0, bound)
    return Interval(low, high)


def _crossing(points: float, games: int, end: float, bound: float) -> float:
    """Return the share between the observed one and `end` at which the log ratio reaches the bound."""
    inside, outside = points / games, end
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2
        if _log_ratio(middle, points, games) < bound:
            inside = middle
        else:
            outside = middle
    return outside


def _log_ratio(share: float, points: float, games: int) -> float:
    """Log likelihood of the mixture around a share minus that of the share."""
    a, b, lost = WEIGHT * share, WEIGHT * (1 - share), games - points
    mixture = _log_beta(a + points, b + lost) - _log_beta(a, b)
    return mixture - points * math.log(share) - lost * math.log(1 - share)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
