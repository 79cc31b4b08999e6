"""The proof book: White wins base 4 by it against any play, and every covered move has its result."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.packing import PLY_SEVEN, packed_proof

from malecon import GameError, Havannah
from malecon.games.colours import WHITE
from malecon.proofs.book import load_books, proved_win


def test_white_wins_from_a_corner_against_random_play() -> None:
    for game in range(12):
        dice = random.Random(game)
        position = Havannah(4, moves=dice.choice(["a1", "g7", "d1", "d7"]))
        while not position.is_over:
            position.play(dice.choice(position.legal_moves))
            if not position.is_over:
                win = proved_win(position)
                assert win is not None
                assert win.move in win.moves
                position.play(str(win.move))
        assert position.outcome is not None
        assert position.outcome.winner == WHITE


def test_the_corners_are_the_covered_moves_of_the_empty_board() -> None:
    win = proved_win(Havannah(4))
    assert win is not None
    assert set(win.moves) == {"a1", "d1", "a4", "g4", "d7", "g7"}


def test_every_reply_to_the_opening_loses() -> None:
    win = proved_win(Havannah(4, moves="a1"))
    assert win is not None
    assert (win.move, len(win.moves), win.winner) == (None, 36, WHITE)


def test_other_openings_and_other_boards_are_not_covered() -> None:
    assert proved_win(Havannah(4, moves="d4")) is None
    assert proved_win(Havannah(5, moves="a1")) is None


def test_a_users_proof_is_verified_and_found_from_any_side(tmp_path: Path) -> None:
    path = tmp_path / "own.packed"
    path.write_bytes(packed_proof(4, PLY_SEVEN))
    (book,) = load_books([path])
    for symmetry in (0, 4, 9):
        position = Havannah(4, moves=PLY_SEVEN).symmetric(symmetry)
        win = book.win(position)
        assert win is not None
        assert win.plies <= 30
        for reply in position.legal_moves[::7]:
            after = position.copy()
            after.play(reply)
            answer = book.win(after)
            assert answer is not None
            assert after.is_legal(str(answer.move))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(GameError, match=r"own\.packed"):
        load_books([path])
