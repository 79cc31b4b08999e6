"""One match after another on one executor, every game kept: what the tuner and the ladder play in.

A game that is in the database already is taken from there, so that the same work done again goes on where it was left.
Games are given in the order of their numbers, whichever ends first: what is decided by them does not depend on how many
are under way at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.matches.match import Match
from malecon.lab.store.database import Store


class MatchRunner:
    """Where matches are played: a database, and an executor for so many games at a time."""

    def __init__(self, store: Store, executor: Executor, jobs: int) -> None:
        self.store = store
        self._executor, self._jobs = executor, jobs
        self._under_way: dict[Future[GameResult], tuple[Match, int]] = {}

    def __enter__(self) -> MatchRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the games under way."""
        self._executor.shutdown(cancel_futures=True)

    def play(self, match: Match) -> Iterator[GameResult]:
        """The games of a match in their order. One may stop early: games under way are kept when they end."""
        self.store.register_matches(match)
        games = {result.number: result for result in self.store.results(match)}
        taken = {number for owner, number in self._under_way.values() if owner.key == match.key}
        waiting = iter([number for number in range(match.games) if number not in games and number not in taken])
        for number in range(match.games):
            while number not in games:
                self._submit(match, waiting)
                games |= {result.number: result for owner, result in self._harvest() if owner.key == match.key}
            yield games[number]

    def _submit(self, match: Match, numbers: Iterator[int]) -> None:
        """Begin games of these numbers until as many are under way as may be."""
        for number in islice(numbers, self._jobs - len(self._under_way)):
            self._under_way[self._executor.submit(play_game, match, number)] = match, number

    def _harvest(self) -> list[tuple[Match, GameResult]]:
        """Wait for a game to end; keep those that have."""
        done = wait(self._under_way, return_when=FIRST_COMPLETED).done
        try:
            ended = [(self._under_way.pop(future)[0], future.result()) for future in done]
        except BrokenProcessPool:
            raise GameError("a process that played games has died, perhaps for want of memory") from None
        for match, result in ended:
            self.store.add(match, result)
        return ended
