"""What a soak test measures: memory, threads and descriptors of every workload, and the laboratory's database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from malecon import Havannah
from tools.soak.workloads import Workload

PAGE_SIZE = 4096
MAX_GROWTH = 1.5  # of the median of the last third over that of the second third, in megabytes
SLACK_MEGABYTES, SLACK_COUNT = 64.0, 8.0


@dataclass(frozen=True)
class Sample:
    """The resources of a process."""

    megabytes: float
    threads: int
    descriptors: int


def sample(pid: int) -> Sample | None:
    """Measure a process; None if it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        threads, descriptors = (len(list(Path(f"/proc/{pid}/{name}").iterdir())) for name in ("task", "fd"))
    except OSError:
        return None
    return Sample(pages * PAGE_SIZE / 2**20, threads, descriptors)


class Watch:
    """Samples of all workloads over time."""

    def __init__(self, workloads: list[Workload]) -> None:
        self._workloads = workloads
        self.samples: dict[str, list[Sample]] = defaultdict(list)

    def measure(self) -> None:
        """Take one sample of every workload that is running."""
        for workload in self._workloads:
            if (found := sample(workload.process.pid)) is not None:
                self.samples[workload.name].append(found)

    def growth(self, name: str) -> list[str]:
        """Return what has grown from the second to the last third of the run, in words."""
        samples, problems = self.samples[name], []
        third = len(samples) // 3
        if third < 3:
            return []
        for field, slack in (("megabytes", SLACK_MEGABYTES), ("threads", SLACK_COUNT), ("descriptors", SLACK_COUNT)):
            early, late = (
                sorted(getattr(each, field) for each in part)[third // 2]
                for part in (samples[third : 2 * third], samples[-third:])
            )
            if late > MAX_GROWTH * early + slack:
                problems.append(f"{field} grew from {early:.0f} to {late:.0f}")
        return problems


def check_database(path: Path) -> tuple[int, list[str]]:
    """Return the number of games in a laboratory database, and what is wrong with it."""
    if not path.exists():
        return 0, []
    database = sqlite3.connect(path)
    problems = [] if database.execute("PRAGMA integrity_check").fetchone()[0] == "ok" else ["the database is corrupt"]
    rows = database.execute("SELECT number, moves, winner, how, white FROM games").fetchall()
    if len({number for number, *_ in rows}) != len(rows):
        problems.append("a game is stored twice")
    for number, moves, winner, how, white in rows:
        if how == "forfeit":
            problems.append(f"game {number} is a forfeit")
            continue
        outcome = Havannah(4, moves=moves).outcome
        side = None if outcome is None or outcome.winner is None else int(outcome.winner) ^ int(white)
        if outcome is None or side != winner:
            problems.append(f"game {number} does not end as stored")
    return len(rows), problems
