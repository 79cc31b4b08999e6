"""Breakthrough: rules compared with a slow oracle, notation, setups and boards of all sizes."""

from __future__ import annotations

import random

import pytest
from support import PROJECT
from support.breakthrough_oracle import WHITE as ORACLE_WHITE
from support.breakthrough_oracle import Oracle, solve

from malecon import BLACK, WHITE, Breakthrough, Engine, GameError, GameRecord, IllegalMoveError, Limit, NotationError
from malecon.games.random_games import RandomGames

BOARDS = [
    (4, 2, 1),
    (4, 3, 2),
    (5, 4, 1),
    (6, 6, 2),
    (8, 8, 2),
    (7, 9, 2),
    (9, 8, 2),
    (13, 10, 2),
    (26, 26, 1),
    (4, 26, 2),
]


@pytest.mark.parametrize(("rows", "columns", "piece_rows"), BOARDS)
def test_random_games_agree_with_the_oracle_move_by_move(rows: int, columns: int, piece_rows: int) -> None:
    dice = random.Random(rows * columns)
    for _ in range(20 if rows * columns <= 64 else 2):
        game, position = Oracle(rows, columns, piece_rows), Breakthrough(rows, columns, piece_rows=piece_rows)
        while moves := game.legal_moves():
            names = [game.name(*move) for move in moves]
            assert sorted(position.legal_moves) == sorted(names)
            chosen = dice.randrange(len(moves))
            game.play(*moves[chosen])
            position.play(names[chosen])
        assert position.outcome is not None
        assert set(position.outcome.how) == game.how
        assert position.outcome.winner == (WHITE if game.winner == ORACLE_WHITE else BLACK)


def test_length_and_balance_of_random_games_match_other_programs() -> None:
    lengths, endings = RandomGames(Breakthrough(), seed=1).play(4000)
    assert 63 < lengths.mean() < 65.5
    assert 0.45 < (lengths % 2).mean() < 0.6, "White makes the odd moves"
    assert set(endings.tolist()) <= {1, 2, 3}


# --- solved boards ----------------------------------------------------------------------------------------------------

FIRST, SECOND = "win", "loss"
SOLVED = {"4x2/1": SECOND, "4x3/1": FIRST, "4x4/1": FIRST, "5x3/1": FIRST, "5x4/1": FIRST, "4x3": SECOND, "5x2": SECOND}
SOLVED |= {"5x3": SECOND, "6x2": FIRST}


@pytest.mark.parametrize("board", SOLVED)
def test_the_solver_agrees_with_known_results_of_small_boards(board: str) -> None:
    position = Breakthrough(**Breakthrough.board_options(board))
    thought = Engine("uct(c=0.5)+prior+mcts_solver+threats", memory=64, seed=1).decide(
        position, Limit(simulations=2_000_000)
    )
    assert thought.proof == SOLVED[board]


@pytest.mark.parametrize("board", ["4x2/1", "4x3/1", "4x3", "5x2"])
def test_the_oracle_agrees_with_known_results_of_small_boards(board: str) -> None:
    options = Breakthrough.board_options(board)
    wins = solve(options["rows"], options["columns"], options.get("piece_rows", 2))
    assert wins == (SOLVED[board] == FIRST)


# --- positions --------------------------------------------------------------------------------------------------------

MIDDLE = """
   a b c d
 6 . X . X
 5 X . . .
 4 . O X .
 3 . . O .
 2 . . . .
 1 O O . .
"""


def test_a_drawn_board_is_read_and_drawn_again() -> None:
    position = Breakthrough.from_text(MIDDLE)
    assert str(position) == MIDDLE.strip("\n")
    assert position.pieces(WHITE) == ["a1", "b1", "c3", "b4"]
    assert position.piece("c4") == BLACK
    assert position.piece("d1") is None
    assert Breakthrough.from_text(
        "XX\n..\n..\nOO".replace("X", "X ").replace("O", "O ").replace(".", ". ")
    ) == Breakthrough(4, 2, piece_rows=1)


def test_pieces_step_to_empty_squares_and_capture_diagonally_only() -> None:
    position = Breakthrough.from_text(MIDDLE)
    moves = [move for move in position.legal_moves if move[:2] in ("c3", "b4")]
    assert sorted(moves) == ["b4-b5", "b4-c5", "b4xa5", "c3-d4"]
    assert Breakthrough.from_text(MIDDLE, BLACK).is_legal("a5xb4")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c4-c3", "White has no piece on c4"),
        ("d1-d2", "White has no piece on d1"),
        ("c3-c4", "c4 is blocked: a piece captures diagonally only"),
        ("c3-b4", "b4 is occupied by White's own piece"),
        ("c3-c5", "c3-c5: a piece moves one square forward, straight or diagonally"),
        ("c3-c2", "c3-c2: a piece moves one square forward, straight or diagonally"),
        ("c3-a4", "c3-a4: a piece moves one square forward, straight or diagonally"),
    ],
)
def test_an_illegal_move_is_rejected_with_the_reason(move: str, why: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Breakthrough.from_text(MIDDLE).play(move)
    assert str(caught.value) == why


@pytest.mark.parametrize("text", ["B4XA5", "b4a5", "b4-a5", "b4:a5", " b4 x a5 "])
def test_a_capture_may_be_written_in_several_ways(text: str) -> None:
    position = Breakthrough.from_text(MIDDLE)
    position.play(text)
    assert position.last_move == "b4xa5"
    assert len(position.pieces(BLACK)) == 3


@pytest.mark.parametrize("text", ["", "b4", "b4+a5", "b4-e5", "b0-b1", "b4-a5-a6", "resign"])
def test_an_invalid_move_text_is_rejected_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match=r"such as a2-a3, or a2xb3 for a capture$|squares are a1 to d6$"):
        Breakthrough.from_text(MIDDLE).parse_move(text)


def test_the_far_row_wins_and_so_does_the_last_capture() -> None:
    position = Breakthrough.from_pieces(4, 2, ["a3"], ["b4"])
    assert position.winning_moves() == ["a3-a4", "a3xb4"]
    assert position.winning_moves(BLACK) == ["b4xa3"]
    position.play("a3xb4")
    assert position.outcome is not None
    assert str(position.outcome) == "White wins by breakthrough and capture"
    assert position.outcome.cells == ("b4",)
    position = Breakthrough.from_pieces(5, 2, ["a1"], ["b2"])
    position.play("a1xb2")
    assert str(position.outcome) == "White wins by capture"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Breakthrough(3, 8), "4 to 26 rows and 2 to 26 columns, not 3x8"),
        (lambda: Breakthrough(8, 27), "not 8x27"),
        (lambda: Breakthrough(True, 8), "not True of type bool"),
        (lambda: Breakthrough(8, 8, piece_rows=3), "piece_rows must be 1 or 2, not 3"),
        (lambda: Breakthrough.from_pieces(4, 4, ["a1"], []), "Black has no pieces"),
        (lambda: Breakthrough.from_pieces(4, 4, ["a4"], ["b4"]), r"White has already won .* a4"),
        (lambda: Breakthrough.from_pieces(4, 4, ["a2"], ["a2"]), "a2 is listed for both White and Black"),
        (lambda: Breakthrough.from_text("O O\nX"), "must have equal lengths"),
        (lambda: Breakthrough.board_options("8x8/x"), "5x4/1 for one row of pieces"),
        (lambda: Breakthrough.board_options("8x"), "rows x columns, such as 8x8"),
    ],
)
def test_impossible_boards_are_rejected(make, why) -> None:
    with pytest.raises(GameError, match=why) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_boards_are_written_as_rows_and_columns() -> None:
    assert Breakthrough.board_options("6x5") == {"rows": 6, "columns": 5}
    assert Breakthrough.board_options("7") == {"rows": 7, "columns": 7}
    assert Breakthrough.board_options("5x4/1") == {"rows": 5, "columns": 4, "piece_rows": 1}
    assert Breakthrough(5, 4, piece_rows=1).description == "Breakthrough, 5x4, one row of pieces"
    assert repr(Breakthrough(6, 5, moves="a2-a3")) == "Breakthrough(rows=6, columns=5, moves='a2-a3')"


def test_a_mirrored_game_is_the_same_game_on_the_other_side() -> None:
    position = Breakthrough(moves="a2-b3 h7-g6 b3-b4")
    assert position.mirrored().moves == ["h2-g3", "a7-b6", "g3-g4"]
    assert position.mirrored().mirrored() == position
    assert position.mirrored() != position
    assert len({position.zobrist, position.mirrored().zobrist, Breakthrough().zobrist}) == 3


def test_the_svg_highlights_the_last_move_and_the_win() -> None:
    svg = Breakthrough.from_pieces(4, 2, ["a3"], ["b4"])
    svg.play("a3-a4")
    assert "#d1495b" in svg._repr_svg_()
    assert "Breakthrough, 4x2, 1 moves, White wins by breakthrough" in svg._repr_svg_()


# --- records ----------------------------------------------------------------------------------------------------------


def test_records_store_the_size_the_rows_of_pieces_and_a_setup() -> None:
    assert "SZ[8]" in GameRecord("breakthrough").sgf()
    assert "SZ[5:6]" in GameRecord("breakthrough", rows=6, columns=5).sgf()
    assert "RU[one row]" in GameRecord("breakthrough", rows=5, columns=4, piece_rows=1).sgf()
    record = GameRecord.from_position(Breakthrough.from_text(MIDDLE, BLACK))
    assert GameRecord.parse(record.sgf()).start == Breakthrough.from_text(MIDDLE, BLACK)
    text = "(;GM[breakthrough]SZ[4:6]RE[W+breakthrough];W[a2a3];B[b5-b4];W[a3:b4])"
    assert GameRecord.parse(text).moves == ["a2-a3", "b5-b4", "a3xb4"]
    assert GameRecord.parse(text).discrepancy is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SZ[x]", r"SZ\[x\] is not a board size; write SZ\[8\]"),
        ("SZ[3]", "cannot set up the board: Breakthrough needs"),
        ("SZ[8]AW[z9]", "cannot set up the board: 'z9' is not on this board"),
        (";W[a2-a5]", r"move 1, W\[a2-a5\]: a2-a5: a piece moves one square forward"),
        (";W[a3-a4]", "White has no piece on a3"),
    ],
)
def test_an_invalid_record_is_a_one_line_error(text: str, why: str) -> None:
    with pytest.raises(GameError, match=why) as caught:
        GameRecord.parse(f"(;GM[breakthrough]{text})")
    assert "\n" not in str(caught.value)


def test_the_project_names_the_game_in_its_docs() -> None:
    assert "--game breakthrough" in (PROJECT / "README.md").read_text(encoding="utf-8")
