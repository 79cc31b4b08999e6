"""Advice for Amazons: evaluations by distance and territory.

Importing this package gives the search everything that it may ask of Amazons.
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
