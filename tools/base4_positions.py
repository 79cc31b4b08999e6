"""Measure the solver on known base-4 positions: the share solved in time, by ply.

    python -m tools.base4_positions base4_proved.tsv --plies 8-19 --every 20 --seconds 60

Each line of the file has the number of plies and the moves, separated by tabs; further columns are ignored. White wins
all positions; any other result is an error. Times are processor times, which depend less on other load.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from malecon.games.colours import WHITE
from malecon.games.havannah.position import Havannah
from malecon.solver.solver import Solver

BASE, MEMORY = 4, 256
SLICE = 50_000  # nodes between two checks of the clock
SHORT_SECONDS = 10.0
MIN_WIDTH = 100  # of the table


@dataclass(frozen=True)
class Attempt:
    """Result of a position."""

    ply: int
    is_solved: bool
    is_right: bool
    seconds: float
    nodes: int


def attempt(moves: str, seconds: float) -> Attempt:
    """Try to solve a position that White wins."""
    position, begin = Havannah(BASE, moves=moves), time.process_time()
    solver = Solver(position, memory=MEMORY)
    while not solver.run(SLICE) and time.process_time() - begin < seconds:
        pass
    is_right = solver.verdict is None or solver.winner == WHITE
    return Attempt(position.ply, solver.verdict is not None, is_right, time.process_time() - begin, solver.nodes)


def select_positions(lines: Iterable[str], plies: tuple[int, int], every: int) -> Iterator[str]:
    """Yield the moves of every Nth position of each ply."""
    seen: defaultdict[int, int] = defaultdict(int)
    for line in lines:
        words = line.split("\t")
        if line.startswith("#") or not plies[0] <= int(words[0]) <= plies[1]:
            continue
        if seen[int(words[0])] % every == 0:
            yield words[1]
        seen[int(words[0])] += 1


def report(attempts: Iterable[Attempt]) -> Table:
    """Return a table with a row for each ply; unsolved positions count with the time spent."""
    by_ply: defaultdict[int, list[Attempt]] = defaultdict(list)
    for found in attempts:
        by_ply[found.ply].append(found)
    table = Table(
        "ply", "positions", f"in {SHORT_SECONDS:.0f} s", "solved", "median s", "longest s", "median nodes", "wrong"
    )
    for ply, group in sorted(by_ply.items()):
        seconds = [entry.seconds for entry in group]
        quick = sum(entry.is_solved and entry.seconds <= SHORT_SECONDS for entry in group)
        table.add_row(
            *(str(number) for number in (ply, len(group), quick, sum(entry.is_solved for entry in group))),
            *(f"{number:.2f}" for number in (median(seconds), max(seconds))),
            f"{median(entry.nodes for entry in group):,.0f}",
            str(sum(not entry.is_right for entry in group)),
        )
    return table


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; return 1 if a result is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.base4_positions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--plies", default="12-21")
    parser.add_argument("--every", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    first, _, last = options.plies.partition("-")
    lines = options.file.read_text(encoding="utf-8").splitlines()
    wanted = list(select_positions(lines, (int(first), int(last or first)), options.every))
    attempts = [attempt(moves, options.seconds) for moves in track(wanted, "Positions", console=Console(stderr=True))]
    console = Console()
    console.print(report(attempts), width=max(console.width, MIN_WIDTH))
    return int(not all(entry.is_right for entry in attempts))


if __name__ == "__main__":
    sys.exit(main())
