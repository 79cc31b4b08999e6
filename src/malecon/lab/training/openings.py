"""Evaluation of first moves: the data behind the engine's first move under the swap rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.position import Havannah
from malecon.players.engine import Engine
from malecon.players.player import Limit

EVEN = 0.5


@dataclass(frozen=True)
class Opening:
    """A first move and the expected result of White after it."""

    cell: str
    value: float

    @property
    def imbalance(self) -> float:
        """Distance of the value from one half."""
        return abs(self.value - EVEN)


def distinct_cells(base: int) -> list[str]:
    """Return one cell of each class of symmetric cells."""
    shape = geometry(base)
    return [shape.names[cell] for cell in range(shape.num_cells) if cell == shape.symmetries[:, cell].min()]


def measure_openings(base: int, simulations: int, player: str = "malecon", seed: int = 1) -> Iterator[Opening]:
    """Yield the expected result of White after each distinct first move, by a search for Black."""
    for cell in distinct_cells(base):
        engine = Engine(player, seed=seed)
        thought = engine.decide(Havannah(base, moves=[cell]), Limit(simulations=simulations))
        yield Opening(cell, 1.0 - thought.value)
