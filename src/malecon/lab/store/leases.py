"""Who plays which game, so that several runs on one database play none twice.

    with Claims(store) as claims:
        number = claims.take(match)      # the next game that nobody has played or is playing; None where there is none
        store.add(match, play_game(match, number))

A run shows life every few seconds. What a dead one had taken on is free again: at once where its process is seen to be
gone, as after `kill -9`, else when it has shown no life for a minute.
"""

from __future__ import annotations

import os
import platform
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path

from malecon.lab.matches.match import Match
from malecon.lab.store.database import Store

LEASE = 60.0  # seconds
BEAT = 10.0
SPACE = Path("/proc/self/ns/pid")

TAKE = """
WITH RECURSIVE numbers (number) AS (SELECT :first UNION ALL SELECT number + 1 FROM numbers WHERE number + 1 < :games)
SELECT number FROM numbers
WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.match = :match AND games.number = numbers.number)
AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.match = :match AND claims.number = numbers.number)
LIMIT 1
"""


class Leases:
    """A run of this process: the games it has taken on, and its sign of life."""

    def __init__(self, store: Store) -> None:
        self._store, self._id = store, uuid.uuid4().hex
        self._first: dict[str, int] = {}  # the first number of each match that may be free
        self._ended = threading.Event()
        with store.transaction() as db:
            row = (self._id, _place(), os.getpid(), time.time() + LEASE)
            db.execute("INSERT INTO runs VALUES (?, ?, ?, ?)", row)
        self.release_dead()
        self._heart = threading.Thread(target=self._beat, name="claims", daemon=True)
        self._heart.start()

    def take(self, match: Match) -> int | None:
        """Take on the next game of a match that is free; None where none is."""
        first = self._first.get(match.key, 0)
        if first >= match.games:
            return None
        with self._store.transaction() as db:
            found = db.execute(TAKE, {"games": match.games, "match": match.key, "first": first}).fetchone()
            if found is not None:
                db.execute("INSERT INTO claims VALUES (?, ?, ?)", (match.key, found[0], self._id))
        number = None if found is None else int(found[0])
        self._first[match.key] = match.games if number is None else number + 1
        return number

    def release_dead(self) -> None:
        """Free what runs had taken on that are dead, and look at all numbers again."""
        self._first.clear()
        with self._store.transaction() as db:
            for run, place, process, until in db.execute("SELECT * FROM runs").fetchall():
                gone = place == _place() and not _is_running(process)
                if run != self._id and (gone or until < time.time()):
                    db.execute("DELETE FROM claims WHERE run = ?", (run,))
                    db.execute("DELETE FROM runs WHERE id = ?", (run,))

    def close(self) -> None:
        """Free what was taken on and not played."""
        self._ended.set()
        self._heart.join()
        with self._store.transaction() as db:
            db.execute("DELETE FROM claims WHERE run = ?", (self._id,))
            db.execute("DELETE FROM runs WHERE id = ?", (self._id,))

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _beat(self) -> None:
        """Show life, through a connection of this thread's own."""
        with Store(self._store.path) as store:
            while not self._ended.wait(BEAT):
                with store.transaction() as db:
                    db.execute("UPDATE runs SET until = ? WHERE id = ?", (time.time() + LEASE, self._id))


def _place() -> str:
    """Where process numbers mean what they mean here: the host, and its space of processes where Linux has several."""
    space = ""
    with suppress(OSError):
        space = str(SPACE.readlink())
    return f"{platform.node()} {space}".strip()


def _is_running(process: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
