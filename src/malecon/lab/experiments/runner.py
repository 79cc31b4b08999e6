"""Playing what experiments still miss, on any executor, with every game safe in the store as soon as it is over.

    executor = new_executor(jobs=2)
    for _ in run(store, plan(experiment, "quick"), executor, jobs=2):
        ...                                 # look at store.score(...) and tell people

Several runs on one database share the work; each ends when all games that it asked for are there, whoever played them.
Runs that were killed are gone on with by running again: `begun` tells what was asked for.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import suppress

from malecon.games.errors import GameError
from malecon.lab.experiments.library import find_experiment
from malecon.lab.experiments.plan import PlannedRow, plan
from malecon.lab.matches.executors import InProcess, Task, play_all
from malecon.lab.matches.match import Match
from malecon.lab.store.database import Line, Store
from malecon.lab.store.leases import Leases

LOOK_AGAIN = 1.0  # seconds between two looks at games that others are playing
AHEAD = 2  # games handed out for each job, so that none waits for the next one


def run(store: Store, planned: list[PlannedRow], executor: Executor, jobs: int) -> Generator[None, None, None]:
    """Play all games that are missing; yields after each that was kept, and while others play what is left.

    Closing the iterator, or Ctrl-C, leaves the games under way; the executor is shut down at the end in any case.
    """
    under_way = 1 if isinstance(executor, InProcess) else AHEAD * jobs
    try:
        matches = register(store, planned)
        with Leases(store) as claims:
            while queue := [match for match in matches if store.num_missing(match)]:
                played = False
                for match, result in play_all(executor, lambda: _take(claims, queue), under_way):
                    store.add(match, result)
                    played = True
                    yield
                if not played:
                    time.sleep(LOOK_AGAIN)
                    yield
                claims.release_dead()
    finally:
        executor.shutdown(cancel_futures=True)


def register(store: Store, planned: Iterable[PlannedRow]) -> list[Match]:
    """Make rows and their matches known to the store; return the matches, each once with the most games asked for."""
    matches: dict[str, Match] = {}
    for entry in planned:
        known = matches.get(entry.match.key)
        if known is None or known.games < entry.match.games:
            matches[entry.match.key] = entry.match
    store.register_matches(*matches.values())
    store.register_rows(_line(entry) for entry in planned)
    return list(matches.values())


def _line(entry: PlannedRow) -> Line:
    experiment, match = entry.experiment, entry.match
    position = experiment.rows.index(entry.row)
    return Line(experiment.id, entry.row.name, entry.budget, match.key, match.games, position, experiment.source)


def _take(claims: Leases, queue: list[Match]) -> Task | None:
    """The next free game; matches that have none left leave the queue."""
    while queue:
        if (number := claims.take(queue[0])) is not None:
            return queue[0], number
        queue.pop(0)
    return None


def started_rows(store: Store) -> list[PlannedRow]:
    """Everything that was asked for on this database, as its files say it now; files that are gone are left out."""
    asked = dict.fromkeys((line.source, line.budget) for line in store.registered_rows())
    games = {(line.source, line.budget, line.row): line.games for line in store.registered_rows()}
    planned: list[PlannedRow] = []
    for source, budget in asked:
        with suppress(GameError):
            experiment = find_experiment(source)
            for entry in plan(experiment, budget):
                wanted = games.get((source, budget, entry.row.name), entry.match.games)
                planned.append(entry.with_games(wanted))
    return planned
