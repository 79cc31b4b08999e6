"""Search boards of every size of a game in plain Python, where NumPy checks every index; run with NUMBA_DISABLE_JIT=1.

On large boards the search starts late in a game: every cell is used, and playouts, which take longest, are short.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

from malecon import Amazons, Breakthrough, Engine, Havannah, Limit, Position

RULES = {
    "havannah": "uct+rave+lgrf2+ngram2+mate+decisive+dead_cells+two_bridge+history+pool_rave+mcts_solver+threats",
    "breakthrough": "uct+rave+lgrf2+ngram2+decisive+prior+mcts_solver+threats",
    "amazons": "uct+rave+lgrf2+ngram2+mcts_solver",
}


def after_random_moves(start: Position, plies: int, dice: random.Random) -> Position:
    """Return an unfinished position some plies after the start."""
    while True:
        position = start.copy()
        while position.ply < plies and not position.is_over:
            position.play(dice.choice(position.legal_moves))
        if not position.is_over:
            return position


def havannah(dice: random.Random) -> Iterator[Position]:
    """Yield early positions on small boards and half-filled large ones."""
    for base, plies in ((2, 1), (3, 2), (4, 0), (4, 3), (6, 3), (9, 120), (14, 300)):
        yield after_random_moves(Havannah(base), plies, dice)


def breakthrough(dice: random.Random) -> Iterator[Position]:
    """Yield early positions, and a few pieces on the largest board: on its first and last columns and rows, too."""
    for rows, columns in ((4, 2), (5, 3), (8, 8)):
        yield after_random_moves(Breakthrough(rows, columns), dice.randrange(4), dice)
    white, black = (
        [f"a{home}", f"z{home}", *(f"{column}{dice.randrange(10, 18)}" for column in columns)]
        for home, columns in ((1, "adgjpz"), (26, "behmoy"))
    )
    yield Breakthrough.from_pieces(26, 26, white, black)


def amazons(dice: random.Random) -> Iterator[Position]:
    """Yield early positions."""
    for size in (4, 7, 10):
        yield after_random_moves(Amazons(size), dice.randrange(4), dice)


POSITIONS: dict[str, Callable[[random.Random], Iterator[Position]]] = {
    "havannah": havannah,
    "breakthrough": breakthrough,
    "amazons": amazons,
}


def main(game: str) -> None:
    """Search positions by the strongest player and by many playout rules; print how many there were."""
    searched = 0
    for position in POSITIONS[game](random.Random(1)):
        for player, simulations in (("malecon", 2), (RULES[game], 1)):
            Engine(player, memory=1, seed=1).decide(position, Limit(simulations=simulations))
            searched += 1
    print(searched)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
