"""First stones that are as balanced as they come, for games with the swap rule.

The table was computed by the engine itself (`malecon learn openings` does it again): White's expected result after
each first stone, up to symmetry; those nearest to one half are kept. On small boards every first stone favours White,
and the least of them is the best that can be offered.
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
    """The most balanced first stones of a base; none where nothing was computed."""
    return BALANCED.get(base, ())
