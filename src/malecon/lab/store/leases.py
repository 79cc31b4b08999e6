"""Leases on games, so that several runs on one database do not play a game twice.

    with Leases(store) as leases:
        number = leases.acquire(match)      # the next game that is neither played nor leased; None if there is none
        store.add(match, play_game(match, number))

A run renews its leases every few seconds. The leases of a dead run are released: at once if its process is known to be
gone, as after `kill -9`, otherwise when it has not renewed them for a minute. That minute is measured by the clock of
the waiting run, since the clock of another machine may be wrong; only an expiry of long ago is taken at its word.
"""

from __future__ import annotations

import os
import threading
import time
import uuid
from contextlib import suppress

from malecon import system
from malecon.lab.matches.match import Match
from malecon.lab.store.connection import Connection, StoreError
from malecon.lab.store.database import Store

LEASE_SECONDS = 60.0
RENEWAL_SECONDS = 10.0
MAX_CLOCK_ERROR = 3600.0  # seconds by which the clock of another machine may be wrong

NEXT_FREE_GAME = """
WITH RECURSIVE numbers (number) AS (SELECT :first UNION ALL SELECT number + 1 FROM numbers WHERE number + 1 < :games)
SELECT number FROM numbers
WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.match = :match AND games.number = numbers.number)
AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.match = :match AND claims.number = numbers.number)
LIMIT 1
"""


class Leases:
    """The leases of one run, renewed by a background thread until closed."""

    def __init__(self, store: Store) -> None:
        self._store, self._id = store, uuid.uuid4().hex
        self._first: dict[str, int] = {}  # lowest number of each match that may be free
        self._seen: dict[str, tuple[float, float]] = {}  # expiry of other runs, and since when it has not changed
        self._closed = threading.Event()
        with store.transaction() as db:
            self._register(db)
        self.release_dead()
        self._renewal = threading.Thread(target=self._renew, name="leases", daemon=True)
        self._renewal.start()

    def acquire(self, match: Match) -> int | None:
        """Lease the next free game of a match; return its number, or None if no game is free."""
        first = self._first.get(match.key, 0)
        if first >= match.games:
            return None
        with self._store.transaction() as db:
            query = {"games": match.games, "match": match.key, "first": first}
            found = db.execute(NEXT_FREE_GAME, query).fetchone()
            if found is not None:
                self._register(db)  # again, in case that this process slept so long that others took it for dead
                db.execute("INSERT INTO claims VALUES (?, ?, ?)", (match.key, found[0], self._id))
        number = None if found is None else int(found[0])
        self._first[match.key] = match.games if number is None else number + 1
        return number

    def release_dead(self) -> None:
        """Release the leases of dead runs, and search for free games from the beginning again."""
        self._first.clear()
        with self._store.transaction() as db:
            for run, host, process, expires in db.execute("SELECT * FROM runs").fetchall():
                is_gone = host == system.process_scope() and not system.is_running(process)
                if run != self._id and (is_gone or self._is_expired(run, expires)):
                    db.execute("DELETE FROM runs WHERE id = ?", (run,))
            db.execute("DELETE FROM claims WHERE run NOT IN (SELECT id FROM runs)")

    def _is_expired(self, run: str, expires: float) -> bool:
        """Whether another run has not renewed its leases for as long as they last."""
        now = time.monotonic()
        seen, since = self._seen.get(run, (None, now))
        self._seen[run] = expires, since if seen == expires else now
        return now - self._seen[run][1] > LEASE_SECONDS or expires < time.time() - MAX_CLOCK_ERROR

    def close(self) -> None:
        """Release the leases on games that were not played; if that fails, they expire."""
        self._closed.set()
        self._renewal.join()
        with suppress(StoreError), self._store.transaction() as db:
            db.execute("DELETE FROM claims WHERE run = ?", (self._id,))
            db.execute("DELETE FROM runs WHERE id = ?", (self._id,))

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _renew(self) -> None:
        """Renew the leases periodically, through a connection of this thread's own.

        A database that cannot be written now may be writable later; the run itself reports the error.
        """
        while not self._closed.wait(RENEWAL_SECONDS):
            with suppress(StoreError), Store(self._store.path) as store, store.transaction() as db:
                self._register(db)

    def _register(self, db: Connection) -> None:
        """Enter this run, or renew its leases."""
        row = (self._id, system.process_scope(), os.getpid(), time.time() + LEASE_SECONDS)
        db.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)", row)
