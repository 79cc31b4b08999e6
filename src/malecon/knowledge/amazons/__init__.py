"""Advice for Amazons: evaluations by distance and territory.

Importing this package gives the search everything that it may ask of Amazons.
"""

from malecon.knowledge.amazons import evaluation
from malecon.knowledge.amazons.techniques import AMAZONS
from malecon.knowledge.amazons.terms import TERMS
from malecon.knowledge.catalogue import Knowledge

KNOWLEDGE = Knowledge(AMAZONS, (TERMS,))

__all__ = ["KNOWLEDGE", "evaluation"]
