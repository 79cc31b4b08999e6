"""Players by name: those of the papers that know no game, and what each game adds; `malecon` is the strongest we have.

A preset may differ from board to board: `preset_texts(game, size)` gives the texts that hold there. A preset may build
upon another one.
"""

from __future__ import annotations

from malecon.games.catalogue import DEFAULT_GAME
from malecon.knowledge.catalogue import knowledge_of

PAPERS = {
    "greedy": "flat_monte_carlo+final(by=value)",
    "joosten2009": "uct(c=1.2,results=signed)+policy_first(visits=50)+final(by=value)",
    "teytaud2009": "hoeffding(k=0)+rave(r=50)",
    "minimax": "alphabeta",
}
# Opponents for people: fewer simulations, and a choice by chance among moves that look good. `levels` in the laboratory
# measures the steps between them.
LEVELS = {
    "level1": "uct(c=1)+cap(simulations=20)+final(temperature=0.3)",
    "level2": "uct(c=1)+cap(simulations=50)+final(temperature=0.12)",
    "level3": "uct(c=1)+cap(simulations=100)+final(temperature=0.06)",
    "level4": "malecon-mcts_solver-threats+cap(simulations=25)+final(temperature=0.6)",
    "level5": "malecon+cap(simulations=30)+final(temperature=0.5)",
    "level6": "malecon+cap(simulations=40)+final(temperature=0.2)",
    "level7": "malecon+cap(simulations=80)+final(temperature=0.08)",
    "level8": "malecon+cap(simulations=200)+final(temperature=0.03)",
    "level9": "malecon+cap(simulations=600)+final(temperature=0.01)",
    "level10": "malecon+cap(simulations=3000)",
}
MALECON = "uct(c=0.7)+mcts_solver+threats"  # of a game about which nothing is known


def preset_texts(game: str = DEFAULT_GAME, size: int = 0) -> dict[str, str]:
    """Every preset as it is for a game and board size."""
    texts = PAPERS | knowledge_of(game).presets(size)
    return texts | LEVELS | {"malecon": texts.get("malecon", MALECON)}
