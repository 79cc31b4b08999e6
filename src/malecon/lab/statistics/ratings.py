"""A rating of many players from games between them, on the Elo scale, and which game would tell most.

The model is that of Bradley and Terry (`bradley_terry.py`). Each player is also given a fraction of a drawn game,
`PRIOR`, against an imagined average one, which keeps the ratings of those finite who won or lost every game, and ties
players together who never met.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.lab.statistics.bradley_terry import Model
from malecon.lab.statistics.intervals import Interval

ELO = 400 / math.log(10)  # Elo points of one natural unit
PRIOR = 0.1  # drawn games of each player against an average one: a standard deviation of 1100 Elo before any game

Results = Mapping[tuple[str, str], tuple[float, int]]
"""Points of the first player and games, by players."""


@dataclass(frozen=True)
class Rating:
    """A player's place in the list."""

    player: str
    elo: float
    interval: Interval
    """95%, of the distance to the player at which the list is anchored."""
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """Ratings of several players, with all that is known of how sure they are."""

    players: tuple[str, ...]
    model: Model
    strengths: Any
    """float64[player], in natural units."""
    covariance: Any
    """float64[player, player], of the strengths, by the curvature at the top."""

    def table(self, anchor: str | None = None, elo: float = 0.0) -> list[Rating]:
        """The list, the strongest first; the anchor stands at a given rating, or the average does."""
        weights = np.full(len(self.players), 1 / len(self.players))
        if anchor is not None:
            weights = self._unit(anchor)
        rows = [self._rating(player, weights, elo) for player in self.players]
        return sorted(rows, key=lambda row: -row.elo)

    def _rating(self, player: str, anchor: Any, elo: float) -> Rating:
        points, games = self.count(player)
        middle, (low, high) = self._estimate(self._unit(player) - anchor)
        return Rating(player, elo + middle, Interval(elo + low, elo + high), games, points)

    def count(self, player: str) -> tuple[float, int]:
        """A player's points and games."""
        place = self.place(player)
        return float(self.model.points[place].sum()), int(self.model.games[place].sum())

    def difference(self, first: str, second: str) -> tuple[float, Interval]:
        """How much stronger the first player is than the second, in Elo, and the 95% interval of it."""
        return self._estimate(self._unit(first) - self._unit(second))

    def _estimate(self, contrast: Any) -> tuple[float, Interval]:
        """A weighted sum of strengths in Elo, and its 95% interval."""
        low, high = self.model.interval(contrast, self.strengths)
        return ELO * float(contrast @ self.strengths), Interval(ELO * low, ELO * high)

    def place(self, player: str) -> int:
        """The number of a player; GameError where it is not rated."""
        if player not in self.players:
            raise GameError(f"{player!r} has no rating; those who have: {', '.join(self.players)}")
        return self.players.index(player)

    def _unit(self, player: str) -> Any:
        return np.eye(len(self.players))[self.place(player)]

    def probability_stronger(self, first: str, second: str) -> float:
        """The chance that the first player is the stronger one, by the curvature at the top."""
        contrast = self._unit(first) - self._unit(second)
        spread = math.sqrt(max(0.0, float(contrast @ self.covariance @ contrast)))
        distance = float(contrast @ self.strengths)
        return NormalDist().cdf(distance / spread) if spread > 0 else 0.5

    def gains(self, pending: Mapping[tuple[str, str], int] | None = None) -> dict[tuple[str, str], float]:
        """How much one more game of each pair is expected to tell about the whole list, in bits.

        A game carries p (1 - p) on the difference of its players. With v the variance of that difference now, it
        lessens the entropy of all ratings by log2(1 + p (1 - p) v) / 2 (Lindley 1956, for a normal distribution): most
        where players are near each other and little is known. Games under way, `pending`, count as if they were over.
        """
        covariance = self._covariance_after(pending or {})
        found = {}
        for i, one in enumerate(self.players):
            for j in range(i + 1, len(self.players)):
                variance = float(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
                found[one, self.players[j]] = math.log2(1 + self._weight(i, j) * variance) / 2
        return found

    def _weight(self, i: int, j: int) -> float:
        """What a game between two players carries."""
        chance = 1 / (1 + math.exp(self.strengths[j] - self.strengths[i]))
        return chance * (1 - chance)

    def _covariance_after(self, pending: Mapping[tuple[str, str], int]) -> Any:
        information = self.model.information(self.strengths)
        for (one, other), games in pending.items():
            contrast = self._unit(one) - self._unit(other)
            weight = self._weight(self.place(one), self.place(other))
            information = information + games * weight * np.outer(contrast, contrast)
        return np.linalg.pinv(information, hermitian=True)


def rate(results: Results, players: Sequence[str] = (), prior: float = PRIOR) -> Ratings:
    """The likeliest ratings for these results; `players` names those who are rated even where they have no game.

    With `prior=0` the plain model of Bradley and Terry is fitted: GameError where it has no finite answer.
    """
    names = tuple(dict.fromkeys([*players, *(name for pair in results for name in pair)]))
    if len(names) < 2:
        raise GameError(f"ratings need two players or more, not {len(names)}")
    model = Model(*_matrices(results, names), prior)
    if prior == 0 and not model.has_answer:
        raise GameError("without a prior, ratings need a chain of wins from every player to every other")
    strengths = model.likeliest()
    covariance = np.linalg.pinv(model.information(strengths), hermitian=True)
    return Ratings(names, model, strengths, covariance)


def _matrices(results: Results, names: Sequence[str]) -> tuple[Any, Any]:
    """Points of row against column, and games between them."""
    places = {name: place for place, name in enumerate(names)}
    points, games = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for (one, other), (won, played) in results.items():
        if one == other or not 0 <= won <= played:
            raise GameError(f"cannot rate {won:g} points of {played} games between {one!r} and {other!r}")
        i, j = places[one], places[other]
        points[i, j] += won
        points[j, i] += played - won
        games[i, j] += played
        games[j, i] += played
    return points, games


def tally(games: Iterable[tuple[str, str, float]]) -> dict[tuple[str, str], tuple[float, int]]:
    """Results of games as (first player, second player, points of the first), each pair once in order of names."""
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for one, other, points in games:
        pair, won = ((one, other), points) if one < other else ((other, one), 1 - points)
        total, played = found.get(pair, (0.0, 0))
        found[pair] = total + won, played + 1
    return found
