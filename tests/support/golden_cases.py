"""The searches whose whole trees the golden files hold: every preset, and players that use the other techniques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from malecon import Amazons, Breakthrough, Havannah, Position

OPENING, ENDGAME = "d4 c3", "d4 e4 c3 e5 b3 f5 a3 d5 e6 c4 b4 f6 d2 e3"


@dataclass(frozen=True)
class Case:
    """A short search."""

    name: str
    player: str
    position: Callable[[], Position]
    simulations: int = 200


def opening() -> Havannah:
    """Base 4 after two moves."""
    return Havannah(4, moves=OPENING)


def endgame() -> Havannah:
    """Base 4 after fourteen moves, where much can be proved."""
    return Havannah(4, moves=ENDGAME)


OURS = ("malecon", "malecon1", "malecon_net")
PRESETS = ("fossel2010", "greedy", "havbot", "joosten2009", *OURS, "stankiewicz2012", "teytaud2009")
CASES = [
    *(Case(preset, preset, opening) for preset in PRESETS),
    Case("malecon_endgame", "malecon", endgame),
    Case("net_at_creation", "rave(r=500)+net+leaf_eval+expand(visits=3)+mcts_solver+threats", opening),
    Case("solver_endgame", "rave(r=50)+mcts_solver+threats", endgame),
    Case("solver_two_plies", "rave+threats(plies=2)+mcts_solver+expand(visits=3)", endgame),
    Case("several_playouts", "rave+playouts(n=2)+prior+bias", opening),
    Case("rave_variants", "hoeffding+rave+extended_rave+killer_rave+pool_rave(visits=5)+history+decisive", opening),
    Case("bernstein_widening", "bernstein+widening(q=2)+root_exploration+mcts_solver", opening),
    Case("playout_rules", "uct+fpu(value=0.6)+lgrf2+ngram2+dead_cells+mcts_solver", opening),
    Case("evaluation", "uct+leaf_eval+eval_prior+implicit_minimax+mcts_solver", opening),
    Case("breakthrough", "malecon", lambda: Breakthrough(5, 4, moves="b2-b3")),
    Case("amazons", "malecon", lambda: Amazons(5, layout="a1 / e5", moves="a1-b2/a1")),
]
