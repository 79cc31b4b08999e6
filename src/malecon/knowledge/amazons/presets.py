"""Named players of Amazons: AMABOT of lorentz2016 in our terms, its minimax rival, and `malecon`.

The paper keeps the 750 best complete moves of a node. Here a turn is two steps, so 27 of each are kept: 27 x 27 = 729.
"""

from __future__ import annotations

MALECON = (
    "uct(c=0.4)+eval_prior+widening(schedule=table,keep=27)+expand(visits=10)+ept(moves=6,parity=same)"
    "+mcts_solver+threats"
)
AMABOT = f"{MALECON}+root_exploration"
MINIMAX = "alphabeta+evaluation(kind=slow)"


def presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    """Return every preset."""
    return {"amabot": AMABOT, "minimax": MINIMAX, "malecon": MALECON}
