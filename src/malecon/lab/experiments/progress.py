"""How far experiments are: the score of every row as the store grows, and how long the rest will take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.plan import PlannedRow
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import Score
from malecon.lab.store.database import Store

ENOUGH = 4  # games of a row after which its own pace is better than a guess


class Progress:
    """Rows of experiments and their scores, kept up with the store, whoever plays."""

    def __init__(self, store: Store, planned: Sequence[PlannedRow]) -> None:
        self._store, self.planned = store, planned
        self._matches: dict[str, Match] = {}
        for entry in planned:
            known = self._matches.get(entry.match.key)
            if known is None or known.games < entry.match.games:
                self._matches[entry.match.key] = entry.match
        self._scores = {key: Score() for key in self._matches}
        self._seen, self.latest = 0, next(iter(self._matches), "")
        """`latest` is the key of the match that had the last game."""
        self.refresh()
        self._began, self._done = time.monotonic(), self.done

    def refresh(self) -> None:
        """Count the games that have come since the last look."""
        for row, key, result in self._store.results_since(self._seen, self._scores):
            self._scores[key].add(result)
            self._seen, self.latest = row, key

    def score(self, entry: PlannedRow) -> Score:
        """The score of a row."""
        return self._scores[entry.match.key]

    @property
    def experiments(self) -> list[Experiment]:
        """Those that are run, in their order."""
        return list({entry.experiment.source: entry.experiment for entry in self.planned}.values())

    def rows(self, experiment: Experiment) -> list[PlannedRow]:
        """The rows of one of them."""
        return [entry for entry in self.planned if entry.experiment.source == experiment.source]

    def is_complete(self, experiment: Experiment) -> bool:
        """Whether every row has all the games that were asked for."""
        return all(self.score(entry).games >= entry.match.games for entry in self.rows(experiment))

    @property
    def current(self) -> Experiment:
        """The experiment that had the last game."""
        return next(entry.experiment for entry in self.planned if entry.match.key == self.latest)

    # --- how long ---------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """Games that were asked for, those that rows share counted once."""
        return sum(match.games for match in self._matches.values())

    @property
    def done(self) -> int:
        """How many of them are there."""
        return sum(min(self._scores[key].games, match.games) for key, match in self._matches.items())

    @property
    def elapsed(self) -> float:
        """Seconds since this run began."""
        return time.monotonic() - self._began

    def seconds_left(self, jobs: int) -> float | None:
        """About how long the rest will take; None before the first games.

        A row that has begun goes on at its own pace; one that has not is guessed from the others by `_weight`.
        """
        costs = {key: self._scores[key].seconds / self._scores[key].games for key in self._known()}
        if not costs or self.done == self._done:
            return None
        ratio = sum(costs.values()) / sum(_weight(self._matches[key]) for key in costs)
        left = 0.0
        for key, match in self._matches.items():
            missing = max(0, match.games - self._scores[key].games)
            left += missing * costs.get(key, ratio * _weight(match))
        return left / jobs

    def _known(self) -> Iterator[str]:
        """Matches of which some games are over."""
        enough = min(ENOUGH, max(score.games for score in self._scores.values()))
        return (key for key, score in self._scores.items() if score.games >= max(1, enough))


def _weight(match: Match) -> float:
    """What a game costs beside others: thinking, times its moves; a simulation lasts longer in long games, too."""
    moves = match.start().expected_moves_left
    thinking = (limit.seconds * 1e5 / moves if limit.seconds else limit.simulations or 1 for limit in match.limits)
    return sum(thinking) * moves * moves
