"""The static evaluation: as a chance of winning, and mixed into the results of playouts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.searching import edges, new_searcher, search

from malecon import Havannah
from malecon.knowledge.havannah.evaluation import evaluate_havannah

ALONE = "uct+leaf_eval(share=1,visits=1)+expand(visits=10000)"


def chance(position: Havannah) -> float:
    """White's chance in a position, as kernels see it."""
    worker = new_searcher("uct", position).workers[0]
    return float(evaluate_havannah(position.struct, position.boards[0], worker))


def needed(position: Havannah) -> tuple[int, int]:
    """Stones that White and Black need, as noted by the last evaluation."""
    worker = new_searcher("uct", position).workers[0]
    evaluate_havannah(position.struct, position.boards[0], worker)
    white, black = worker.scratch.least
    return int(white), int(black)


def test_the_chance_follows_the_formula_of_the_reference() -> None:
    position = Havannah(5)
    position.play_all("a1 e5 b1 i9 c1")
    white, black = needed(position)
    x = (black - white) * (0.4 + 1.0 / (1 + min(white, black))) - 0.15
    assert chance(position) == pytest.approx(1 / (1 + math.exp(-x)), abs=1e-6)


def test_the_empty_board_is_even_but_for_the_move() -> None:
    assert chance(Havannah(6)) == pytest.approx(1 / (1 + math.exp(-0.15)), abs=1e-6)


def test_two_stones_towards_a_bridge_put_white_ahead() -> None:
    position = Havannah(4)
    position.play_all("b1 d4 c1 d5")
    assert chance(position) > 0.6


def test_with_the_whole_share_values_are_evaluations() -> None:
    position = Havannah(4)
    position.play_all("d4 a1")
    searcher = search(ALONE, position, 300)
    for row in edges(searcher):
        if row["proof"] == 0 and row["visits"]:
            after = position.copy()
            after.play(position.move_name(int(row["move"])))
            assert row["wins"] / row["visits"] == pytest.approx(chance(after), abs=0.5 / 254 + 1e-6)


def test_without_any_share_the_search_is_the_same() -> None:
    position = Havannah(4)
    plain, evaluation = (
        search("rave+mcts_solver", position, 500),
        search("rave+mcts_solver+leaf_eval(share=0)", position, 500),
    )
    assert np.array_equal(edges(plain)["wins"], edges(evaluation)["wins"])


def test_a_leaf_borrows_the_evaluation_before_it_until_it_has_its_visits() -> None:
    position = Havannah(4)
    position.play_all("d4")
    searcher = search("uct(c=0)+fpu(value=-1)+leaf_eval(share=1,visits=1000)+expand(visits=50)", position, 60)
    tried = max(edges(searcher), key=lambda row: row["visits"])
    assert tried["visits"] == 60
    after = position.copy()
    after.play(position.move_name(int(tried["move"])))
    # Black moved: its chance is what White has not
    assert tried["wins"] / tried["visits"] == pytest.approx(1 - chance(after), abs=0.6 / 254 + 1e-6)
