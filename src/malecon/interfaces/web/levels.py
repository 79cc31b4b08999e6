"""Opponents from beginner to full strength: presets `level1` to `level10`, then the strongest with more and more time.

This table is all that the page knows of levels.
"""

from __future__ import annotations

from malecon.interfaces.web.messages import Answer
from malecon.players.presets import LEVELS as PRESETS

WEAK_SECONDS = 5.0  # more than a level with a cap on its simulations needs
WORDS = {1: "beginner", 3: "casual", 5: "club", 8: "strong club", 10: "expert"}
LEVELS = (
    ("Random mover", "random", WEAK_SECONDS),
    *(
        (f"Level {number}" + (f", {WORDS[number]}" if number in WORDS else ""), f"level{number}", WEAK_SECONDS)
        for number in range(1, len(PRESETS) + 1)
    ),
    ("Full strength, 1 s", "malecon", 1.0),
    ("Full strength, 5 s", "malecon", 5.0),
    ("Full strength, 20 s", "malecon", 20.0),
)
"""Name, player, seconds a move."""
USUAL = 3


def levels() -> list[Answer]:
    """The levels in order, weakest first."""
    return [{"name": name, "player": player, "seconds": seconds} for name, player, seconds in LEVELS]
