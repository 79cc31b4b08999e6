"""Proofs are never wrong: hundreds of endgames against every line of play, small boards against what is known."""

from __future__ import annotations

import random

import pytest
from support import oracle, truth
from support.endgames import DRAWN, check_thought, endgame, the_truth
from support.game_data import GameData
from support.searching import new_searcher

from malecon import Havannah
from malecon.players.engine import Engine
from malecon.players.player import Limit

SOLVING = "rave(r=50)+mcts_solver+threats"
PLENTY = Limit(simulations=50_000)

# --- the solver that judges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [2, 3, 4, 5])
def test_the_plain_solver_sees_wins_as_the_oracle_does(base: int) -> None:
    dice, board = random.Random(base), truth.board(base)
    for _ in range(15):
        game, stones = oracle.OracleGame(base), {"White": 0, "Black": 0}
        while not game.is_over:
            cell, colour = dice.choice(sorted(game.empty)), game.to_move
            game.play(cell)
            stones[colour] |= board.bit(cell)
            assert board.wins(stones[colour], board.bit(cell)) == (game.winner is not None)


def test_the_plain_solver_knows_base_two() -> None:
    results = {cell: truth.solve(2, [], [cell]) for cell in Havannah(2).cells}
    assert results == {cell: ("win", 3) if cell == "b2" else ("loss", 2) for cell in results}


# --- endgames ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("base", "empties", "count"), [(3, 7, 100), (3, 9, 40), (4, 8, 25), (4, 10, 15)])
def test_quiet_endgames_are_proved_and_never_wrong(base: int, empties: int, count: int) -> None:
    dice, engine, seen = random.Random(base * empties), Engine(SOLVING, memory=32), set()
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        seen.add(check_thought(position, engine.decide(position, PLENTY)))
    assert seen >= {"win", "loss"}


@pytest.mark.parametrize(("base", "count"), [(3, 100), (4, 60)])
def test_random_endgames_are_proved_and_never_wrong(base: int, count: int) -> None:
    dice, engine = random.Random(base), Engine(SOLVING, memory=32)
    for _ in range(count):
        position = endgame(base, 8, dice, quiet=False)
        check_thought(position, engine.decide(position, PLENTY))


@pytest.mark.parametrize(
    "player",
    [
        "malecon",
        "uct+mcts_solver",
        "rave+mcts_solver+threats(plies=1)",
        "rave+mcts_solver+threats(plies=2)",
        "uct+widening+mcts_solver",
    ],
)
def test_every_kind_of_proof_is_true(player: str) -> None:
    dice, engine = random.Random(9), Engine(player, memory=32)
    for _ in range(12):
        position = endgame(3, 8, dice, quiet=True)
        check_thought(position, engine.decide(position, PLENTY))


@pytest.mark.parametrize(("base", "moves"), DRAWN)
def test_draws_are_proved(base: int, moves: str) -> None:
    for player in (SOLVING, "uct(c=0.4)+mcts_solver", "malecon"):
        position = Havannah(base, moves=moves)
        assert check_thought(position, Engine(player, memory=32).decide(position, PLENTY)) == "draw"


def test_a_proof_that_is_not_finished_says_only_what_is_true_of_each_move() -> None:
    dice = random.Random(4)
    for _ in range(25):
        position = endgame(3, 9, dice, quiet=True)
        searcher = new_searcher("rave(r=50)+mcts_solver", position)
        searcher.run(60)
        for row in searcher.root_moves():
            if row.proof:
                after = position.copy()
                after.play(row.move)
                truly = the_truth(after)[0] if not after.is_over else "loss"
                assert {"win": "loss", "loss": "win", "draw": "draw"}[row.proof] == truly
        if searcher.proof is None:
            assert not any(row.proof == "win" for row in searcher.root_moves())


def test_one_proved_draw_does_not_prove_the_position() -> None:
    position = Havannah(3, moves="d4 b3 e3 c3 a2 d2 b4 c5 b1 e4 c2 d5")
    engine = Engine("rave(r=50)+mcts_solver")
    for thought in engine.think_aloud(position, PLENTY, every=0.0):
        proved = {row.proof for row in thought.moves}
        assert thought.proof is None or None not in proved or thought.proof == "win"


# --- small boards -----------------------------------------------------------------------------------------------------


def test_on_base_two_only_the_corners_win_for_white() -> None:
    for first in Havannah(2).cells:
        thought = Engine(SOLVING).decide(Havannah(2, moves=first), PLENTY)
        assert (thought.proof, thought.length) == truth.solve(2, [], [first])
        assert (thought.proof == "loss") == (first != "b2")  # the second player loses to a corner


@pytest.mark.parametrize("player", [SOLVING, "malecon"])
@pytest.mark.parametrize("first", ["a1", "b1", "b2", "c2", "c3"])  # one cell of each kind
def test_on_base_three_only_the_corners_win_for_white(player: str, first: str) -> None:
    thought = Engine(player, memory=128).decide(Havannah(3, moves=first), Limit(simulations=500_000))
    assert thought.proof == ("loss" if first == "a1" else "win")


@pytest.mark.slow
def test_proved_base_four_positions_are_never_contradicted(data: GameData) -> None:
    late = data.proved_positions(plies=14, every=20)
    assert len(late) >= 15
    engine, proved = Engine(SOLVING, memory=64), 0
    for plies, moves in late:
        thought = engine.decide(Havannah(4, moves=moves), Limit(simulations=100_000))
        white_to_move = plies % 2 == 0
        assert thought.proof in (None, "win" if white_to_move else "loss"), moves
        proved += thought.proof is not None
    assert proved  # most take a million simulations
