"""Players by name: those of the papers that know no game, and what each game adds; `malecon` is the strongest we have.

A preset may differ from board to board: `preset_texts(game, size)` gives the texts that hold there.
"""

from __future__ import annotations

from malecon.games.catalogue import DEFAULT_GAME
from malecon.knowledge.catalogue import knowledge_of

PAPERS = {
    "greedy": "flat_search+final(by=value)",
    "joosten2009": "uct(c=1.2,results=signed)+policy_first(visits=50)+final(by=value)",
    "teytaud2009": "hoeffding(k=0)+rave(r=50)",
}
MALECON = "uct(c=0.7)+solver+proofs"  # of a game about which nothing is known


def preset_texts(game: str = DEFAULT_GAME, size: int = 0) -> dict[str, str]:
    """Every preset as it is for a game and board size."""
    texts = PAPERS | knowledge_of(game).presets(size)
    return texts | {"malecon": texts.get("malecon", MALECON)}
