"""A persistent rating list: players under equal conditions, and the games between them.

A ladder is defined by a game, a board and a limit; the database stores its players. All games in the database between
two of its players under these conditions count, whatever they were played for. The next pair of players is the one
whose game is expected to yield the most information about the whole list.

Our own players change with the code. A game counts for the version that played it, so the list rates the current code;
with `versions`, older ones are listed as well, under names such as `malecon @ 0.2.0+5f1c8c3fdf1d`.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.lab.matches.executors import Task, play_games
from malecon.lab.matches.game import FAULTS
from malecon.lab.matches.match import A, Match
from malecon.lab.statistics.ratings import Ratings, rate, sum_results
from malecon.lab.store.database import Store
from malecon.lab.store.leases import Leases
from malecon.lab.store.provenance import code_version
from malecon.players.engine import Engine
from malecon.players.factory import make_player
from malecon.players.player import Limit
from malecon.players.presets import preset_texts

MAX_GAMES = 1_000_000  # between two players
BASELINES = ("random", "openspiel")
CREATE_TABLE = (
    "CREATE TABLE IF NOT EXISTS ladders (conditions TEXT, player TEXT, added REAL, PRIMARY KEY (conditions, player))"
)
SELECT_GAMES = """
SELECT a, b, settings, winner, how, code FROM matches JOIN games ON games.match = matches.key
WHERE game = :game AND options = :options
"""


@dataclass(frozen=True)
class Conditions:
    """Conditions under which the players of a ladder meet."""

    limit: Limit
    game: str = DEFAULT_GAME
    options: tuple[tuple[str, Any], ...] = (("base", 5),)

    @property
    def key(self) -> str:
        """Identifier of the conditions in the database."""
        return json.dumps([self.game, dict(self.options), asdict(self.limit)], sort_keys=True)

    @property
    def size(self) -> int:
        """Size of the board; presets depend on it."""
        return position_class(self.game)(**dict(self.options)).size


class Ladder:
    """A rating list in a database."""

    def __init__(self, store: Store, conditions: Conditions) -> None:
        self.store, self.conditions = store, conditions
        if not store.db.execute("SELECT 1 FROM sqlite_master WHERE name = 'ladders'").fetchone():
            with store.transaction() as db:
                db.execute(CREATE_TABLE)

    # --- players ----------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Players in the order in which they were added."""
        query = "SELECT player FROM ladders WHERE conditions = ? ORDER BY added, rowid"
        return [player for (player,) in self.store.db.execute(query, (self.conditions.key,))]

    def add(self, player: str) -> str:
        """Add a player and return its canonical text; raise GameError if the text is not a player."""
        name = make_player(player, game=self.conditions.game).name
        with self.store.transaction() as db:
            db.execute("INSERT OR IGNORE INTO ladders VALUES (?, ?, ?)", (self.conditions.key, name, time.time()))
        return name

    def remove(self, player: str) -> None:
        """Remove a player from the list; its games stay in the database."""
        with self.store.transaction() as db:
            query = "DELETE FROM ladders WHERE conditions = ? AND player = ?"
            if db.execute(query, (self.conditions.key, player)).rowcount == 0:
                raise GameError(f"{player!r} is not on this ladder; its players: {', '.join(self.players) or 'none'}")

    def add_defaults(self) -> list[str]:
        """Add the presets and the baselines that are available; return their names."""
        names = []
        for text in (*preset_texts(self.conditions.game, self.conditions.size), *BASELINES):
            try:
                names.append(self.add(text))
            except GameError:
                continue  # its package is not installed
        return names

    # --- ratings ----------------------------------------------------------------------------------------------------

    def games(self, versions: bool = False) -> Iterator[tuple[str, str, float]]:
        """Yield the players of every game that counts, and the points of the first."""
        for a, b, winner, _ in self._results(versions):
            yield a, b, 0.5 if winner is None else float(winner == A)

    def forfeits(self, versions: bool = False, kinds: Collection[str] = FAULTS) -> Counter[str]:
        """Return the number of games that each player has lost by faults of these kinds, of those that count."""
        return Counter(b if winner == A else a for a, b, winner, how in self._results(versions) if how in kinds)

    def _results(self, versions: bool) -> Iterator[tuple[str, str, int | None, str]]:
        """Yield the players of every game that counts, the winning side, and how the game ended."""
        players = {player: _is_ours(player, self.conditions.game) for player in self.players}
        conditions = self.conditions
        where = {"game": conditions.game, "options": json.dumps(dict(conditions.options))}
        limits = [asdict(conditions.limit)] * 2
        for a, b, settings, winner, how, code in self.store.db.execute(SELECT_GAMES, where).fetchall():
            if a not in players or b not in players or a == b or json.loads(settings)["limits"] != limits:
                continue
            is_old = code != code_version()
            if is_old and not versions and (players[a] or players[b]):
                continue
            names = [f"{name} @ {code}" if is_old and players[name] else name for name in (a, b)]
            yield names[0], names[1], winner, how

    def ratings(self, versions: bool = False) -> Ratings:
        """Return the current ratings."""
        if len(self.players) < 2:
            raise GameError("a ladder needs at least two players; add some with malecon lab ladder add")
        return rate(sum_results(self.games(versions)), self.players)

    def anchor(self, ratings: Ratings) -> str | None:
        """Return the default anchor: the first player with both wins and losses, so that all distances are finite."""
        counts = {name: ratings.points_and_games(name) for name in self.players}
        return next((name for name, (points, games) in counts.items() if 0 < points < games), None)

    # --- playing ----------------------------------------------------------------------------------------------------

    def match(self, a: str, b: str) -> Match:
        """Return the match of two players for this version of the code."""
        first, second = sorted((a, b))
        seed = random.Random(f"ladder {first} {second} {code_version()}").getrandbits(48)
        limit, options = self.conditions.limit, self.conditions.options
        return Match(first, second, (limit, limit), MAX_GAMES, seed, self.conditions.game, options)

    def play(self, executor: Executor, jobs: int, games: int) -> Iterator[tuple[Match, float]]:
        """Play the most informative games; yield each match with the points of its A once the game is stored."""
        with Leases(self.store) as leases:
            tasks = Pairings(self, leases, games)
            for match, result in play_games(executor, tasks.next, jobs):
                self.store.add(match, result)
                tasks.end(match)
                yield match, 0.5 if result.winner is None else float(result.winner == A)


class Pairings:
    """Chooses the next game: always two games with an opening, then the players with the largest information gain."""

    def __init__(self, ladder: Ladder, leases: Leases, games: int) -> None:
        self._ladder, self._leases, self._left = ladder, leases, games
        self._pending: dict[tuple[str, str], int] = {}
        self._second: Match | None = None

    def next(self) -> Task | None:
        """Return the next game; None if enough were started."""
        if self._left <= 0:
            return None
        self._left -= 1
        match, self._second = (self._second, None) if self._second else self._new_pair()
        number = self._leases.acquire(match)
        if number is None:
            return None
        pair = match.players
        self._pending[pair] = self._pending.get(pair, 0) + 1
        return match, number

    def _new_pair(self) -> tuple[Match, Match]:
        gains = self._ladder.ratings().information_gains(self._pending)
        match = self._ladder.match(*max(gains, key=lambda pair: gains[pair]))
        self._ladder.store.register_matches(match)
        return match, match

    def end(self, match: Match) -> None:
        """Record that a game of a match has ended."""
        self._pending[match.players] -= 1


@cache
def _is_ours(player: str, game: str) -> bool:
    """Whether a player is an engine of this package, which changes with the code."""
    return isinstance(make_player(player, game=game, memory=1), Engine)
