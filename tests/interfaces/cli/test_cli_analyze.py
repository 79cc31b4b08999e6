"""`malecon analyze`: the table, the board, JSON, and the live display."""

import io
import json
import re
import subprocess
import sys
from functools import partial

import pytest
from support.commands import Terminal

import malecon
from malecon.interfaces.terminal.analysis import shades, shorten
from malecon.interfaces.terminal.board import SHADES, coloured_board
from malecon.search.searcher import RootMove

WINNING = "a1 d7 b1 e7 c1 f7"  # White wins on d1


@pytest.fixture
def analyze(command, warm):
    return partial(command, "analyze")


def test_the_best_moves_are_listed_beside_the_board(analyze):
    code, out, err = analyze("--base", "4", "--moves", "d4 c3", "--simulations", "500", "--top", "5")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "Havannah, base 4, after 2 moves, White to move; malecon"
    assert lines[1].startswith("White plays ")
    assert lines[2].startswith("500 simulations in ")
    assert lines[3].split() == ["a", "b", "c", "d", "move", "visits", "value", "RAVE", "proof", "line"]
    assert "[X]" in out
    rows = re.findall(r" (\d+) +([a-g]\d) +([\d,]+) +[\d.]+%", out)
    assert [rank for rank, _, _ in rows] == ["1", "2", "3", "4", "5"]
    assert lines[1].startswith(f"White plays {rows[0][1]}: ")
    assert [int(visits) for _, _, visits in rows] == sorted((int(visits) for _, _, visits in rows), reverse=True)


def test_json_output_holds_the_result_and_nothing_else(analyze):
    code, out, err = analyze("--base", "4", "--moves", "d4 c3", "--simulations", "300", "--json", "--top", "3")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert result["played"] == ["d4", "c3"]
    assert (result["base"], result["to_move"], result["player"]) == (4, "white", "malecon")
    assert result["simulations"] == 300
    assert len(result["moves"]) == 3
    best = result["moves"][0]
    assert best["move"] == result["move"] == result["line"][0] == best["line"][0]
    assert best["visits"] >= result["moves"][1]["visits"]
    assert 0 <= best["value"] <= 1


def test_a_proved_win_is_reported(analyze):
    _, out, _ = analyze("--base", "4", "--moves", WINNING, "--simulations", "500")
    assert "White plays d1: 100.0%, wins in 1" in out
    _, out, _ = analyze("--base", "4", "--moves", WINNING, "--simulations", "500", "--json")
    result = json.loads(out)
    assert (result["move"], result["proof"], result["length"]) == ("d1", "win", 1)


def test_the_same_seed_gives_the_same_analysis(analyze):
    def visits():
        _, out, _ = analyze("--base", "4", "--simulations", "200", "--seed", "3", "--json")
        return [(row["move"], row["visits"]) for row in json.loads(out)["moves"]]

    assert visits() == visits()


def test_any_searching_player_can_analyse(analyze):
    _, out, _ = analyze("--base", "4", "--player", "uct(c=0.4)+rave(r=50)", "--simulations", "100", "--threads", "2")
    assert "; uct(c=0.4)+rave(r=50)\n" in out


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    malecon.GameRecord.from_position(malecon.Havannah(4, moves=WINNING)).write(path)
    return str(path)


def test_a_record_is_analysed_at_its_end_or_after_some_moves(analyze, record):
    _, out, _ = analyze(record, "--simulations", "50", "--json")
    assert json.loads(out)["played"] == WINNING.split()
    _, out, _ = analyze(record, "--move", "2", "--moves", "d4", "--simulations", "50", "--json")
    assert json.loads(out)["played"] == ["a1", "d7", "d4"]


def test_a_record_can_be_read_from_standard_input(analyze, monkeypatch):
    text = malecon.GameRecord.from_position(malecon.Havannah(4, moves="d4")).sgf()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    _, out, _ = analyze("-", "--simulations", "50", "--json")
    assert json.loads(out)["played"] == ["d4"]


def test_the_swap_rule_is_part_of_the_result(analyze):
    _, out, _ = analyze("--base", "4", "--swap", "--moves", "d4", "--simulations", "300", "--json")
    assert json.loads(out)["swap_rule"] is True


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--base", "99"], "a base from 2 to 14"),
        (["--base", "4", "--moves", "d4 d4"], "d4 is occupied"),
        (["--base", "4", "--moves", f"{WINNING} d1"], "the game is over (White wins by bridge)"),
        (["missing.sgf"], "missing.sgf"),
        (["missing.sgf", "--base", "4"], "omit --game and --board"),
        (["--player", "ravee"], "did you mean rave?"),
        (["--player", "random"], "random does not search"),
        (["--seconds", "0"], "greater than 0"),
        (["--simulations", "-5"], "greater than 0"),
        (["--threads", "0"], "threads"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(analyze, arguments, complaint):
    code, out, err = analyze(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_numba_does_not_load_scipy(warm):
    """If SciPy is installed, numba would load it for linear algebra, which no kernel uses."""
    script = (
        "import sys, contextlib; from malecon.interfaces.cli import main\n"
        "with contextlib.suppress(SystemExit): main(['analyze', '--simulations', '1', '--json'])\n"
        "sys.exit('scipy.linalg' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0


@pytest.fixture
def terminal(warm):
    return Terminal(
        *("analyze", "--base", "4", "--moves", "d4 c3", "--seconds", "60"),
        TERM="xterm-256color",
        COLORTERM="",
        NO_COLOR="",
        COLUMNS="100",
        LINES="30",
    )


@pytest.mark.slow
def test_the_display_is_updated_and_ctrl_c_prints_the_result(terminal):
    for _ in range(3):
        picture = terminal.wait_for(" per second")
    assert "●" in picture
    assert "\x1b[48;5;" in picture or ";48;5;" in picture, "cells have colours"
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "White plays" in terminal.shown
    assert "Traceback" not in terminal.shown


# --- parts of the display -------------------------------------------------------------------------------------------


def row(move, visits):
    return RootMove(move, visits, 0.5, None, 0.0, None, 0)


def test_the_most_visited_cell_is_the_darkest_and_unvisited_ones_have_no_shade():
    assert shades(malecon.Havannah(4), (row("a1", 400), row("b1", 100), row("c1", 0))) == {"a1": 1.0, "b1": 0.5}
    assert shades(malecon.Havannah(4), ()) == {}


def test_the_board_shows_shades_and_marks():
    board = coloured_board(malecon.Havannah(4, moves="d4"), {"a1": "1"}, {"a1": 1.0, "b1": 0.5})
    first_row = board.split("\n")[1]
    cells = [span for span in first_row.spans if span.style.bgcolor]
    assert [first_row.plain[span.start : span.end] for span in cells] == ["1 ", "· ", "· ", "· "]
    assert [span.style.bgcolor.name for span in cells] == [SHADES[5], SHADES[2], SHADES[0], SHADES[0]]


def test_a_line_is_cut_between_moves():
    assert shorten(["d4", "c3", "e10"], 8) == "d4 c3"
    assert shorten(["d4", "c3", "e10"], 100) == "d4 c3 e10"
    assert shorten(["d4"], 1) == ""
