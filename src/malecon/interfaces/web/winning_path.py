"""The part of a winning chain that wins: the shortest bridge or fork in it, or a ring without further stones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TypeAlias

from malecon.games.havannah.geometry import NO_CELL, Geometry
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position

FORK_SIDES = 3
Finder: TypeAlias = Callable[[Geometry, set[int]], set[int]]


def winning_path(position: Position) -> list[str]:
    """Return the winning cells of a finished game that are needed to win; in other games all of them."""
    outcome = position.outcome
    if outcome is None or not isinstance(position, Havannah):
        return list(outcome.cells) if outcome else []
    board = position.geometry
    path = shortest_path(board, [board.by_name[name] for name in outcome.cells], outcome.how)
    return [board.names[cell] for cell in path]


def shortest_path(geometry: Geometry, chain: Iterable[int], how: Iterable[str]) -> list[int]:
    """Return the cells of a chain that complete one of its endings, the one with fewest cells."""
    cells = set(chain)
    finders: dict[str, Finder] = {"bridge": shortest_bridge, "fork": shortest_fork, "ring": smallest_ring}
    found = [path for ending in how if ending in finders and (path := finders[ending](geometry, cells))]
    smallest: set[int] = min(found, key=len, default=cells)
    return sorted(smallest)


def shortest_bridge(geometry: Geometry, chain: set[int]) -> set[int]:
    """Return the shortest path in a chain between two corners."""
    corners = [corner for corner in geometry.corners if corner in chain]
    paths = [
        _path(previous, end)
        for start, end in combinations(corners, 2)
        if end in (previous := _search(geometry, chain, [start]))
    ]
    return min(paths, key=len, default=set())


def shortest_fork(geometry: Geometry, chain: set[int]) -> set[int]:
    """Return the smallest union of paths in a chain from one cell to three sides."""
    sides: dict[int, list[int]] = {}
    for cell in chain:
        if (side := geometry.side(cell)) is not None:
            sides.setdefault(side, []).append(cell)
    searches = [_search(geometry, chain, cells) for cells in sides.values()]
    best: set[int] = set()
    for cell in chain:
        arms = sorted((_path(previous, cell) for previous in searches if cell in previous), key=len)[:FORK_SIDES]
        union = set().union(*arms)
        if len(arms) == FORK_SIDES and (not best or len(union) < len(best)):
            best = union
    return best


def smallest_ring(geometry: Geometry, chain: set[int]) -> set[int]:
    """Return a ring of a chain from which no stone can be left out."""
    ring = set(chain)
    if not _encloses(geometry, ring):  # a solid ring: the stone in its middle counts as enclosed
        solid = (cell for cell in chain if len(ring.intersection(geometry.neighbours(cell))) == 6)
        ring.discard(next(solid, -1))
    if not _encloses(geometry, ring):
        return set()
    for cell in sorted(chain & ring):
        if _encloses(geometry, ring - {cell}):
            ring.discard(cell)
    return ring


def _encloses(geometry: Geometry, stones: set[int]) -> bool:
    """Return whether some other cell cannot reach the edge of the board without crossing the stones."""
    others = set(range(geometry.num_cells)) - stones
    edge = [cell for cell in others if NO_CELL in geometry.neighbours(cell)]
    return len(_search(geometry, others, edge)) < len(others)


def _search(geometry: Geometry, allowed: set[int], starts: Iterable[int]) -> dict[int, int | None]:
    """Return every cell that can be reached, with the cell before it on a shortest path."""
    previous: dict[int, int | None] = dict.fromkeys(starts)
    waiting = deque(previous)
    while waiting:
        cell = waiting.popleft()
        for neighbour in geometry.neighbours(cell):
            if neighbour in allowed and neighbour not in previous:
                previous[neighbour] = cell
                waiting.append(neighbour)
    return previous


def _path(previous: dict[int, int | None], end: int) -> set[int]:
    """Return the cells of the path to an end."""
    path: set[int] = set()
    step: int | None = end
    while step is not None:
        path.add(step)
        step = previous[step]
    return path
