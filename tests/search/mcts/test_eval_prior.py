"""Evaluation priors and the widening of lorentz2016: evaluated moves, open moves, pruning that proves nothing."""

from __future__ import annotations

import numpy as np
import pytest
from support.amazons_endgames import ENDGAMES, beside_oracle, is_won
from support.evaluated import chance_after
from support.searching import edges, new_searcher

from malecon import Amazons, Colour, Engine, Havannah, Limit, Position
from malecon.search.mcts.select import num_open_edges, open_by_schedule


def test_moves_start_with_their_evaluation_for_who_makes_them(position: Position) -> None:
    rows = edges(new_searcher("uct+eval_prior(visits=7)", position))
    assert (rows["prior_visits"] == 7).all()
    for row in rows:
        assert row["prior_wins"] / 7 == pytest.approx(chance_after(position, int(row["move"])), abs=1e-5)


def test_widening_opens_the_best_by_evaluation_first(position: Position) -> None:
    rows = edges(new_searcher("uct+eval_prior+widening", position))
    assert (np.diff(rows["prior_wins"]) <= 0).all()
    assert rows["prior_wins"][0] > rows["prior_wins"][-1]


def test_eval_prior_leaves_other_priors_and_bonuses_alone() -> None:
    position, known = Havannah(5, moves="e5 c3 f6 d4"), "uct+prior(evaluation)+bias(distance=0.1)"
    plain, foreseen = (
        np.sort(edges(new_searcher(text, position)), order="move") for text in (known, f"{known}+eval_prior(0)")
    )
    assert (plain["prior_wins"] == foreseen["prior_wins"]).all()
    assert (plain["bonus"] == foreseen["bonus"]).all()
    more = np.sort(edges(new_searcher(f"{known}+eval_prior(5)", position)), order="move")
    assert more["prior_visits"] == pytest.approx(plain["prior_visits"] + 5)


def test_the_table_of_the_paper() -> None:
    table = {0: 5, 500: 5, 501: 25, 2500: 25, 2600: 26, 5000: 50, 5001: 50, 10_000: 75, 150_000: 775}
    assert {visits: int(open_by_schedule(visits)) for visits in table} == table


@pytest.mark.parametrize(("keep", "most"), [(0, 169), (30, 30)])
def test_the_table_opens_moves_up_to_those_that_are_kept(keep: int, most: int) -> None:
    searcher = new_searcher(f"uct+widening(schedule=table,keep={keep})", Havannah(8))
    for visits, number in ((1, 5), (600, 25), (4000, 40), (90_000, 475)):
        searcher.root.visits = visits
        assert int(num_open_edges(searcher.root, searcher.workers[0].settings)) == min(number, most)


@pytest.mark.parametrize(("drawn", "side"), ENDGAMES.values(), ids=ENDGAMES.keys())
@pytest.mark.parametrize("keep", [1, 3])
def test_what_is_pruned_is_looked_at_before_anything_is_called_lost(drawn: str, side: Colour, keep: int) -> None:
    position = Amazons.from_text(drawn, side)
    player = f"uct+eval_prior+widening(schedule=table,keep={keep})+mcts_solver"
    thought = Engine(player, game="amazons").decide(position, Limit(simulations=50_000))
    assert thought.proof == ("win" if is_won(beside_oracle(position)) else "loss")


def test_amabot_sees_few_of_the_first_moves_and_plays_one_of_them() -> None:
    position = Amazons(6)
    searcher = new_searcher("amabot", position)
    searcher.run(400)
    assert (edges(searcher)["visits"] > 0).sum() == 5
    assert position.is_legal(searcher.root_moves()[0].move)
