"""One-line notation, arrays and pictures of positions of every game."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import malecon
from malecon.games.catalogue import position_class

BOARDS = [
    ("havannah", "3", {}),
    ("havannah", "4", {"swap_rule": True}),
    ("breakthrough", "4x3/1", {}),
    ("amazons", "4x4: a1 d1 / a4 d4", {}),
]


@pytest.mark.parametrize(("game", "board", "options"), BOARDS)
def test_every_position_of_random_games_is_read_back(game, board, options):
    source, rules = random.Random(1), position_class(game)
    for _ in range(3):
        position = rules(**rules.board_options(board), **options)
        while True:
            again = malecon.read_position(position.notation())
            assert (again, again.outcome, again.to_move) == (position, position.outcome, position.to_move)
            assert again.can_swap == position.can_swap
            if position.is_over:
                break
            position.play(source.choice(position.legal_moves))


def test_a_resignation_and_a_set_up_position_are_read_back():
    position = malecon.Havannah(base=3, moves="c3")
    position.resign(malecon.WHITE)
    assert position.notation() == "havannah 3 - c3 resign:w"
    assert malecon.read_position(position.notation()) == position
    position = malecon.Havannah.from_stones(3, ["a1", "b1"], ["c3"], malecon.BLACK)
    assert position.notation() == "havannah 3 OO1/4/2X2/4/3 b"
    assert malecon.read_position(position.notation()) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a position; write GAME BOARD STONES SIDE"),
        ("chess 8 - e4", "unknown game 'chess'"),
        ("havannah 99 -", "a base from 2 to 14"),
        ("havannah 3 3/4/5/4 w", "4 rows of stones do not fit a board of 5 rows"),
        ("havannah 3 3/4/6/4/3 w", "row 3 of the stones, '6', does not fit 5 cells"),
        ("havannah 3 3/4/Z4/4/3 w", "row 3"),
        ("havannah 3 3/4/5/4/3", "does not say who is to move"),
        ("havannah 3 - z9", "is not on a base-3 board"),
        ("amazons 6x6+swap -", "has no swap rule"),
        ("breakthrough 4x3/1 #2/3/3/OOO w", "no blocked cells"),
    ],
)
def test_a_wrong_line_is_an_error_of_one_line(text, message):
    with pytest.raises(malecon.GameError) as error:
        malecon.read_position(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("game", "board", "options"), [*BOARDS[:3], ("amazons", "4x5", {})])
def test_masks_and_indices_agree_with_the_legal_moves(game, board, options):
    source, rules = random.Random(2), position_class(game)
    position = rules(**rules.board_options(board), **options)
    while not position.is_over:
        mask = position.legal_mask()
        assert mask.shape == (position.num_indices,)
        assert {position.move_at(int(index)) for index in np.flatnonzero(mask)} == set(position.legal_moves)
        move = source.choice(position.legal_moves)
        assert position.move_at(position.move_index(move)) == move
        position.play(move)
    assert not position.legal_mask().any()


def test_planes_show_the_board_from_the_view_of_the_side_to_move():
    planes = malecon.Havannah(base=4, moves="d4 c3 b2").to_planes()
    assert planes.shape == (8, 7, 7)
    assert planes.dtype == np.float32
    own, opponent, blocked, empty, board, last, white, swap = planes
    assert np.argwhere(own).tolist() == [[2, 2]]
    assert np.argwhere(opponent).tolist() == [[1, 1], [3, 3]]
    assert np.argwhere(last).tolist() == [[1, 1]]
    assert (board.sum(), empty.sum(), blocked.sum(), white.sum(), swap.sum()) == (37, 34, 0, 0, 0)
    assert malecon.Amazons(6, 6, moves="b1-b3/c3").to_planes()[2].sum() == 1


def test_each_index_of_amazons_is_a_move_along_queen_lines():
    position = malecon.Amazons(4, 5)
    moves = [position.move_at(index) for index in range(position.num_indices)]
    assert [position.move_index(move) for move in moves] == list(range(position.num_indices))
    assert (moves[0], moves[-1]) == ("b1-a1/b1", "d4-e4/d4")
    assert malecon.Amazons(6, 6).num_indices == 9412
    with pytest.raises(malecon.GameError, match="a1-b3/b4 has no index"):
        position.move_index("a1-b3/b4")
    with pytest.raises(malecon.GameError, match=f"indices of moves are 0 to {len(moves) - 1}"):
        position.move_at(len(moves))


@pytest.mark.parametrize(
    "position", [malecon.Havannah(4, moves="d4"), malecon.Breakthrough(6, 4)], ids=["hex", "square"]
)
def test_pictures_have_arrows_marks_sizes_and_orientations(position):
    cells = [cell for move in position.legal_moves for cell in position.cells_of(move)][:2]
    plain = ElementTree.fromstring(position.svg())
    assert len(list(plain.iter())) == len(list(ElementTree.fromstring(position._repr_svg_()).iter()))
    drawn = position.svg(arrows=[tuple(cells)], marks={cells[0]: "<1>"}, size=300, orientation=180)
    root = ElementTree.fromstring(drawn)
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert root.get("width") == "300"
    assert "line" in tags
    assert any(element.text == "<1>" for element in root.iter())
    assert "rotate(180" in drawn
    assert "<text" not in position.svg(coordinates=False)
    assert "<circle" in position.svg(marks=cells)


@pytest.mark.parametrize("options", [{"marks": ["z9"]}, {"arrows": [("a1", "z9")]}, {"orientation": 45}, {"size": 0}])
def test_a_wrong_option_of_a_picture_is_an_error(options):
    with pytest.raises(malecon.GameError):
        malecon.Havannah(4).svg(**options)


def test_a_record_has_a_picture():
    record = malecon.GameRecord.from_position(malecon.Havannah(4, moves="d4 e5"), white="<Ada>", black="Bob")
    page = record._repr_html_()
    assert "<svg" in page
    assert "&lt;Ada&gt;" in page
    assert "1. d4 2. e5" in page
