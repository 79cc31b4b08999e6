"""Players of Amazons by name: AMABOT of lorentz2016 in our terms, its mini-max rival, and `malecon`.

The paper keeps the 750 best whole moves of a node. A turn is two steps here, so 27 of each: 27 times 27 is 729.
"""

from __future__ import annotations

MALECON = (
    "uct(c=0.4)+eval_prior+widening(schedule=table,keep=27)+expand(visits=10)+ept(moves=6,parity=same)"
    "+mcts_solver+threats"
)
AMABOT = f"{MALECON}+root_exploration"
MINIMAX = "alphabeta+evaluation(kind=slow)"


def presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    """Every preset as it is for a board of so many squares."""
    return {"amabot": AMABOT, "minimax": MINIMAX, "malecon": MALECON}
