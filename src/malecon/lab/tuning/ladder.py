"""A rating list that is kept: players under the same conditions, and the games between them.

A ladder is a game, its board and a limit; the database remembers who stands on it. Every game of the database that two
of its players played under its conditions counts, whatever it was played for. Which two play next is decided by how
much their game is expected to tell about the whole list.

Players of ours change with the code. A game counts for the version that played it, so that the list is about the code
that is here; with `versions`, earlier ones stay on it under names such as `malecon @ 0.1.0+5f1c8c3fdf1d`.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.matches.executors import Task, play_all
from malecon.lab.matches.match import A, Match
from malecon.lab.statistics.ratings import Ratings, rate, tally
from malecon.lab.store.database import Store
from malecon.lab.store.leases import Leases
from malecon.lab.store.provenance import code_version
from malecon.players.engine import Engine
from malecon.players.factory import make_player
from malecon.players.player import Limit
from malecon.players.presets import preset_texts

ENDLESS = 1_000_000  # games between two players
BASELINES = ("random", "openspiel")
TABLE = (
    "CREATE TABLE IF NOT EXISTS ladders (conditions TEXT, player TEXT, added REAL, PRIMARY KEY (conditions, player))"
)
GAMES = """
SELECT a, b, settings, winner, code FROM matches JOIN games ON games.match = matches.key
WHERE game = :game AND options = :options
"""


@dataclass(frozen=True)
class Conditions:
    """Under which a ladder's players meet."""

    limit: Limit
    game: str = "havannah"
    options: tuple[tuple[str, Any], ...] = (("base", 5),)

    @property
    def key(self) -> str:
        """The same text for the same conditions."""
        return json.dumps([self.game, dict(self.options), asdict(self.limit)], sort_keys=True)

    @property
    def size(self) -> int:
        """Of the board, by which presets differ."""
        return position_class(self.game)(**dict(self.options)).size


class Ladder:
    """A list in a database."""

    def __init__(self, store: Store, conditions: Conditions) -> None:
        self.store, self.conditions = store, conditions
        with store.transaction() as db:
            db.execute(TABLE)

    # --- who is on it -----------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """In the order in which they came."""
        query = "SELECT player FROM ladders WHERE conditions = ? ORDER BY added, rowid"
        return [player for (player,) in self.store.db.execute(query, (self.conditions.key,))]

    def add(self, player: str) -> str:
        """Put a player on the list; its text in its one right form, GameError where it names none."""
        name = make_player(player, game=self.conditions.game).name
        with self.store.transaction() as db:
            db.execute("INSERT OR IGNORE INTO ladders VALUES (?, ?, ?)", (self.conditions.key, name, time.time()))
        return name

    def drop(self, player: str) -> None:
        """Take a player off the list; its games stay in the database."""
        with self.store.transaction() as db:
            query = "DELETE FROM ladders WHERE conditions = ? AND player = ?"
            if db.execute(query, (self.conditions.key, player)).rowcount == 0:
                raise GameError(f"{player!r} is not on this ladder; on it: {', '.join(self.players) or 'nobody'}")

    def add_usual(self) -> list[str]:
        """Put the presets and the baselines on the list, as far as they can play here."""
        names = []
        for text in (*preset_texts(self.conditions.game, self.conditions.size), *BASELINES):
            try:
                names.append(self.add(text))
            except GameError:
                continue  # a package that is not installed
        return names

    # --- ratings ----------------------------------------------------------------------------------------------------

    def games(self, versions: bool = False) -> Iterator[tuple[str, str, float]]:
        """Both players of every game that counts, and the points of the first."""
        players = {player: _is_ours(player, self.conditions.game) for player in self.players}
        conditions = self.conditions
        where = {"game": conditions.game, "options": json.dumps(dict(conditions.options))}
        limits = [asdict(conditions.limit)] * 2
        for a, b, settings, winner, code in self.store.db.execute(GAMES, where).fetchall():
            if a not in players or b not in players or a == b or json.loads(settings)["limits"] != limits:
                continue
            old = code != code_version()
            if old and not versions and (players[a] or players[b]):
                continue
            names = [f"{name} @ {code}" if old and players[name] else name for name in (a, b)]
            yield names[0], names[1], 0.5 if winner is None else float(winner == A)

    def ratings(self, versions: bool = False) -> Ratings:
        """The list as it stands."""
        if len(self.players) < 2:
            raise GameError("a ladder needs two players or more; malecon lab ladder add names them")
        return rate(tally(self.games(versions)), self.players)

    def anchor(self, ratings: Ratings) -> str | None:
        """Who stands at 0 unless told otherwise: the first that has won and lost, so no distance is without end."""
        counts = {name: ratings.count(name) for name in self.players}
        return next((name for name, (points, games) in counts.items() if 0 < points < games), None)

    # --- playing ----------------------------------------------------------------------------------------------------

    def match(self, a: str, b: str) -> Match:
        """The games of two players, by any number, of this version of the code."""
        first, second = sorted((a, b))
        seed = random.Random(f"ladder {first} {second} {code_version()}").getrandbits(48)
        limit, options = self.conditions.limit, self.conditions.options
        return Match(first, second, (limit, limit), ENDLESS, seed, self.conditions.game, options)

    def play(self, executor: Executor, jobs: int, games: int) -> Iterator[tuple[Match, float]]:
        """Play so many more games where they tell most; give each with the points of the match's A when it is kept."""
        with Leases(self.store) as claims:
            tasks = Tasks(self, claims, games)
            for match, result in play_all(executor, tasks.next, jobs):
                self.store.add(match, result)
                tasks.end(match)
                yield match, 0.5 if result.winner is None else float(result.winner == A)


class Tasks:
    """Which game is next: both games of a pair, then of the pair of players of whom a game tells most."""

    def __init__(self, ladder: Ladder, claims: Leases, games: int) -> None:
        self._ladder, self._claims, self._left = ladder, claims, games
        self._pending: dict[tuple[str, str], int] = {}
        self._second: Match | None = None

    def next(self) -> Task | None:
        """A game to be played; None where enough are."""
        if self._left <= 0:
            return None
        self._left -= 1
        match, self._second = (self._second, None) if self._second else self._new_pair()
        number = self._claims.take(match)
        if number is None:
            return None
        pair = match.players
        self._pending[pair] = self._pending.get(pair, 0) + 1
        return match, number

    def _new_pair(self) -> tuple[Match, Match]:
        gains = self._ladder.ratings().gains(self._pending)
        match = self._ladder.match(*max(gains, key=lambda pair: gains[pair]))
        self._ladder.store.register_matches(match)
        return match, match

    def end(self, match: Match) -> None:
        """A game of a match is over."""
        self._pending[match.players] -= 1


@cache
def _is_ours(player: str, game: str) -> bool:
    """Whether a player is a search of ours, which changes with the code."""
    return isinstance(make_player(player, game=game, memory=1), Engine)
