"""`malecon solve` and `malecon verify`: results as text and JSON, proof files, and errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from malecon.interfaces.cli import solve
from malecon.solver.solver import Solver
from malecon.warmup.steps import PROOF, RULES, cold_steps, run_step, steps

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def malecon(command: Call, capsys: pytest.CaptureFixture[str]) -> Call:
    """Compile what the solver needs, and return the command."""
    for step in cold_steps(steps("havannah", (RULES, PROOF))):
        run_step(step)
    capsys.readouterr()
    return command


def test_the_winner_the_length_and_a_line_are_printed(malecon: Call) -> None:
    code, out, err = malecon("solve", "--base", "3", "--moves", "a1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Havannah, base 3, after 1 moves, Black to move"
    assert any(line.startswith("White wins in ") and "resists longest" in line for line in lines)
    assert any(line.startswith("Line: ") for line in lines)


def test_all_solves_every_move(malecon: Call) -> None:
    code, out, _ = malecon("solve", "--base", "2", "--all")
    assert code == 0
    rows = {line.split(":")[0]: line.split(":")[1].split()[::2] for line in out.splitlines() if "moves:" in line}
    assert sorted(rows["Winning moves"]) == ["a1", "a2", "b1", "b3", "c2", "c3"]
    assert rows["Losing moves"] == ["b2"]


def test_a_parallel_search_prints_json(malecon: Call) -> None:
    code, out, _ = malecon("solve", "--base", "3", "--moves", "c3", "--threads", "2", "--json")
    found = json.loads(out)
    assert (code, found["verdict"], found["winner"], found["played"]) == (0, "win", "black", ["c3"])
    assert found["move"] == found["line"][0]


def test_the_exit_code_is_1_if_the_time_is_too_short(malecon: Call) -> None:
    code, out, _ = malecon("solve", "--base", "6", "--seconds", "0")
    assert code == 1
    assert "Not solved: proof number 90, disproof number 91" in out, "after one expansion of the root"


def test_ctrl_c_prints_what_is_known(malecon: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_solver: Solver, _nodes: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "run", interrupted)
    code, out, _ = malecon("solve", "--base", "6")
    assert code == 130
    assert "Not solved" in out


@pytest.mark.slow
def test_a_proof_file_is_verified_and_a_changed_one_refused(malecon: Call, tmp_path: Path) -> None:
    proof = tmp_path / "proof.txt"
    code, _, err = malecon("solve", "--base", "3", "--moves", "a1 b1 c3", "--proof", str(proof))
    assert code == 0
    assert f"check it with: malecon verify {proof}" in err
    code, out, _ = malecon("verify", str(proof))
    assert code == 0
    assert "The proof is valid" in out
    proof.write_text(proof.read_text().replace("White wins", "Black wins"))
    code, _, err = malecon("verify", str(proof))
    assert code == 2
    assert err.startswith(f"malecon: {proof}: line ")


def test_an_interrupted_proof_leaves_no_file(malecon: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "write_proof", stop)
    code, _, err = malecon("solve", "--base", "2", "--proof", str(tmp_path / "proof.txt"))
    assert code == 130
    assert err.endswith("Stopped: no proof was written.\n")
    assert not list(tmp_path.iterdir())


def test_an_unwritable_proof_file_is_refused_before_the_search(malecon: Call, tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "nowhere" / "proof.txt"):
        code, out, err = malecon("solve", "--base", "8", "--seconds", "60", "--proof", str(target))
        assert (code, out) == (2, "")
        assert err.startswith(f"malecon: --proof {target}")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("solve", "--base", "4", "--moves", "a1 d7 b1 e7 c1 f7 d1"), "the game is over"),
        (("solve", "--base", "4", "--moves", "z9"), "z9"),
        (("solve", "nowhere.sgf"), "nowhere.sgf"),
        (("verify", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_an_error_is_one_line(malecon: Call, arguments: tuple[str, ...], problem: str) -> None:
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["analyze", "solve", "review"])
def test_help_shows_the_default_of_seconds(malecon: Call, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = malecon(name, "--help")
    assert code == 0
    assert "[default: " in " ".join(line for line in out.splitlines() if "--seconds" in line)


# --- packed proofs and campaigns --------------------------------------------------------------------------------------

PLY_SEVEN = "b2 a4 d1 d7 a1 c2 c3"


def test_a_packed_proof_is_written_and_verified(malecon: Call, tmp_path: Path) -> None:
    target = tmp_path / "x.packed"
    code, _, err = malecon("solve", "--base", "3", "--moves", "a1", "--proof", target)
    assert (code, target.read_bytes()[:22]) == (0, b"malecon packed proof 1")
    assert f"malecon verify {target}" in err
    code, out, _ = malecon("verify", target)
    assert (code, out.splitlines()[0]) == (0, "Havannah, base 3, after 1 moves: White wins.")
    assert "The proof is valid: " in out


def test_a_damaged_packed_proof_is_an_error_that_names_the_file(malecon: Call, tmp_path: Path) -> None:
    target = tmp_path / "x.packed"
    malecon("solve", "--base", "3", "--moves", "a1", "--proof", target)
    target.write_bytes(target.read_bytes()[:-9])
    code, out, err = malecon("verify", target)
    assert (code, out) == (2, "")
    assert err.startswith(f"malecon: {target}: the moves are damaged or cut off")
    assert err.count("\n") == 1


def test_a_campaign_stops_and_continues_with_the_same_command(malecon: Call, tmp_path: Path) -> None:
    command = ("solve", "--base", "4", "--moves", PLY_SEVEN, "--memory", "16", "--campaign", tmp_path / "x")
    code, out, _ = malecon(*command, "--seconds", "0")
    if code:  # one job may be enough
        assert out.endswith("Stopped; continue with the same command.\n")
    code, out, _ = malecon(*command)
    lines = out.splitlines()
    assert code == 0
    assert "Havannah, base 4, after 7 moves: White wins." in lines
    assert lines[-1] == f"Check it with: malecon verify {tmp_path / 'x' / 'proof.packed'}"
    assert malecon("verify", tmp_path / "x" / "proof.packed")[0] == 0
    assert malecon(*command)[1].splitlines()[-3:] == lines[-3:], "a finished campaign says so again"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--base", "5", "--campaign", "x"), "a campaign proves positions of Havannah up to base 4"),
        (("--game", "breakthrough", "--campaign", "x"), "a campaign proves positions of Havannah up to base 4"),
        (("--base", "4", "--campaign", "x", "--json"), "--campaign writes its proof to its folder"),
        (("--base", "4", "--jobs", "2"), "--jobs and --cluster need --campaign"),
        (("--base", "5", "--proof", "x.packed"), "packed proofs are limited to Havannah up to base 4"),
    ],
)
def test_options_that_do_not_fit_are_errors(malecon: Call, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = malecon("solve", *arguments)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"malecon: {message}")
