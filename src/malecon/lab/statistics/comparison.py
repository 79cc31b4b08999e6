"""Does our figure agree with the paper's? Both are samples, so both intervals count.

The interval of the difference of two shares is Newcombe's (1998, "Interval estimation for the difference between
independent proportions: comparison of eleven methods", method 10): it is made of the Wilson intervals of both. Four
verdicts follow from it:

agrees                  no difference is seen, and one of `MARGIN` would hardly have been missed; or both are clearly
                        better, or both clearly worse, than even
differs in size         the shares differ, by more than both samples' chance
differs in direction    they differ, and one is clearly above one half and the other clearly below
too few games to tell   no difference is seen, but a large one could have been missed
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import Interval, wilson

EVEN = 0.5
MARGIN = 0.1  # a difference that must not be missed where figures are said to agree


class Verdict(StrEnum):
    """What a comparison says."""

    AGREES = "agrees"
    SIZE = "differs in size"
    DIRECTION = "differs in direction"
    UNSURE = "too few games to tell"


@dataclass(frozen=True)
class Sample:
    """A share of points with the interval that its games give it."""

    share: float
    interval: Interval
    games: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.interval.low <= self.share <= self.interval.high <= 1:
            low, high = self.interval
            raise GameError(
                f"a share lies within its interval and between 0 and 1, not {self.share} in {low} to {high}"
            )

    @classmethod
    def of(cls, points: float, games: int) -> Sample:
        """So many points of so many games."""
        return cls(points / games if games else EVEN, wilson(points, games), games)

    @classmethod
    def exactly(cls, share: float) -> Sample:
        """A share of which nobody says from how many games it comes: its own chance cannot be counted."""
        return cls(share, Interval(share, share))

    @property
    def is_exact(self) -> bool:
        """Whether nothing is known of its chance."""
        return self.interval.low == self.interval.high

    @property
    def direction(self) -> int:
        """1 where clearly better than even, -1 where clearly worse, 0 where that is open."""
        return (self.interval.low > EVEN) - (self.interval.high < EVEN)


def difference_interval(first: Sample, second: Sample) -> Interval:
    """Newcombe's interval of the first share minus the second.

    >>> difference_interval(Sample.of(56, 70), Sample.of(48, 80))
    Interval(low=0.0524..., high=0.3338...)
    """
    distance = first.share - second.share
    below = math.hypot(first.share - first.interval.low, second.interval.high - second.share)
    above = math.hypot(first.interval.high - first.share, second.share - second.interval.low)
    return Interval(max(-1.0, distance - below), min(1.0, distance + above))


@dataclass(frozen=True)
class Comparison:
    """Our figure beside the paper's."""

    ours: Sample
    paper: Sample
    margin: float = MARGIN

    @property
    def difference(self) -> float:
        """Ours less the paper's."""
        return self.ours.share - self.paper.share

    @property
    def interval(self) -> Interval:
        """95% interval of the difference."""
        return difference_interval(self.ours, self.paper)

    @property
    def verdict(self) -> Verdict:
        """Whether the two agree."""
        low, high = self.interval
        sides = self.ours.direction * self.paper.direction
        if low > 0 or high < 0:
            return Verdict.DIRECTION if sides < 0 else Verdict.SIZE
        sure = (high - low) / 2 <= self.margin
        return Verdict.AGREES if sure or sides > 0 else Verdict.UNSURE

    @property
    def remark(self) -> str:
        """The verdict in a sentence, with the figures that it rests on."""
        points, (low, high) = 100 * self.difference, self.interval
        span = f"{points:+.1f} points, 95% interval {100 * low:+.1f} to {100 * high:+.1f}"
        span += (
            ", which leaves out the paper's own chance: it does not say how many games" if self.paper.is_exact else ""
        )
        match self.verdict:
            case Verdict.AGREES:
                return f"no difference beyond chance ({span})"
            case Verdict.UNSURE:
                return f"no difference seen, but one of {100 * self.margin:.0f} points could be missed ({span})"
            case Verdict.DIRECTION:
                return f"the paper has it {_word(self.paper)} than even and we {_word(self.ours)} ({span})"
        size = "more" if self.difference > 0 else "less"
        effect = ", and no effect is seen here" if self.ours.direction == 0 and self.paper.direction != 0 else ""
        return f"we see {size} than the paper{effect} ({span})"


def _word(sample: Sample) -> str:
    return "better" if sample.direction > 0 else "worse"
