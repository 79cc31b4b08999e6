"""Reviews: evaluations of moves, the annotated record, the chart, and the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from support.commands import Terminal, run, warm  # noqa: F401 (warm is a fixture)

import malecon
from malecon.interfaces.cli import main
from malecon.players.player import Limit
from malecon.review.picture import draw_chart
from malecon.review.review import MoveEvaluation, annotate, classify, review, summarise

# White has a bridge in hand (d1), plays elsewhere, and Black's bridge comes first.
LOST = "(;FF[4]GM[havannah]SZ[4]PW[Ada]PB[Bob];W[a1];B[d7];W[b1];B[e7];W[c1];B[f7];W[c4];B[g7])"
LONG = "(;FF[4]GM[havannah]SZ[6];W[f6];B[e5];W[g7];B[d4];W[h8];B[c3];W[e8];B[h5])"
GOLEM = "(;FF[4]EV[havannah.in.size4]PB[Bob]PW[Ada]SZ[4]RU[LG]RE[B];W[E1];B[swap];W[F2];B[D3]C[hm];W[G1];B[resign])"
QUICK = ("--simulations", "60", "--memory", "8")


def evaluated(ply: int, value: float, after: float, **changes: object) -> MoveEvaluation:
    """Return an evaluation; White moves at odd plies."""
    colour = malecon.WHITE if ply % 2 else malecon.BLACK
    fields = {"move": "a1", "best": "b2", "line": ("b2", "c3"), "proof": None, "simulations": 10} | changes
    return MoveEvaluation(ply, colour, value=value, after=after, **fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def evaluations() -> list[MoveEvaluation]:
    """The lost game, evaluated by the solver."""
    engine = malecon.Engine("malecon", memory=8, seed=1)
    return list(review(malecon.GameRecord.parse(LOST), engine, Limit(simulations=1500)))


def test_every_move_is_evaluated_in_order(evaluations: list[MoveEvaluation]) -> None:
    assert [one.ply for one in evaluations] == list(range(1, 9))
    assert [one.move for one in evaluations[:3]] == ["a1", "d7", "b1"]
    assert [str(one.colour) for one in evaluations[:2]] == ["White", "Black"]
    assert all(0 <= one.white_value <= 1 for one in evaluations)


def test_giving_a_win_away_is_a_blunder(evaluations: list[MoveEvaluation]) -> None:
    slip = evaluations[-2]
    assert (slip.move, slip.best, slip.line, slip.proof) == ("c4", "d1", ("d1",), "win")
    assert (slip.value, slip.after, slip.loss) == (1.0, 0.0, 1.0)
    assert classify(slip) == "blunder"
    assert summarise(evaluations, malecon.WHITE).blunders >= 1


def test_the_last_value_is_the_result() -> None:
    record = malecon.GameRecord.parse("(;FF[4]GM[havannah]SZ[4];W[a1];B[d7];W[b1];B[e7];W[c1];B[f7];W[d1])")
    engine = malecon.Engine("malecon", memory=8, seed=1)
    last = list(review(record, engine, Limit(simulations=50)))[-1]
    assert (last.move, last.best, last.after, last.loss, last.white_value) == ("d1", "d1", 1.0, 0.0, 1.0)


@pytest.mark.parametrize(("loss", "word"), [(0.05, ""), (0.1, "doubtful"), (0.19, "doubtful"), (0.2, "blunder")])
def test_moves_are_classified_by_their_loss(loss: float, word: str) -> None:
    assert classify(evaluated(1, 0.7, 0.7 - loss - 1e-9)) == word


def test_the_move_of_the_engine_has_no_loss() -> None:
    assert evaluated(1, 0.9, 0.2, move="b2").loss == 0
    assert evaluated(1, 0.2, 0.9).loss == 0


def test_a_summary_counts_one_side_only() -> None:
    found = summarise(
        [evaluated(1, 0.5, 0.2), evaluated(2, 0.9, 0.1), evaluated(3, 0.5, 0.5, move="b2")], malecon.WHITE
    )
    assert (found.moves, found.agreed, found.blunders, found.doubtful) == (2, 1, 1, 0)
    assert found.loss == pytest.approx(0.15)


def test_an_annotated_record_keeps_its_comments(evaluations: list[MoveEvaluation]) -> None:
    record = malecon.GameRecord.parse(LOST)
    record.end.comment = "oh no"
    record.end.parent.comment = "overlooked"  # type: ignore[union-attr]
    annotate(record, evaluations, "malecon")
    again = malecon.GameRecord.parse(record.sgf())
    assert again.moves == malecon.GameRecord.parse(LOST).moves
    assert again.annotator.endswith("malecon")
    assert again.end.comment.startswith("oh no\nWhite 0%")
    slip = again.end.parent
    assert slip is not None
    assert slip.comment == "overlooked\nWhite 0%; blunder, -100%; better d1 (win proved)"
    assert slip.properties["BM"] == ["2"]
    assert slip.text("V") == "1.000"
    assert slip.parent is not None
    assert [node.move for node in slip.parent.children] == ["c4", "d1"]
    assert "of 4 moves agree with the engine" in again.root.comment


def test_an_interrupted_review_can_be_written(evaluations: list[MoveEvaluation]) -> None:
    record = malecon.GameRecord.parse(LOST)
    annotate(record, evaluations[:2], "malecon")
    assert [bool(node.comment) for node in record.root.main_line()][:3] == [True, True, False]


def test_comments_use_the_notation_of_the_file() -> None:
    record = malecon.GameRecord.parse(GOLEM)
    annotate(record, [evaluated(1, 0.9, 0.1, move="b5", best="d6", line=("d6",))], "malecon")
    assert "better F2" in record.root.children[0].comment
    text = record.sgf()
    assert "W[E1]" in text
    assert "RE[B]" in text


def test_the_chart_is_well_formed_and_marks_blunders() -> None:
    moves = [evaluated(1, 0.5, 0.5), evaluated(2, 0.5, 0.1, move="c3"), evaluated(3, 0.9, 0.77)]
    text = draw_chart(moves, "Ada <3 - Bob & co")
    root = ET.fromstring(text)
    circles = root.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == 2 + 2, "two in the picture, two in the key"
    assert "Ada &lt;3 - Bob &amp; co" in text
    assert "2. Black c3: blunder, -40%; better b2" in text
    ET.fromstring(draw_chart([], "nothing"))
    ET.fromstring(draw_chart(moves[:1], "one move"))


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_writes_a_record_and_a_chart_next_to_the_game(tmp_path: Path, warm: None) -> None:  # noqa: F811
    source = tmp_path / "game.hgf"
    source.write_text(GOLEM)
    result = run("review", str(source), *QUICK)
    assert result.returncode == 0, result.stderr
    assert "White (Ada): " in result.stdout
    assert "5 of 5 moves" in result.stderr
    assert source.read_text() == GOLEM
    record = malecon.GameRecord.read(tmp_path / "game-review.hgf")
    assert record.moves == ["b5", "swap", "d6", "c4", "d7"]
    assert str(record.outcome) == "White wins by resignation"
    assert all(node.comment for node in record.root.main_line() if node.move != "resign")
    ET.fromstring((tmp_path / "game-review.svg").read_text())


def test_the_command_prints_evaluations_as_json(tmp_path, warm, capsys) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    source, out, picture = tmp_path / "game.sgf", tmp_path / "a.sgf", tmp_path / "b.svg"
    source.write_text(LOST)
    with pytest.raises(SystemExit) as leaving:
        main(["review", str(source), "--json", "--out", str(out), "--picture", str(picture), *QUICK])
    found = json.loads(capsys.readouterr().out)
    assert leaving.value.code == 0
    assert [one["ply"] for one in found["moves"]] == list(range(1, 9))
    assert found["files"] == [str(out), str(picture)]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("(;SZ[4])", [], "the game has no moves to review"),
        ("rubbish", [], "game.sgf: "),
        (LOST, ["--game", "2"], "there is no game 2"),
        (LOST, ["--blunder", "0"], "--blunder takes a number"),
        (LOST, ["--player", "random"], "random does not search"),
        (LOST, ["--out", "/no/such/folder/x.sgf", *QUICK], "/no/such/folder/x.sgf: cannot write the file"),
    ],
)
def test_an_error_is_one_line(tmp_path, warm, capsys, text, options, message) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    source = tmp_path / "game.sgf"
    source.write_text(text)
    with pytest.raises(SystemExit) as leaving:
        main(["review", str(source), *options])
    assert leaving.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.slow
def test_ctrl_c_writes_the_evaluations_so_far(tmp_path: Path, warm: None) -> None:  # noqa: F811
    source = tmp_path / "game.sgf"
    moves = [f"{column}{row}" for row in (2, 4, 6) for column in "bcdef"]
    source.write_text("(;FF[4]GM[havannah]SZ[6]" + "".join(f";{'WB'[n % 2]}[{m}]" for n, m in enumerate(moves)) + ")")
    terminal = Terminal("review", str(source), "--seconds", "0.5", "--memory", "8", TERM="xterm")
    terminal.wait_for("2/15")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "Stopped after" in terminal.shown
    assert (tmp_path / "game-review.sgf").exists()
