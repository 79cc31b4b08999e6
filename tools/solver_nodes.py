"""Count the positions that the solver searches on forty fixed base-4 positions of plies 2 to 8.

    python -m tools.solver_nodes --nodes 20000000

The positions (`tools/data/solver_positions.tsv`) come from our own games, no two of them symmetric. A position that is
not solved within the limit counts with the nodes searched until then, so that totals are lower bounds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from malecon.games.havannah.position import Havannah
from malecon.solver.solver import Solver

BASE = 4
POSITIONS = Path(__file__).parent / "data" / "solver_positions.tsv"
SLICE = 100_000


@dataclass(frozen=True)
class Measurement:
    """What a position took; `winner` is None if it was not solved."""

    moves: str
    winner: str | None
    nodes: int
    seconds: float

    @property
    def ply(self) -> int:
        """Number of stones."""
        return len(self.moves.split())


def measure(moves: str, limit: int, memory: int, threads: int = 1) -> Measurement:
    """Solve a position within a limit of nodes, in processor time of all threads."""
    position = Havannah(BASE, moves=moves)
    solver = Solver(position, memory=memory, threads=threads)
    begin = time.process_time()
    while not solver.run(min(SLICE, limit - solver.nodes)) and solver.nodes < limit:
        pass
    winner = str(solver.winner) if solver.verdict else None
    return Measurement(moves, winner, solver.nodes, time.process_time() - begin)


def read_positions(path: Path) -> Iterator[str]:
    """Yield the moves of each line that is not a comment."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.strip()


def report(found: Iterable[Measurement]) -> Table:
    """Return a table with a row for each position and the totals."""
    table = Table("ply", "moves", "winner", "nodes", "seconds")
    entries = list(found)
    for entry in entries:
        table.add_row(str(entry.ply), entry.moves, entry.winner or "-", f"{entry.nodes:,}", f"{entry.seconds:.2f}")
    solved = sum(entry.winner is not None for entry in entries)
    nodes, seconds = sum(entry.nodes for entry in entries), sum(entry.seconds for entry in entries)
    table.add_row("all", f"{solved} of {len(entries)} solved", "", f"{nodes:,}", f"{seconds:.2f}")
    return table


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; return 1 if a result is wrong: White wins every opening and so every position here."""
    parser = argparse.ArgumentParser(prog="python -m tools.solver_nodes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--nodes", type=int, default=20_000_000, help="limit for one position")
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--file", type=Path, default=POSITIONS)
    options = parser.parse_args(arguments)
    found = []
    for moves in read_positions(options.file):
        found.append(measure(moves, options.nodes, options.memory, options.threads))
        entry = found[-1]
        print(entry.ply, entry.moves, entry.winner or "-", entry.nodes, f"{entry.seconds:.2f}", sep="\t", flush=True)
    Console().print(report(found))
    return int(any(entry.winner == "Black" for entry in found))


if __name__ == "__main__":
    sys.exit(main())
