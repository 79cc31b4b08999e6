"""Threat sequences: every win found is a win, and every move said to lose loses, by exhaustive search."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.endgames import endgame, the_truth

from malecon import Havannah
from malecon.games.contract import (
    CALM,
    FORCED,
    KIND_MASK,
    find_threats,
    stops_sequence,
    threatened_sequence,
    winning_sequence,
)
from malecon.solver.query import Workspace
from malecon.solver.solver import Solver

OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


@pytest.fixture(scope="module")
def worker() -> Any:
    """Work space of the kernels."""
    return Workspace(Havannah(4), memory=1).thread_states[0]


def kind_of(position: Havannah, worker: Any) -> int:
    """Return the kind of the threats in a position."""
    return int(find_threats(position.struct, position.boards[0], worker, 2)) & int(KIND_MASK)


def result_after(position: Havannah, move: str) -> str:
    """Return the true result of a move for the side that plays it."""
    after = position.copy()
    after.play(move)
    return "win" if after.is_over else OPPOSITE[the_truth(after)[0]]


@pytest.mark.parametrize(("base", "empties", "count"), [(3, 9, 60), (4, 9, 60), (5, 8, 20)])
def test_a_sequence_found_wins_with_its_first_move(base: int, empties: int, count: int, worker: Any) -> None:
    dice, found = random.Random(base), 0
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        if kind_of(position, worker) not in (CALM, FORCED):
            continue
        move, plies = winning_sequence(position.struct, position.boards[0], worker)
        if plies:
            found += 1
            assert plies % 2 == 1
            assert result_after(position, position.move_name(int(move))) == "win", repr(position)
    assert found


@pytest.mark.parametrize(("base", "empties", "count"), [(3, 9, 60), (4, 9, 60)])
def test_a_move_that_does_not_stop_the_opponents_sequence_loses(
    base: int, empties: int, count: int, worker: Any
) -> None:
    dice, refuted = random.Random(10 * base), 0
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        board = position.boards[0]
        if kind_of(position, worker) != CALM or not threatened_sequence(position.struct, board, worker):
            continue
        for move in position.legal_moves:
            if not stops_sequence(position.struct, board, worker, position.geometry.by_name[move]):
                refuted += 1
                assert result_after(position, move) == "loss", (repr(position), move)
    assert refuted


def test_a_position_won_by_threats_is_solved_without_a_search() -> None:
    solver = Solver(Havannah(4, moves="b1 g7 a2 g4 a1 d1 e3 f4"), memory=16)
    assert solver.run(1)
    assert (solver.verdict, solver.nodes) == ("win", 0)
    assert solver.length % 2 == 1
