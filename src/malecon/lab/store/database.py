"""The games of the laboratory in one SQLite file, one row a game.

    store = Store(Path("lab.sqlite"))
    store.add(match, play_game(match, 0))       # kept once, whoever brings it, and safe when this returns
    store.results(match)                        # every game of a match as GameResult, by number
    store.score(match).share                    # the same as a Score: points, intervals, pairs, effort
    store.num_missing(match)                        # how many of match.games are still to be played
    store.match("0123456789abcdef"), store.matches()

A game belongs to a match and has a number in it; the key of a match is a digest of all that decides its games, so two
experiments that share a row share its games, and a game is never counted twice. `lines` remembers which rows of which
experiments asked for a match. Who plays which game is agreed in `claims`. The file is in WAL mode: many may read while
one writes, a writer waits for another one, and a process that is killed leaves all that it has written.

Plain SQL is welcome to it: `schema.sql` tells what each column means.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, PlayerStats
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import Score
from malecon.players.player import Limit

DATABASE = Path("lab.sqlite")  # in the folder where one stands, unless told otherwise
SCHEMA = Path(__file__).with_name("schema.sql")
VERSION = 1  # of the schema, kept in the file
PATIENCE = 60.0  # seconds to wait for another writer
COLUMNS = (
    "number, white, winner, how, complaint, moves, differences, began, seconds, code, machine,"
    " a_moves, a_seconds, a_simulations, b_moves, b_seconds, b_simulations"
)


class Line(NamedTuple):
    """A row of an experiment at a budget, and the match that it asked for."""

    experiment: str
    row: str
    budget: str
    match: str
    """Its key."""
    games: int
    """How many were asked for."""
    position: int
    """Of the row in its table."""
    source: str
    """What finds the experiment again: its name, or the path of its file."""


class Store:
    """An open database; made where there is none."""

    def __init__(self, path: Path = DATABASE) -> None:
        self.path = path
        try:
            self.db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise GameError(f"{path}: cannot be used as a database of games ({error}); name another file") from None

    def _prepare(self) -> None:
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=NORMAL")  # a killed process loses nothing; only a power cut may
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise GameError(f"{self.path}: was made by a later version of malecon; use that one, or another file")
        if version < VERSION:
            with self.transaction():
                for statement in SCHEMA.read_text(encoding="utf-8").split(";\n"):
                    self.db.execute(statement)
                self.db.execute(f"PRAGMA user_version={VERSION}")

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written in here, or nothing of it; others wait meanwhile."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield self.db
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    # --- matches --------------------------------------------------------------------------------------------------

    def register_matches(self, *matches: Match) -> None:
        """Make matches known, before their games."""
        with self.transaction() as db:
            db.executemany("INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", map(_enrolment, matches))

    def register_rows(self, lines: Iterable[Line]) -> None:
        """Remember that rows of experiments ask for matches."""
        with self.transaction() as db:
            db.executemany("INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", lines)

    def registered_rows(self) -> list[Line]:
        """Every row of every experiment that was run on this database."""
        rows = self.db.execute("SELECT * FROM lines ORDER BY experiment, budget, position")
        return [Line(*row) for row in rows]

    def game_names(self) -> list[str]:
        """The names of all games that were played."""
        return [game for (game,) in self.db.execute("SELECT DISTINCT game FROM matches ORDER BY game")]

    def matches(self) -> list[Match]:
        """Every match; its number of games is how many there are."""
        query = (
            "SELECT settings, COUNT(number) FROM matches LEFT JOIN games ON games.match = key"
            " GROUP BY key ORDER BY matches.rowid"
        )
        return [_match(settings, count) for settings, count in self.db.execute(query)]

    def match(self, key: str) -> Match:
        """A match by its key."""
        query = "SELECT settings, COUNT(number) FROM matches LEFT JOIN games ON games.match = key WHERE key = ?"
        settings, count = self.db.execute(query, (key,)).fetchone()
        if settings is None:
            raise GameError(f"{self.path}: has no match {key!r}")
        return _match(settings, count)

    # --- games ----------------------------------------------------------------------------------------------------

    def add(self, match: Match, result: GameResult) -> bool:
        """Keep a game, and end the claim on it; False where the same game was there already."""
        with self.transaction() as db:
            query = f"INSERT OR IGNORE INTO games (match, seed, {COLUMNS}) VALUES ({', '.join('?' * 19)})"
            new = db.execute(query, (match.key, str(match.seed), *_columns(result))).rowcount > 0
            db.execute("DELETE FROM claims WHERE match = ? AND number = ?", (match.key, result.number))
        return new

    def results(self, match: Match | str) -> list[GameResult]:
        """The games of a match, or of its key, by number."""
        key = match if isinstance(match, str) else match.key
        query = f"SELECT {COLUMNS} FROM games WHERE match = ? ORDER BY number"
        return [_result(row) for row in self.db.execute(query, (key,))]

    def result(self, match: Match, number: int) -> GameResult | None:
        """One game of a match, if it was played."""
        query = f"SELECT {COLUMNS} FROM games WHERE match = ? AND number = ?"
        row = self.db.execute(query, (match.key, number)).fetchone()
        return None if row is None else _result(row)

    def score(self, match: Match | str) -> Score:
        """What the games of a match say."""
        score = Score()
        for result in self.results(match):
            score.add(result)
        return score

    def results_since(self, rowid: int, keys: Iterable[str]) -> Iterator[tuple[int, str, GameResult]]:
        """Games of these matches that came after a row of the table: its number, the match's key, the game."""
        wanted = set(keys)
        query = f"SELECT rowid, match, {COLUMNS} FROM games WHERE rowid > ? ORDER BY rowid"
        for row in self.db.execute(query, (rowid,)):
            if row[1] in wanted:
                yield row[0], row[1], _result(row[2:])

    def num_missing(self, match: Match) -> int:
        """How many of the games that a match should have are still to be played."""
        query = "SELECT COUNT(*) FROM games WHERE match = ? AND number < ?"
        (played,) = self.db.execute(query, (match.key, match.games)).fetchone()
        return match.games - int(played)

    def games_by_code(self, matches: Iterable[Match]) -> dict[str, int]:
        """How many games of these matches each version of the code has played."""
        counts: dict[str, int] = {}
        for key in {match.key for match in matches}:
            for code, count in self.db.execute(
                "SELECT code, COUNT(*) FROM games WHERE match = ? GROUP BY code", (key,)
            ):
                counts[code] = counts.get(code, 0) + count
        return counts

    def delete_games(self, matches: Iterable[Match]) -> int:
        """Remove all games of these matches; how many there were."""
        with self.transaction() as db:
            keys = {match.key for match in matches}
            return sum(db.execute("DELETE FROM games WHERE match = ?", (key,)).rowcount for key in keys)


def _enrolment(match: Match) -> tuple[str, ...]:
    settings = json.dumps({name: value for name, value in asdict(match).items() if name != "games"})
    return match.key, match.game, json.dumps(dict(match.options)), match.a, match.b, str(match.seed), settings


def _match(settings: str, games: int) -> Match:
    """The match of its settings in JSON."""
    data: dict[str, Any] = json.loads(settings)
    data["limits"] = tuple(Limit(**limit) for limit in data["limits"])
    data["options"] = tuple((name, value) for name, value in data["options"])
    for name in ("openings", "threads"):
        data[name] = tuple(data[name])
    return Match(**data, games=max(1, games))


def _columns(result: GameResult) -> Iterator[Any]:
    yield from (result.number, result.white, result.winner, result.how, result.complaint)
    yield from (
        " ".join(result.moves),
        result.differing_moves,
        result.began,
        result.seconds,
        result.code,
        result.machine,
    )
    for effort in result.stats:
        yield from (effort.moves, effort.seconds, effort.simulations)


def _result(row: tuple[Any, ...]) -> GameResult:
    number, white, winner, how, complaint, moves, differences, began, seconds, code, machine, *stats = row
    both = PlayerStats(*stats[:3]), PlayerStats(*stats[3:])
    told = (complaint, differences, began, seconds, code, machine)
    return GameResult(number, white, tuple(moves.split()), winner, how, both, *told)
