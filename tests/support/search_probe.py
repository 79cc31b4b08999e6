"""Root tables of short searches, for comparison between compiled and plain Python.

As a script, meant for `NUMBA_DISABLE_JIT=1`, it prints them as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from support.searching import search, table

from malecon import Havannah

SIMULATIONS = 30
PLAYERS = (
    "malecon",
    "rave(r=50)+mcts_solver+threats",
    "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1+prior(combination)+mcts_solver+history",
    "bernstein+widening+two_bridge+nearest_neighbour(coin)+decisive+rings(0.3)+root_exploration",
    "hoeffding+extended_rave+rave+killer_rave+pool_rave(visits=2)+playouts(n=2)",
    "uct+policy_first(visits=5)+fpu+ngram2(combine=average)+joint_playout+dead_cells",
    "flat_monte_carlo",
)


def tables() -> dict[str, list[Any]]:
    """The root table of each player after a few simulations: base 3, one stone played."""
    return {player: table(search(player, Havannah(3, moves="c2"), SIMULATIONS)) for player in PLAYERS}


if __name__ == "__main__":
    json.dump(tables(), sys.stdout)
