"""The shortest bridge and the shortest fork of a side, with the cells that are missing: for people to look at.

Stones are counted as in `distance.py`, which computes one number for every cell but no path: two-bridges count as
adjacency, own chains are free. Plain Python, for one position at a time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from malecon.games.colours import Colour
from malecon.games.havannah.geometry import NO_CELL, Geometry
from malecon.games.havannah.position import Havannah
from malecon.games.outcome import Ending
from malecon.games.position import Position
from malecon.knowledge.evaluation import Connection

NUM_SIDES = 6
ENDS = {Ending.BRIDGE: 2, Ending.FORK: 3}
"""Corners of a bridge, sides of a fork."""


@dataclass(frozen=True)
class _Paths:
    """Shortest paths from a target to every cell that it can be connected to."""

    stones: dict[int, int]
    previous: dict[int, int | None]

    def stones_to(self, cell: int) -> int:
        """Return the stones of the path to a cell."""
        return self.stones[cell]

    def cells_to(self, cell: int) -> Iterator[int]:
        """Yield the cells of the path to a cell, that one included."""
        step: int | None = cell
        while step is not None:
            yield step
            step = self.previous[step]


def shortest_connections(position: Position, colour: Colour) -> dict[str, Connection]:
    """Return a side's shortest bridge and fork; those that the opponent has made impossible are missing."""
    assert isinstance(position, Havannah)
    board = _Board(position, colour)
    paths = [board.paths(target) for target in range(2 * NUM_SIDES)]
    groups = {Ending.BRIDGE: paths[NUM_SIDES:], Ending.FORK: paths[:NUM_SIDES]}
    found = {ending: board.connection(group, ENDS[ending]) for ending, group in groups.items()}
    return {str(ending): connection for ending, connection in found.items() if connection is not None}


class _Board:
    """The board as a side sees it: what a cell costs, and what it is connected to."""

    def __init__(self, position: Havannah, colour: Colour) -> None:
        self.geometry: Geometry = position.geometry
        self.names = self.geometry.names
        stones = [position.stone(name) for name in self.names]
        self.weights = {cell: int(stone is None) for cell, stone in enumerate(stones) if stone != colour.other}
        self.sides = [self.geometry.side(cell) for cell in range(self.geometry.num_cells)]
        self.bridges = [list(self._bridges(cell)) for cell in range(self.geometry.num_cells)]

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell is on the board and empty."""
        return self.weights.get(cell, 0) == 1

    def _bridges(self, cell: int) -> Iterator[tuple[int, int, int]]:
        """Yield the pairs of empty neighbours that are neighbours of each other, each with the cell behind it."""
        around = self.geometry.neighbours(cell)
        for one, other in pairwise([*around, around[0]]):
            if self.is_empty(one) and self.is_empty(other):
                behind = set(self.geometry.neighbours(one)) & set(self.geometry.neighbours(other))
                yield one, other, next(iter(behind - {cell, NO_CELL}), NO_CELL)

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the cells that a stone on a cell is connected to."""
        for near in self.geometry.neighbours(cell):
            if near in self.weights:
                yield near
        for _, _, behind in self.bridges[cell]:
            if behind in self.weights and (self.weights[cell] or self.weights[behind]):  # as the kernel counts
                yield behind

    def touches(self, cell: int, target: int) -> bool:
        """Return whether a stone on a cell is connected to a side, or is on a corner (6 to 11)."""
        if target >= NUM_SIDES:
            return self.geometry.corners[target - NUM_SIDES] == cell
        pairs = ((self.sides[one], self.sides[other]) for one, other, _ in self.bridges[cell])
        return self.sides[cell] == target or (target, target) in pairs

    def paths(self, target: int) -> _Paths:
        """Return the shortest paths from a side or corner."""
        starts = [cell for cell in self.weights if self.touches(cell, target)]
        found = _Paths({cell: self.weights[cell] for cell in starts}, dict.fromkeys(starts))
        waiting = [(stones, cell) for cell, stones in found.stones.items()]
        heapq.heapify(waiting)
        while waiting:
            stones, cell = heapq.heappop(waiting)
            if stones > found.stones[cell]:
                continue
            for near in self.neighbours(cell):
                cost = stones + self.weights[near]
                if cost < found.stones.get(near, self.geometry.num_cells):
                    found.stones[near], found.previous[near] = cost, cell
                    heapq.heappush(waiting, (cost, near))
        return found

    def connection(self, group: Sequence[_Paths], ends: int) -> Connection | None:
        """Return the shortest connection of so many targets of a group, among equals the one with most own stones."""
        best: Connection | None = None
        least_rank = (0, 0, 0)
        for cell, weight in self.weights.items():
            linked = [paths for paths in group if cell in paths.stones]
            nearest = heapq.nsmallest(ends, linked, key=partial(_Paths.stones_to, cell=cell))
            stones = sum(paths.stones[cell] for paths in nearest) - (ends - 1) * weight
            if len(nearest) < ends or (best and stones > best.stones):
                continue
            steps = {step for paths in nearest for step in paths.cells_to(cell)}
            cells = [step for step in sorted(steps) if self.weights[step]]
            rank = (stones, len(cells) - len(steps), len(cells))
            if best is None or rank < least_rank:
                best, least_rank = Connection(stones, tuple(self.names[step] for step in cells)), rank
        return best
