"""GoGui commands: the board as a square of points, rules, menus, graphics, and moves as points."""

from __future__ import annotations

import re

import pytest
from support.gtp_talk import ask, new_session, talk

from malecon.games.errors import GameError, NotationError
from malecon.interfaces.gtp.commands import COMMANDS
from malecon.interfaces.gtp.session import new_position
from malecon.players.gtp_vertex import cells_of_move, from_vertex, move_from_vertices, move_to_vertices, to_vertex


def gogui_session(size: str = "5", *, swap_rule: bool = False):
    return new_session(new_position("havannah", size, swap_rule=swap_rule), "gogui")


def test_points_use_capitals_and_skip_the_letter_i() -> None:
    assert [to_vertex(cell) for cell in ("a1", "h8", "i9", "y25")] == ["A1", "H8", "J9", "Z25"]
    assert [from_vertex(text) for text in ("A1", "h8", "J9", "z25")] == ["a1", "h8", "i9", "y25"]
    assert move_to_vertices("i1-j2/h3") == "J1-K2/H3"
    assert move_from_vertices("J1-K2/H3") == "i1-j2/h3"
    assert move_to_vertices("x1xy2") == "Y1xZ2"
    assert move_from_vertices("Y1xZ2") == "x1xy2"
    for text in ("I5", "AA1", "7", "", "D"):
        with pytest.raises(NotationError):
            from_vertex(text)
    with pytest.raises(GameError):
        to_vertex("z26")


def test_the_board_is_of_hexagons_with_the_last_row_on_top_and_its_corners_removed() -> None:
    session = gogui_session("2")
    assert ask("gogui-rules_board_size", session=session) == "3 hex"
    assert ask("play w A1", "play b C3", "gogui-rules_board", session=session).splitlines() == [
        "? . X",
        ". . .",
        "O . ?",
    ]


def test_the_rules_commands_describe_the_game() -> None:
    session = gogui_session("2")
    assert ask("gogui-rules_game_id", session=session) == "havannah"
    assert ask("gogui-rules_side_to_move", session=session) == "white"
    assert ask("gogui-rules_legal_moves", session=session).split() == ["A1", "B1", "A2", "B2", "C2", "B3", "C3"]
    assert ask("gogui-rules_final_result", session=session) == "unknown"


def test_every_menu_entry_is_a_command() -> None:
    for line in ask("gogui-analyze_commands").splitlines():
        kind, label, command = line.split("/")
        assert kind in ("gfx", "string", "plist", "hstring", "none", "param")
        assert label
        assert command.split()[0] in COMMANDS


def test_columns_after_h_are_shifted_by_the_missing_i() -> None:
    session = gogui_session()
    assert ask("play w J9", "history", session=session) == "J9"
    assert session.position.moves == ["i9"]
    assert talk("play b I5", session=session)[0].startswith("? illegal move: 'I5' is ")
    assert talk("play b J9", session=session) == ["? illegal move: i9 is occupied by a white stone"]
    assert re.fullmatch("[A-HJ][1-9]", ask("genmove b", session=session))


def test_a_pass_means_a_swap() -> None:
    session = gogui_session("3", swap_rule=True)
    assert ask("play w A1", "gogui-rules_legal_moves", session=session).split()[-1] == "pass"
    assert ask("simulations 300", "reg_genmove b", session=session) == "PASS"
    assert ask("genmove b", session=session) == "PASS"
    assert session.position.moves == ["a1", "swap"]
    assert talk("play w pass", session=session)[0].startswith("? illegal move: swap is")


def test_the_board_graphics_grey_out_points_that_are_not_cells() -> None:
    session = gogui_session("2")
    assert ask("gogui-malecon_board", session=session).splitlines() == ["COLOR #7f7f7f A3 C1", "TEXT White to move"]


def test_the_move_graphics_show_values_and_the_principal_variation() -> None:
    influence, label, text = ask("gogui-malecon_moves", session=gogui_session("3")).splitlines()
    assert re.fullmatch(r"INFLUENCE( [A-E][1-5] -?\d\.\d+)+", influence)
    assert re.fullmatch(r"LABEL( [A-E][1-5] \d+%)+", label)
    assert text.startswith("TEXT White: ")


def test_a_move_of_two_cells_is_played_point_by_point() -> None:
    session = new_session(new_position("breakthrough", "5x4/1"), "gogui", player="random")
    assert ask("gogui-rules_legal_moves", session=session).split() == ["A1", "B1", "C1", "D1"]
    assert ask("play w B1", "gogui-rules_legal_moves", session=session).split() == ["A2", "B2", "C2"]
    assert ask("gogui-rules_side_to_move", session=session) == "white"
    assert talk("play w D4", session=session)[0].startswith("? illegal move: ")
    assert talk("genmove w", session=session) == ["? move B1 is incomplete: undo it or play its next point"]
    assert ask("play w C2", "history", session=session) == "B1-C2"
    assert ask("gogui-rules_side_to_move", session=session) == "black"
    assert ask("undo", "gogui-rules_legal_moves", session=session).split() == ["A2", "B2", "C2"]
    assert ask("undo", "gogui-rules_legal_moves", session=session).split() == ["A1", "B1", "C1", "D1"]


def test_a_generated_move_of_two_cells_is_answered_point_by_point() -> None:
    session = new_session(new_position("breakthrough", "5x4/1"), "gogui", player="random")
    first, second = ask("genmove w", session=session), ask("genmove w", session=session)
    assert ask("history", session=session) == f"{first}-{second}"
    assert (first[1:], second[1:]) == ("1", "2")


def test_an_amazons_move_is_played_point_by_point() -> None:
    session = new_session(new_position("amazons", "6"), "gogui", player="random")
    move = session.position.legal_moves[7]
    for cell in cells_of_move(move):
        assert to_vertex(cell) in ask("gogui-rules_legal_moves", session=session).split()
        assert ask("gogui-rules_side_to_move", session=session) == "white"
        assert ask(f"play w {to_vertex(cell)}", session=session) == ""
    assert session.position.moves == [move]
    assert [ask("genmove b", session=session) for _ in range(3)] == list(
        map(to_vertex, cells_of_move(session.position.moves[-1]))
    )


def test_square_boards_are_the_right_way_up() -> None:
    session = new_session(new_position("breakthrough", "4x3/1"), "gogui", player="random")
    assert ask("gogui-rules_board_size", session=session) == "4"
    assert ask("gogui-rules_board", session=session).splitlines() == ["X X X ?", ". . . ?", ". . . ?", "O O O ?"]
    assert "COLOR #7f7f7f D1 D2 D3 D4" in ask("gogui-malecon_board", session=session)
