"""The prover beside the tree: it finds narrow wins, never claims a false one, and leaves a search repeatable."""

from __future__ import annotations

import random

import pytest
from support.endgames import check_thought, endgame

from malecon import Amazons, Breakthrough, Engine, GameError, Havannah, Limit
from malecon.players.engine import Thought
from malecon.solver.puzzles import bundled_puzzles
from malecon.solver.solver import Solver

PROVER = "rave(r=50)+mcts_solver+threats+pns(share=0.5)"
PLAIN = "rave(r=50)+mcts_solver+threats"


def proved_by(player: str) -> int:
    """Of how many puzzles a player proves in no time that they are won."""
    limit = Limit(simulations=100)
    thoughts = (Engine(player, memory=32, seed=1).decide(one.position, limit) for one in bundled_puzzles()[::5])
    return sum(thought.proof == "win" for thought in thoughts)


def test_more_wins_are_proved_where_the_prover_helps() -> None:
    assert proved_by(f"{PLAIN}+pns(share=10)") > proved_by(PLAIN)


@pytest.mark.parametrize(("base", "empties", "count"), [(3, 8, 12), (4, 8, 5)])
def test_what_is_proved_is_the_truth(base: int, empties: int, count: int) -> None:
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
        return Engine(PROVER, memory=32, seed=3).decide(bundled_puzzles()[50].position, Limit(simulations=5500))

    first, second = think(), think()
    assert (first.move, first.moves, first.simulations) == (second.move, second.moves, second.simulations)


def test_a_win_that_was_proved_is_played_to_the_end() -> None:
    one = bundled_puzzles()[0]
    position, engine, solver = one.position, Engine(PROVER, memory=32), Solver(one.position, memory=16)
    winner = position.to_move
    while not position.is_over:
        if position.to_move == winner:
            thought = engine.decide(position, Limit(simulations=20_000))
            assert thought.proof == "win"
            position.play(thought.move)
        else:
            solver = Solver(position, room=solver.room)
            assert solver.run(1_000_000)
            position.play(str(solver.move))
    assert position.outcome is not None
    assert position.outcome.winner == winner


def test_it_sleeps_where_a_swap_may_come_and_where_moves_are_many() -> None:
    for player, position in (
        (PROVER, Havannah(2, swap_rule=True, moves="a1")),
        ("rave(r=50)+pns(share=50,moves=5)", Havannah(3, moves="a1 b1 c1 c2 d2 d3")),
    ):
        thought = Engine(player, memory=8).decide(position, Limit(simulations=10))
        assert not any(row.proof for row in thought.moves if row.visits == 0 and row.length > 3)


def test_breakthrough_is_proved_too() -> None:
    player = "uct(c=0.7)+mcts_solver+pns(share=20)"
    assert Engine(player, memory=64).decide(Breakthrough(4, 3), Limit(simulations=5000)).proof == "loss"


def test_a_game_whose_turn_has_two_steps_is_refused_in_one_line() -> None:
    with pytest.raises(GameError, match="several steps"):
        Engine("uct+pns").decide(Amazons(4, 4), Limit(simulations=10))


def test_a_share_is_a_number_from_nothing_to_a_hundred() -> None:
    with pytest.raises(GameError, match=r"pns\(share\)"):
        Engine("malecon+pns(share=-1)")
