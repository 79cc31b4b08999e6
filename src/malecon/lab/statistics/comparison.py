"""Comparison of our result with a published one, valid at any number of games.

The paper's figure leaves a range of shares possible: its interval, or everything on one side of a bound ("over 75%").
Ours leaves those in its confidence sequence possible (`confidence_sequence`). Each misses the truth with probability
`ERROR_RATE / 2` at most, whenever a run stops.

agrees                  our range lies within the paper's, extended by `MARGIN` on both sides; a bound is not extended
differs in size         the two ranges have no share in common
differs in direction    in addition, one is above one half and the other below
open                    none of these, or fewer than `MIN_GAMES` games

If the true shares are equal, "differs" has a probability of at most `ERROR_RATE`. If ours is farther than `MARGIN` from
the paper's range, "agrees" has a probability of at most `ERROR_RATE / 2`. In between, either may be found, so that
enough games always lead to a verdict, except at the very bound of a claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from malecon.games.errors import GameError
from malecon.lab.statistics.confidence_sequence import confidence_sequence
from malecon.lab.statistics.intervals import Interval, wilson

EVEN = 0.5
ERROR_RATE = 0.05
CONFIDENCE = 1 - ERROR_RATE / 2  # of each of the two ranges
MARGIN = 0.05  # distance from the paper's range that still counts as agreement
MIN_GAMES = 100  # for any verdict


class Verdict(StrEnum):
    """Outcome of a comparison."""

    AGREES = "agrees"
    SIZE = "differs in size"
    DIRECTION = "differs in direction"
    OPEN = "open"


@dataclass(frozen=True)
class Sample:
    """A share of points and what it leaves possible."""

    share: float
    interval: Interval
    """95% interval of the sample, for display."""
    range: Interval
    """The shares that it leaves possible in a comparison."""
    games: int | None = None
    margin: float = MARGIN
    """Distance from the range that still counts as agreement."""

    def __post_init__(self) -> None:
        if not 0 <= self.interval.low <= self.share <= self.interval.high <= 1:
            low, high = self.interval
            raise GameError(f"the share {self.share} must lie between 0 and 1 and in its interval, {low} to {high}")

    @classmethod
    def from_games(cls, points: float, games: int) -> Sample:
        """Return our sample: a number of points in a number of games, which may still grow."""
        share = points / games if games else EVEN
        return cls(share, wilson(points, games), confidence_sequence(points, games, CONFIDENCE), games)

    @classmethod
    def published(cls, share: float, margin: float | None = None, games: int | None = None) -> Sample:
        """Return a published share, with half the width of its 95% interval or its number of games.

        If neither is known, the share is treated as exact.
        """
        if margin is not None:
            wide = margin * NormalDist().inv_cdf((1 + CONFIDENCE) / 2) / NormalDist().inv_cdf(0.975)
            return cls(share, _around(share, margin), _around(share, wide), games)
        if games:
            points = share * games
            return cls(share, wilson(points, games), wilson(points, games, CONFIDENCE), games)
        return cls(share, Interval(share, share), Interval(share, share))

    @classmethod
    def bound(cls, low: float, high: float) -> Sample:
        """Return a claim that the share is above `low` (if `high` is 1) or below `high` (if `low` is 0)."""
        interval = Interval(low, high)
        return cls(low if high == 1 else high, interval, interval, margin=0.0)

    @property
    def is_bound(self) -> bool:
        """Whether this is a claim that the share is above or below a bound."""
        return self.margin == 0

    @property
    def is_exact(self) -> bool:
        """Whether the sample size is unknown."""
        return self.interval.low == self.interval.high

    @property
    def direction(self) -> int:
        """1 if only shares from one half upwards are possible, -1 if only shares up to one half, else 0."""
        low, high = self.range
        return (EVEN <= low < high) - (low < high <= EVEN)


def _around(share: float, margin: float) -> Interval:
    return Interval(max(0.0, share - margin), min(1.0, share + margin))


@dataclass(frozen=True)
class Comparison:
    """Our result and the published one."""

    ours: Sample
    paper: Sample

    @property
    def difference(self) -> float:
        """Our share minus the published one, or minus the bound of a claim."""
        return self.ours.share - self.paper.share

    @property
    def interval(self) -> Interval:
        """The differences that both ranges leave possible: a 95% interval at any number of games."""
        return Interval(self.ours.range.low - self.paper.range.high, self.ours.range.high - self.paper.range.low)

    @property
    def verdict(self) -> Verdict:
        """Whether the two agree, and if not, how they differ."""
        low, high = self.interval
        if (self.ours.games or 0) < MIN_GAMES:
            return Verdict.OPEN
        if low > 0 or high < 0:
            return Verdict.DIRECTION if self.ours.direction * self.paper.direction < 0 else Verdict.SIZE
        ours, paper, margin = self.ours.range, self.paper.range, self.paper.margin
        is_within = paper.low - margin <= ours.low and ours.high <= paper.high + margin
        return Verdict.AGREES if is_within else Verdict.OPEN

    @property
    def explanation(self) -> str:
        """The verdict in words, with the figures it is based on."""
        points, (low, high) = 100 * self.difference, self.interval
        figures = f"{points:+.1f} points, 95% interval {100 * low:+.1f} to {100 * high:+.1f}"
        if self.paper.is_bound:
            figures = f"{points:+.1f} points from the paper's bound"
        elif self.paper.is_exact:
            figures += ", ignoring the paper's own error: it does not state the number of games"
        match self.verdict:
            case Verdict.AGREES:
                return f"no large difference ({figures})"
            case Verdict.OPEN:
                return f"more games are needed ({figures})"
            case Verdict.DIRECTION:
                return f"{_side(self.paper)} 50% in the paper, {_side(self.ours)} 50% here ({figures})"
        size = "larger" if self.difference > 0 else "smaller"
        effect = ", and shows no effect" if self.ours.direction == 0 and self.paper.direction != 0 else ""
        return f"our share is {size} than the paper's{effect} ({figures})"


def _side(sample: Sample) -> str:
    return "above" if sample.direction > 0 else "below"


def games_until_decided(points: float, games: int, paper: Sample, max_games: int) -> int:
    """Return how many more games lead to a verdict if our share stays as it is, up to a total of `max_games`.

    The share is estimated as if `MIN_GAMES / 2` games with the paper's result had been played before.
    """
    prior = MIN_GAMES / 2
    share = (points + prior * paper.share) / (games + prior)
    if _is_decided(points, games, paper):
        return 0
    low, high = max(games, MIN_GAMES - 1), max(max_games, games)
    while high - low > 1:  # a verdict at `high`, or the limit; none at `low`
        middle = (low + high) // 2
        if _is_decided(share * middle, middle, paper):
            high = middle
        else:
            low = middle
    return high - games


def _is_decided(points: float, games: int, paper: Sample) -> bool:
    return Comparison(Sample.from_games(points, games), paper).verdict != Verdict.OPEN
