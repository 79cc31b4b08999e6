"""The class `Amazons`: notation, drawings, layouts, errors and game records."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from malecon import BLACK, WHITE, GameError, GameRecord, IllegalMoveError, NotationError, RecordError
from malecon.games.amazons.position import Amazons

AFTER_ONE_MOVE = """
   a b c d e f g h i j
10 . . . X . . X . . .
 9 . . . . . . . . . .
 8 . . . . . . . . . .
 7 X . .[O]. . # . . X
 6 . . . . . . . . . .
 5 . . . . . . . . . .
 4 O . . . . . . . . O
 3 . . . . . . . . . .
 2 . . . . . . . . . .
 1 . . . . . . O . . .
"""
SMALL = """
    O . X .
    . # # .
    . # . .
    O . . X
"""


def test_the_standard_board_has_ten_rows_and_four_amazons_per_side() -> None:
    position = Amazons()
    assert position.amazons(WHITE) == ["a4", "d1", "g1", "j4"]
    assert position.amazons(BLACK) == ["a7", "d10", "g10", "j7"]
    assert (position.rows, position.columns, position.to_move) == (10, 10, WHITE)
    assert position.arrows == []


def test_small_boards_put_the_amazons_a_third_of_the_side_from_the_corners() -> None:
    assert Amazons(4).layout == "a2 b1 c1 d2 / a3 b4 c4 d3"
    assert Amazons(5, 6).layout == "a2 b1 e1 f2 / a4 b5 e5 f4"
    assert Amazons(8).layout == "a3 c1 f1 h3 / a6 c8 f8 h6"


@pytest.mark.parametrize("text", ["d1-d7/g7", "d1-d7(g7)", " D1-D7/G7 ", "d1-d7-g7", "d1d7g7", "d1d7/g7"])
def test_all_spellings_of_a_move_are_accepted(text: str) -> None:
    position = Amazons()
    position.play(text)
    assert position.last_move == "d1-d7/g7"
    assert position.amazons(WHITE) == ["a4", "d7", "g1", "j4"]
    assert position.arrows == ["g7"]
    assert position.amazon("d7") == WHITE
    assert position.amazon("d1") is None
    assert not position.is_empty("g7")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d1", "'d1' is not a move; write from-to/arrow, such as d1-d7/g7"),
        ("d1-d7", "is not a move"),
        ("d1-d7/g7)", "is not a move"),
        ("d1-d7(g7", "is not a move"),
        ("d1 d7 g7", "is not a move"),
        ("d1-d11/g7", "'d11' is not on this board; squares are a1 to j10"),
        ("k1-d7/g7", "'k1' is not on this board"),
        ("d1-d7/g0", "'g0' is not on this board"),
        ("d1-d7/g" + "7" * 99, "is not a move"),
    ],
)
def test_an_invalid_move_text_is_a_one_line_error(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)) as caught:
        Amazons().play(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d2-d7/g7", "no amazon on d2"),
        ("d10-d7/g7", "the amazon on d10 belongs to Black, but White is to move"),
        ("d1-e3/g7", "an amazon on d1 cannot move to e3: not on a straight or diagonal line"),
        ("d1-d1/g7", "an amazon on d1 cannot move to d1: not on a straight or diagonal line"),
        ("d1-g1/g7", "an amazon on d1 cannot move to g1: an amazon on g1 is in the way"),
        ("d1-h1/g7", "an amazon on d1 cannot move to h1: an amazon on g1 is in the way"),
        ("d1-d7/e9", "an amazon on d7 cannot shoot to e9: not on a straight or diagonal line"),
        ("d1-d7/d10", "an amazon on d7 cannot shoot to d10: an amazon on d10 is in the way"),
        ("d1-d7/d7", "an amazon on d7 cannot shoot to d7: not on a straight or diagonal line"),
    ],
)
def test_an_illegal_move_is_rejected_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$"):
        Amazons().play(text)


def test_arrows_stop_amazons_and_arrows() -> None:
    position = Amazons(moves="d1-d7/g7")
    with pytest.raises(IllegalMoveError, match="cannot move to g6: an arrow on g7 is in the way"):
        position.play("g10-g6/a6")
    with pytest.raises(IllegalMoveError, match="cannot shoot to g6: an arrow on g7 is in the way"):
        position.play("g10-g8/g6")


def test_a_board_is_drawn_and_read_back() -> None:
    position = Amazons(moves="d1-d7/g7")
    assert str(position) == AFTER_ONE_MOVE.strip("\n")
    assert Amazons.from_text(str(position)) == position
    assert Amazons.from_text(AFTER_ONE_MOVE).to_move == BLACK


def test_a_board_is_read_without_labels() -> None:
    position = Amazons.from_text(". . . .\nO X # .\n. . . .\n. . . .")
    assert position.amazons(WHITE) == ["a3"]
    assert position.amazons(BLACK) == ["b3"]
    assert position.arrows == ["c3"]
    assert position.to_move == BLACK
    assert Amazons.from_text(str(position), WHITE).to_move == WHITE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the rows of a drawn board must have equal lengths and consist of # . O X"),
        ("O . X\n. . .\n. . .", "Amazons needs 4 to 10 rows and columns, not 3"),
        (
            "O . . X\n. . . .\n. . .\n. . . .",
            "the rows of a drawn board must have equal lengths and consist of # . O X",
        ),
        ("O . . .\n. . . .\n. . . .\n. . . .", "Black has 0 amazons; each side needs 1 to 8"),
    ],
)
def test_an_invalid_drawing_is_rejected(text: str, message: str) -> None:
    with pytest.raises(GameError, match=f"^{re.escape(message)}$"):
        Amazons.from_text(text)


def test_a_side_without_a_move_has_lost_at_the_start() -> None:
    position = Amazons.from_text("O # . .\n# # . .\n. . . .\n. . . X", WHITE)
    assert str(position.outcome) == "Black wins by blockade"
    assert position.legal_moves == []


def test_layouts_are_read_and_written() -> None:
    position = Amazons(4, 5, layout=" A1 e1/ a4,E4 ")
    assert position.layout == "a1 e1 / a4 e4"
    assert repr(position) == "Amazons(rows=4, columns=5, layout='a1 e1 / a4 e4')"
    assert position.description == "Amazons, 4x5, a1 e1 / a4 e4"
    assert position.new_game() == position
    assert repr(Amazons(6)) == "Amazons(rows=6, columns=6)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 3}, "Amazons needs 4 to 10 rows and columns, not 3"),
        ({"rows": 8, "columns": 11}, "Amazons needs 4 to 10 rows and columns, not 11"),
        ({"rows": "8"}, "Amazons needs 4 to 10 rows and columns, not '8' of type str"),
        ({"layout": "a1 b1"}, "'a1 b1' is not a layout; write White's / Black's squares, such as a2 d2 / a3 d3"),
        ({"layout": "a1 / a1"}, "a1 is listed twice; a square holds one amazon"),
        ({"layout": "a1 /"}, "Black has 0 amazons; each side needs 1 to 8"),
        ({"layout": "a1 / k1"}, "'k1' is not on this board; squares are a1 to j10"),
    ],
)
def test_an_impossible_board_is_rejected(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=f"^{re.escape(message)}$"):
        Amazons(**arguments)  # type: ignore[arg-type]


def test_arrows_are_set_up_on_empty_squares_only() -> None:
    with pytest.raises(GameError, match="a1 cannot hold an arrow; it is already taken"):
        Amazons.from_squares((4, 4), ["a1"], ["d4"], ["a1"])


def test_boards_are_written_as_rows_and_columns() -> None:
    assert Amazons.board_options("8") == {"rows": 8, "columns": 8}
    assert Amazons.board_options(" 6X5 ") == {"rows": 6, "columns": 5}
    assert Amazons(**Amazons.board_options("4x4: a1 / d4")) == Amazons(4, layout="a1 / d4")
    with pytest.raises(GameError, match="'large' is not a board size; write rows x columns"):
        Amazons.board_options("large")


def test_the_svg_shows_every_square_the_last_move_and_the_side_to_move() -> None:
    picture = ElementTree.fromstring(Amazons(moves="d1-d7/g7")._repr_svg_())
    kinds = [element.tag.split("}")[1] for element in picture.iter()]
    assert kinds.count("rect") == 100 + 1, "the squares and an arrow"
    assert kinds.count("circle") == 8
    assert "Amazons, 10x10, 1 moves, Black to move" in "".join(picture.itertext())


def test_amazons_of_one_side_are_interchangeable() -> None:
    one = Amazons(4, layout="a1 b2 / d4")
    other = Amazons(4, layout="b2 a1 / d4")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Amazons(4, layout="a1 b2 / d3")


# --- steps ----------------------------------------------------------------------------------------------------------


def test_moves_become_steps_and_steps_moves() -> None:
    position = Amazons(moves="d1-d7/g7 g10-g8/g9")
    for move in position.legal_moves:
        steps = position.move_steps(move)
        assert len(steps) == position.num_steps == 2
        assert max(steps) < position.num_codes <= position.max_moves
        assert position.move_of(steps) == move


# --- records --------------------------------------------------------------------------------------------------------


def test_a_game_is_written_and_read_back() -> None:
    text = str(GameRecord.from_position(Amazons(4, moves="b1-b3/c2")))
    assert "GM[amazons]" in text
    assert "SZ[4]" in text
    assert ";W[b1-b3/c2]" in text
    again = GameRecord.parse(text)
    assert again.game == "amazons"
    assert again.position() == Amazons(4, moves="b1-b3/c2")
    assert str(again) == text


def test_a_finished_game_stores_its_result() -> None:
    position = Amazons.from_text("O . . .\n# . # #\n# . # #\n. # . X", WHITE)
    while moves := position.legal_moves:
        position.play(moves[0])
    text = str(GameRecord.from_position(position))
    assert position.outcome is not None
    assert f"RE[{'W' if position.outcome.winner == WHITE else 'B'}+blockade]" in text
    assert GameRecord.parse(text).discrepancy is None


@pytest.mark.parametrize(("rows", "columns", "size"), [(10, 10, "SZ[10]"), (5, 7, "SZ[7:5]")])
def test_records_keep_the_size(rows: int, columns: int, size: str) -> None:
    text = str(GameRecord("amazons", rows=rows, columns=columns))
    assert size in text
    assert GameRecord.parse(text).start == Amazons(rows, columns)


def test_records_keep_a_setup() -> None:
    start = Amazons.from_text(SMALL, BLACK)
    text = str(GameRecord.from_position(start))
    assert "AA[b2][b3][c3]" in text
    assert "PL[B]" in text
    assert GameRecord.parse(text).start == start


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[amazons]SZ[3])", "cannot set up the board: Amazons needs 4 to 10 rows and columns"),
        ("(;GM[amazons]SZ[big])", "SZ[big] is not a board size; write SZ[10], or columns:rows"),
        ("(;GM[amazons]SZ[4]AW[a1]AB[a1])", "cannot set up the board: a1 is listed twice; a square holds one amazon"),
        ("(;GM[amazons]SZ[4]AW[z9]AB[a1])", "cannot set up the board: 'z9' is not on this board"),
        ("(;GM[amazons]SZ[4];W[a2-a1/a9])", "'a9' is not on this board"),
        ("(;GM[amazons]SZ[4];W[a2-b4/a4])", "not on a straight or diagonal line"),
    ],
)
def test_an_invalid_file_is_a_one_line_error(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        GameRecord.parse(text)
    assert "\n" not in str(caught.value)
