"""Priors and bonuses: the papers' numbers exactly, on drawn and on random boards."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support import oracle
from support.oracle import name
from support.plain_priors import PRIORS
from support.searching import edges, new_searcher

from malecon import WHITE, Havannah


def priors(kind: str, position: Havannah) -> dict[str, tuple[float, float]]:
    """Return the wins and visits that the search gives to every move."""
    rows = edges(new_searcher(f"uct+prior({kind})", position, memory=1))
    return {position.move_name(int(row["move"])): (row["prior_wins"], row["prior_visits"]) for row in rows}


def test_neighbours_and_two_bridges_of_own_stones_get_the_highest_priors() -> None:
    position = Havannah.from_text(
        """
           . . . .
          . . . . .
         . . . . X .
        . . . O . . .
         . . . . . .
          . . . . .
           . . . .""",
        WHITE,
    )
    drawn = """
           . . . .
          . . j . .
         . j n n - .
        . . n - n . .
         . j n n j .
          . . j . .
           . . . ."""
    expected_prior = {"n": (40, 40), "j": (30, 40), ".": (5, 40)}
    expected = {
        cell: expected_prior[sign] for cell, sign in zip(position.cells, drawn.split(), strict=True) if sign != "-"
    }
    assert priors("joint_neighbour", position) == expected


def test_local_connections_count_groups_not_stones() -> None:
    position = Havannah.from_text(
        """
           . . . .
          . O O . .
         . . . . O .
        . . O . O . .
         . . . . . .
          . . . . .
           . . . .""",
        WHITE,
    )
    found = priors("local_connections", position)
    assert found["c3"] == (20, 30)  # b2 and c2 are one group, c4 another
    assert found["d3"] == (20, 30)  # c2, and e3 with e4
    assert found["d4"] == (20, 30)  # c4, and e4 alone: e3 is not adjacent to d4
    assert found["a1"] == (10, 30)
    assert found["g7"] == (0, 30)


def test_sides_and_corners_count_for_the_chain_and_optionally_for_the_cell() -> None:
    position = Havannah.from_text(
        """
           . O . .
          O O . . .
         . . . . . .
        . . O . . . .
         . O . . . .
          O . . . .
           . . . .""",
        WHITE,
    )
    chain, cell = priors("edge_corner", position), priors("edge_corner_own", position)
    assert (chain["c2"], cell["c2"]) == ((20, 30), (20, 30))  # the upper chain has two sides
    assert (chain["a1"], cell["a1"]) == ((20, 30), (30, 30))  # plus the corner a1
    assert (chain["d5"], cell["d5"]) == ((10, 30), (10, 30))  # the lower chain has one side
    assert (chain["d7"], cell["d7"]) == ((10, 30), (20, 30))  # plus the corner d7
    assert (chain["g5"], cell["g5"]) == ((0, 30), (10, 30))
    assert (chain["b3"], cell["b3"]) == ((1000, 1), (1000, 1))  # joins both chains: three sides win


@pytest.mark.parametrize("kind", PRIORS)
def test_priors_match_the_papers_on_random_boards(kind: str) -> None:
    dice = random.Random(kind)
    seen: Counter[tuple[float, float]] = Counter()
    for base in (3, 4, 5, 4):
        position = Havannah(base)
        for move in dice.sample(position.cells, len(position.cells) // 2):
            if move not in position.winning_cells() and not position.is_over:
                position.play(move)
        expected = {name(cell): PRIORS[kind](position, cell) for cell in oracle.board(base)}
        found = priors(kind, position)
        assert found == {move: expected[move] for move in position.legal_moves}
        seen.update(found.values())
    assert len(seen) >= 3


def test_the_weight_multiplies_wins_and_visits() -> None:
    rows = edges(new_searcher("uct+prior(joint_neighbour,weight=0.5)", Havannah(4, moves="d4"), memory=1))
    assert set(zip(rows["prior_wins"], rows["prior_visits"], strict=True)) == {(2.5, 20)}


def test_the_bias_sums_what_a_stone_would_join() -> None:
    position = Havannah.from_text(
        """
           O . . .
          . . . . .
         . . . . . .
        . . . O . . .
         . . . . . .
          . . . . .
           . . . .""",
        WHITE,
    )
    rows = edges(new_searcher("rave+bias(neighbour=1,two_bridge=2,join=4,contact=8)", position, memory=1))
    bonus = {position.move_name(int(row["move"])): row["bonus"] for row in rows}
    assert bonus["b1"] == 1 + 2 * 8  # next to a1: its corner and the side of the cell
    assert bonus["e4"] == 1  # next to d4
    assert bonus["c2"] == 2  # at a two-bridge of d4
    assert bonus["g7"] == 0
    assert bonus["c3"] == 1
