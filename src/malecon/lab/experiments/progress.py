"""Progress of experiments: the score of every row as games are added, and the estimated time left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.plan import PlannedRow, distinct_matches
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import Score
from malecon.lab.store.database import Store

MIN_GAMES = 4  # of a row, before its own pace replaces the estimate


class Progress:
    """Scores of planned rows, updated from the store, so that games of other runs count too."""

    def __init__(self, store: Store, planned: Sequence[PlannedRow]) -> None:
        self._store, self.planned = store, planned
        self._matches = {match.key: match for match in distinct_matches(planned)}
        self._scores = {key: Score() for key in self._matches}
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

    # --- time -------------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """Number of requested games; games shared by several rows count once."""
        return sum(match.games for match in self._matches.values())

    @property
    def done(self) -> int:
        """Number of requested games that are stored."""
        return sum(min(self._scores[key].games, match.games) for key, match in self._matches.items())

    @property
    def elapsed(self) -> float:
        """Seconds since the start of this run."""
        return time.monotonic() - self._started

    def seconds_left(self, jobs: int) -> float | None:
        """Estimate how long the missing games will take on `jobs` workers; None before the first game.

        A row with enough games continues at its own pace; the others are scaled from these by `_relative_cost`.
        """
        costs = {key: self._scores[key].seconds / self._scores[key].games for key in self._measured()}
        if not costs or self.done == self._done:
            return None
        ratio = sum(costs.values()) / sum(_relative_cost(self._matches[key]) for key in costs)
        left = 0.0
        for key, match in self._matches.items():
            missing = max(0, match.games - self._scores[key].games)
            left += missing * costs.get(key, ratio * _relative_cost(match))
        return left / jobs

    def _measured(self) -> Iterator[str]:
        """Yield the keys of matches with enough games to measure their pace."""
        enough = min(MIN_GAMES, max(score.games for score in self._scores.values()))
        return (key for key, score in self._scores.items() if score.games >= max(1, enough))


def _relative_cost(match: Match) -> float:
    """Cost of a game relative to others: limit per move times moves, and simulations of long games take longer."""
    moves = match.start().expected_moves_left
    thinking = (limit.seconds * 1e5 / moves if limit.seconds else limit.simulations or 1 for limit in match.limits)
    return sum(thinking) * moves * moves
