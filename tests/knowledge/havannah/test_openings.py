"""First stones under the swap rule: the table, how it is measured, and what the engine does with it."""

from __future__ import annotations

import pytest
from support.commands import run

from malecon import Engine, Havannah, Limit
from malecon.knowledge.havannah.openings import BALANCED, balanced_openings
from malecon.lab.training.openings import distinct_cells, measure_openings


@pytest.mark.parametrize("base", sorted(BALANCED))
def test_the_engine_opens_with_a_balanced_stone_where_it_may_be_swapped(base: int) -> None:
    position = Havannah(base, swap_rule=True)
    assert Engine(seed=base).decide(position, Limit(simulations=1)).move in balanced_openings(base)


def test_without_the_swap_rule_the_engine_thinks_about_its_first_stone() -> None:
    thought = Engine(seed=1).decide(Havannah(4), Limit(simulations=50))
    assert thought.simulations == 50


def test_symmetric_first_stones_are_measured_once() -> None:
    assert distinct_cells(2) == ["a1", "b2"]
    assert len(distinct_cells(4)) == 6


def test_every_distinct_stone_gets_a_value() -> None:
    rows = list(measure_openings(3, simulations=30))
    assert [row.cell for row in rows] == distinct_cells(3)
    assert all(0 <= row.value <= 1 for row in rows)


def test_the_command_prints_the_most_balanced_stones_first() -> None:
    result = run("learn", "openings", "--base", "3", "--simulations", "30")
    assert result.returncode == 0
    assert all(cell in result.stdout for cell in distinct_cells(3))
