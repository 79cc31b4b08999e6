"""Measure how exactly `genmove` uses its time: seconds until the answer, as a controller sees them, against the budget.

    python -m tools.gtp_clock --board 8 --seconds 0.1 0.5 1 5

Each budget gets a new server, so that its first move is measured after a warm start. A proved move ends early and is
not counted; the game then restarts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from malecon.players.gtp_client import GtpClient

SERVER = (sys.executable, "-m", "malecon", "gtp", "--resign", "0")
TOLERANCE_SECONDS, TOLERANCE_SHARE = 0.03, 0.03  # the larger counts
STARTUP_TIMEOUT, TIMEOUT = 600.0, 60.0
EARLY = 0.5  # share of the budget; a faster move was proved


@dataclass(frozen=True)
class Measurement:
    """Times of the moves of one budget."""

    budget: float
    first: float
    """Seconds of the first move after the start."""
    others: tuple[float, ...]

    @property
    def allowed(self) -> float:
        """Allowed deviation from the budget."""
        return max(TOLERANCE_SECONDS, TOLERANCE_SHARE * self.budget)

    @property
    def late(self) -> int:
        """Number of moves with a larger deviation."""
        return sum(abs(seconds - self.budget) > self.allowed for seconds in (self.first, *self.others))


def measure(budget: float, moves: int, arguments: Sequence[str]) -> Measurement:
    """Let a new server play against itself with a budget per move."""
    client = GtpClient([*SERVER, *arguments])
    try:
        client.ask("name", STARTUP_TIMEOUT)
        client.ask(f"time_per_move {budget}", TIMEOUT)
        seconds = _timed_moves(client, budget)
        first = next(seconds)
        return Measurement(budget, first, tuple(next(seconds) for _ in range(moves - 1)))
    finally:
        client.close()


def _timed_moves(client: GtpClient, budget: float) -> Iterator[float]:
    """Yield the time of each move that was not proved, game after game."""
    while True:
        client.ask("clear_board", TIMEOUT)
        while client.ask("winner", TIMEOUT) == "none":
            side = client.ask("gogui-rules_side_to_move", TIMEOUT)
            begin = time.perf_counter()
            client.ask(f"genmove {side}", budget + TIMEOUT)
            seconds = time.perf_counter() - begin
            if seconds < EARLY * budget:
                break
            yield seconds


def main() -> int:
    """Run from the command line; return 1 if a move missed its budget."""
    parser = argparse.ArgumentParser(description="Measure how exactly genmove uses its time.")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.1, 0.3, 1.0, 3.0], help="budgets per move")
    parser.add_argument("--moves", type=int, default=20, help="moves per budget")
    parser.add_argument("--board", default="8", help="the board")
    parser.add_argument("--game", default="havannah", help="the game")
    options = parser.parse_args()
    table = Table("budget", "first move", "other moves", "allowed", "outside")
    late = 0
    for budget in options.seconds:
        found = measure(budget, options.moves, ("--board", options.board, "--game", options.game))
        late += found.late
        span = f"{min(found.others):.3f} to {max(found.others):.3f}" if found.others else ""
        allowed = f"{budget - found.allowed:.3f} to {budget + found.allowed:.3f}"
        table.add_row(f"{budget:g} s", f"{found.first:.3f}", span, allowed, f"{found.late} of {options.moves}")
    Console(width=100).print(table)
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
