"""Compare proof-number search, tree search and alpha-beta on random late positions.

    python -m tools.solver_agreement --positions 300

Random moves that neither win nor ignore a threat lead to positions in which the game is still open; most other random
positions are won by the next move.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table

from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.solver.solver import Solver
from tools.full_alphabeta import result_of

PLAYER = "rave(r=50)+mcts_solver+threats"
EMPTIES = {4: (8, 12), 5: (8, 12), 6: (8, 11)}  # by base; few enough for alpha-beta
SIMULATIONS, NODES = 300_000, 10_000_000


@dataclass(frozen=True)
class SolverResults:
    """The result of a position for the side to move by each search; None if it was not solved."""

    position: Position
    by_search: Mapping[str, str | None]

    @property
    def agree(self) -> bool:
        """Whether all searches solved the position with the same result."""
        return None not in self.by_search.values() and len(set(self.by_search.values())) == 1


def solve_by_all(position: Position) -> SolverResults:
    """Solve a position by all three searches."""
    solver = Solver(position, memory=16)
    solver.run(NODES)
    thought = Engine(PLAYER, game=position.game, memory=128).decide(position, Limit(simulations=SIMULATIONS))
    return SolverResults(
        position,
        {"proof-number search": solver.verdict, "tree search": thought.proof, "alpha-beta": result_of(position)},
    )


def late_positions(count: int, seed: int) -> Iterator[Havannah]:
    """Yield open positions of the bases in turn, with a random number of empty cells."""
    rng, bases = random.Random(seed), list(EMPTIES)
    for number in range(count):
        base = bases[number % len(bases)]
        yield late_position(base, rng.randint(*EMPTIES[base]), rng)


def late_position(base: int, empties: int, rng: random.Random) -> Havannah:
    """Return a position with a number of empty cells in which neither side can win at once."""
    while True:
        position = Havannah(base)
        while not position.is_over and position.struct.num_moves > empties:
            threats = position.winning_cells(position.to_move.other)
            own = set(position.winning_cells())
            moves = [move for move in threats or position.legal_moves if move not in own]
            if not moves or len(threats) > 1:
                break
            position.play(rng.choice(moves))
        sides = (position.to_move, position.to_move.other)
        if position.struct.num_moves == empties and not any(position.winning_cells(side) for side in sides):
            return position


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; return 1 if results differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.solver_agreement", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    tally: Counter[tuple[int, str]] = Counter()
    differing = 0
    positions = late_positions(options.positions, options.seed)
    for position in track(positions, "Positions", options.positions, console=Console(stderr=True)):
        found = solve_by_all(position)
        tally[position.base, str(found.by_search["alpha-beta"])] += 1
        if not found.agree:
            differing += 1
            print(f"base {position.base}, {' '.join(position.moves)}: {found.by_search}")
    table = Table("base", "win", "draw", "loss", title="Results for the side to move")
    for base in EMPTIES:
        table.add_row(str(base), *(str(tally[base, result]) for result in ("win", "draw", "loss")))
    Console().print(table)
    print(
        f"{options.positions - differing} of {options.positions} positions have the same result by all three searches."
    )
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
