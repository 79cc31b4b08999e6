"""The sequential probability ratio test that decides when a match may stop.

This is the generalized test (GSPRT) of Li, Liu and Ying 2014, "Generalized Sequential Probability Ratio Test for
Separate Families of Hypotheses", on **pairs** of games with colours swapped (pentanomial: a pair scores 0, 1/2, 1, 3/2
or 2 points), as worked out by Van den Bergh for Stockfish's fishtest. The two games of a pair share an opening and are
therefore correlated; counting pairs keeps the error rates correct.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import Interval, expected_score

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean score of a pair with 0, 1/2, 1, 3/2 or 2 points
PSEUDO_COUNT = 1e-3  # for pair scores that did not occur, to keep their probability positive
ERROR_RATE = 0.05


@dataclass(frozen=True)
class Sprt:
    """A test of Elo difference `elo0` against `elo1` for A over B.

    `pairs` counts the pairs in which A scored 0, 1/2, 1, 3/2 and 2 points.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    """Probability of accepting elo1 if elo0 is true."""
    beta: float = ERROR_RATE
    """Probability of accepting elo0 if elo1 is true."""

    def __post_init__(self) -> None:
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise GameError(f"{name} must be greater than 0 and less than 0.5, not {rate:g}")

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which the test stops."""
        return sprt_bounds(self.alpha, self.beta)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Log-likelihood ratio of the pairs."""
        return log_likelihood_ratio(pairs, self.elo0, self.elo1)

    def verdict(self, pairs: Sequence[int]) -> str | None:
        """Return the accepted hypothesis, `elo0` or `elo1`; None while the test continues."""
        return sprt_verdict(self.ratio(pairs), self.alpha, self.beta)

    def as_dict(self, pairs: Sequence[int]) -> dict[str, Any]:
        """State of the test as plain values for JSON."""
        state = {"ratio": self.ratio(pairs), "bounds": list(self.bounds), "verdict": self.verdict(pairs)}
        return {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta} | state


def sprt_bounds(alpha: float = ERROR_RATE, beta: float = ERROR_RATE) -> Interval:
    """Stopping bounds (Wald 1945): accept elo0 below the lower one, elo1 above the upper one.

    `alpha` is the probability of accepting elo1 if elo0 is true, `beta` that of accepting elo0 if elo1 is true.
    """
    return Interval(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def sprt_verdict(ratio: float, alpha: float = ERROR_RATE, beta: float = ERROR_RATE) -> str | None:
    """Return the hypothesis that a log-likelihood ratio accepts, `elo0` or `elo1`; None while the test continues."""
    low, high = sprt_bounds(alpha, beta)
    return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def log_likelihood_ratio(pairs: Sequence[int], elo0: float, elo1: float) -> float:
    """Log-likelihood of elo1 minus that of elo0, given pair counts.

    The likelihood of a hypothesis is that of the most likely distribution of pair scores with the mean it predicts.
    """
    if elo0 >= elo1:
        raise GameError(f"the first Elo difference must be less than the second: {elo0:g}, {elo1:g}")
    if sum(pairs) == 0:
        return 0.0
    counts = [count or PSEUDO_COUNT for count in pairs]
    frequencies = [count / sum(counts) for count in counts]
    p0, p1 = (_most_likely(frequencies, expected_score(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(b / a) for count, a, b in zip(counts, p0, p1, strict=True))


def _most_likely(frequencies: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with the given mean under which the observed frequencies are most likely.

    By Lagrange multipliers it is p_i = f_i / (1 + t (score_i - mean)). The mean is monotonic in t between the two
    values at which a denominator vanishes, so bisection finds t.
    """
    offsets = [score - mean for score in PAIR_SCORES]
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(100):
        t = (low + high) / 2
        if sum(f * offset / (1 + t * offset) for f, offset in zip(frequencies, offsets, strict=True)) > 0:
            low = t
        else:
            high = t
    return [f / (1 + t * offset) for f, offset in zip(frequencies, offsets, strict=True)]
