"""Puzzles: the bundled set is correct, more can be made, and they can be solved at the prompt."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from malecon import GameError, Havannah
from malecon.interfaces.cli import main
from malecon.lab.training.puzzles import PuzzleSettings, make_puzzles
from malecon.proofs.verifier import verify
from malecon.proofs.writer import write_proof
from malecon.solver.puzzles import (
    MIN_LENGTH,
    Puzzle,
    PuzzleChecker,
    bundled_puzzles,
    check_puzzles,
    is_quiet,
    read_puzzles,
)
from malecon.solver.solver import Solver

Call = Callable[..., tuple[int, str, str]]
PUZZLES = bundled_puzzles()


@pytest.fixture
def puzzle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run `malecon puzzle` in this process; return exit code, standard output and standard error."""

    def call(*arguments: str, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as leaving:
            main(["puzzle", *arguments])
        printed = capsys.readouterr()
        return int(leaving.value.code or 0), printed.out, printed.err

    return call


# --- the set ----------------------------------------------------------------------------------------------------------


def test_the_bundled_set_has_different_puzzles_on_bases_4_to_8() -> None:
    assert {one.board for one in PUZZLES} == {"4", "5", "6", "7", "8"}
    assert len(PUZZLES) == 107
    assert len({one.position.canonical() for one in PUZZLES if isinstance(one.position, Havannah)}) == 107


def test_no_puzzle_is_too_easy() -> None:
    assert all(one.length >= MIN_LENGTH and one.length % 2 == 1 for one in PUZZLES)
    assert all(is_quiet(one.position) for one in PUZZLES)


@pytest.mark.parametrize("number", [*range(1, 101, 12), 103, 107])
def test_the_answer_is_proved_to_be_the_only_win(number: int) -> None:
    [(_, flaw)] = check_puzzles([PUZZLES[number - 1]])
    assert flaw is None


def test_answers_win_by_the_rules_alone() -> None:
    one = min(PUZZLES, key=lambda one: (one.length, -one.position.ply))
    after = one.position
    after.play(one.answer)
    solver, stream = Solver(after, memory=16), io.StringIO()
    assert solver.run(1_000_000)
    write_proof(solver, stream)
    report = verify(iter(stream.getvalue().splitlines()))
    assert [claim.player for claim in report.claims] == [one.position.to_move]


# --- making and checking ----------------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_puzzles() -> None:
    workshop = PuzzleSettings(boards=("4",), simulations=50, nodes=50_000, seed=5)
    made = list(make_puzzles(workshop, 2))
    assert made == list(make_puzzles(workshop, 2))
    assert [flaw for _, flaw in check_puzzles(made)] == [None, None]


def test_a_position_with_two_winning_moves_is_not_a_puzzle() -> None:
    position = Havannah(4, moves="b1 e6 d3 g6 b3 f6 b2 g5 b5 c1")  # both a3 and b4 make a double threat
    checker = PuzzleChecker(position)
    solver = checker.solve(position)
    assert solver.verdict == "win"
    assert not checker.is_only_win(position, str(solver.move))
    assert checker.make_puzzle(solver, "4") is None


def test_a_wrong_answer_is_a_flaw() -> None:
    one = PUZZLES[0]
    other = next(move for move in one.position.legal_moves if move != one.answer)
    wrong = Puzzle(one.game, one.board, one.moves, other, one.length)
    assert [flaw for _, flaw in check_puzzles([wrong])] == [f"{other} is not proved to win"]


@pytest.mark.parametrize(
    "line",
    [
        "havannah 4 d4 e5 7",
        "havannah\t4\td4\tz9\t7",
        "go\t4\td4\te5\t7",
        "havannah\t4\td4\td4\t7",
        "havannah\t99\t\ta1\t5",
    ],
)
def test_an_invalid_puzzle_line_is_an_error(line: str) -> None:
    with pytest.raises(GameError, match=r"line 2: "):
        read_puzzles(["# a remark", line])


# --- the command ------------------------------------------------------------------------------------------------------


def test_puzzles_are_listed_and_shown(puzzle: Call) -> None:
    code, out, _ = puzzle("list")
    assert code == 0
    assert out.count("havannah") == 107
    code, out, _ = puzzle("show", "1")
    assert code == 0
    assert "to play and win" in out.splitlines()[0]
    assert PUZZLES[0].answer not in out.splitlines()[0]


def test_right_and_wrong_answers_are_recognized(puzzle: Call) -> None:
    one = PUZZLES[0]
    wrong = next(move for move in one.position.legal_moves if move != one.answer)
    assert puzzle("try", "1", one.answer)[:2] == (0, puzzle("try", "1", one.answer)[1])
    code, out, _ = puzzle("try", "1", wrong)
    assert code == 1
    assert out.startswith(f"{wrong} does not win: ")


def test_the_solution_starts_with_the_answer(puzzle: Call) -> None:
    code, out, _ = puzzle("solution", "1")
    assert code == 0
    assert f"plays {PUZZLES[0].answer} and wins" in out
    assert f"Line: {PUZZLES[0].answer} " in out


def test_a_person_solves_a_puzzle_at_the_prompt(puzzle: Call) -> None:
    """Playing the proved moves wins against any answers."""
    from malecon.interfaces.terminal.puzzle import Opponent

    one = PUZZLES[0]
    opponent, position, typed = Opponent(one), one.position, []
    while not position.is_over:
        solver = Solver(position, memory=16)
        assert solver.run(1_000_000)
        move = one.answer if not typed else str(solver.move)
        reply = opponent.reply(position.moves[one.position.ply :], move)
        assert reply.wins
        typed.append(move)
        position.play(move)
        if reply.move:
            position.play(reply.move)
    wrong = next(move for move in one.position.legal_moves if move != one.answer)
    code, out, _ = puzzle("play", "1", lines=("z99", wrong, *typed))
    assert code == 0
    assert f"{wrong} does not win" in out
    assert "Solved: " in out


def test_quitting_a_puzzle_is_not_an_error(puzzle: Call) -> None:
    code, out, err = puzzle("play", "1", lines=("solution", "quit"))
    assert (code, err) == (1, "")
    assert PUZZLES[0].answer in out


def test_an_unknown_puzzle_number_is_an_error(puzzle: Call) -> None:
    code, _, err = puzzle("show", "108")
    assert (code, err) == (2, "malecon: there is no puzzle 108; choose a number from 1 to 107\n")


def test_a_board_without_puzzles_and_an_unwritable_path_are_errors(puzzle: Call, tmp_path: Path) -> None:
    code, _, err = puzzle("list", "--base", "9")
    assert (code, err) == (2, "malecon: there are no puzzles on board 9; choose one of 4, 5, 6, 7, 8\n")
    code, _, err = puzzle("make", "--out", str(tmp_path / "nowhere" / "mine.tsv"))
    assert code == 2
    assert err.endswith("does not exist; create it first\n")


def test_a_custom_set_can_be_made_and_checked(puzzle: Call, tmp_path: Path) -> None:
    out = tmp_path / "mine.tsv"
    assert puzzle("make", "-n", "1", "-b", "4", "--simulations", "50", "--out", str(out))[0] == 0
    assert out.read_text().startswith("# malecon puzzle make --count 1 ")
    assert puzzle("check", str(out))[1] == "1 of 1 puzzles are correct.\n"
    assert "1" in puzzle("list", "--file", str(out))[1]
