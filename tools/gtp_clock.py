"""Whether `genmove` uses its time: seconds between question and answer, as a controller sees them, beside the budget.

    python -m tools.gtp_clock --board 8 --seconds 0.1 0.5 1 5

Each budget gets a server of its own, so that its first move is a first move after a warm start. A move that is proved
ends before its time and says nothing; a game that comes to that begins anew.
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
FORGIVEN, SHARE = 0.03, 0.03  # seconds, and share of the budget: the larger counts
STARTUP, PATIENCE = 600.0, 60.0
EARLY = 0.5  # of the budget: what comes sooner was proved


@dataclass(frozen=True)
class Measured:
    """The moves of one budget."""

    budget: float
    first: float
    """Seconds of the first move after the start."""
    others: tuple[float, ...]

    @property
    def allowed(self) -> float:
        """How far a move may be from its budget."""
        return max(FORGIVEN, SHARE * self.budget)

    @property
    def late(self) -> int:
        """How many moves are farther from it."""
        return sum(abs(seconds - self.budget) > self.allowed for seconds in (self.first, *self.others))


def measure(budget: float, moves: int, options: Sequence[str]) -> Measured:
    """Let a new server play against itself with this budget for each move."""
    client = GtpClient([*SERVER, *options])
    try:
        client.ask("name", STARTUP)
        client.ask(f"time_per_move {budget}", PATIENCE)
        seconds = _timed_moves(client, budget)
        first = next(seconds)
        return Measured(budget, first, tuple(next(seconds) for _ in range(moves - 1)))
    finally:
        client.close()


def _timed_moves(client: GtpClient, budget: float) -> Iterator[float]:
    """The time of each move that was thought about, game after game."""
    while True:
        client.ask("clear_board", PATIENCE)
        while client.ask("winner", PATIENCE) == "none":
            side = client.ask("gogui-rules_side_to_move", PATIENCE)
            begin = time.perf_counter()
            client.ask(f"genmove {side}", budget + PATIENCE)
            seconds = time.perf_counter() - begin
            if seconds < EARLY * budget:
                break
            yield seconds


def main() -> int:
    """Run from the command line; the exit status says whether every move kept to its time."""
    parser = argparse.ArgumentParser(description="Measure how exactly genmove uses its time.")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.1, 0.3, 1.0, 3.0], help="budgets of a move")
    parser.add_argument("--moves", type=int, default=20, help="moves of each budget")
    parser.add_argument("--board", default="8", help="the board")
    parser.add_argument("--game", default="havannah", help="the game")
    chosen = parser.parse_args()
    table = Table("budget", "first move", "others, least to most", "allowed", "beyond it")
    late = 0
    for budget in chosen.seconds:
        found = measure(budget, chosen.moves, ("--board", chosen.board, "--game", chosen.game))
        late += found.late
        span = f"{min(found.others):.3f} to {max(found.others):.3f}" if found.others else ""
        allowed = f"{budget - found.allowed:.3f} to {budget + found.allowed:.3f}"
        table.add_row(f"{budget:g} s", f"{found.first:.3f}", span, allowed, f"{found.late} of {chosen.moves}")
    Console(width=100).print(table)
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
