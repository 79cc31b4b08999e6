"""Opponents from beginner to full strength: the presets `level1` and up, then the strongest with more and more time.

This table is all that the page knows of levels.
"""

from __future__ import annotations

from malecon.interfaces.web.schema import Answer
from malecon.players import presets

WEAK_SECONDS = 5.0  # more than a level with a cap on its simulations needs
WORDS = {1: ", beginner", 3: ", casual", len(presets.LEVELS): ", expert"}
LEVELS = (
    ("Random mover", "random", WEAK_SECONDS),
    *(
        (f"Level {number}{WORDS.get(number, '')}", name, WEAK_SECONDS)
        for number, name in enumerate(presets.LEVELS, start=1)
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
