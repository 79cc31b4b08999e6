"""The database of games: one SQLite file, one row per game.

    store = Store(Path("lab.sqlite"))
    store.add(match, play_game(match, 0))       # stored once, even if two runs played it; durable on return
    store.results(match)                        # every game of a match as GameResult, by number
    store.score(match).share                    # the same as a Score: points, intervals, pairs, times
    store.num_missing(match)                    # how many of match.games are not played yet
    store.match("0123456789abcdef"), store.matches()

A game is identified by its match and its number. The key of a match is a digest of everything that determines its
games, so rows of different experiments that describe the same match share its games. The table `lines` records which
rows of which experiments need a match; `leases` coordinates concurrent runs. The file is in WAL mode: readers are never
blocked, writers wait for each other, and a killed process loses nothing that it has written.

The tables are meant to be queried with plain SQL, too; `schema.sql` documents them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, PlayerStats
from malecon.lab.matches.match import NO_ENGINES, Match
from malecon.lab.matches.score import Score
from malecon.lab.store.connection import Connection
from malecon.players.player import Limit

DATABASE = Path("lab.sqlite")  # default, in the current directory
SCHEMA = Path(__file__).with_name("schema.sql")
SCHEMA_VERSION = 3  # stored in the file
MIGRATIONS = {  # to the next version
    1: ("ALTER TABLE lines ADD COLUMN until_decided INTEGER NOT NULL DEFAULT 0",),
    2: (
        "ALTER TABLE games ADD COLUMN a_engine TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN b_engine TEXT NOT NULL DEFAULT ''",
    ),
}
ENGINES = "a_engine, b_engine"
COLUMNS = (
    "number, white, winner, how, complaint, moves, differences, began, seconds, code, machine,"
    f" a_moves, a_seconds, a_simulations, b_moves, b_seconds, b_simulations, {ENGINES}"
)
OLD_COLUMNS = COLUMNS.replace(ENGINES, "'', ''")  # of a file that cannot be updated


class RegisteredRow(NamedTuple):
    """A row of an experiment at a budget, and the match it needs."""

    experiment: str
    row: str
    budget: str
    match: str
    """Key of the match."""
    games: int
    """Requested number of games."""
    position: int
    """Index of the row in its table."""
    source: str
    """Name of a shipped experiment, or path of a file."""
    until_decided: bool = False
    """Whether the row stops at a verdict; the number of games is then a limit."""


class Store:
    """An open database; the file is created if it does not exist."""

    def __init__(self, path: Path = DATABASE) -> None:
        self.path = path
        is_frozen = _is_frozen(path)
        self.db = Connection(path, is_frozen=is_frozen)
        try:
            if not is_frozen:
                self.db.execute("PRAGMA journal_mode=WAL")
                self.db.execute("PRAGMA synchronous=NORMAL")  # safe if the process is killed, not if the power fails
            self._check_version(is_frozen)
        except BaseException:
            self.db.close()
            raise

    def _check_version(self, is_frozen: bool) -> None:
        """Create the tables of a new file or update an old one; raise GameError if it is newer than this program."""
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        self._columns = COLUMNS if version >= 3 or not is_frozen else OLD_COLUMNS
        if version > SCHEMA_VERSION:
            raise GameError(
                f"{self.path} was written by a newer version of malecon; update malecon or choose another file"
            )
        if version < SCHEMA_VERSION and not (is_frozen and version):
            with self.transaction():
                (version,) = self.db.execute("PRAGMA user_version").fetchone()  # another process may have been faster
                for statement in _statements(version):
                    self.db.execute(statement)
                self.db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def close(self) -> None:
        """Close the database."""
        self.db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def transaction(self) -> AbstractContextManager[Connection]:
        """Run statements in one write transaction, rolled back if an exception is raised."""
        return self.db.transaction()

    # --- matches --------------------------------------------------------------------------------------------------

    def register_matches(self, *matches: Match) -> None:
        """Add matches; required before their games are added."""
        with self.transaction() as db:
            db.executemany("INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", map(_match_values, matches))

    def register_rows(self, rows: Iterable[RegisteredRow]) -> None:
        """Record which rows of experiments need which matches."""
        with self.transaction() as db:
            db.executemany("INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def registered_rows(self) -> list[RegisteredRow]:
        """Return every row of every experiment that was run on this database."""
        rows = self.db.execute("SELECT * FROM lines ORDER BY experiment, budget, position")
        return [RegisteredRow(*row[:7], *map(bool, row[7:])) for row in rows]  # an old file may lack the last column

    def game_names(self) -> list[str]:
        """Return the names of all games (Havannah, ...) that have matches."""
        return [game for (game,) in self.db.execute("SELECT DISTINCT game FROM matches ORDER BY game")]

    def matches(self) -> list[Match]:
        """Return every match; its number of games is the number of stored ones."""
        query = (
            "SELECT settings, COUNT(number) FROM matches LEFT JOIN games ON games.match = key"
            " GROUP BY key ORDER BY matches.rowid"
        )
        return [_match(settings, count) for settings, count in self.db.execute(query)]

    def match(self, key: str) -> Match:
        """Return the match with a key."""
        query = "SELECT settings, COUNT(number) FROM matches LEFT JOIN games ON games.match = key WHERE key = ?"
        settings, count = self.db.execute(query, (key,)).fetchone()
        if settings is None:
            raise GameError(f"{self.path} has no match {key!r}")
        return _match(settings, count)

    # --- games ----------------------------------------------------------------------------------------------------

    def add(self, match: Match, result: GameResult) -> bool:
        """Add a game and release its lease; return False if the game is already stored."""
        return self.add_all(match, [result]) > 0

    def add_all(self, match: Match, results: Iterable[GameResult]) -> int:
        """Add games in one transaction and release their leases; return the number of those not stored before."""
        query = f"INSERT OR IGNORE INTO games (match, seed, {COLUMNS}) VALUES ({', '.join('?' * 21)})"
        new = 0
        with self.transaction() as db:
            for result in results:
                new += db.execute(query, (match.key, str(match.seed), *_columns(result))).rowcount
                db.execute("DELETE FROM claims WHERE match = ? AND number = ?", (match.key, result.number))
        return new

    def results(self, match: Match | str) -> list[GameResult]:
        """Return the games of a match, given as such or by its key, in the order of their numbers."""
        key = match if isinstance(match, str) else match.key
        query = f"SELECT {self._columns} FROM games WHERE match = ? ORDER BY number"
        return [_result(row) for row in self.db.execute(query, (key,))]

    def result(self, match: Match, number: int) -> GameResult | None:
        """Return one game of a match, or None if it is not stored."""
        query = f"SELECT {self._columns} FROM games WHERE match = ? AND number = ?"
        row = self.db.execute(query, (match.key, number)).fetchone()
        return None if row is None else _result(row)

    def score(self, match: Match | str) -> Score:
        """Return the score of all games of a match."""
        score = Score()
        for result in self.results(match):
            score.add(result)
        return score

    def results_since(self, rowid: int, keys: Iterable[str]) -> Iterator[tuple[int, str, GameResult]]:
        """Yield games of the given matches added after a row id, as (row id, key of the match, game)."""
        wanted = set(keys)
        query = f"SELECT rowid, match, {self._columns} FROM games WHERE rowid > ? ORDER BY rowid"
        for row in self.db.execute(query, (rowid,)):
            if row[1] in wanted:
                yield row[0], row[1], _result(row[2:])

    def num_missing(self, match: Match) -> int:
        """Return how many of the `match.games` games are not stored."""
        query = "SELECT COUNT(*) FROM games WHERE match = ? AND number < ?"
        (played,) = self.db.execute(query, (match.key, match.games)).fetchone()
        return match.games - int(played)

    def games_by_code(self, matches: Iterable[Match]) -> dict[str, int]:
        """Return the number of games of these matches by version of the code."""
        counts: dict[str, int] = {}
        for key in {match.key for match in matches}:
            for code, count in self.db.execute(
                "SELECT code, COUNT(*) FROM games WHERE match = ? GROUP BY code", (key,)
            ):
                counts[code] = counts.get(code, 0) + count
        return counts

    def delete_games(self, matches: Iterable[Match]) -> int:
        """Delete all games of these matches; return their number."""
        with self.transaction() as db:
            keys = {match.key for match in matches}
            return sum(db.execute("DELETE FROM games WHERE match = ?", (key,)).rowcount for key in keys)


def _statements(version: int) -> list[str]:
    """Return the statements that lead from a version of the schema, 0 for an empty file, to the current one."""
    if version == 0:
        return SCHEMA.read_text(encoding="utf-8").split(";\n")
    return [statement for number in range(version, SCHEMA_VERSION) for statement in MIGRATIONS[number]]


def _is_frozen(path: Path) -> bool:
    """Whether the file can only be read, because of its folder, and no other process has games that are not in it."""
    log = path.with_name(path.name + "-wal")
    return path.is_file() and not os.access(path.parent, os.W_OK) and not log.exists()


def _match_values(match: Match) -> tuple[str, ...]:
    settings = json.dumps({name: value for name, value in asdict(match).items() if name != "games"})
    return match.key, match.game, json.dumps(dict(match.options)), match.a, match.b, str(match.seed), settings


def _match(settings: str, games: int) -> Match:
    """Return the match described by JSON settings."""
    data: dict[str, Any] = json.loads(settings)
    data["limits"] = tuple(Limit(**limit) for limit in data["limits"])
    data["options"] = tuple((name, value) for name, value in data["options"])
    data.setdefault("engines", NO_ENGINES)  # stored by a version without them
    for name in ("openings", "threads", "clocks", "engines"):
        if name in data:
            data[name] = tuple(data[name])
    return Match(**data, games=max(1, games))


def _columns(result: GameResult) -> Iterator[Any]:
    yield from (result.number, result.white, result.winner, result.how, result.forfeit_reason)
    yield from (" ".join(result.moves), result.differing_moves)
    yield from (result.started, result.seconds, result.code, result.machine)
    for stats in result.stats:
        yield from (stats.moves, stats.seconds, stats.simulations)
    yield from result.engines


def _result(row: tuple[Any, ...]) -> GameResult:
    number, white, winner, how, forfeit_reason, moves, *rest = row
    differing_moves, started, seconds, code, machine, *stats = rest
    return GameResult(
        number,
        white,
        tuple(moves.split()),
        winner,
        how,
        (PlayerStats(*stats[:3]), PlayerStats(*stats[3:6])),
        forfeit_reason,
        differing_moves,
        started,
        seconds,
        code,
        machine,
        (stats[6], stats[7]),
    )
