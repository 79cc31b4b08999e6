"""The model of Bradley and Terry (1952): a player's chance against another is the logistic of their difference.

Players are numbers here and strengths are in natural units; `ratings.py` has names and Elo. A draw counts as half a win
for each. The likelihood is concave, so Newton's method finds its one top. Intervals are those of the profile
likelihood: the differences at which the likeliest other strengths are still within a 95% quantile of chi squared of the
top. Unlike those of the curvature at the top they hold for players that won or lost nearly every game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.lab.extras import load
from malecon.lab.statistics.intervals import Interval

STEPS = 200
NEAR = 1e-9
QUANTILE_95 = 3.841458820694124  # of chi squared with one degree of freedom
FARTHEST = 1000.0  # natural units


@dataclass(frozen=True)
class Model:
    """Results between players, and how much is believed beforehand."""

    points: Any
    """float64[player, player], of row against column."""
    games: Any
    """float64[player, player], between row and column."""
    prior: float
    """Drawn games of each player against an imagined average one."""

    @property
    def has_answer(self) -> bool:
        """Whether all strengths are finite without a prior: wins must lead from everyone to everyone (Ford 1957)."""
        components = load("scipy.sparse.csgraph", "a rating").connected_components
        return bool(components(self.points > 0, directed=True, connection="strong")[0] == 1)

    def chances(self, strengths: Any) -> Any:
        """Of row against column."""
        return _logistic(strengths[:, None] - strengths[None, :])

    def likelihood(self, strengths: Any) -> float:
        """Its logarithm."""
        lost = np.logaddexp(0.0, strengths[None, :] - strengths[:, None])
        average = np.logaddexp(0.0, strengths) + np.logaddexp(0.0, -strengths)
        return -float((self.points * lost).sum() + self.prior / 2 * average.sum())

    def slope(self, strengths: Any) -> Any:
        """First derivatives of the likelihood."""
        surprise = (self.points - self.games * self.chances(strengths)).sum(axis=1)
        return surprise + self.prior * (0.5 - _logistic(strengths))

    def information(self, strengths: Any) -> Any:
        """Fisher's information: minus the second derivatives."""
        chances, average = self.chances(strengths), _logistic(strengths)
        weights = self.games * chances * (1 - chances)
        return np.diag(weights.sum(axis=1) + self.prior * average * (1 - average)) - weights

    def likeliest(self, start: Any = None, free: Any = None) -> Any:
        """The top of the likelihood over start + free @ y, for any y; over all strengths where nothing is given.

        A step of Newton is halved until it climbs.
        """
        strengths = np.zeros(len(self.points)) if start is None else start
        moves = np.eye(len(self.points)) if free is None else free
        height = self.likelihood(strengths)
        for _ in range(STEPS):
            inner = moves.T @ self.information(strengths) @ moves
            step = moves @ (np.linalg.pinv(inner, hermitian=True) @ (moves.T @ self.slope(strengths)))
            if np.abs(step).max() < NEAR:
                break
            while (reached := self.likelihood(strengths + step)) < height - NEAR:
                step = step / 2
            strengths, height = strengths + step, reached
        return strengths

    def interval(self, contrast: Any, top: Any) -> Interval:
        """95% interval of a weighted sum of strengths, by the profile likelihood."""
        if not np.any(contrast):
            return Interval(0.0, 0.0)
        fixed = [contrast, *([np.ones_like(contrast)] if self.prior == 0 else [])]  # then only differences count
        free, height, middle = _null_space(np.array(fixed)), self.likelihood(top), float(contrast @ top)

        def excess(value: float) -> float:
            start = top + contrast * (value - middle) / (contrast @ contrast)
            return 2 * (height - self.likelihood(self.likeliest(start, free))) - QUANTILE_95

        return Interval(_crossing(excess, middle, -1.0), _crossing(excess, middle, 1.0))


def _logistic(x: Any) -> Any:
    return 0.5 * (1 + np.tanh(0.5 * x))


def _null_space(rows: Any) -> Any:
    return load("scipy.linalg", "a rating").null_space(rows)


def _crossing(excess: Any, middle: float, reach: float) -> float:
    """Where a function that is negative in the middle becomes positive, on the side that `reach` points to."""
    near = middle
    while excess(middle + reach) < 0:
        near, reach = middle + reach, 2 * reach
        if abs(reach) > FARTHEST:
            return math.copysign(math.inf, reach)
    return float(load("scipy.optimize", "a rating").brentq(excess, near, middle + reach, xtol=1e-6))
