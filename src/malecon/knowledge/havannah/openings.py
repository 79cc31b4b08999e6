"""Balanced first moves for games with the swap rule.

The table was computed by the engine (`malecon learn openings` reproduces it): White's expected result after each first
stone, up to symmetry; those closest to one half are listed. On small boards every first stone favours White, and the
least favourable ones are listed.
"""

from __future__ import annotations

# 60,000 simulations after each first stone.
BALANCED: dict[int, tuple[str, ...]] = {
    4: ("c3", "d4"),
    5: ("c1", "b1"),
    6: ("c1", "b1", "a1"),
    7: ("c1", "b2", "d2"),
    8: ("b1", "e2", "b2"),
    9: ("b2", "d2", "c2"),
    10: ("c2", "d2", "b2"),
}


def balanced_openings(base: int) -> tuple[str, ...]:
    """Return the most balanced first moves of a base; empty if none were computed."""
    return BALANCED.get(base, ())
