"""The player `perfect`: moves of proofs without a search, and results of the moves that a proof covers."""

from __future__ import annotations

import pytest

from malecon import Engine, Havannah, Limit

LIMIT = Limit(simulations=50)


@pytest.fixture(scope="module")
def perfect() -> Engine:
    """The player."""
    return Engine("perfect", game="havannah", memory=16)


def test_white_opens_in_a_corner_without_a_search(perfect: Engine) -> None:
    thought = perfect.decide(Havannah(4), LIMIT)
    assert (thought.proof, thought.simulations) == ("win", 0)
    assert thought.move in {"a1", "d1", "a4", "g4", "d7", "g7"}
    assert {row.move for row in thought.moves} == {"a1", "d1", "a4", "g4", "d7", "g7"}


def test_it_beats_a_search_from_the_empty_board(perfect: Engine) -> None:
    position, other = Havannah(4), Engine("malecon1", game="havannah", memory=16)
    while not position.is_over:
        player = perfect if position.ply % 2 == 0 else other
        position.play(player.decide(position, LIMIT).move)
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_black_sees_that_every_move_loses_and_plays_one(perfect: Engine) -> None:
    position = Havannah(4, moves="a1")
    thought = perfect.decide(position, LIMIT)
    assert thought.proof == "loss"
    assert {row.proof for row in thought.moves} == {"loss"}
    assert position.is_legal(thought.move)


def test_a_position_without_a_proof_is_searched(perfect: Engine) -> None:
    for position in (Havannah(4, moves="d4"), Havannah(5), Havannah(4, moves="a1", swap_rule=True)):
        thought = perfect.decide(position, LIMIT)
        assert thought.simulations > 0
        assert position.is_legal(thought.move)


def test_lines_after_a_proved_move_are_those_of_this_position(perfect: Engine) -> None:
    perfect.decide(Havannah(4, moves="d4 a1"), LIMIT)
    thought = perfect.decide(Havannah(4, moves="a1 d4"), LIMIT)
    assert perfect.line(thought.move) == (thought.move,)
