"""The priors in plain Python, over the oracle's stones: wins and visits of a move before it is tried."""

from __future__ import annotations

from support import oracle
from support.oracle import STEPS, around, by_name

from malecon import BLACK, WHITE, Havannah


def stones_of(position: Havannah) -> dict[oracle.Cell, str]:
    """The stones as the oracle keeps them."""
    return {by_name(position.base)[cell]: str(colour) for colour in (WHITE, BLACK) for cell in position.stones(colour)}


def joint_neighbour(position: Havannah, cell: oracle.Cell) -> tuple[float, float]:
    """40 of 40 next to an own stone, 30 for an intact two-bridge to one, else 5."""
    stones, own = stones_of(position), str(position.to_move)
    if any(stones.get(other) == own for other in around(cell)):
        return 40, 40
    for (ax, ay), (bx, by) in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True):
        left, right = (cell[0] + ax, cell[1] + ay), (cell[0] + bx, cell[1] + by)
        far = (cell[0] + ax + bx, cell[1] + ay + by)
        free = {left, right} <= oracle.board(position.base) - set(stones)
        if stones.get(far) == own and free:
            return 30, 40
    return 5, 40


def local_connections(position: Havannah, cell: oracle.Cell) -> tuple[float, float]:
    """10 of 30 for every separate group of own stones among the six neighbours."""
    stones, own = stones_of(position), str(position.to_move)
    ring = {other for other in around(cell) if stones.get(other) == own}
    groups = {frozenset(oracle.flood(other, ring)) for other in ring}
    return 10 * len(groups), 30


def edge_corner(position: Havannah, cell: oracle.Cell, *, own_cell: bool = False) -> tuple[float, float]:
    """10 of 30 for every side and corner that the chain would touch; what joins three or two wins: 1000 of 1."""
    stones, own = stones_of(position), str(position.to_move)
    chain = {cell} if own_cell else set()
    for other in around(cell):
        if stones.get(other) == own:
            chain |= oracle.chain_of(stones, other)
    sides = sum(bool(chain & side) for side in oracle.sides(position.base))
    corners = len(chain & oracle.corners(position.base))
    return (1000, 1) if sides > 2 or corners > 1 else (10 * (sides + corners), 30)


def combination(position: Havannah, cell: oracle.Cell) -> tuple[float, float]:
    """The thesis: the sum of the three, of 100; a certain win counts as for sides and corners alone."""
    parts = [joint_neighbour(position, cell), local_connections(position, cell), edge_corner(position, cell)]
    return parts[2] if parts[2] == (1000, 1) else (sum(wins for wins, _ in parts), sum(visits for _, visits in parts))


PRIORS = {
    "joint_neighbour": joint_neighbour,
    "local_connections": local_connections,
    "edge_corner": edge_corner,
    "edge_corner_own": lambda position, cell: edge_corner(position, cell, own_cell=True),
    "combination": combination,
}
