"""Implicit minimax: evaluations of new moves, backed up beside the results of playouts."""

from __future__ import annotations

import numpy as np
import pytest
from support.evaluated import chance_after
from support.searching import edges, new_searcher, search, whole_tree

from malecon import Amazons, Breakthrough, Position
from malecon.search.mcts.tree import DRAWN, LOST, WON

STEPS = 254
PROVED = {WON: 255, LOST: 1, DRAWN: 128}


def known(row: np.void) -> int:
    """Return the value that an edge backs up: its proof, else its evaluation."""
    return PROVED.get(int(row["proof"]), int(row["evaluation"]))


def test_new_moves_start_with_the_evaluation_after_them(position: Position) -> None:
    for row in edges(new_searcher("uct+implicit_minimax", position)):
        chance = chance_after(position, int(row["move"]))
        assert (row["evaluation"] - 1) / STEPS == pytest.approx(chance, abs=0.5 / STEPS + 1e-5)


@pytest.mark.parametrize("expand", [1, 5])
def test_every_node_hands_its_best_evaluation_up(position: Position, expand: int) -> None:
    searcher = search(f"uct+implicit_minimax+expand(visits={expand})+ept(moves=2)+mcts_solver+threats", position, 300)
    indices, rows = whole_tree(searcher)
    rows = rows[rows["exists"]]
    movers = {int(index): int(searcher.nodes[index].to_move) for index in indices}
    inner = rows[(rows["child"] != 0) & (rows["proof"] == 0)]
    assert len(inner) > 5
    for edge in inner:
        best = max(known(row) for row in edges(searcher, int(edge["child"])))
        same = movers[int(edge["child"])] == movers[int(edge["node"])]
        assert edge["evaluation"] == (best if same else 256 - best)


def test_without_any_share_the_search_is_the_same(position: Position) -> None:
    plain, evaluation = (search(f"uct+mcts_solver{more}", position, 300) for more in ("", "+implicit_minimax(share=0)"))
    assert np.array_equal(edges(plain)["wins"], edges(evaluation)["wins"])
    assert np.array_equal(edges(plain)["visits"], edges(evaluation)["visits"])


def test_a_capture_that_is_taken_back_looks_worse_once_the_answer_is_seen() -> None:
    position = Breakthrough.from_text(". . . .\n. . . .\n. . X .\n. X . .\nO . O .\nO . . O")
    before = edges(new_searcher("uct+implicit_minimax+evaluation", position))
    after = edges(search("uct+implicit_minimax+evaluation+ept(moves=0)", position, 200))
    capture = before["move"] == position.move_code("a2xb3")
    assert after["evaluation"][capture] < before["evaluation"][capture]


def test_a_turn_of_two_steps_belongs_to_one_player() -> None:
    searcher = search("uct+implicit_minimax+ept(moves=0)", Amazons(5, layout="a1 / e5"), 400)
    step = max(edges(searcher), key=lambda row: row["visits"])
    shots = edges(searcher, int(step["child"]))
    assert step["evaluation"] == max(shots["evaluation"])
