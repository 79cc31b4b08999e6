"""The game in the terminal: scripted through a pipe, and on a pseudo-terminal."""

import io
import re
import shlex
import subprocess
import sys

import pytest
from support.commands import PROGRAM, Terminal, run

import malecon
from malecon.interfaces.cli import main


@pytest.fixture
def play(capsys, monkeypatch, warm):
    """Play with these lines as standard input; return exit code and output."""

    def call(*options, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as leaving:
            main(["play", "--terminal", "--base", "4", "--simulations", "50", *options])
        printed = capsys.readouterr()
        assert printed.err == ""
        return leaving.value.code, printed.out

    return call


TWO_HUMANS = ("--black", "human")
RANDOM_BLACK = ("--black", "random", "--seed", "1")


def test_by_default_the_user_plays_white_against_the_engine(play):
    code, out = play("--seed", "1", lines=["d4"])
    assert code == 0
    assert "White human, Black malecon" in out
    assert re.search(r"Black \(malecon\) plays [a-g][1-7] \(\d+%, \d+ simulations\)\.", out)


def test_black_can_be_the_random_player(play):
    code, out = play(*RANDOM_BLACK, lines=["d4"])
    assert code == 0
    assert "White human, Black random" in out
    assert "Black (random) plays a4." in out


def test_any_player_can_play_either_colour(play):
    _, out = play("--white", "uct(c=0.4)+rave(r=50)", *TWO_HUMANS, lines=["moves"])
    assert "White uct(c=0.4)+rave(r=50), Black human" in out
    assert "White (uct(c=0.4)+rave(r=50)) plays" in out


def test_the_same_seed_gives_the_same_game(play):
    moves = ["d4", "a1", "b1", "moves"]
    assert play("--seed", "3", lines=moves)[1] == play("--seed", "3", lines=moves)[1]


def test_the_engine_takes_a_win(play):
    _, out = play("--moves", "d7 a1 e7 b1 f7 c1", lines=["a4"])
    assert "Black (malecon) plays d1 (wins in 1, " in out
    assert "Black wins by bridge." in out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--black", "malecom"], "did you mean malecon?"),
        (["--white", "rave(r=-3)"], "rave(r) takes"),
        (["--seconds", "-1"], "greater than 0"),
        (["--threads", "0"], "threads"),
    ],
)
def test_an_invalid_player_is_one_line_and_exit_code_2(warm, capsys, options, complaint):
    with pytest.raises(SystemExit) as leaving:
        main(["play", "--terminal", *options])
    printed = capsys.readouterr()
    assert (leaving.value.code, printed.out) == (2, "")
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


def test_a_game_is_saved_if_a_player_fails(monkeypatch, capsys, warm):
    def give_up(*_):
        raise malecon.GameError("no more ideas")

    monkeypatch.setattr(malecon.RandomPlayer, "decide", give_up)
    monkeypatch.setattr(sys, "stdin", io.StringIO("d4\n"))
    with pytest.raises(SystemExit) as leaving:
        main(["play", "--terminal", "--base", "4", *RANDOM_BLACK])
    printed = capsys.readouterr()
    assert (leaving.value.code, printed.err) == (2, "malecon: no more ideas\n")
    assert malecon.GameRecord.parse(printed.out[printed.out.index("(;") :]).moves == ["d4"]


def test_two_humans_take_turns(play):
    _, out = play(*TWO_HUMANS, lines=["d4", "c3", "moves"])
    assert "White to move: d4\n" in out
    assert "Black to move: c3\n" in out
    assert "1.d4 2.c3\n" in out


def test_the_board_shows_the_last_move(play):
    _, out = play(*TWO_HUMANS, lines=["d4", "c3"])
    assert "   3 . .[X]. . . g\n  4 . . . O . . .\n" in out


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("d4", "d4 is occupied by a white stone"),
        ("z99", "'z99' is not on a base-4 board"),
        ("a7", "'a7' is not on a base-4 board"),
        ("hello world", "is not a move"),
        ("\0\x1b[31m", "is not a move"),
        ("ł" * 3000, "is not a move"),
        ("swap", "swap is legal only under the swap rule"),
        ("save", "save needs a file name"),
        ("save /nowhere/at/all.sgf", "no such file or folder"),
    ],
)
def test_a_mistake_is_one_line_and_the_question_again(play, line, complaint):
    _, out = play(*TWO_HUMANS, lines=["d4", line, "moves"])
    answer = out[out.index("Black to move: ") :].splitlines()
    assert complaint in answer[1]
    assert answer[2].startswith("Black to move: ")
    assert answer[3] == "1.d4"


def test_moves_and_commands_ignore_case(play):
    _, out = play(*TWO_HUMANS, lines=["D4", "MOVES"])
    assert "1.d4\n" in out


def test_undo_takes_back_the_random_players_reply(play):
    _, out = play(*RANDOM_BLACK, lines=["d4", "undo", "moves"])
    assert "Taken back: d4 a4" in out
    assert "No moves yet." in out


def test_undo_takes_back_the_engines_reply(play):
    _, out = play(lines=["d4", "a1", "g7", "undo", "moves", "undo", "undo", "moves"])  # it may reply with a1
    assert "1.d4 2." in out
    assert "No moves yet." in out


def test_undo_keeps_the_first_move_of_the_engine(play):
    _, out = play("--white", "malecon", *TWO_HUMANS, lines=["undo", "moves"])
    assert "1." in out


def test_undo_between_humans_takes_back_one_move(play):
    _, out = play(*TWO_HUMANS, lines=["d4", "c3", "undo", "moves"])
    assert "Taken back: c3\n" in out
    assert "1.d4\n" in out


def test_undo_without_a_move_is_refused(play):
    _, out = play(lines=["undo"])
    assert "no move to take back" in out


def test_a_won_game_shows_the_winning_chain_and_can_be_undone(play):
    _, out = play(*TWO_HUMANS, "--moves", "a1 d7 b1 e7 c1 f7", lines=["hint", "d1", "c5", "undo", "moves"])
    assert "White can win immediately with d1." in out
    assert "White wins by bridge." in out
    assert "Winning chain: a1 b1 c1 d1" in out
    assert "the game is over (White wins by bridge)" in out
    assert "1.a1 2.d7 3.b1 4.e7 5.c1 6.f7\n" in out


def test_hint_shows_immediate_wins_of_both_sides(play):
    _, out = play(*TWO_HUMANS, "--moves", "a1 d7 b1 e7 c1", lines=["hint"])
    assert "White can win immediately with d1." in out
    assert "Black has no immediate win." in out


def test_hint_shows_the_engines_move(play):
    _, out = play(*TWO_HUMANS, "--moves", "a1 d7 b1 e7 c1", "--simulations", "1000", lines=["hint"])
    assert re.search(r"malecon would play d1.* \(.*, [\d,]+ simulations\)\.\n", out)


def test_hints_work_after_a_swap(play):
    _, out = play("--swap", *TWO_HUMANS, lines=["d4", "hint", "swap", "hint", "a1", "hint"])
    assert out.count("malecon would play") == 3


def test_there_is_no_hint_after_the_end_of_the_game(play):
    _, out = play(*TWO_HUMANS, lines=["d4", "resign", "hint"])
    assert "malecon would play" not in out


def test_resigning_ends_the_game_and_can_be_undone(play):
    _, out = play(lines=["d4", "resign", "undo", "quit"])
    assert "Black wins by resignation." in out
    assert "Taken back: resign" in out


def test_the_swap_rule_offers_the_swap(play):
    _, out = play("--swap", *TWO_HUMANS, lines=["d4", "swap"])
    assert "Black to move (or swap): swap\n" in out
    assert "  4 . . . X . . .\n" in out


def test_new_starts_another_game_and_saves_the_old_one(play):
    _, out = play(*TWO_HUMANS, lines=["d4", "new", "moves"])
    assert "New game." in out
    assert "No moves yet." in out
    assert malecon.GameRecord.parse(out[out.index("(;") : out.index("New game.")]).moves == ["d4"]


def test_help_lists_the_commands(play):
    _, out = play("--swap", lines=["help"])
    for word in ("swap", "undo", "hint", "moves", "resign", "save FILE", "new", "help", "quit"):
        assert f"\n  {word} " in out


def test_the_end_of_input_prints_the_game_as_sgf(play):
    code, out = play(*TWO_HUMANS, lines=["d4", "c3"])
    assert code == 0
    record = malecon.GameRecord.parse(out[out.index("(;") :])
    assert record.moves == ["d4", "c3"]


def test_an_empty_game_is_not_saved(play):
    assert "(;" not in play(lines=["quit"])[1]


def test_save_writes_a_record(play, tmp_path):
    path = tmp_path / "game.sgf"
    _, out = play("--swap", *TWO_HUMANS, lines=["d4", "swap", f"save {path}", "quit"])
    assert f"Saved to {path}" in out
    assert "(;" not in out
    assert malecon.GameRecord.read(path).moves == ["d4", "swap"]


def test_save_never_overwrites_another_file(play, tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("chapter one")
    _, out = play(*TWO_HUMANS, lines=["d4", f"save {path}"])
    assert "already exists" in out
    assert path.read_text() == "chapter one"


def test_saving_again_updates_the_file(play, tmp_path):
    path = tmp_path / "game.sgf"
    play(*TWO_HUMANS, lines=["d4", f"save {path}", "c3", f"save {path}", "quit"])
    assert malecon.GameRecord.read(path).moves == ["d4", "c3"]


def test_the_save_option_writes_the_game_on_exit(play, tmp_path):
    path = tmp_path / "game.sgf"
    play(*TWO_HUMANS, "--save", str(path), lines=["d4", "resign"])
    record = malecon.GameRecord.read(path)
    assert record.moves == ["d4"]
    assert str(record.position().outcome) == "White wins by resignation"


def test_a_game_that_cannot_be_saved_is_printed(play, tmp_path):
    _, out = play(*TWO_HUMANS, "--save", str(tmp_path / "no" / "game.sgf"), lines=["d4"])
    assert malecon.GameRecord.parse(out[out.index("(;") :]).moves == ["d4"]


def test_random_against_random_plays_a_whole_game_and_exits(play):
    code, out = play("--white", "random", *RANDOM_BLACK)
    assert code == 0
    assert "White wins by bridge." in out
    assert "23.g4\n" in out
    assert play("--white", "random", *RANDOM_BLACK)[1] == out
    assert play("--white", "random", "--black", "random", "--seed", "2")[1] != out


@pytest.mark.slow
def test_undecodable_input_is_not_a_move(warm):
    result = run("play", "--terminal", "--base", "4", stdin=b"\xff\xfe\nd4\n")
    assert result.returncode == 0
    assert b"is not a move" in result.stdout


@pytest.fixture
def terminal(warm, tmp_path):
    return Terminal(
        *("play", "--terminal", "--base", "4", *RANDOM_BLACK),
        TERM="xterm-256color",
        COLORTERM="",
        NO_COLOR="",
        XDG_DATA_HOME=str(tmp_path),
    )


def saved_game(tmp_path):
    (path,) = tmp_path.rglob("*.sgf")
    return malecon.GameRecord.read(path)


@pytest.mark.slow
def test_a_terminal_shows_a_coloured_board(terminal):
    terminal.wait_for("White to move: ")
    terminal.type("d4\n")
    board = terminal.wait_for("White to move: ")
    assert "●" in board
    assert "\x1b[" in board
    terminal.type("quit\n")
    assert terminal.leave() == 0


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)], ids=["Ctrl-D", "Ctrl-C"])
def test_ctrl_c_and_ctrl_d_save_the_game_and_print_the_file(terminal, tmp_path, key, code):
    terminal.wait_for("White to move: ")
    terminal.type("d4\n")
    terminal.wait_for("White to move: ")
    terminal.type(key)
    terminal.wait_for(str(tmp_path))
    assert terminal.leave() == code
    assert "Traceback" not in terminal.shown
    assert saved_game(tmp_path).moves == ["d4", "a4"]


@pytest.mark.slow
def test_nothing_is_saved_before_the_first_move(terminal, tmp_path):
    terminal.wait_for("White to move: ")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert not list(tmp_path.rglob("*.sgf"))


@pytest.mark.slow
def test_each_game_of_a_session_has_its_own_file(terminal, tmp_path):
    for line in ("d4", "new", "d5", "new", "d6", "quit"):
        terminal.wait_for("White to move: ")
        terminal.type(f"{line}\n")
    assert terminal.leave() == 0
    games = [malecon.GameRecord.read(path).moves[0] for path in tmp_path.rglob("*.sgf")]
    assert sorted(games) == ["d4", "d5", "d6"]


@pytest.mark.slow
def test_a_closed_standard_input_counts_as_empty(warm):
    result = subprocess.run(
        f"{shlex.join(PROGRAM)} play --terminal --base 4 <&-", shell=True, capture_output=True, text=True
    )
    assert result.returncode == 0
    assert "White to move: " in result.stdout


@pytest.mark.slow
def test_a_loaded_record_keeps_its_headers_comments_and_variations(warm, tmp_path):
    old, new = tmp_path / "old.sgf", tmp_path / "new.sgf"
    old.write_text("(;FF[4]GM[havannah]SZ[4]PW[Ada];W[d4]C[the middle];B[c3](;W[c4];B[c5])(;W[e4]))")
    run("play", "--terminal", "--load", str(old), "--black", "human", "--save", str(new), stdin="undo\nb5\n")
    record = malecon.GameRecord.read(new)
    assert record.white == "Ada"
    assert record.moves == ["d4", "c3", "c4", "b5"]
    assert {"the middle"} == {node.comment for node in record.nodes()} - {""}
    assert {node.move for node in record.nodes()} == {None, "d4", "c3", "c4", "c5", "e4", "b5"}
