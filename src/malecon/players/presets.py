"""Named players: game-independent ones from papers, levels of strength, and those of each game.

`malecon` is the strongest; `malecon1` is the strongest without a net and stays as it is, a mark to measure progress
against. A preset may depend on the board size, which `preset_texts(game, size)` takes into account, and may
build on another preset.
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
# Weaker opponents: fewer simulations, and sampling among good moves. The lab experiment `levels` measures their
# differences in strength. They build on `malecon1`, so that a stronger `malecon` leaves their strength as it is.
LEVELS = {
    "level1": "uct(c=1)+cap(simulations=20)+final(temperature=0.3)",
    "level2": "uct(c=1)+cap(simulations=50)+final(temperature=0.12)",
    "level3": "uct(c=1)+cap(simulations=100)+final(temperature=0.06)",
    "level4": "malecon1-mcts_solver-threats+cap(simulations=25)+final(temperature=0.6)",
    "level5": "malecon1+cap(simulations=30)+final(temperature=0.5)",
    "level6": "malecon1+cap(simulations=40)+final(temperature=0.2)",
    "level7": "malecon1+cap(simulations=80)+final(temperature=0.08)",
    "level8": "malecon1+cap(simulations=200)+final(temperature=0.03)",
    "level9": "malecon1+cap(simulations=600)+final(temperature=0.01)",
    "level10": "malecon1+cap(simulations=3000)",
}
MALECON = "uct(c=0.7)+mcts_solver+threats"  # for a game without knowledge of its own


def preset_texts(game: str = DEFAULT_GAME, size: int = 0) -> dict[str, str]:
    """Return every preset for a game and board size."""
    texts = PAPERS | knowledge_of(game).presets(size)
    malecon = texts.get("malecon", MALECON)
    return texts | LEVELS | {"malecon": malecon, "malecon1": texts.get("malecon1", malecon)}
