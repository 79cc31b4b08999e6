"""The board: cells, neighbours, sides, corners and symmetries, compared with the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from support import oracle

from malecon import GameError
from malecon.games.havannah.geometry import DIRECTIONS, HERE, MAX_BASE, MIN_BASE, NO_CELL, geometry

BASES = range(MIN_BASE, MAX_BASE + 1)


@pytest.mark.parametrize("base", BASES)
def test_a_board_has_the_cells_of_the_oracle(base: int) -> None:
    shape = geometry(base)
    assert shape.num_cells == 3 * base * (base - 1) + 1
    assert set(shape.coordinates) == oracle.board(base)
    assert len(set(shape.names)) == shape.num_cells
    assert [shape.by_name[name] for name in shape.names] == list(range(shape.num_cells))
    assert shape.names == tuple(oracle.name(cell) for cell in shape.coordinates)


def test_common_bases_have_the_known_sizes() -> None:
    assert [geometry(base).num_cells for base in (2, 4, 5, 8, 10, 14)] == [7, 37, 61, 169, 271, 547]


def test_the_corners_of_base_5_run_clockwise_from_a1() -> None:
    shape = geometry(5)
    assert [shape.names[cell] for cell in shape.corners] == ["a1", "e1", "i5", "i9", "e9", "a5"]


@pytest.mark.parametrize("base", BASES)
def test_corners_and_sides_match_the_border(base: int) -> None:
    shape = geometry(base)
    at = shape.coordinates
    assert {at[cell] for cell in shape.corners} == oracle.corners(base)
    drawn = [frozenset(at[cell] for cell in range(shape.num_cells) if shape.side(cell) == side) for side in range(6)]
    assert {side for side in drawn if side} == set(oracle.sides(base))
    assert sum(map(len, drawn)) == 6 * (base - 2)


@pytest.mark.parametrize("base", BASES)
def test_the_board_struct_matches_the_geometry(base: int) -> None:
    shape = geometry(base)
    board = shape.board[0]
    assert board.num_cells == shape.num_cells
    for cell in range(shape.num_cells):
        side = shape.side(cell)
        bits = (
            (1 << side)
            if side is not None
            else sum(64 << n for n, corner in enumerate(shape.corners) if corner == cell)
        )
        assert board.touches[cell] == bits
        assert board.neighbours[cell, :HERE].tolist() == shape.neighbours(cell)
        assert board.neighbours[cell, HERE] == cell


@pytest.mark.parametrize("base", BASES)
def test_neighbours_are_mutual_and_in_opposite_directions(base: int) -> None:
    shape = geometry(base)
    for cell in range(shape.num_cells):
        around = shape.neighbours(cell)
        assert {shape.coordinates[other] for other in around if other != NO_CELL} == oracle.board(base) & set(
            oracle.around(shape.coordinates[cell])
        )
        for direction, other in enumerate(around):
            if other != NO_CELL:
                assert shape.neighbours(other)[(direction + 3) % 6] == cell


def test_directions_run_in_a_circle() -> None:
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        following = DIRECTIONS[(direction + 1) % 6]
        assert (following[0] - dx, following[1] - dy) in DIRECTIONS


@pytest.mark.parametrize("base", [2, 3, 4, 8, 14])
def test_the_symmetries_are_a_group_of_twelve_that_keeps_neighbours(base: int) -> None:
    shape = geometry(base)
    images = {tuple(row) for row in shape.symmetries.tolist()}
    assert len(images) == 12
    assert tuple(range(shape.num_cells)) == tuple(shape.symmetries[0].tolist())
    for one in shape.symmetries:
        assert {int(one[corner]) for corner in shape.corners} == set(shape.corners)
        assert all(tuple(one[other].tolist()) in images for other in shape.symmetries)
        for cell in range(shape.num_cells):
            around = {int(one[other]) for other in shape.neighbours(cell) if other != NO_CELL}
            assert around == set(shape.neighbours(int(one[cell]))) - {NO_CELL}


def test_rotations_and_mirror_images_are_numbered_as_documented() -> None:
    shape = geometry(5)
    turns = [shape.names[image[shape.by_name["a1"]]] for image in shape.symmetries[:6]]
    assert turns == ["a1", "e1", "i5", "i9", "e9", "a5"]
    mirrored = shape.symmetries[6]
    assert shape.names[mirrored[shape.by_name["b4"]]] == "d2"


def test_zobrist_words_are_all_different() -> None:
    words = geometry(14).zobrist
    assert len(np.unique(words)) == words.size == 2 * 547


@pytest.mark.parametrize("base", [1, 15, 0, -3, 4.0, "4", True, None])
def test_other_bases_are_rejected_in_one_line(base: object) -> None:
    with pytest.raises(GameError, match=r"^Havannah needs a base from 2 to 14, not [^\n]*$"):
        geometry(base)  # type: ignore[arg-type]


@pytest.mark.parametrize("base", [2, 3, 5, 10])
def test_edge_and_corner_directions_point_to_border_cells_and_corners(base: int) -> None:
    shape = geometry(base)
    board = shape.board[0]
    for cell in range(shape.num_cells):
        for direction, neighbour in enumerate(shape.neighbours(cell)):
            on_board = neighbour != NO_CELL
            is_corner = on_board and neighbour in shape.corners
            assert bool(board.corner_directions[cell] >> direction & 1) == is_corner
            on_edge = not on_board or is_corner or shape.side(neighbour) is not None
            assert bool(board.edge_directions[cell] >> direction & 1) == on_edge
