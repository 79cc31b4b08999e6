"""Elo ratings of many players from the games between them, and the expected information of further games.

The model is that of Bradley and Terry (`bradley_terry`). Each player also gets a fraction of a virtual drawn game,
`PRIOR`, against an average player. That keeps ratings finite for players that won or lost every game, and relates
players that never met.
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

ELO = 400 / math.log(10)  # Elo points per natural unit
PRIOR = 0.1  # virtual drawn games of each player: a prior standard deviation of 1100 Elo

Results = Mapping[tuple[str, str], tuple[float, int]]
"""Points of the first player and number of games, by pair of players."""


@dataclass(frozen=True)
class Rating:
    """One line of a rating list."""

    player: str
    elo: float
    interval: Interval
    """95% interval of the distance to the anchor of the list."""
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """Ratings of several players with their uncertainty."""

    players: tuple[str, ...]
    model: Model
    strengths: Any
    """float64[player], in natural units."""
    covariance: Any
    """float64[player, player], covariance of the strengths from the curvature at the maximum."""

    def table(self, anchor: str | None = None, elo: float = 0.0) -> list[Rating]:
        """Return the rating list, strongest first; the anchor, or else the average, has the given rating."""
        weights = np.full(len(self.players), 1 / len(self.players))
        if anchor is not None:
            weights = self._unit(anchor)
        rows = [self._rating(player, weights, elo) for player in self.players]
        return sorted(rows, key=lambda row: -row.elo)

    def _rating(self, player: str, anchor: Any, elo: float) -> Rating:
        points, games = self.points_and_games(player)
        middle, (low, high) = self._estimate(self._unit(player) - anchor)
        return Rating(player, elo + middle, Interval(elo + low, elo + high), games, points)

    def points_and_games(self, player: str) -> tuple[float, int]:
        """Return the points and the number of games of a player."""
        index = self.index(player)
        return float(self.model.points[index].sum()), int(self.model.games[index].sum())

    def difference(self, first: str, second: str) -> tuple[float, Interval]:
        """Elo difference of the first player over the second, and its 95% interval."""
        return self._estimate(self._unit(first) - self._unit(second))

    def _estimate(self, contrast: Any) -> tuple[float, Interval]:
        """Return a linear combination of strengths in Elo, and its 95% interval."""
        low, high = self.model.interval(contrast, self.strengths)
        return ELO * float(contrast @ self.strengths), Interval(ELO * low, ELO * high)

    def index(self, player: str) -> int:
        """Return the index of a player; raise GameError if it is not rated."""
        if player not in self.players:
            raise GameError(f"{player!r} has no rating; rated players: {', '.join(self.players)}")
        return self.players.index(player)

    def _unit(self, player: str) -> Any:
        return np.eye(len(self.players))[self.index(player)]

    def probability_stronger(self, first: str, second: str) -> float:
        """Probability that the first player is stronger, in the normal approximation."""
        contrast = self._unit(first) - self._unit(second)
        deviation = math.sqrt(max(0.0, float(contrast @ self.covariance @ contrast)))
        distance = float(contrast @ self.strengths)
        return NormalDist().cdf(distance / deviation) if deviation > 0 else 0.5

    def information_gains(self, pending: Mapping[tuple[str, str], int] | None = None) -> dict[tuple[str, str], float]:
        """Expected information about the whole list, in bits, of one more game of each pair of players.

        A game with win probability p has Fisher information p (1 - p) about the difference of its players. If v is the
        current variance of that difference, the game reduces the entropy of the ratings by log2(1 + p (1 - p) v) / 2
        (Lindley 1956, for a normal distribution). That is largest for players of similar strength and few games.
        Pending games count as finished.
        """
        covariance = self._covariance_after(pending or {})
        gains = {}
        for i, first in enumerate(self.players):
            for j in range(i + 1, len(self.players)):
                variance = float(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
                gains[first, self.players[j]] = math.log2(1 + self._game_information(i, j) * variance) / 2
        return gains

    def _game_information(self, i: int, j: int) -> float:
        """Fisher information of a game between two players about their difference."""
        probability = 1 / (1 + math.exp(self.strengths[j] - self.strengths[i]))
        return probability * (1 - probability)

    def _covariance_after(self, pending: Mapping[tuple[str, str], int]) -> Any:
        information = self.model.information(self.strengths)
        for (first, second), games in pending.items():
            contrast = self._unit(first) - self._unit(second)
            weight = self._game_information(self.index(first), self.index(second))
            information = information + games * weight * np.outer(contrast, contrast)
        return np.linalg.pinv(information, hermitian=True)


def rate(results: Results, players: Sequence[str] = (), prior: float = PRIOR) -> Ratings:
    """Return the maximum-likelihood ratings; `players` lists players to rate even if they have no games.

    With `prior=0` the plain Bradley-Terry model is fitted; raise GameError if it has no finite solution.
    """
    names = tuple(dict.fromkeys([*players, *(name for pair in results for name in pair)]))
    if len(names) < 2:
        raise GameError(f"ratings need at least two players, not {len(names)}")
    model = Model(*_matrices(results, names), prior)
    if prior == 0 and not model.has_finite_solution:
        raise GameError("without a prior, ratings need a chain of wins from every player to every other")
    strengths = model.maximize()
    covariance = np.linalg.pinv(model.information(strengths), hermitian=True)
    return Ratings(names, model, strengths, covariance)


def _matrices(results: Results, names: Sequence[str]) -> tuple[Any, Any]:
    """Return the matrices of points, row against column, and of games."""
    indices = {name: index for index, name in enumerate(names)}
    points, games = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for (first, second), (won, played) in results.items():
        if first == second or not 0 <= won <= played:
            raise GameError(f"cannot rate {won:g} points in {played} games between {first!r} and {second!r}")
        i, j = indices[first], indices[second]
        points[i, j] += won
        points[j, i] += played - won
        games[i, j] += played
        games[j, i] += played
    return points, games


def sum_results(games: Iterable[tuple[str, str, float]]) -> dict[tuple[str, str], tuple[float, int]]:
    """Sum up games given as (first player, second player, points of the first), by pair in the order of names."""
    results: dict[tuple[str, str], tuple[float, int]] = {}
    for first, second, points in games:
        pair, won = ((first, second), points) if first < second else ((second, first), 1 - points)
        total, played = results.get(pair, (0.0, 0))
        results[pair] = total + won, played + 1
    return results
