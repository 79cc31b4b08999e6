"""Players of Breakthrough by name: BREAKBOT of lorentz2016 in our terms, and `malecon`.

`malecon` leaves out the penalty on captures, which did harm, and the exploration at the root, which gained nothing, and
adds implicit mini-max, which made it stronger than mini-max: `docs/techniques/implicit_minimax.md` has the games.
"""

from __future__ import annotations

BREAKBOT = "uct(c=0.4)+root_exploration+prior+evaluation+ept(moves=4)+capture_penalty+mcts_solver+threats"
MALECON = "uct(c=0.4)+prior(visits=20)+evaluation+implicit_minimax(share=0.6)+ept(moves=4)+mcts_solver+threats"


def presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    """Every preset."""
    return {"breakbot": BREAKBOT, "malecon": MALECON}
