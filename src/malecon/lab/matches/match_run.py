"""A run of one or more matches from the command line: stored games first, then the missing ones.

With a store, every game is kept as it ends, and the games of an earlier run count as long as engines and conditions are
the same. Games of several matches are played in turn, pair by pair.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from malecon.games.errors import GameError
from malecon.lab.matches.events import EventLog
from malecon.lab.matches.executors import Task, play_games
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import ForfeitGuard
from malecon.lab.matches.sgf_output import GameFile
from malecon.lab.store.database import Store


@dataclass
class Outputs:
    """Where the games of a run go; everything is optional."""

    store: Store | None = None
    games: GameFile | None = None
    events: EventLog | None = None

    def add(self, match: Match, result: GameResult) -> None:
        """Keep a game that has ended."""
        if self.store:
            self.store.add(match, result)
        if self.games:
            self.games.add(match, result)
        if self.events:
            self.events.game(match, result)


@dataclass
class MatchRun:
    """Matches under the same conditions, what has been played of them, and where new games go."""

    matches: Sequence[Match]
    outputs: Outputs
    guard: ForfeitGuard = field(default_factory=ForfeitGuard)
    stored: dict[tuple[str, int], GameResult] = field(default_factory=dict)

    def load(self, *, resume: bool) -> None:
        """Read the games of an earlier run; raise GameError if there are some and `resume` is False."""
        store = self.outputs.store
        if store is None:
            return
        store.register_matches(*self.matches)
        for match in self.matches:
            games = [result for result in store.results(match) if result.number < match.games]
            self.stored |= {(match.key, result.number): result for result in games}
        if self.stored and not resume:
            raise GameError(
                f"{store.path} has {len(self.stored)} games of this run; continue with --resume, or use another --seed"
            )

    def play(self, executor: Executor, jobs: int) -> Generator[tuple[Match, GameResult], None, None]:
        """Yield the stored games, then play the missing ones and yield each as it ends."""
        events, error = self.outputs.events, None
        if events:
            events.start(list(self.matches))
        try:
            for match in self.matches:
                yield from ((match, game) for (key, _), game in self.stored.items() if key == match.key)
            tasks = self._tasks()
            for match, result in play_games(executor, lambda: next(tasks, None), jobs, self.guard):
                self.outputs.add(match, result)
                yield match, result
        except BaseException as raised:
            error = raised
            raise
        finally:
            executor.shutdown(cancel_futures=True)
            if events:
                events.end(*_ending(error))

    def _tasks(self) -> Iterator[Task]:
        """Yield the missing games: the first pair of every match, then the second, and so on."""
        for pair in range((max(match.games for match in self.matches) + 1) // 2):
            for match in self.matches:
                for number in range(2 * pair, min(2 * pair + 2, match.games)):
                    if (match.key, number) not in self.stored:
                        if self.outputs.events:
                            self.outputs.events.game_started(match, number)
                        yield match, number


def _ending(error: BaseException | None) -> tuple[str, str]:
    """Return why a run ended: a closed generator has reached a verdict of its caller."""
    if error is None or isinstance(error, GeneratorExit):
        return "finished", ""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", ""
    return "error", str(error)


def pairings(players: Sequence[str], *, gauntlet: bool) -> list[tuple[str, str]]:
    """Return the pairs of a tournament: everybody against everybody, or the first player against all others.

    >>> pairings(["a", "b", "c"], gauntlet=False), pairings(["a", "b", "c"], gauntlet=True)
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('a', 'c')])
    """
    if len(set(players)) < len(players):
        raise GameError("a player is named twice; name each player of a tournament once")
    if len(players) < 2:
        raise GameError("a tournament needs at least two players")
    firsts = players[:1] if gauntlet else players
    return [(a, b) for place, a in enumerate(firsts) for b in players[place + 1 :]]
