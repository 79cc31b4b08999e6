"""Perft: count the lines of play of a given length, the usual test of move generation.

    python -m tools.perft --game breakthrough --depth 4

>>> import malecon
>>> count_lines(malecon.Breakthrough(), 2)
484
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from malecon.games.catalogue import DEFAULT_GAME, GAMES, position_class
from malecon.games.contract import copy_position, legal_move, play
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, kernel, new_structs


@kernel
def count_from(positions: Structs, board: Struct, indices: Structs, depth: int) -> np.uint64:
    """Count the lines of `depth` plies from positions[0]; `positions` has depth + 1 entries, `indices` has depth.

    Games that end earlier do not count. Moves of the last ply are counted without being played.
    """
    count, ply = np.uint64(0), np.int64(0)
    indices[0] = 0
    while ply >= 0:
        position = positions[ply]
        if ply == depth - 1:
            count += np.uint64(position.num_moves)
            ply -= 1
        elif indices[ply] == np.uint64(position.num_moves):
            ply -= 1
        else:
            move = np.uint64(legal_move(position, board, np.uint64(indices[ply])))
            indices[ply] += np.uint64(1)
            copy_position(positions[ply + 1], position, board)
            if play(positions[ply + 1], board, move) == 0:
                ply += 1
                indices[ply] = 0
    return count


def count_lines(position: Position, depth: int) -> int:
    """Return the number of lines of `depth` plies from a position."""
    if depth < 1:
        raise GameError(f"the depth must be at least 1, not {depth}")
    positions = new_structs(position.struct_type, depth + 1)
    positions[0] = position.struct
    return int(count_from(positions, position.boards[0], np.zeros(depth, np.uint64), depth))


def main(arguments: list[str] | None = None) -> int:
    """Print the counts of a board from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.perft", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default=DEFAULT_GAME, help=", ".join(GAMES))
    parser.add_argument("--board", help="the board; by default the usual one of the game")
    parser.add_argument("--depth", type=int, default=3)
    options = parser.parse_args(arguments)
    rules = position_class(options.game)
    start = rules(**rules.board_options(options.board or rules.default_board))
    for depth in range(1, options.depth + 1):
        print(f"{depth}: {count_lines(start, depth):,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
