"""First moves under the swap rule: the table, how it is computed, and how the engine uses it."""

from __future__ import annotations

import pytest
from support.commands import run

from malecon import Engine, Havannah, Limit
from malecon.knowledge.havannah.openings import BALANCED, balanced_openings
from malecon.lab.training.openings import distinct_cells, measure_openings


@pytest.mark.parametrize("base", sorted(BALANCED))
def test_the_engine_opens_with_a_balanced_move_under_the_swap_rule(base: int) -> None:
    position = Havannah(base, swap_rule=True)
    assert Engine(seed=base).decide(position, Limit(simulations=1)).move in balanced_openings(base)


def test_the_engine_searches_its_first_move_without_the_swap_rule() -> None:
    thought = Engine(seed=1).decide(Havannah(4), Limit(simulations=50))
    assert thought.simulations == 50


def test_symmetric_first_moves_are_evaluated_once() -> None:
    assert distinct_cells(2) == ["a1", "b2"]
    assert len(distinct_cells(4)) == 6


def test_every_distinct_first_move_gets_a_value() -> None:
    rows = list(measure_openings(3, simulations=30))
    assert [row.cell for row in rows] == distinct_cells(3)
    assert all(0 <= row.value <= 1 for row in rows)


@pytest.mark.slow
def test_the_command_prints_the_most_balanced_moves_first() -> None:
    result = run("learn", "openings", "--base", "3", "--simulations", "30")
    assert result.returncode == 0
    assert all(cell in result.stdout for cell in distinct_cells(3))
