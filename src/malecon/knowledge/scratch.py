"""Room in which a game's knowledge works while it looks at one position: a record in every worker, by game."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.knowledge.havannah.distance import DISTANCES

TYPES: dict[str, np.dtype[Any]] = {"havannah": DISTANCES}
NOTHING = np.dtype([("nothing", "u1")])


def scratch_type(game: str) -> np.dtype[Any]:
    """The type of a game's scratch record."""
    return TYPES.get(game, NOTHING)
