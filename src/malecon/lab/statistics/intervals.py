"""What a number of games tells: intervals, Elo differences, and when a match may stop.

Plain functions over counts; nothing here knows a game or a player. A score is points a game: a win 1, a draw 1/2.

The stopping rule is the generalized sequential probability ratio test (GSPRT) of Li, Liu and Ying 2014, "Generalized
Sequential Probability Ratio Test for Separate Families of Hypotheses", on **pairs** of games with colours swapped
(pentanomial: a pair gives 0, 1/2, 1, 3/2 or 2 points), as Van den Bergh worked it out for Stockfish's test server. The
two games of a pair share an opening and so depend on each other; counting pairs keeps the error rates true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from malecon.games.errors import GameError
from malecon.lab.extras import load

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points a game of a pair that gave 0, 1/2, 1, 3/2, 2
NEVER_SEEN = 1e-3  # counted for a pair score that has not come up, so that it stays possible
SPRT_ERROR = 0.05


class Interval(NamedTuple):
    """A lower and an upper end."""

    low: float
    high: float


def wilson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval (1927) of a share; with draws, which vary less than wins and losses, it errs wide.

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
    """The exact interval of a share (Clopper and Pearson 1934): never too narrow, so wider than Wilson's.

    Half points are taken as they come, by the beta distribution that the interval is made of.

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
        raise GameError(f"points are between 0 and the number of games, not {points:g} of {games}")


def elo_difference(score: float) -> float:
    """The Elo difference at which a score is expected; infinite at 0 and 1.

    >>> round(elo_difference(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def expected_score(elo: float) -> float:
    """The score that an Elo difference predicts, the inverse of `elo_difference`.

    >>> expected_score(0)
    0.5
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_interval(points: float, games: int, confidence: float = 0.95) -> Interval:
    """The Elo differences at the ends of Wilson's interval: finite wherever a game was won and one was lost."""
    low, high = wilson(points, games, confidence)
    return Interval(elo_difference(low), elo_difference(high))


def sprt_bounds(alpha: float = SPRT_ERROR, beta: float = SPRT_ERROR) -> Interval:
    """Where a test stops: below the first number elo0 is accepted, above the second elo1 (Wald 1945).

    `alpha` is the chance of accepting elo1 where elo0 is true, `beta` of the reverse.
    """
    return Interval(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def log_likelihood_ratio(pairs: Sequence[int], elo0: float, elo1: float) -> float:
    """How much likelier elo1 makes these pairs than elo0, as a logarithm.

    `pairs` counts the pairs of 0, 1/2, 1, 3/2 and 2 points. Each hypothesis is as likely as its likeliest distribution
    of pair scores with the mean that it asks for.
    """
    if elo0 >= elo1:
        raise GameError(f"the first Elo difference is less than the second, not {elo0:g} and {elo1:g}")
    total = sum(pairs)
    if total == 0:
        return 0.0
    counts = [count or NEVER_SEEN for count in pairs]
    shares = [count / sum(counts) for count in counts]
    likely0, likely1 = (_likeliest(shares, expected_score(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, likely0, likely1, strict=True))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of a mean under which shares that were seen are likeliest.

    It is p_i = share_i / (1 + t (score_i - mean)), by Lagrange's multipliers; t makes the mean right. The condition
    falls in t between the two values at which a denominator vanishes, so halving that range finds it.
    """
    offsets = [score - mean for score in PAIR_SCORES]
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(100):
        t = (low + high) / 2
        if sum(share * offset / (1 + t * offset) for share, offset in zip(shares, offsets, strict=True)) > 0:
            low = t
        else:
            high = t
    return [share / (1 + t * offset) for share, offset in zip(shares, offsets, strict=True)]


def sprt_verdict(ratio: float, alpha: float = SPRT_ERROR, beta: float = SPRT_ERROR) -> str | None:
    """`elo0` or `elo1` where the log likelihood ratio accepts that hypothesis, None while the test goes on."""
    low, high = sprt_bounds(alpha, beta)
    return "elo1" if ratio >= high else "elo0" if ratio <= low else None
