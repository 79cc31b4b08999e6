"""Advice for Breakthrough: threats, what a position and its pieces are worth, priors, decisive playout moves.

Importing this package gives the search everything that it may ask of Breakthrough.
"""

from malecon.knowledge.breakthrough import evaluation, moves, threats
from malecon.knowledge.breakthrough.presets import presets
from malecon.knowledge.breakthrough.runners import RUNNERS
from malecon.knowledge.breakthrough.techniques import BREAKTHROUGH
from malecon.knowledge.catalogue import Knowledge

KNOWLEDGE = Knowledge(techniques=BREAKTHROUGH, scratch=(RUNNERS,), presets=presets, explain=evaluation.explain)

__all__ = ["KNOWLEDGE", "evaluation", "moves", "threats"]
