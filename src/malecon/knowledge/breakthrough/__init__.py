"""Domain knowledge of Breakthrough: threats, races, static evaluation, priors, decisive playout moves.

Importing this package registers its implementations of `games.contract`. Start with `threats`.
"""

from malecon.knowledge.breakthrough import evaluation, moves, threats
from malecon.knowledge.breakthrough.presets import presets
from malecon.knowledge.breakthrough.techniques import BREAKTHROUGH
from malecon.knowledge.breakthrough.unstoppable import UNSTOPPABLE
from malecon.knowledge.catalogue import Knowledge

KNOWLEDGE = Knowledge(techniques=BREAKTHROUGH, scratch=(UNSTOPPABLE,), presets=presets, explain=evaluation.explain)

__all__ = ["KNOWLEDGE", "evaluation", "moves", "threats"]
