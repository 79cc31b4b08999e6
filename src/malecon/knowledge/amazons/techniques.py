"""The techniques that know Amazons, one declaration each."""

from __future__ import annotations

from malecon.knowledge.technique import EVALUATES, Parameter, Technique

KINDS = ("fast", "slow")

AMAZONS = (
    Technique(
        "evaluation",
        "Which evaluation judges a position.",
        (Parameter("kind", "fast", "fast: squares that a queen is first at; slow: all terms", choices=KINDS),),
        paper="lorentz2016, Lieberum 2005",
        roles=(EVALUATES,),
    ),
)
