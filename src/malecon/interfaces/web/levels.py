"""Opponents from beginner to full strength, as players in text form: each level thinks further than the one below.

The lowest also choose loosely among good moves, so that they can be surprised.
"""

from __future__ import annotations

from malecon.interfaces.web.messages import Answer

# name, player, seconds a move
LEVELS = (
    ("Random mover", "random", 1.0),
    ("Beginner", "malecon+cap(simulations=20)+final(temperature=0.2)", 1.0),
    ("Casual", "malecon+cap(simulations=100)+final(temperature=0.1)", 1.0),
    ("Club", "malecon+cap(simulations=500)+final(temperature=0.05)", 1.0),
    ("Strong club", "malecon+cap(simulations=2000)", 1.0),
    ("Expert", "malecon+cap(simulations=20000)", 2.0),
    ("Full strength, 1 s", "malecon", 1.0),
    ("Full strength, 5 s", "malecon", 5.0),
    ("Full strength, 20 s", "malecon", 20.0),
)
USUAL = 4


def levels() -> list[Answer]:
    """The levels in order, weakest first."""
    return [{"name": name, "player": player, "seconds": seconds} for name, player, seconds in LEVELS]
