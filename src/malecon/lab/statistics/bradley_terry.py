"""The Bradley-Terry model (1952): the win probability is the logistic function of the difference in strength.

Players are indices here and strengths are in natural units; `ratings` adds names and the Elo scale. A draw counts as
half a win for each player. The log-likelihood is concave, so Newton's method finds its maximum. Confidence intervals
are those of the profile likelihood: the set of values for which twice the drop of the log-likelihood, maximized over
the other strengths, stays below the 95% quantile of the chi-squared distribution. Unlike intervals from the curvature
at the maximum, they are also valid for players that won or lost almost every game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.lab.extras import load
from malecon.lab.statistics.intervals import Interval

MAX_STEPS = 200
TOLERANCE = 1e-9
QUANTILE_95 = 3.841458820694124  # of the chi-squared distribution with one degree of freedom
MAX_REACH = 1000.0  # natural units; an interval that reaches further is unbounded


@dataclass(frozen=True)
class Model:
    """Results between players, and a prior."""

    points: Any
    """float64[player, player], points of row against column."""
    games: Any
    """float64[player, player], games between row and column."""
    prior: float
    """Number of virtual drawn games of each player against a player of strength 0."""

    @property
    def has_finite_solution(self) -> bool:
        """Whether strengths are finite without a prior: wins must connect every player to every other (Ford 1957)."""
        components = load("scipy.sparse.csgraph", "a rating").connected_components
        return bool(components(self.points > 0, directed=True, connection="strong")[0] == 1)

    def win_probabilities(self, strengths: Any) -> Any:
        """Win probabilities of row against column."""
        return _logistic(strengths[:, None] - strengths[None, :])

    def log_likelihood(self, strengths: Any) -> float:
        """Log-likelihood of the results."""
        losses = np.logaddexp(0.0, strengths[None, :] - strengths[:, None])
        prior = np.logaddexp(0.0, strengths) + np.logaddexp(0.0, -strengths)
        return -float((self.points * losses).sum() + self.prior / 2 * prior.sum())

    def gradient(self, strengths: Any) -> Any:
        """Gradient of the log-likelihood."""
        residuals = (self.points - self.games * self.win_probabilities(strengths)).sum(axis=1)
        return residuals + self.prior * (0.5 - _logistic(strengths))

    def information(self, strengths: Any) -> Any:
        """Fisher information: the negative Hessian of the log-likelihood."""
        probabilities, prior = self.win_probabilities(strengths), _logistic(strengths)
        weights = self.games * probabilities * (1 - probabilities)
        return np.diag(weights.sum(axis=1) + self.prior * prior * (1 - prior)) - weights

    def maximize(self, start: Any = None, directions: Any = None) -> Any:
        """Return the strengths of maximum likelihood among start + directions @ y; among all strengths by default.

        A Newton step is halved until it does not decrease the likelihood.
        """
        strengths = np.zeros(len(self.points)) if start is None else start
        basis = np.eye(len(self.points)) if directions is None else directions
        current = self.log_likelihood(strengths)
        for _ in range(MAX_STEPS):
            inner = basis.T @ self.information(strengths) @ basis
            step = basis @ (np.linalg.pinv(inner, hermitian=True) @ (basis.T @ self.gradient(strengths)))
            if np.abs(step).max() < TOLERANCE:
                break
            while (reached := self.log_likelihood(strengths + step)) < current - TOLERANCE:
                step = step / 2
            strengths, current = strengths + step, reached
        return strengths

    def interval(self, contrast: Any, best: Any) -> Interval:
        """95% profile likelihood interval of a linear combination of strengths; `best` is the maximum."""
        if not np.any(contrast):
            return Interval(0.0, 0.0)
        fixed = [contrast, *([np.ones_like(contrast)] if self.prior == 0 else [])]  # without prior, shifts are free
        directions, peak, middle = _null_space(np.array(fixed)), self.log_likelihood(best), float(contrast @ best)

        def excess(value: float) -> float:
            start = best + contrast * (value - middle) / (contrast @ contrast)
            return 2 * (peak - self.log_likelihood(self.maximize(start, directions))) - QUANTILE_95

        return Interval(_crossing(excess, middle, -1.0), _crossing(excess, middle, 1.0))


def _logistic(x: Any) -> Any:
    return 0.5 * (1 + np.tanh(0.5 * x))


def _null_space(rows: Any) -> Any:
    return load("scipy.linalg", "a rating").null_space(rows)


def _crossing(excess: Callable[[float], float], middle: float, reach: float) -> float:
    """Return where a function that is negative in the middle becomes positive; the sign of `reach` is the direction."""
    near = middle
    while excess(middle + reach) < 0:
        near, reach = middle + reach, 2 * reach
        if abs(reach) > MAX_REACH:
            return math.copysign(math.inf, reach)
    return float(load("scipy.optimize", "a rating").brentq(excess, near, middle + reach, xtol=1e-6))
