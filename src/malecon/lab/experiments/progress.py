"""Progress of experiments: the score of every row as games are added, the games it still needs, and the time left.

A row needs a number of games, or as many as lead to a verdict (`PlannedRow.until_decided`). In the latter case, those
still missing are estimated, and the next game belongs to the row that is expected to be decided soonest.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.plan import PlannedRow, distinct_matches
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.comparison import Comparison, Sample, Verdict, games_until_decided
from malecon.lab.store.database import Store

MIN_GAMES = 4  # of a row, before its own pace replaces the estimate
MAX_GAMES = 4000  # of a row that is played until decided


class Progress:
    """Scores of planned rows, updated from the store, so that games of other runs count too."""

    def __init__(self, store: Store, planned: Sequence[PlannedRow]) -> None:
        self._store, self.planned = store, planned
        self._matches = {match.key: match for match in distinct_matches(planned)}
        self._scores = {key: Score() for key in self._matches}
        self._left: dict[tuple[str, str, str], tuple[int, int]] = {}  # games of a row, and those left after them
        self._last_row, self.latest = 0, next(iter(self._matches), "")
        """`latest` is the key of the match with the latest game."""
        self.refresh()
        self._started, self._done = time.monotonic(), self.done

    def refresh(self) -> None:
        """Add the games that were stored since the last call."""
        for row, key, result in self._store.results_since(self._last_row, self._scores):
            self._scores[key].add(result)
            self._last_row, self.latest = row, key

    def score(self, entry: PlannedRow) -> Score:
        """Return the score of a row."""
        return self._scores[entry.match.key]

    @property
    def experiments(self) -> list[Experiment]:
        """The experiments, in order."""
        return list({entry.experiment.source: entry.experiment for entry in self.planned}.values())

    def rows(self, experiment: Experiment) -> list[PlannedRow]:
        """Return the rows of an experiment."""
        return [entry for entry in self.planned if entry.experiment.source == experiment.source]

    @property
    def current(self) -> Experiment:
        """The experiment with the latest game."""
        return next(entry.experiment for entry in self.planned if entry.match.key == self.latest)

    # --- games --------------------------------------------------------------------------------------------------------

    def verdict(self, entry: PlannedRow) -> Verdict | None:
        """Return the verdict on a row; None if there is no published result."""
        if entry.row.paper is None:
            return None
        points, games = self.score(entry).points_and_games(entry.row.paper.colour)
        return Comparison(Sample.from_games(points, games), entry.row.paper.sample).verdict

    def verdicts(self) -> Counter[Verdict]:
        """Return the number of rows with each verdict."""
        return Counter(verdict for entry in self.planned if (verdict := self.verdict(entry)))

    def games_left(self, entry: PlannedRow) -> int:
        """Return the number of games that a row still needs; estimated if it is played until decided."""
        played = self.score(entry).games
        if not entry.until_decided or played >= entry.match.games:
            return max(0, entry.match.games - played)
        key = (entry.experiment.source, entry.budget, entry.row.name)
        if self._left.get(key, (-1, 0))[0] != played:
            self._left[key] = played, self._games_until_decided(entry)
        return self._left[key][1]

    def _games_until_decided(self, entry: PlannedRow) -> int:
        figure = entry.row.paper
        assert figure is not None
        points, games = self.score(entry).points_and_games(figure.colour)
        share = 1 if figure.colour == "both" else 2  # of the games count
        return share * games_until_decided(points, games, figure.sample, entry.match.games // share)

    def open_matches(self) -> list[Match]:
        """Return the matches that need games: those with a fixed number first, then by the time to a verdict."""
        left, costs = self._left_by_match(), self._costs()
        fixed = {entry.match.key for entry in self.planned if not entry.until_decided}
        wanted = [key for key in self._matches if left[key]]
        wanted.sort(key=lambda key: 0.0 if key in fixed else left[key] * costs[key])
        return [self._matches[key] for key in wanted]

    def _left_by_match(self) -> dict[str, int]:
        left = dict.fromkeys(self._matches, 0)
        for entry in self.planned:
            left[entry.match.key] = max(left[entry.match.key], self.games_left(entry))
        return left

    @property
    def is_estimate(self) -> bool:
        """Whether a row is played until decided, so that the number of games is only an estimate."""
        return any(entry.until_decided for entry in self.planned)

    @property
    def total(self) -> int:
        """Number of games stored and needed; games shared by several rows count once."""
        return self.done + sum(self._left_by_match().values())

    @property
    def done(self) -> int:
        """Number of requested games that are stored."""
        return sum(min(self._scores[key].games, match.games) for key, match in self._matches.items())

    # --- time ---------------------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """Seconds since the start of this run."""
        return time.monotonic() - self._started

    def seconds_left(self, jobs: int) -> float | None:
        """Estimate how long the missing games will take on `jobs` workers; None before the first game."""
        if self.done == self._done:
            return None
        costs = self._costs()
        return sum(left * costs[key] for key, left in self._left_by_match().items()) / jobs

    def _costs(self) -> dict[str, float]:
        """Return the seconds of a game of every match.

        A match with enough games continues at its own pace; the others are scaled from these by `_relative_cost`.
        """
        enough = max(1, min(MIN_GAMES, max(score.games for score in self._scores.values())))
        measured = {key: score.seconds / score.games for key, score in self._scores.items() if score.games >= enough}
        relative = {key: _relative_cost(match) for key, match in self._matches.items()}
        ratio = sum(measured.values()) / sum(relative[key] for key in measured) if measured else 1.0
        return {key: measured.get(key, ratio * cost) for key, cost in relative.items()}


def _relative_cost(match: Match) -> float:
    """Cost of a game relative to others: limit per move times moves, and simulations of long games take longer."""
    moves = match.start().expected_moves_left
    thinking = (limit.seconds * 1e5 / moves if limit.seconds else limit.simulations or 1 for limit in match.limits)
    return sum(thinking) * moves * moves
