"""Comparison of our result with a published one.

Both are samples, so both intervals count. The interval of the difference of two shares is Newcombe's (1998, "Interval
estimation for the difference between independent proportions: comparison of eleven methods", method 10), computed from
the Wilson intervals of both. It leads to one of four verdicts:

agrees                  the difference is not significant, and one of `MARGIN` would probably have been detected, or
                        both shares are significantly above or both significantly below one half
differs in size         the difference is significant
differs in direction    the difference is significant, and one share is significantly above one half and the other
                        significantly below
too few games to tell   the difference is not significant, but a large one could have been missed
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import Interval, wilson

EVEN = 0.5
MARGIN = 0.1  # difference that an agreement must be able to exclude


class Verdict(StrEnum):
    """Outcome of a comparison."""

    AGREES = "agrees"
    SIZE = "differs in size"
    DIRECTION = "differs in direction"
    UNSURE = "too few games to tell"


@dataclass(frozen=True)
class Sample:
    """A share of points and its confidence interval."""

    share: float
    interval: Interval
    games: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.interval.low <= self.share <= self.interval.high <= 1:
            low, high = self.interval
            raise GameError(f"the share {self.share} must lie between 0 and 1 and in its interval, {low} to {high}")

    @classmethod
    def from_games(cls, points: float, games: int) -> Sample:
        """Return the sample of a number of points in a number of games."""
        return cls(points / games if games else EVEN, wilson(points, games), games)

    @classmethod
    def exact(cls, share: float) -> Sample:
        """Return a share of unknown sample size, which is treated as exact."""
        return cls(share, Interval(share, share))

    @property
    def is_exact(self) -> bool:
        """Whether the sample size is unknown."""
        return self.interval.low == self.interval.high

    @property
    def direction(self) -> int:
        """1 if significantly above one half, -1 if significantly below, else 0."""
        return (self.interval.low > EVEN) - (self.interval.high < EVEN)


def difference_interval(first: Sample, second: Sample) -> Interval:
    """Newcombe's interval of the first share minus the second.

    >>> difference_interval(Sample.from_games(56, 70), Sample.from_games(48, 80))
    Interval(low=0.0524..., high=0.3338...)
    """
    distance = first.share - second.share
    below = math.hypot(first.share - first.interval.low, second.interval.high - second.share)
    above = math.hypot(first.interval.high - first.share, second.share - second.interval.low)
    return Interval(max(-1.0, distance - below), min(1.0, distance + above))


@dataclass(frozen=True)
class Comparison:
    """Our result and the published one."""

    ours: Sample
    paper: Sample
    margin: float = MARGIN

    @property
    def difference(self) -> float:
        """Our share minus the published one."""
        return self.ours.share - self.paper.share

    @property
    def interval(self) -> Interval:
        """95% confidence interval of the difference."""
        return difference_interval(self.ours, self.paper)

    @property
    def verdict(self) -> Verdict:
        """Whether the two agree, and if not, how they differ."""
        low, high = self.interval
        same_direction = self.ours.direction * self.paper.direction
        if low > 0 or high < 0:
            return Verdict.DIRECTION if same_direction < 0 else Verdict.SIZE
        is_precise = (high - low) / 2 <= self.margin
        return Verdict.AGREES if is_precise or same_direction > 0 else Verdict.UNSURE

    @property
    def explanation(self) -> str:
        """The verdict in words, with the figures it is based on."""
        points, (low, high) = 100 * self.difference, self.interval
        figures = f"{points:+.1f} points, 95% interval {100 * low:+.1f} to {100 * high:+.1f}"
        if self.paper.is_exact:
            figures += ", ignoring the paper's own error: it does not state the number of games"
        match self.verdict:
            case Verdict.AGREES:
                return f"no significant difference ({figures})"
            case Verdict.UNSURE:
                missed = f"one of {100 * self.margin:.0f} points could have been missed"
                return f"no significant difference, but {missed} ({figures})"
            case Verdict.DIRECTION:
                return f"{_side(self.paper)} 50% in the paper, {_side(self.ours)} 50% here ({figures})"
        size = "larger" if self.difference > 0 else "smaller"
        effect = ", and shows no effect" if self.ours.direction == 0 and self.paper.direction != 0 else ""
        return f"our share is {size} than the paper's{effect} ({figures})"


def _side(sample: Sample) -> str:
    return "above" if sample.direction > 0 else "below"
