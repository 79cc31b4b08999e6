"""Amazons evaluation terms against a slow oracle that searches the board square by square."""

from __future__ import annotations

import random
from math import inf

import pytest
from support import amazons_oracle as oracle
from support.amazons_endgames import beside_oracle
from support.amazons_oracle import OracleAmazons

from malecon import BLACK, WHITE
from malecon.games.amazons.position import Amazons
from malecon.kernel import new_structs
from malecon.knowledge.amazons.evaluation import territory
from malecon.knowledge.amazons.explain import explain
from malecon.knowledge.amazons.terms import NAMES, TERMS, measure_terms

BOARDS = {
    "4x4": (Amazons(4), 10),
    "10x4": (Amazons(10, 4), 4),
    "5x9": (Amazons(5, 9), 4),
    "10x10": (Amazons(), 4),
    "one against three": (Amazons(7, layout="d4 / a1 g1 d7"), 4),
}


def terms_of(position: Amazons) -> dict[str, float]:
    scratch = new_structs(TERMS)
    measure_terms(position.struct, position.boards[0], scratch[0])
    return dict(zip(NAMES, scratch[0].terms.tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("start", "games"), BOARDS.values(), ids=BOARDS.keys())
def test_all_terms_match_the_oracle(start: Amazons, games: int) -> None:
    dice = random.Random(1)
    for _ in range(games):
        position = start.copy()
        while True:
            terms = beside_oracle(position).terms()
            assert terms_of(position) == pytest.approx(terms, abs=1e-4)
            assert territory(position.struct, position.boards[0], new_structs(TERMS)[0]) == pytest.approx(
                terms["t1"], abs=1e-4
            )
            if not (legal := position.legal_moves):
                break
            for move in dice.choices(legal, k=2):
                if position.is_legal(move):
                    position.play(move)


def test_a_long_path_through_a_maze_is_measured_to_its_end() -> None:
    position = Amazons.from_text(
        """
        O . . . . . . . . .
        # # # # # # # # # .
        . . . . . . . . . .
        . # # # # # # # # #
        . . . . . . . . . .
        # # # # # # # # # .
        . . . . . . . . . .
        . # # # # # # # # #
        . . . . . . . . . .
        # # # # # # # # # X
        """
    )
    assert terms_of(position) == pytest.approx(beside_oracle(position).terms(), abs=1e-4)


def test_separate_regions_count_their_squares_and_nothing_is_contested() -> None:
    position = Amazons.from_text(
        """
        O . # . X
        . . # . .
        . . # # .
        . . . # #
        """
    )
    terms = terms_of(position)
    assert terms["t1"] == terms["t2"] == 8 - 4
    assert terms["w"] == 0


def test_explain_lists_the_terms_of_both_sides() -> None:
    position = Amazons(6, moves="b1-b4/d4")
    found = explain(position)
    game, terms = beside_oracle(position), {term.name.split(":")[0]: term for term in found.terms}
    oracle_terms, ties = game.terms(), ties_of(game)
    assert terms["t1"].white - terms["t1"].black == pytest.approx(oracle_terms["t1"] + 0.2 * ties)
    for name in ("c1", "c2", "mobility"):
        assert terms[name].white - terms[name].black == pytest.approx(oracle_terms[name], abs=1e-4)
    assert terms["w"].white == pytest.approx(oracle_terms["w"], abs=1e-4)
    for colour in (WHITE, BLACK):
        moves = game.distances(str(colour), as_king=False)
        drawn = found.maps[f"queen distances, {colour}"]
        assert drawn == {oracle.name(square): str(d) for square, d in moves.items() if d < inf}


def ties_of(game: OracleAmazons) -> int:
    """Count the squares at equal queen distance, with Black to move."""
    assert game.to_move == "Black"
    white, black = (game.distances(colour, as_king=False) for colour in ("White", "Black"))
    return sum(white[square] == black[square] < inf for square in white)
