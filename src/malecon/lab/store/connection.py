"""A connection to an SQLite file whose errors are one-line GameErrors that say what to do.

SQLite's own busy handler does not react to Ctrl-C, so a statement waits for a lock in short steps.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError

LOCK_TIMEOUT = 60.0  # seconds to wait for another writer
LOCK_STEP = 0.5  # seconds between two attempts, in which Ctrl-C has to wait

OTHER_FILE = "or choose another file with --database"
ADVICE = {
    sqlite3.SQLITE_BUSY: f"is locked by another program; close that program, {OTHER_FILE}",
    sqlite3.SQLITE_LOCKED: f"is locked by another program; close that program, {OTHER_FILE}",
    sqlite3.SQLITE_READONLY: f"cannot be written; make it and its folder writable, {OTHER_FILE}",
    sqlite3.SQLITE_PERM: f"cannot be opened; check its permissions, {OTHER_FILE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened; check that its folder exists and is writable, {OTHER_FILE}",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full; free some space and run the same command again",
    sqlite3.SQLITE_IOERR: "cannot be read or written; check the disk, then run the same command again",
    sqlite3.SQLITE_CORRUPT: f"is damaged; recover its games with `sqlite3 FILE .recover`, restore a copy, {OTHER_FILE}",
    sqlite3.SQLITE_NOTADB: f"is not a database; {OTHER_FILE.removeprefix('or ')}",
}
PRIMARY_CODE = 0xFF  # the other bits of an SQLite error code are details


class StoreError(GameError):
    """The database cannot be used; what was committed before is safe."""


class Connection(sqlite3.Connection):
    """A connection that raises StoreError instead of the exceptions of sqlite3."""

    def __init__(self, path: Path, *, is_frozen: bool = False) -> None:
        """Open a file; a frozen one is in a folder where nobody can write, and SQLite needs no files beside it."""
        self.path = path
        name = f"{path.resolve().as_uri()}?immutable=1" if is_frozen else str(path)
        with self._translated():
            super().__init__(name, timeout=LOCK_STEP, isolation_level=None, check_same_thread=False, uri=is_frozen)

    def execute(self, statement: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement; wait for other writers if necessary."""
        end = time.monotonic() + LOCK_TIMEOUT
        with self._translated():
            while True:
                try:
                    return self.cursor(Cursor).execute(statement, parameters)
                except sqlite3.OperationalError as error:
                    if _code(error) != sqlite3.SQLITE_BUSY or self.in_transaction or time.monotonic() >= end:
                        raise

    def executemany(self, statement: str, parameters: Any, /) -> sqlite3.Cursor:
        """Execute a statement for every row of parameters."""
        with self._translated():
            return self.cursor(Cursor).executemany(statement, parameters)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Run statements in one write transaction, rolled back if an exception is raised."""
        self.execute("BEGIN IMMEDIATE")
        try:
            yield self
            self.execute("COMMIT")
        except BaseException:
            if self.in_transaction:  # SQLite itself rolls back if the disk is full
                self.execute("ROLLBACK")
            raise

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise translate(error, self.path) from None


class Cursor(sqlite3.Cursor):
    """A cursor that raises StoreError, too: damage is often found only while rows are read."""

    connection: Connection

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except sqlite3.Error as error:
            raise translate(error, self.connection.path) from None

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        with self.connection._translated():
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""
        with self.connection._translated():
            return super().fetchall()


def translate(error: sqlite3.Error, path: Path) -> StoreError:
    """Return the error in one line: what is wrong with the file, and what to do."""
    advice = ADVICE.get(_code(error))
    return StoreError(f"{path} {advice}" if advice else f"{path} cannot be used ({error}); {OTHER_FILE[3:]}")


def _code(error: sqlite3.Error) -> int:
    """Return the primary error code; -1 for errors of the Python module itself."""
    return int(getattr(error, "sqlite_errorcode", -1)) & PRIMARY_CODE
