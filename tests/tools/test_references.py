"""Perft, and three searches that must agree."""

from __future__ import annotations

from random import Random

import pytest

from malecon import Breakthrough, GameError
from tools import perft
from tools.perft import count_lines
from tools.solver_agreement import late_position, solve_by_all


def test_perft_counts_are_the_published_ones() -> None:
    assert [count_lines(Breakthrough(), depth) for depth in (1, 2, 3, 4)] == [22, 484, 11132, 256036]
    with pytest.raises(GameError, match="at least 1"):
        count_lines(Breakthrough(), 0)


def test_perft_prints_the_counts_of_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert perft.main(["--game", "breakthrough", "--depth", "2"]) == 0
    assert capsys.readouterr().out == "1: 22\n2: 484\n"


@pytest.mark.slow
def test_three_searches_give_one_result() -> None:
    rng = Random(3)
    chosen = [(4, 9), (4, 11), (5, 9), (5, 11), (6, 12), (6, 10)]  # base and empty cells
    results = [solve_by_all(late_position(base, empties, rng)) for base, empties in chosen]
    assert all(found.agree for found in results), [found for found in results if not found.agree]
    assert len({found.by_search["alpha-beta"] for found in results}) > 1
