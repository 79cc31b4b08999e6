"""`malecon show` and `malecon convert`."""

import xml.etree.ElementTree as ET

import pytest
from support.commands import run

import malecon

RECORD = """(;FF[4]GM[havannah]SZ[4]RU[swap]PW[Ada]PB[Bob]DT[2009-12-31]
;W[d4]C[the middle];B[swap];W[c3](;B[b5];W[resign])(;B[d5];W[b2]))"""
LITTLEGOLEM = "(;FF[4]SZ[4]EV[hav.1]PW[Ada]PB[Bob];W[D4];B[swap];W[E3];B[resign])"


pytestmark = pytest.mark.usefixtures("warm")


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


def test_show_prints_headers_board_moves_result_comments_and_variations(command, record):
    code, out, _ = command("show", record)
    assert code == 0
    assert out.splitlines() == [
        "White: Ada",
        "Black: Bob",
        "Date: 2009-12-31",
        "Havannah, base 4, swap rule",
        "        a b c d",
        "     1 . . . . e",
        "    2 . . . . . f",
        "   3 . . O . . . g",
        "  4 . . . X . . .",
        "   5[X]. . . . .",
        "    6 . . . . .",
        "     7 . . . .",
        "1.d4 2.swap 3.c3 4.b5",
        "Black wins by resignation.",
        "Comment after 1.d4: the middle",
        "Variation after 3.c3: d5 b2",
    ]


def test_show_can_show_an_earlier_position(command, record):
    _, out, _ = command("show", record, "--move", 1)
    assert "  4 . . .[O]. . .\n" in out


def test_a_move_number_beyond_the_end_is_refused(command, record):
    code, out, err = command("show", record, "--move", 5)
    assert (code, out) == (2, "")
    assert err == "malecon: there is no position after move 5; the game has 4 moves\n"


def test_show_writes_an_svg_file(command, record, tmp_path):
    command("show", record, "--svg", tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


def test_show_prints_the_side_to_move_of_an_unfinished_game(command, tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[4];W[d4])")
    assert "Not finished; Black to move." in command("show", tmp_path / "game.sgf")[1]


def test_show_reads_little_golem_coordinates_on_request(command, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[4];W[e3])")
    assert "1.d5\n" in command("show", path, "--coordinates", "littlegolem")[1]
    assert "1.e3\n" in command("show", path, "--coordinates", "grid")[1]


def test_show_removes_control_characters(command, tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[4]PW[A\x1b[31mda\x07];W[d4]C[one\ntwo\x1b\\]0;title])")
    _, out, _ = command("show", tmp_path / "game.sgf")
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "Comment after 1.d4: one two" in out


def test_show_selects_one_game_of_a_file(command, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[4];W[a1])(;SZ[5];W[a1])")
    assert "Game 1 of 2" in command("show", path)[1]
    assert "base 5" in command("show", path, "--game", 2)[1]
    assert command("show", path, "--game", 3)[::2] == (2, "malecon: there is no game 3; the file has 2\n")


@pytest.mark.slow
def test_show_reads_standard_input(warm):
    result = run("show", "-", stdin=RECORD)
    assert result.returncode == 0
    assert "1.d4 2.swap 3.c3 4.b5" in result.stdout


@pytest.mark.parametrize("content", ["", "hello", "(;SZ[4];W[d4];B[d4])", "(;SZ[99])", "(;GM[chess])", "((((", "\0"])
def test_an_invalid_file_is_a_one_line_error_with_its_name(command, tmp_path, content):
    path = tmp_path / "broken.sgf"
    path.write_text(content)
    code, out, err = command("show", path)
    assert (code, out) == (2, "")
    assert err.startswith(f"malecon: {path}: ")
    assert err.count("\n") == 1


def test_a_folder_is_not_a_record(command, tmp_path):
    assert command("show", tmp_path)[0] == 2


def test_convert_chooses_the_format_by_the_extension(command, tmp_path):
    (tmp_path / "game.hgf").write_text(LITTLEGOLEM)
    assert command("convert", tmp_path / "game.hgf", tmp_path / "game.sgf") == (0, "", "")
    assert malecon.GameRecord.read(tmp_path / "game.sgf", coordinates="grid").moves == ["d4", "swap", "d5"]
    command("convert", tmp_path / "game.sgf", tmp_path / "again.hgf")
    assert "W[E3];B[resign]" in (tmp_path / "again.hgf").read_text()
    command("convert", tmp_path / "game.sgf", tmp_path / "game.svg")
    assert ET.parse(tmp_path / "game.svg").getroot().tag.endswith("svg")
    command("convert", tmp_path / "game.sgf", tmp_path / "game.txt")
    assert "White wins by resignation." in (tmp_path / "game.txt").read_text()


def test_convert_keeps_variations_and_comments(command, record):
    _, out, _ = command("convert", record, "-", "--to", "littlegolem")
    again = malecon.GameRecord.parse(out)
    assert again.moves == ["d4", "swap", "c3", "b5"]
    assert [len(node.children) for node in again.nodes()].count(2) == 1
    assert "C[the middle]" in out


@pytest.mark.slow
def test_convert_works_between_pipes(warm):
    result = run("convert", "-", "-", stdin=LITTLEGOLEM)
    assert (result.returncode, result.stderr) == (0, "")
    assert malecon.GameRecord.parse(result.stdout).moves == ["d4", "swap", "d5"]


def test_convert_writes_all_games_of_a_file_or_one(command, tmp_path):
    (tmp_path / "games.sgf").write_text("(;SZ[4];W[a1])(;SZ[5];W[a2])")
    _, both, _ = command("convert", tmp_path / "games.sgf", "-")
    _, second, _ = command("convert", tmp_path / "games.sgf", "-", "--game", 2)
    assert [record.moves for record in malecon.GameRecord.parse_all(both)] == [["a1"], ["a2"]]
    assert [record.moves for record in malecon.GameRecord.parse_all(second)] == [["a2"]]


def test_a_picture_shows_one_game(command, tmp_path):
    (tmp_path / "games.sgf").write_text("(;SZ[4];W[a1])(;SZ[5];W[a2])")
    code, _, err = command("convert", tmp_path / "games.sgf", tmp_path / "games.svg")
    assert code == 2
    assert "choose it with --game" in err
    assert not (tmp_path / "games.svg").exists()


def test_hgf_is_for_havannah_only(command, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[amazons]SZ[6];W[b1-b4/d4])")
    code, _, err = command("convert", path, tmp_path / "game.hgf")
    assert code == 2
    assert err == "malecon: HGF is for Havannah only; convert amazons to .sgf\n"


def test_an_unknown_extension_is_refused(command, record):
    code, _, err = command("convert", record, "game.png")
    assert code == 2
    assert ".svg" in err
    assert err.count("\n") == 1


def test_an_unwritable_target_is_a_one_line_error(command, record, tmp_path):
    code, _, err = command("convert", record, tmp_path / "no" / "game.sgf")
    assert code == 2
    assert err == f"malecon: {tmp_path / 'no' / 'game.sgf'}: No such file or directory\n"
