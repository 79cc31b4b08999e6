"""Techniques of Amazons."""

from __future__ import annotations

from malecon.knowledge.technique import EVALUATES, Parameter, Technique

KINDS = ("fast", "slow")

AMAZONS = (
    Technique(
        "evaluation",
        "Static evaluation of a position.",
        (Parameter("kind", "fast", "fast: squares closer by queen moves; slow: all terms of Lieberum", choices=KINDS),),
        paper="lorentz2016, Lieberum 2005",
        roles=(EVALUATES,),
    ),
)
