"""Domain knowledge of Havannah: static evaluation, priors and bonuses of new moves, threats, playout moves.

Importing this package registers its implementations of `games.contract`. Start with `distance` (the evaluation),
`threats` (threat detection on expansion) and `playouts`.
"""

from malecon.knowledge.catalogue import Knowledge
from malecon.knowledge.havannah import bonuses, evaluation, net, playouts, priors, sequences, threats
from malecon.knowledge.havannah.connections import shortest_connections
from malecon.knowledge.havannah.distance import DISTANCES
from malecon.knowledge.havannah.near_wins import NEAR_WINS
from malecon.knowledge.havannah.openings import balanced_openings
from malecon.knowledge.havannah.planes import NET, NET_INPUTS
from malecon.knowledge.havannah.policy import POLICY
from malecon.knowledge.havannah.presets import presets
from malecon.knowledge.havannah.rings import RINGS
from malecon.knowledge.havannah.sequences import SEQUENCES
from malecon.knowledge.havannah.techniques import HAVANNAH
from malecon.knowledge.havannah.threats import THREATS

KNOWLEDGE = Knowledge(
    techniques=HAVANNAH,
    scratch=(DISTANCES, POLICY, NEAR_WINS, RINGS, THREATS, SEQUENCES, NET),
    presets=presets,
    tuned_sizes=tuple(range(4, 11)),
    size_name="base",
    explain=evaluation.explain,
    cell_costs=evaluation.cell_costs,
    connections=shortest_connections,
    net=NET_INPUTS,
    openings=balanced_openings,
)

__all__ = ["KNOWLEDGE", "bonuses", "evaluation", "net", "playouts", "priors", "sequences", "threats"]
