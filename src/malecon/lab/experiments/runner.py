"""Play the missing games of experiments on any executor, storing every game as soon as it ends.

    executor = new_executor(jobs=2)
    for _ in run(store, plan(experiment, "quick"), executor, jobs=2):
        ...                                 # display store.score(...)

Several runs on one database share the work; each ends when all the games it needs are stored, whoever played them. To
continue an interrupted run, run it again: `started_rows` returns everything that was requested on a database.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from concurrent.futures import Executor

from malecon.games.errors import GameError
from malecon.lab.experiments.library import find_experiment
from malecon.lab.experiments.plan import PlannedRow, distinct_matches, plan
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
            while queue := [match for match in matches if store.num_missing(match)]:
                played = False
                for match, result in play_games(executor, lambda: _next_task(leases, queue), in_flight):
                    store.add(match, result)
                    played = True
                    yield
                if not played:
                    time.sleep(POLL_SECONDS)
                    yield
                leases.release_dead()
    finally:
        executor.shutdown(cancel_futures=True)


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
    return RegisteredRow(experiment.id, name, budget, match.key, match.games, position, experiment.source)


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
    games = {(row.source, row.budget, row.row): row.games for row in registered}
    planned: list[PlannedRow] = []
    for source, budget in dict.fromkeys((row.source, row.budget) for row in registered):
        try:
            experiment = find_experiment(source)
            planned += [
                entry.with_games(games.get((source, budget, entry.row.name), entry.match.games))
                for entry in plan(experiment, budget)
            ]
        except GameError as error:
            if errors is not None:
                errors.append(error)
    return planned
