"""Players of Havannah by name: those of the papers, and `malecon`, which may differ from base to base."""

from __future__ import annotations

PAPERS = {
    "fossel2010": "uct(c=0.3)+rave(r=50)+extended_rave(w=10)+mate",
    "havbot": "uct(c=0.4)+root_exploration+prior(evaluation)+ept(moves=8)+solver+proofs",
    "stankiewicz2012": "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1+prior(joint_neighbour)+solver",
}
BASES: dict[int, str] = {}
MALECON = "rave(r=500)+policy+judge+expand(visits=6)+solver+proofs"


def presets(base: int) -> dict[str, str]:
    """Every preset as it is for a base."""
    return {**PAPERS, "malecon": BASES.get(base, MALECON)}
