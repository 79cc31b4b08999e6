"""Players of Breakthrough by name: BREAKBOT of lorentz2016 in our terms, and `malecon`."""

from __future__ import annotations

BREAKBOT = "uct(c=0.4)+root_exploration+prior+worth+ept(moves=4)+capture_penalty+solver+proofs"
MALECON = BREAKBOT


def presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    """Every preset."""
    return {"breakbot": BREAKBOT, "malecon": MALECON}
