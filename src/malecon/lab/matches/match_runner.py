"""Play one match after another on one executor and store every game; used by the tuner.

Games that are already in the database are not played again, so an interrupted run continues where it stopped. Games are
returned in the order of their numbers, whichever finishes first: decisions based on them do not depend on the number of
parallel jobs.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from itertools import islice

from malecon.lab.matches.executors import reporting_dead_workers, wait_for_games
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import ForfeitGuard
from malecon.lab.store.database import Store


class MatchRunner:
    """Plays matches on an executor, at most `jobs` games at a time, and adds the games to a database."""

    def __init__(self, store: Store, executor: Executor, jobs: int) -> None:
        self.store = store
        self._executor, self._jobs = executor, jobs
        self._running: dict[Future[GameResult], tuple[Match, int]] = {}
        self._guard = ForfeitGuard()

    def __enter__(self) -> MatchRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Abandon the running games."""
        self._executor.shutdown(cancel_futures=True)

    def play(self, match: Match) -> Iterator[GameResult]:
        """Yield the games of a match by number.

        The caller may stop early: games that are still running are stored when they end.
        """
        self.store.register_matches(match)
        games = {result.number: result for result in self.store.results(match)}
        running = {number for other, number in self._running.values() if other.key == match.key}
        missing = iter([number for number in range(match.games) if number not in games and number not in running])
        for number in range(match.games):
            while number not in games:
                self._submit(match, missing)
                games |= {result.number: result for other, result in self._collect() if other.key == match.key}
            yield games[number]

    def _submit(self, match: Match, numbers: Iterator[int]) -> None:
        """Start games until `jobs` of them are running."""
        with reporting_dead_workers():
            for number in islice(numbers, self._jobs - len(self._running)):
                self._running[self._executor.submit(play_game, match, number)] = match, number

    def _collect(self) -> list[tuple[Match, GameResult]]:
        """Wait until a game ends; store and return all that have."""
        finished: list[tuple[Match, GameResult]] = []
        for future in wait_for_games(self._running):
            with reporting_dead_workers():
                result = future.result()
            match, _ = self._running.pop(future)
            self.store.add(match, result)
            self._guard.check(match, result)
            finished.append((match, result))
        return finished
