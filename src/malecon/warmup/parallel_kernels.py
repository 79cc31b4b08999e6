"""The kernels that a second process compiles: playouts, backup, proofs and pruning.

Compiling a search takes long, and most of that time goes into two parts that do not depend on each other: new nodes
with their priors and threats, and the kernels below. One process compiles each part, and the process that compiles
the whole search finds both in the cache. A kernel that is missing here, or has other argument types, is compiled with
the rest. Nothing is run here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.contract import is_decided, win_counts
from malecon.games.position import Position
from malecon.kernel import new_structs
from malecon.search.mcts.backup import back_up, update_move_tables
from malecon.search.mcts.playout import choose_move
from malecon.search.mcts.prune import mark_nodes, slide
from malecon.search.mcts.rules.rave_pool import fill_pools
from malecon.search.mcts.select import load_grandparent_raves
from malecon.search.mcts.simulate import back_up_proved, return_to_leaf
from malecon.search.mcts.tree import new_tree
from malecon.search.mcts.worker import worker_type
from malecon.warmup.compile import compiling


def compile_kernels(position: Position) -> None:
    """Compile the kernels for a position's game."""
    for kernel, arguments in _calls(position):
        typeof: Any = numba.typeof
        kernel.compile(tuple(map(typeof, arguments)))


def _calls(position: Position) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield kernels and example arguments of the types with which the search calls them."""
    nodes, blocks, trees = new_tree(2, 1)
    worker = new_structs(worker_type(position.game))[0]
    number, share, places = 0, np.float32(0), np.zeros(2, np.uint32)
    here = (worker.position, worker.board, worker)
    yield choose_move, (worker, number)
    yield is_decided.implementations[position.game], (*here, np.uint64(0))
    yield win_counts.implementations[position.game], (*here, share)
    yield fill_pools, (nodes, blocks, worker)
    yield update_move_tables, (nodes, blocks, worker, number, share)
    yield back_up, (nodes, blocks, worker, share, number)
    yield back_up_proved, (nodes, blocks, worker, number)
    yield load_grandparent_raves, (nodes, blocks, worker)
    yield return_to_leaf, (worker, number)
    yield mark_nodes, (nodes, blocks, trees, places, number)
    yield slide, (nodes, blocks, trees, places)


def main(game: str) -> None:
    """Compile the kernels of a game."""
    rules = position_class(game)
    with compiling():
        compile_kernels(rules(**rules.board_options(rules.quick_board)))


if __name__ == "__main__":
    main(sys.argv[1])
