"""Players by name: those of the papers, and `malecon`, the strongest that we have.

A preset may differ from board to board: `preset_texts(game, size)` gives the texts that hold there.
"""

from __future__ import annotations

PAPERS = {
    "greedy": "flat_search+final(by=value)",
    "joosten2009": "uct(c=1.2,results=signed)+policy_first(visits=50)+final(by=value)",
    "teytaud2009": "hoeffding(k=0)+rave(r=50)",
    "fossel2010": "uct(c=0.3)+rave(r=50)+extended_rave(w=10)+mate",
    "stankiewicz2012": "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1+prior(joint_neighbour)+solver",
}

HAVANNAH_BASES: dict[int, str] = {}
MALECON = "rave(r=500)+bias+expand(visits=10)+solver+proofs"


def preset_texts(game: str = "havannah", size: int = 0) -> dict[str, str]:
    """Every preset as it is for a game and board size."""
    ours = HAVANNAH_BASES.get(size, MALECON) if game == "havannah" else MALECON
    return {**PAPERS, "malecon": ours}
