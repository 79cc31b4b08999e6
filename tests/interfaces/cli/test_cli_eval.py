"""`malecon eval`: the chance, the terms and the boards with values, for each game."""

import json
from functools import partial

import pytest

from malecon import Havannah
from malecon.interfaces.terminal.evaluation import board_with_numbers


@pytest.fixture
def evaluate(command, warm):
    return partial(command, "eval")


def test_havannah_shows_the_stones_each_side_needs(evaluate):
    code, out, err = evaluate("--base", "4", "--moves", "a1 c3 b1 d4 c1")
    assert (code, err) == (0, "")
    assert "Havannah, base 4, after 5 moves, Black to move: White leads by" in out
    assert "stones to a bridge or fork      1" in out
    assert "stones White needs through each cell:" in out
    assert "stones Black needs through each cell:" in out
    first = out[out.index("stones White needs") :].splitlines()[2]
    assert first.split() == ["1", "O", "O", "O", "1", "e"], "White needs one stone through d1"


def test_havannah_shows_the_probabilities_of_the_net(evaluate):
    _, out, _ = evaluate("--base", "4", "--moves", "a1 c3 b1 d4 c1", "--json")
    result = json.loads(out)
    chances = result["terms"]["chance by the net (%)"]
    assert chances["white"] + chances["black"] == pytest.approx(100)
    assert result["maps"]["probability of each move by the net, in percent"]


def test_breakthrough_shows_its_terms_and_the_values_of_pieces(evaluate):
    code, out, _ = evaluate("--game", "breakthrough", "--moves", "d2-d3 e7-e6")
    assert code == 0
    assert "Breakthrough, 8x8, after 2 moves, White to move: even; White's chance 5" in out
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    assert rows["pieces"][-2:] == ["16", "16"]
    assert rows["value"][-2] == rows["value"][-1]
    assert rows["steps of the nearest unstoppable piece"][-2:] == ["-", "-"]
    assert "15  15" in out


def test_amazons_shows_its_terms_and_queen_distances(evaluate):
    code, out, _ = evaluate("--game", "amazons", "--board", "6x6", "--moves", "b1-b4/d4")
    assert code == 0
    assert "Amazons, 6x6, after 1 moves, Black to move: " in out
    rows = {line.split(":")[0]: line.split()[-2:] for line in out.splitlines() if line}
    assert {"t1", "t2", "c1", "c2", "mobility", "w"} <= set(rows)
    assert rows["w"][0] == rows["w"][1]
    assert "queen distances, White:" in out
    assert "queen distances, Black:" in out


def test_json_output_holds_the_whole_evaluation(evaluate):
    _, out, err = evaluate("--game", "breakthrough", "--board", "6x6", "--moves", "a2-a3", "--json")
    result = json.loads(out)
    assert err == ""
    assert (result["game"], result["rows"], result["columns"], result["played"]) == ("breakthrough", 6, 6, ["a2-a3"])
    assert result["to_move"] == "black"
    assert 0 < result["chance"] < 1
    assert result["lead"] == result["terms"]["value"]["white"] - result["terms"]["value"]["black"]
    assert result["maps"]["value of each piece"]["a3"]


def test_a_record_is_evaluated_after_a_number_of_moves(evaluate, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[breakthrough]SZ[8];W[a2-a3];B[a7-a6])", encoding="utf-8")
    assert "after 1 moves, Black to move" in evaluate(str(path), "--move", "1")[1]
    assert "after 2 moves, White to move" in evaluate(str(path))[1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--game", "breakthrough", "--player", "mate"], "unknown technique 'mate'"),
        (["--base", "4", "--moves", "a1 d7 b1 e7 c1 f7 d1"], "nothing to evaluate: the game is over"),
        (["missing.sgf", "--game", "breakthrough"], "omit --game and --board"),
    ],
)
def test_an_error_is_one_line(evaluate, arguments, line):
    code, out, err = evaluate(*arguments)
    assert (code, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1


def test_numbers_replace_the_contents_of_cells():
    drawn = board_with_numbers(Havannah(2, moves="a1"), {"b1": "7", "c3": "12"}).splitlines()
    assert [line.split() for line in drawn] == [
        ["a", "b"],
        ["1", "O", "7", "c"],
        ["2", ".", ".", "."],
        ["3", ".", "12"],
    ]
    assert drawn[1].index("O") == drawn[3].index(".")
