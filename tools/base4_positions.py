"""How far the solver gets: known positions of base 4, by ply, with the share that is settled in time.

    python -m tools.base4_positions base4_proved.tsv --plies 8-19 --every 20 --seconds 60

The file has a line for each position: plies, moves, and more that is not read here, with tabs between them. White wins
all of them; another verdict is an error. Time is that of the processor, so that other work on the machine counts less.
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
SLICE = 50_000  # positions between two looks at the clock
SHORT = 10.0  # seconds
WIDTH = 100  # columns of the table, on a narrow page too


@dataclass(frozen=True)
class Attempt:
    """What became of a position."""

    ply: int
    is_settled: bool
    is_right: bool
    seconds: float
    nodes: int


def attempt(moves: str, seconds: float) -> Attempt:
    """Try to settle a position that White wins."""
    position, begin = Havannah(BASE, moves=moves), time.process_time()
    solver = Solver(position, memory=MEMORY)
    while not solver.run(SLICE) and time.process_time() - begin < seconds:
        pass
    is_right = solver.verdict is None or solver.winner == WHITE
    return Attempt(position.ply, solver.verdict is not None, is_right, time.process_time() - begin, solver.nodes)


def chosen(lines: Iterable[str], plies: tuple[int, int], every: int) -> Iterator[str]:
    """The moves of every so many-th position of each ply."""
    seen: defaultdict[int, int] = defaultdict(int)
    for line in lines:
        words = line.split("\t")
        if line.startswith("#") or not plies[0] <= int(words[0]) <= plies[1]:
            continue
        if seen[int(words[0])] % every == 0:
            yield words[1]
        seen[int(words[0])] += 1


def report(attempts: Iterable[Attempt]) -> Table:
    """A row for each ply; a position that was not settled counts with the time that it took."""
    by_ply: defaultdict[int, list[Attempt]] = defaultdict(list)
    for one in attempts:
        by_ply[one.ply].append(one)
    table = Table(
        "ply", "positions", f"in {SHORT:.0f} s", "settled", "median s", "longest s", "median positions", "wrong"
    )
    for ply, found in sorted(by_ply.items()):
        seconds = [one.seconds for one in found]
        quick = sum(one.is_settled and one.seconds <= SHORT for one in found)
        table.add_row(
            *(str(number) for number in (ply, len(found), quick, sum(one.is_settled for one in found))),
            *(f"{number:.2f}" for number in (median(seconds), max(seconds))),
            f"{median(one.nodes for one in found):,.0f}",
            str(sum(not one.is_right for one in found)),
        )
    return table


def main(arguments: list[str] | None = None) -> int:
    """Run it from the command line; 1 where a verdict is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.base4_positions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--plies", default="12-21")
    parser.add_argument("--every", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    first, _, last = options.plies.partition("-")
    lines = options.file.read_text(encoding="utf-8").splitlines()
    wanted = list(chosen(lines, (int(first), int(last or first)), options.every))
    attempts = [attempt(moves, options.seconds) for moves in track(wanted, "Positions", console=Console(stderr=True))]
    console = Console()
    console.print(report(attempts), width=max(console.width, WIDTH))
    return int(not all(one.is_right for one in attempts))


if __name__ == "__main__":
    sys.exit(main())
