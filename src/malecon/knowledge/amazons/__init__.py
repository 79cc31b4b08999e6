"""Domain knowledge of Amazons: evaluation by distance and territory, and solved endgames.

Importing this package registers its implementations of `games.contract`. Start with `evaluation`.
"""

from malecon.knowledge.amazons import endgame, evaluation
from malecon.knowledge.amazons.endgame import REGIONS
from malecon.knowledge.amazons.explain import explain
from malecon.knowledge.amazons.presets import presets
from malecon.knowledge.amazons.techniques import AMAZONS
from malecon.knowledge.amazons.terms import TERMS
from malecon.knowledge.catalogue import Knowledge

KNOWLEDGE = Knowledge(AMAZONS, (TERMS, REGIONS), presets, explain=explain)

__all__ = ["KNOWLEDGE", "endgame", "evaluation"]
