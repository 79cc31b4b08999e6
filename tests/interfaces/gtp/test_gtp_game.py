"""GTP commands on the game: boards, moves, swap, undo, records and results."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import PROJECT
from support.game_data import GameData
from support.gtp_talk import ask, new_session, talk

import malecon
from malecon.interfaces.gtp.commands import COMMANDS
from malecon.interfaces.gtp.session import Permissions, new_position

REQUIRED = """protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
undo time_settings time_left showboard reg_genmove winner all_legal history loadsgf savesgf solve analyze lz-analyze
kata-analyze swap time_per_move simulations param gogui-rules_game_id gogui-rules_board gogui-rules_board_size
gogui-rules_legal_moves gogui-rules_side_to_move gogui-rules_final_result gogui-analyze_commands"""
BRIDGE = ("play w a1", "play b d7", "play w b1", "play b e7", "play w c1", "play b f7", "play w d1")


def test_every_command_is_listed_known_and_documented() -> None:
    listed = ask("list_commands").split()
    assert set(REQUIRED.split()) <= set(listed)
    assert listed == list(COMMANDS)
    assert [ask(f"known_command {name}") for name in listed] == ["true"] * len(listed)
    assert all(command.doc for command in COMMANDS.values())
    assert "search and play" in ask("help genmove")
    assert len(ask("help").splitlines()) == len(listed)


def test_the_docs_list_every_command() -> None:
    page = (PROJECT / "docs" / "gtp.md").read_text(encoding="utf-8").replace("\\|", "|")
    for name, command in COMMANDS.items():
        usage = f"{name} {command.usage}".strip()
        assert f"| `{usage}` | {command.doc} |" in page


# --- permissions ------------------------------------------------------------------------------------------------------


def test_files_are_neither_read_nor_written_without_permission(tmp_path: Path) -> None:
    session, path = new_session(permissions=Permissions()), tmp_path / "game.sgf"
    path.write_text("keep me")
    for command in ("loadsgf", "savesgf"):
        (answer,) = talk(f"{command} {path}", session=session)
        assert answer == f"? {command} is disabled; start the server with --allow-files"
        assert ask(f"known_command {command}", session=session) == "false"
        assert command not in ask("list_commands", session=session).split()
        assert command not in ask("help", session=session)
        assert command not in ask("gogui-analyze_commands", session=session)
    assert path.read_text() == "keep me"
    assert ask("printsgf", session=session)


@pytest.mark.parametrize("text", ["gtp:touch {}", " gtp: touch {}", "gtp:malecon"])
def test_programs_are_not_run_without_permission(tmp_path: Path, text: str) -> None:
    session, path = new_session(permissions=Permissions(files=True)), tmp_path / "touched"
    answers = talk(f"param player {text.format(path)}", "param player", "genmove w", session=session)
    assert answers[:2] == ["? a player gtp:COMMAND is disabled; start the server with --allow-engines", "= malecon"]
    assert not path.exists()


def test_programs_are_run_with_permission_or_if_the_server_was_started_with_them() -> None:
    stub = f"gtp:{sys.executable} {PROJECT / 'tests' / 'support' / 'stub_engine.py'}"
    allowed = new_session(permissions=Permissions(engines=True))
    started = new_session(player=stub)
    for session in (allowed, started):
        answer = ask("simulations off", "param player random", f"param player {stub}", "genmove w", session=session)
        assert answer == "a1"
        session.close()
    assert talk("param player gtp:malecon", session=started)[0].startswith("? a player gtp:COMMAND is disabled")


# --- moves ------------------------------------------------------------------------------------------------------------


def test_moves_are_played_shown_and_undone() -> None:
    session = new_session()
    assert ask("play white D4", "play B c3", "history", session=session) == "d4 c3"
    assert ask("showboard", session=session).splitlines() == [
        "a b c d",
        "     1 . . . . e",
        "    2 . . . . . f",
        "   3 . .[X]. . . g",
        "  4 . . . O . . .",
        "   5 . . . . . .",
        "    6 . . . . .",
        "     7 . . . .",
        "White to move",
    ]
    assert ask("undo", "history", session=session) == "d4"
    assert talk("undo", "undo", session=session) == ["=", "? cannot undo: no move to take back"]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["play b d4"], "? illegal move: it is White's turn"),
        (["play w d4", "play b d4"], "? illegal move: d4 is occupied by a white stone"),
        (["play w z9"], "? illegal move: 'z9' is not on a base-4 board; cells are a1 to g7"),
        (["play w pass"], "? illegal move: havannah has no pass"),
        (["play w swap"], "? illegal move: swap is legal only under the swap rule"),
        (["play w d4", "play b c3", "play w swap"], "? illegal move: swap is legal only under the swap rule"),
        ([*BRIDGE, "play b a2"], "? illegal move: the game is over (White wins by bridge)"),
        ([*BRIDGE, "genmove b"], "? the game is over (White wins by bridge)"),
        (["genmove b"], "? it is White's turn"),
    ],
)
def test_an_illegal_move_is_rejected_with_a_reason(lines: list[str], error: str) -> None:
    assert talk(*lines)[-1].startswith(error)


def test_playing_a_swap_switches_the_swap_rule_on() -> None:
    session = new_session()
    assert ask("play w d4", "play b swap", "history", session=session) == "d4 swap"
    assert session.position.stone("d4") == malecon.BLACK  # type: ignore[attr-defined]
    assert ask("gogui-rules_side_to_move", session=session) == "white"


def test_the_swap_command_plays_a_swap_or_switches_the_rule() -> None:
    assert ask("play w d4", "swap", "history") == "d4 swap"
    session = new_session()
    assert ask("swap on", "play w d4", "all_legal", session=session).split()[-1] == "swap"
    assert "swap" not in ask("swap off", "all_legal", session=session).split()
    assert talk("swap perhaps") == ["? syntax error: 'perhaps' is not on or off"]
    assert talk("swap") == ["? illegal move: swap is legal only under the swap rule"]


def test_a_new_board_keeps_the_swap_rule() -> None:
    session = new_session(new_position("havannah", "4", swap_rule=True))
    ask("boardsize 3", "play w a1", "clear_board", session=session)
    assert session.position.swap_rule
    assert session.position.size == 3
    assert session.position.moves == []


@pytest.mark.parametrize("size", ["1", "15", "99999", "-4", "x", "4 5", "4.5", "8x8"])
def test_an_unacceptable_size_is_rejected_and_the_game_continues(size: str) -> None:
    session = new_session()
    assert talk("play w d4", f"boardsize {size}", session=session)[-1].startswith("? unacceptable size: ")
    assert ask("history", session=session) == "d4"


def test_winner_prints_one_word() -> None:
    session = new_session()
    assert ask("winner", session=session) == "none"
    assert talk("final_score", session=session) == ["? cannot score: the game is not over"]
    assert ask(*BRIDGE, "winner", session=session) == "white"
    assert ask("final_score", session=session) == "W+1"
    assert ask("gogui-rules_final_result", session=session) == "White wins by bridge"
    assert ask("all_legal", session=session) == ""
    assert ask("undo", "winner", session=session) == "none"


def test_either_side_can_resign_at_any_time_and_undo_it() -> None:
    session = new_session()
    assert ask("play w d4", "play w resign", "winner", session=session) == "black"
    assert ask("undo", "winner", session=session) == "none"
    assert ask("play b resign", "winner", session=session) == "white"


def test_all_legal_lists_the_empty_cells() -> None:
    assert ask("boardsize 2", "play w b2", "all_legal").split() == ["a1", "b1", "a2", "c2", "b3", "c3"]
    assert talk("all_legal b") == ["? it is White's turn"]


def test_play_sequence_plays_several_moves() -> None:
    assert ask("gogui-play_sequence w a1 b b2 w c3", "history") == "a1 b2 c3"
    assert talk("gogui-play_sequence w a1 b") == ["? syntax error: each move needs a colour before it"]


# --- other games ------------------------------------------------------------------------------------------------------


def test_breakthrough_is_played_like_any_other_game() -> None:
    session = new_session(new_position("breakthrough"), player="random")
    assert len(ask("all_legal w", session=session).split()) == 22
    assert ask("play w a2-a3", "play b b7b6", "history", session=session) == "a2-a3 b7-b6"
    assert talk("play w a1-a2", "play w swap", session=session)[-1].startswith("? illegal move: ")
    assert talk("swap on", session=session) == ["? Breakthrough has no swap rule"]
    assert ask("boardsize 6 5", "showboard", session=session).count("O") == 10
    assert ask("boardsize 5x4/1", "showboard", session=session).count("O") == 4
    assert talk("boardsize 2", session=session)[0].startswith("? unacceptable size: ")
    assert ask("gogui-rules_game_id", session=session) == "breakthrough"
    while ask("winner", session=session) == "none":
        ask(f"genmove {ask('gogui-rules_side_to_move', session=session)}", session=session)
    assert ask("winner", session=session) in ("white", "black")


def test_amazons_is_played_like_any_other_game() -> None:
    session = new_session(new_position("amazons", "6"), player="random")
    first, *others = ask("all_legal", session=session).split()
    assert len(others) + 1 == 544
    assert ask("boardsize 4x4: a1 d1 / a4 d4", "showboard", session=session).count("X") == 2
    ask("boardsize 6", session=session)
    assert ask(f"play w {first}", "history", session=session) == first
    assert talk(f"play b {first}", session=session)[0].startswith("? illegal move: ")
    while ask("winner", session=session) == "none":
        ask(f"genmove {ask('gogui-rules_side_to_move', session=session)}", session=session)
    assert ask("winner", session=session) in ("white", "black")


def test_loading_a_record_of_another_game_changes_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[breakthrough]SZ[8];W[a2-a3];B[b7-b6])")
    session = new_session(player="random")
    assert ask(f"loadsgf {path}", "gogui-rules_game_id", session=session) == "breakthrough"
    assert ask("genmove w", "boardsize 8", "gogui-rules_game_id", session=session) == "breakthrough"


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_saved_game_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "a game.sgf"
    ask("play w d4", "play b swap", "play w c3", f"savesgf {path}")
    assert malecon.GameRecord.read(path).moves == ["d4", "swap", "c3"]
    assert ask(f"loadsgf {path}", "history") == "d4 swap c3"
    assert ask(f'loadsgf "{path}"', "history") == "d4 swap c3"
    assert ask(f"loadsgf {path} 3", "history") == "d4 swap"
    assert ask(f'loadsgf "{path}" 1', "history") == ""
    assert ask("play w d4", "printsgf").startswith("(;FF[4]")


def test_a_little_golem_record_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.hgf"
    path.write_text("(;FF[4]EV[havannah.in]SZ[4]RU[LG]RE[B];W[E1];B[swap];W[F2];B[resign])")
    session = new_session()
    assert ask(f"loadsgf {path}", "history", session=session) == "b5 swap d6"
    assert ask("winner", session=session) == "white"


@pytest.mark.parametrize("rest", ["", "nowhere.sgf", ".", "/dev/zero", "bad\x00name", "~nobody/game.sgf"])
def test_a_failed_load_leaves_the_game_unchanged(rest: str) -> None:
    session = new_session()
    answer = talk("play w d4", f"loadsgf {rest}", session=session)[-1]
    assert answer.startswith(("? cannot load file: ", "? syntax error: "))
    assert ask("history", session=session) == "d4"


def test_a_failed_save_is_an_error(tmp_path: Path) -> None:
    assert talk(f"savesgf {tmp_path}/no/such/folder.sgf")[0].startswith("? ")
    assert talk("savesgf") == ["? syntax error: usage: savesgf FILE"]


@pytest.mark.slow
def test_replayed_human_games_have_the_recorded_winners(data: GameData) -> None:
    games = [game for game in data.games() if game.ending != "other"][:500]
    session = new_session()
    for number, base, winner, ending, moves in games:
        sent = [f"play {'wb'[ply % 2]} {move}" for ply, move in enumerate(moves)]
        if ending == "resign":
            sent.append(f"play {'b' if winner == 'W' else 'w'} resign")
        answers = talk(f"boardsize {base}", "swap off", *sent, "winner", session=session)
        assert set(answers[:-1]) == {"="}, f"game {number}"
        assert answers[-1] == {"W": "= white", "B": "= black"}[winner], f"game {number}"
