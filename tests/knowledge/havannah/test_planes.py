"""Inputs of Havannah's net."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from malecon import Havannah
from malecon.games.contract import net_inputs
from malecon.knowledge.havannah.planes import GLOBALS, PLANES
from malecon.knowledge.nets import inputs_of
from malecon.nets.structs import lay_out
from malecon.search.static_eval import evaluators

MOVES = "c3 e5 d4 c5 e4 b2 f6 d6 c4"


def inputs(position: Havannah, last_moves: tuple[str, ...] = ()) -> tuple[dict[str, Any], dict[str, float]]:
    """Return the planes by name, each by cell, and the globals by name."""
    workers = evaluators("havannah", {})
    worker, net = workers[0], workers[0].scratch.net
    net.num_planes, net.num_globals = len(PLANES), len(GLOBALS)
    grid = inputs_of("havannah").grid(position.base)
    lay_out(net, position.base, grid)
    for number, move in enumerate(last_moves):
        worker.line.moves[number] = position.move_code(move)
    worker.line.ply = len(last_moves)
    net_inputs(position.struct, position.boards[0], worker)
    places = np.array(grid.places)
    planes = {name: net.x[number * grid.stride + places].copy() for number, name in enumerate(PLANES)}
    return planes, dict(zip(GLOBALS, net.globals.tolist(), strict=False))


def cells(position: Havannah, plane: Any) -> set[str]:
    return {name for name, value in zip(position.cells, plane, strict=True) if value}


def test_stones_are_seen_from_the_side_to_move() -> None:
    position = Havannah(5, moves="c3 e5 d4")
    planes, _ = inputs(position)
    assert cells(position, planes["own stone"]) == {"e5"}
    assert cells(position, planes["opponent's stone"]) == {"c3", "d4"}
    assert len(cells(position, planes["empty"])) == 61 - 3


def test_sides_and_corners_of_chains() -> None:
    position = Havannah(5, moves="a1 e5 b1 f6")
    planes, _ = inputs(position)
    corner = position.cells.index("b1")
    assert planes["corners that the own chain here touches"][corner] == 0.5
    assert planes["sides that the own chain here touches"][corner] == pytest.approx(1 / 3)
    assert planes["size of the own chain here"][corner] == pytest.approx(2 / 12)
    assert len(cells(position, planes["side cell"])) == 18
    assert cells(position, planes["corner cell"]) == {"a1", "e1", "i5", "i9", "e9", "a5"}


def test_the_last_moves_are_marked() -> None:
    position = Havannah(5, moves=MOVES)
    planes, _ = inputs(position, ("d6", "c4"))
    assert cells(position, planes["last move"]) == {"c4"}
    assert cells(position, planes["move before the last"]) == {"d6"}
    planes, _ = inputs(position)
    assert not cells(position, planes["last move"])


def test_cheapest_connections_have_closeness_one() -> None:
    position = Havannah(4, moves="a1 d4 b1 d5 c1 e5")
    planes, values = inputs(position)
    assert cells(position, planes["closeness of the cell to an own connection"] == 1) >= {"a1", "b1", "c1", "d1"}
    assert values["stones that the side to move needs for a bridge or fork"] == pytest.approx(1 / 8)


@pytest.mark.parametrize("symmetry", range(12))
def test_symmetric_positions_have_symmetric_inputs(symmetry: int) -> None:
    position = Havannah(5, moves=MOVES)
    images = inputs_of("havannah").symmetries(5)[symmetry]
    planes, values = inputs(position)
    turned, turned_values = inputs(position.symmetric(symmetry))
    for name in PLANES:
        assert np.allclose(turned[name][images], planes[name]), name
    assert turned_values == pytest.approx(values)


def test_every_cell_is_written_again() -> None:
    position = Havannah(5, moves=MOVES)
    planes, _ = inputs(position)
    assert all(len(plane) == 61 for plane in planes.values())
    stones = planes["own stone"] + planes["opponent's stone"] + planes["empty"]
    assert np.array_equal(stones, np.ones(61))
