"""Search every board size in plain Python, where NumPy checks every index; run with NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

import random

from malecon import Amazons, Breakthrough, Engine, Havannah, Limit, Position

STARTS: list[Position] = [
    *(Havannah(base) for base in (2, 3, 4, 6, 9, 14)),
    *(Breakthrough(rows, columns) for rows, columns in ((4, 2), (5, 3), (8, 8), (26, 26))),
    *(Amazons(size) for size in (4, 7, 10)),
]
RULES = {
    "havannah": "uct+rave+lgrf2+ngram2+mate+decisive+dead_cells+two_bridge+history+pool_rave+mcts_solver+threats",
    "breakthrough": "uct+rave+lgrf2+ngram2+decisive+prior+mcts_solver+threats",
    "amazons": "uct+rave+lgrf2+ngram2+mcts_solver",
}


def main() -> None:
    """Search random positions from each start by the strongest player and by many playout rules."""
    dice, searched = random.Random(1), 0
    for start in STARTS:
        for player, simulations in (("malecon", 2), (RULES[start.game], 1)):
            position = start.copy()
            for _ in range(dice.randrange(4)):
                if not position.is_over:
                    position.play(dice.choice(position.legal_moves))
            if not position.is_over:
                Engine(player, memory=1, seed=1).decide(position, Limit(simulations=simulations))
                searched += 1
    print(searched)  # noqa: T201


if __name__ == "__main__":
    main()
