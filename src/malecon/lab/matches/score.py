"""The score of a match as it grows: points, pairs, intervals, effort."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from malecon.lab.matches.game import FORFEIT, GameResult, PlayerStats
from malecon.lab.matches.match import A, B
from malecon.lab.statistics.intervals import (
    Interval,
    elo_difference,
    elo_interval,
    log_likelihood_ratio,
    sprt_bounds,
    sprt_verdict,
    wilson,
)


@dataclass
class Score:
    """What the games so far say about A against B."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs of which both games are over, by A's points: 0, 1/2, 1, 3/2, 2."""
    white_points: float = 0.0
    """Points of whoever was White."""
    points_as_white: float = 0.0
    """Those of A in the games in which it was White."""
    games_as_white: int = 0
    plies: int = 0
    seconds: float = 0.0
    """Of all games, players and all."""
    differing_moves: int = 0
    """Moves that the other player would have chosen differently."""
    stats: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))
    forfeits: list[str] = field(default_factory=list)
    _halves: dict[int, int] = field(default_factory=dict, repr=False)
    """A's half points in pairs of which one game is over."""

    def add(self, result: GameResult) -> None:
        """Count a game."""
        halves = {A: 2, B: 0, None: 1}[result.winner]
        self.wins += halves == 2
        self.draws += halves == 1
        self.losses += halves == 0
        self.white_points += (halves if result.white == A else 2 - halves) / 2
        self.points_as_white += halves / 2 if result.white == A else 0.0
        self.games_as_white += result.white == A
        self.plies += result.plies
        self.seconds += result.seconds
        self.differing_moves += result.differing_moves or 0
        for total, effort in zip(self.stats, result.stats, strict=True):
            total.add(effort)
        if result.how == FORFEIT:
            self.forfeits.append(result.complaint)
        self._add_to_pair(result.number // 2, halves)

    def _add_to_pair(self, pair: int, halves: int) -> None:
        if pair in self._halves:
            self.pairs[halves + self._halves.pop(pair)] += 1
        else:
            self._halves[pair] = halves

    @property
    def games(self) -> int:
        """How many games are over."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A's points."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """A's points a game; a half before the first."""
        return self.points / self.games if self.games else 0.5

    def points_and_games(self, colour: str = "both") -> tuple[float, int]:
        """A's points and games: all, or those as `white` or `black` alone."""
        if colour == "both":
            return self.points, self.games
        white = self.points_as_white, self.games_as_white
        return white if colour == "white" else (self.points - white[0], self.games - white[1])

    @property
    def interval(self) -> Interval:
        """95% interval of the share."""
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """How much stronger A is."""
        return elo_difference(self.share)

    @property
    def elo_interval(self) -> Interval:
        """95% interval of it."""
        return elo_interval(self.points, self.games)

    @property
    def white_share(self) -> float:
        """White's points a game."""
        return self.white_points / self.games if self.games else 0.5

    def simulations_per_second(self, side: int) -> float:
        """Simulations a second of A or B; 0 for a player that runs none."""
        effort = self.stats[side]
        return effort.simulations / effort.seconds if effort.seconds > 0 else 0.0

    def seconds_per_move(self, side: int) -> float:
        """Seconds a move of A or B."""
        effort = self.stats[side]
        return effort.seconds / max(1, effort.moves)


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two Elo differences of A over B, with a chance of 5% for either error."""

    elo0: float
    elo1: float

    def ratio(self, score: Score) -> float:
        """The log likelihood ratio of the pairs so far."""
        return log_likelihood_ratio(score.pairs, self.elo0, self.elo1)

    def verdict(self, score: Score) -> str | None:
        """`elo0` or `elo1` where one is accepted, None while the test goes on."""
        return sprt_verdict(self.ratio(score))

    def as_dict(self, score: Score) -> dict[str, Any]:
        """The state of the test as plain values, ready for JSON."""
        state = {"ratio": self.ratio(score), "bounds": list(sprt_bounds()), "verdict": self.verdict(score)}
        return {"elo0": self.elo0, "elo1": self.elo1} | state
