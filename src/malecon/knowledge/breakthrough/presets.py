"""Named players of Breakthrough: BREAKBOT of lorentz2016 in our terms, and `malecon`.

`malecon` omits the capture penalty, which cost strength, and root exploration, which gained nothing, and adds implicit
minimax, which made it stronger than alpha-beta: `docs/techniques/implicit_minimax.md` has the games.
"""

from __future__ import annotations

BREAKBOT = "uct(c=0.4)+root_exploration+prior+evaluation+ept(moves=4)+capture_penalty+mcts_solver+threats"
MALECON = "uct(c=0.4)+prior(visits=20)+evaluation+implicit_minimax(share=0.6)+ept(moves=4)+mcts_solver+threats"


def presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    """Return every preset."""
    return {"breakbot": BREAKBOT, "malecon": MALECON}
