"""`malecon show` and `malecon convert`: records in, screens and files out."""

import xml.etree.ElementTree as ET

import pytest
from support.commands import run, warm  # noqa: F401 (warm is a fixture)

import malecon
from malecon.interfaces.cli import main

RECORD = """(;FF[4]GM[havannah]SZ[4]RU[swap]PW[Ada]PB[Bob]DT[2009-12-31]
;W[d4]C[the middle];B[swap];W[c3](;B[b5];W[resign])(;B[d5];W[b2]))"""
LITTLEGOLEM = "(;FF[4]SZ[4]EV[hav.1]PW[Ada]PB[Bob];W[D4];B[swap];W[E3];B[resign])"


@pytest.fixture
def command(capsys, warm):  # noqa: F811
    """Run the command in this process; return exit code, standard output and standard error."""

    def call(*arguments):
        with pytest.raises(SystemExit) as leaving:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return leaving.value.code, printed.out, printed.err

    return call


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


def test_show_tells_all_about_a_game(command, record):
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


def test_show_goes_to_a_move(command, record):
    _, out, _ = command("show", record, "--move", 1)
    assert "  4 . . .[O]. . .\n" in out


def test_show_says_how_many_moves_there_are(command, record):
    code, out, err = command("show", record, "--move", 5)
    assert (code, out) == (2, "")
    assert err == "malecon: the game has 4 moves, so there is no board after 5\n"


def test_show_draws_a_picture(command, record, tmp_path):
    command("show", record, "--svg", tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


def test_show_says_who_is_to_move_in_a_game_that_goes_on(command, tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[4];W[d4])")
    assert "Not finished; Black to move." in command("show", tmp_path / "game.sgf")[1]


def test_show_reads_little_golems_coordinates_where_told_so(command, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[4];W[e3])")
    assert "1.d5\n" in command("show", path, "--coordinates", "littlegolem")[1]
    assert "1.e3\n" in command("show", path, "--coordinates", "grid")[1]


def test_show_never_sends_control_signs_to_the_terminal(command, tmp_path):
    (tmp_path / "game.sgf").write_text("(;SZ[4]PW[A\x1b[31mda\x07];W[d4]C[one\ntwo\x1b\\]0;title])")
    _, out, _ = command("show", tmp_path / "game.sgf")
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "Comment after 1.d4: one two" in out


def test_a_file_with_several_games_is_shown_one_by_one(command, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[4];W[a1])(;SZ[5];W[a1])")
    assert "Game 1 of 2" in command("show", path)[1]
    assert "base 5" in command("show", path, "--game", 2)[1]
    assert command("show", path, "--game", 3)[::2] == (2, "malecon: there is no game 3: the file has 2\n")


def test_show_reads_standard_input(warm):  # noqa: F811
    result = run("show", "-", stdin=RECORD)
    assert result.returncode == 0
    assert "1.d4 2.swap 3.c3 4.b5" in result.stdout


@pytest.mark.parametrize("content", ["", "hello", "(;SZ[4];W[d4];B[d4])", "(;SZ[99])", "(;GM[chess])", "((((", "\0"])
def test_a_broken_file_is_one_line_with_its_name(command, tmp_path, content):
    path = tmp_path / "broken.sgf"
    path.write_text(content)
    code, out, err = command("show", path)
    assert (code, out) == (2, "")
    assert err.startswith(f"malecon: {path}: ")
    assert err.count("\n") == 1


def test_a_folder_is_no_record(command, tmp_path):
    assert command("show", tmp_path)[0] == 2


def test_convert_goes_by_the_endings_of_the_names(command, tmp_path):
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


def test_convert_works_between_pipes(warm):  # noqa: F811
    result = run("convert", "-", "-", stdin=LITTLEGOLEM)
    assert (result.returncode, result.stderr) == (0, "")
    assert malecon.GameRecord.parse(result.stdout).moves == ["d4", "swap", "d5"]


def test_convert_takes_all_games_of_a_file_or_one(command, tmp_path):
    (tmp_path / "games.sgf").write_text("(;SZ[4];W[a1])(;SZ[5];W[a2])")
    _, both, _ = command("convert", tmp_path / "games.sgf", "-")
    _, second, _ = command("convert", tmp_path / "games.sgf", "-", "--game", 2)
    assert [record.moves for record in malecon.GameRecord.parse_all(both)] == [["a1"], ["a2"]]
    assert [record.moves for record in malecon.GameRecord.parse_all(second)] == [["a2"]]


def test_a_picture_shows_one_game(command, tmp_path):
    (tmp_path / "games.sgf").write_text("(;SZ[4];W[a1])(;SZ[5];W[a2])")
    code, _, err = command("convert", tmp_path / "games.sgf", tmp_path / "games.svg")
    assert code == 2
    assert "choose with --game" in err
    assert not (tmp_path / "games.svg").exists()


def test_little_golems_form_is_for_havannah(command, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[amazons]SZ[6];W[b1-b4/d4])")
    code, _, err = command("convert", path, tmp_path / "game.hgf")
    assert code == 2
    assert err == "malecon: HGF is Little Golem's form of Havannah; for amazons write .sgf\n"


def test_an_ending_that_says_nothing_is_a_mistake(command, record):
    code, _, err = command("convert", record, "game.png")
    assert code == 2
    assert ".svg" in err
    assert err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_a_mistake(command, record, tmp_path):
    code, _, err = command("convert", record, tmp_path / "no" / "game.sgf")
    assert code == 2
    assert err == f"malecon: {tmp_path / 'no' / 'game.sgf'}: No such file or directory\n"
