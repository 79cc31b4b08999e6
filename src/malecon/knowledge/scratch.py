"""Room in which a game's knowledge works while it looks at one position: a record in every worker, by game."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.knowledge.havannah.distance import DISTANCES
from malecon.knowledge.havannah.threats import THREATS


def _together(*types: np.dtype[Any]) -> np.dtype[Any]:
    """One record with the fields of several."""
    return np.dtype([(name, kind[name]) for kind in types for name in kind.names or ()], align=True)


TYPES = {"havannah": _together(DISTANCES, THREATS)}
NOTHING = np.dtype([("nothing", "u1")])


def scratch_type(game: str) -> np.dtype[Any]:
    """The type of a game's scratch record."""
    return TYPES.get(game, NOTHING)
