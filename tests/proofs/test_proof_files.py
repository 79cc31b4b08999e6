"""Proof files: what the writer writes, the verifier accepts; gaps and wrong claims fail."""

from __future__ import annotations

import io

import pytest
from support.endgames import DRAWN
from support.solving import solved

from malecon import Amazons, Breakthrough, GameError, Havannah
from malecon.proofs.verifier import verify
from malecon.proofs.writer import write_proof
from malecon.solver.solver import Solver


def proof_of(solver: Solver) -> list[str]:
    """Return the lines of a written proof."""
    stream = io.StringIO()
    write_proof(solver, stream)
    return stream.getvalue().splitlines()


def test_a_proof_found_by_threads_verifies() -> None:
    solver = solved(Havannah(3, moves="a1"), threads=2)
    assert verify(iter(proof_of(solver))).verdict == "White wins"


@pytest.mark.parametrize("moves", ["a1", "b2 c3", "c3", "a1 b1 c3"])
def test_a_written_proof_verifies(moves: str) -> None:
    solver = solved(Havannah(3, moves=moves))
    lines = proof_of(solver)
    report = verify(iter(lines))
    assert report.position == solver.position
    assert [claim.player for claim in report.claims] == [solver.winner]
    assert report.answers == len(lines) - 5


def test_a_draw_is_two_claims_that_verify() -> None:
    solver = solved(Havannah(3, moves=DRAWN[0][1]))
    report = verify(iter(proof_of(solver)))
    assert report.verdict == "draw with best play"


@pytest.mark.parametrize("game", [Breakthrough(5, 2), Amazons(4, 4)])
def test_proofs_of_other_games_verify(game: Breakthrough | Amazons) -> None:
    if isinstance(game, Amazons):
        for _ in range(3):
            game.play(game.legal_moves[0])
    assert len(verify(iter(proof_of(solved(game, memory=32)))).claims) == 1


def test_a_proof_with_a_missing_line_fails() -> None:
    lines = proof_of(solved(Havannah(3, moves="a1")))
    last = max(index for index, line in enumerate(lines) if line.startswith(" "))
    with pytest.raises(GameError, match=r"no answer to|moves first"):
        verify(iter(lines[:last] + lines[last + 1 :]))


def test_a_proof_of_the_wrong_winner_fails() -> None:
    text = "\n".join(proof_of(solved(Havannah(3, moves="a1"))))
    with pytest.raises(GameError, match=r"^line \d+: "):
        verify(iter(text.replace("White wins", "Black wins").splitlines()))


@pytest.mark.parametrize("text", ["", "malecon proof 1\n", "malecon proof 1\ngame chess\nboard x=1\nmoves\n"])
def test_an_invalid_proof_file_is_an_error(text: str) -> None:
    with pytest.raises(GameError):
        verify(iter(text.splitlines()))
