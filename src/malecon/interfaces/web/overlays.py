"""What is known of every cell without a search: the distance cost of Havannah."""

from __future__ import annotations

from typing import Any

from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.interfaces.web.schema import Answer

NOT_THROUGH = 99


def costs(position: Position) -> Answer:
    """Stones that each side needs for its best bridge or fork through each cell, and at least."""
    if not isinstance(position, Havannah):
        raise GameError(f"{position.title} has no map of distances: it is Havannah's")
    from malecon.kernel import new_structs
    from malecon.knowledge.catalogue import scratch_type
    from malecon.knowledge.havannah.distance import EXACT, measure_distances

    scratch: Any = new_structs(scratch_type(position.game))[0]  # as the search has it, so that nothing compiles anew
    measure_distances(position.struct, position.boards[0], scratch, EXACT)
    found = {}
    for number, colour in enumerate(("white", "black")):
        row = scratch.costs[number, : len(position.cells)].tolist()
        cells = {name: cost for name, cost in zip(position.cells, row, strict=True) if cost < NOT_THROUGH}
        found[colour] = {"cells": cells, "least": int(scratch.least[number])}
    return found
