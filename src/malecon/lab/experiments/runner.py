"""Play the missing games of experiments on any executor, storing every game as soon as it ends.

    executor = new_executor(jobs=2)
    for _ in run(store, plan(experiment, "quick"), executor, jobs=2):
        ...                                 # display store.score(...)

Several runs on one database share the work; each ends when all the games it needs are stored, whoever played them. To
continue an interrupted run, run it again: `started_rows` returns everything that was requested on a database. A row
that is played until decided gets games as long as its verdict is open, whichever run played the games before.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from concurrent.futures import Executor

from malecon.games.errors import GameError
from malecon.lab.experiments.library import find_experiment
from malecon.lab.experiments.plan import PlannedRow, distinct_matches, plan
from malecon.lab.experiments.progress import Progress
from malecon.lab.matches.executors import InProcess, Task, play_games
from malecon.lab.matches.match import Match
from malecon.lab.store.database import RegisteredRow, Store
from malecon.lab.store.leases import Leases

POLL_SECONDS = 1.0  # between checks for games that other runs are playing
GAMES_PER_JOB = 2  # in flight, so that no worker waits for its next game


def run(store: Store, planned: list[PlannedRow], executor: Executor, jobs: int) -> Generator[None, None, None]:
    """Play all missing games; yield after each stored game, and periodically while other runs play the rest.

    Closing the iterator, or Ctrl-C, abandons the running games. The executor is always shut down at the end.
    """
    in_flight = 1 if isinstance(executor, InProcess) else GAMES_PER_JOB * jobs
    try:
        matches = register(store, planned)
        with Leases(store) as leases:
            schedule = _Schedule(store, planned, matches)
            while queue := schedule.open_matches():
                played = False
                for match, result in play_games(executor, lambda: _next_task(leases, queue), in_flight):
                    store.add(match, result)
                    played = True
                    schedule.update(queue)
                    yield
                if not played:
                    time.sleep(POLL_SECONDS)
                    yield
                leases.release_dead()
    finally:
        executor.shutdown(cancel_futures=True)


class _Schedule:
    """The matches that need games, in the order in which they get them."""

    def __init__(self, store: Store, planned: list[PlannedRow], matches: list[Match]) -> None:
        self._store, self._matches = store, matches
        self._progress = Progress(store, planned) if any(entry.until_decided for entry in planned) else None

    def open_matches(self) -> list[Match]:
        """Return the matches that need games, whoever may be playing them."""
        if self._progress is None:
            return [match for match in self._matches if self._store.num_missing(match)]
        self._progress.refresh()
        return self._progress.open_matches()

    def update(self, queue: list[Match]) -> None:
        """Reorder a queue after a game, if results decide what is played next."""
        if self._progress is not None:
            queue[:] = self.open_matches()


def register(store: Store, planned: Sequence[PlannedRow]) -> list[Match]:
    """Add rows and their matches to the store; return the matches."""
    matches = distinct_matches(planned)
    store.register_matches(*matches)
    store.register_rows(_registered_row(entry) for entry in planned)
    return matches


def _registered_row(entry: PlannedRow) -> RegisteredRow:
    experiment, match = entry.experiment, entry.match
    position = experiment.rows.index(entry.row)
    name, budget = entry.row.name, entry.budget
    where = experiment.id, name, budget, match.key, match.games, position, experiment.source
    return RegisteredRow(*where, entry.until_decided)


def _next_task(leases: Leases, queue: list[Match]) -> Task | None:
    """Lease the next free game; matches without one are removed from the queue."""
    while queue:
        if (number := leases.acquire(queue[0])) is not None:
            return queue[0], number
        queue.pop(0)
    return None


def started_rows(store: Store, errors: list[GameError] | None = None) -> list[PlannedRow]:
    """Return all rows requested on this database, as their files describe them now.

    Experiments that cannot be read or planned are skipped; the reasons are appended to `errors`.
    """
    registered = store.registered_rows()
    rows = {(row.source, row.budget, row.row): row for row in registered}
    planned: list[PlannedRow] = []
    for source, budget in dict.fromkeys((row.source, row.budget) for row in registered):
        try:
            experiment = find_experiment(source)
            planned += [
                _as_requested(entry, rows.get((source, budget, entry.row.name))) for entry in plan(experiment, budget)
            ]
        except GameError as error:
            if errors is not None:
                errors.append(error)
    return planned


def _as_requested(entry: PlannedRow, row: RegisteredRow | None) -> PlannedRow:
    """Return a row with the number of games that was requested, or with its own if it is new in its file."""
    if row is None:
        return entry
    return entry.played_until_decided(row.games) if row.until_decided else entry.with_games(row.games)
