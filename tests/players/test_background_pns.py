"""Background proof-number search: it finds narrow wins, never claims a false one, and keeps a search repeatable."""

from __future__ import annotations

import random

import pytest
from support.endgames import check_thought, endgame

from malecon import Amazons, Breakthrough, Engine, GameError, Havannah, Limit
from malecon.players.engine import Thought
from malecon.solver.puzzles import bundled_puzzles
from malecon.solver.solver import Solver

WITH_PNS = "rave(r=50)+mcts_solver+threats+pns(share=0.5)"
PLAIN = "rave(r=50)+mcts_solver+threats"


def proved_by(player: str) -> int:
    """Count the puzzles that a player proves won in a short search."""
    limit = Limit(simulations=100)
    thoughts = (Engine(player, memory=32, seed=1).decide(one.position, limit) for one in bundled_puzzles()[:100:5])
    return sum(thought.proof == "win" for thought in thoughts)


@pytest.mark.slow
def test_pns_proves_more_wins() -> None:
    assert proved_by(f"{PLAIN}+pns(share=10)") > proved_by(PLAIN)


@pytest.mark.parametrize(("base", "empties", "count"), [(3, 8, 12), (4, 8, 5)])
def test_proofs_are_correct(base: int, empties: int, count: int) -> None:
    dice, engine, proved = random.Random(7), Engine("rave(r=50)+pns(share=1)", memory=16), 0
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        thought = engine.decide(position, Limit(simulations=20_000))
        if thought.proof in ("win", "loss"):
            check_thought(position, thought)
            proved += 1
    assert proved > count // 2


def test_the_same_simulations_give_the_same_search() -> None:
    def think() -> Thought:
        return Engine(WITH_PNS, memory=32, seed=3).decide(bundled_puzzles()[50].position, Limit(simulations=5500))

    first, second = think(), think()
    assert (first.move, first.moves, first.simulations) == (second.move, second.moves, second.simulations)


def test_a_proved_win_is_played_to_the_end() -> None:
    one = bundled_puzzles()[0]
    position, engine, solver = one.position, Engine(WITH_PNS, memory=32), Solver(one.position, memory=16)
    winner = position.to_move
    while not position.is_over:
        if position.to_move == winner:
            thought = engine.decide(position, Limit(simulations=20_000))
            assert thought.proof == "win"
            position.play(thought.move)
        else:
            solver = Solver(position, workspace=solver.workspace)
            assert solver.run(1_000_000)
            position.play(str(solver.move))
    assert position.outcome is not None
    assert position.outcome.winner == winner


def test_pns_is_disabled_before_a_swap_and_with_too_many_moves() -> None:
    for player, position in (
        (WITH_PNS, Havannah(2, swap_rule=True, moves="a1")),
        ("rave(r=50)+pns(share=50,moves=5)", Havannah(3, moves="a1 b1 c1 c2 d2 d3")),
    ):
        thought = Engine(player, memory=8).decide(position, Limit(simulations=10))
        assert not any(row.proof for row in thought.moves if row.visits == 0 and row.length > 3)


def test_pns_proves_breakthrough_positions() -> None:
    player = "uct(c=0.7)+mcts_solver+pns(share=20)"
    assert Engine(player, memory=64).decide(Breakthrough(4, 3), Limit(simulations=5000)).proof == "loss"


def test_a_game_with_two_steps_per_turn_is_an_error() -> None:
    with pytest.raises(GameError, match="several steps"):
        Engine("uct+pns").decide(Amazons(4, 4), Limit(simulations=10))


def test_the_share_must_be_in_its_range() -> None:
    with pytest.raises(GameError, match=r"pns\(share\)"):
        Engine("malecon+pns(share=-1)")
