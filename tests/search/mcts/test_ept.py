"""Early playout termination: when a playout stops, whose turn it is then, and what the evaluation makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.searching import new_searcher, search, table

from malecon import Amazons, Breakthrough, Havannah, Position
from malecon.games.contract import copy_position, evaluate
from malecon.search.mcts.playout import play_out

STARTS: list[Position] = [Havannah(4), Breakthrough(6, 5), Amazons(6)]
GAMES = pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game)


def played_out(start: Position, player: str, ply: int = 0) -> tuple[Any, float]:
    """A worker after one playout that began so many plies below the root, and its result."""
    worker = new_searcher(player, start, memory=1).workers[0]
    copy_position(worker.position, worker.root, worker.board)
    worker.line.ply = ply
    return worker, float(play_out(worker))


@GAMES
@pytest.mark.parametrize("moves", [0, 1, 3, 4])
def test_a_playout_stops_after_the_configured_turns(start: Position, moves: int) -> None:
    worker, result = played_out(start, f"uct+ept(moves={moves})")
    assert worker.line.ply == moves * start.num_steps
    assert worker.position.to_move == (start.to_move + moves) % 2
    assert result in (0.0, 0.5, 1.0)


@GAMES
def test_the_evaluation_decides_by_its_sign_or_gives_its_chance(start: Position) -> None:
    worker, result = played_out(start, "uct+ept(moves=3,result=graded)")
    chance = float(evaluate(worker.position, worker.board, worker))
    assert result == pytest.approx(chance)
    worker, result = played_out(start, "uct+ept(moves=3)")
    assert float(evaluate(worker.position, worker.board, worker)) == pytest.approx(chance), "the same seed"
    assert result == (0.5 if chance == 0.5 else float(chance > 0.5))


@GAMES
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("moves", [0, 1, 4, 5])
def test_with_parity_the_same_side_is_always_to_move_at_the_end(start: Position, turns: int, moves: int) -> None:
    worker, _ = played_out(start, f"uct+ept(moves={moves},parity=same)", turns * start.num_steps)
    played = worker.line.ply // start.num_steps
    assert played % 2 == 0
    assert abs(played - turns - moves) <= 1
    assert played - turns >= 0


def test_a_turn_that_has_begun_is_finished_before_the_count() -> None:
    start = Amazons(6)
    worker, _ = played_out(start, "uct+ept(moves=2)", 1)
    assert worker.line.ply == 3 * start.num_steps


def test_a_game_that_ends_before_is_over() -> None:
    position = Breakthrough.from_pieces(4, 2, ["a3"], ["b4"])
    for _ in range(5):
        worker, result = played_out(position, "uct+ept(moves=100)")
        assert worker.position.ending != 0
        assert result == float(worker.position.to_move)


def test_a_share_of_the_playouts_goes_on_to_the_end() -> None:
    worker = new_searcher("uct+ept(moves=2,share=0.25)", Breakthrough(6, 5), memory=1).workers[0]
    early = 0
    for _ in range(200):
        copy_position(worker.position, worker.root, worker.board)
        worker.line.ply = 0
        play_out(worker)
        early += worker.line.ply == 2
    assert 25 < early < 80
    for share, stops in ((0, False), (1, True)):
        worker, _ = played_out(Breakthrough(6, 5), f"uct+ept(moves=2,share={share})")
        assert (worker.line.ply == 2) == stops


def test_rules_of_playouts_hold_in_short_ones_too() -> None:
    position = Breakthrough.from_pieces(5, 4, ["a4", "d1"], ["d5", "c5"])
    for seed in range(5):
        worker = new_searcher("uct+ept(moves=3)+decisive", position, memory=1, seed=seed).workers[0]
        copy_position(worker.position, worker.root, worker.board)
        worker.line.ply = 0
        assert play_out(worker) == 1.0
        assert worker.line.ply == 1, "the win is played at once"


@pytest.mark.parametrize("parameters", ["moves=1", "moves=6", "result=graded", "parity=same", "share=0.5"])
def test_every_parameter_changes_the_search(parameters: str) -> None:
    usual, other = (
        table(search(f"uct+{text}", Breakthrough(6, 5), 300)) for text in ("ept(moves=3)", f"ept({parameters})")
    )
    assert usual != other


def test_results_stay_between_a_loss_and_a_win() -> None:
    searcher = search("uct+ept(moves=2,result=graded)+lgrf2+ngram2+rave", Breakthrough(6, 5), 300)
    values = np.array([row.value for row in searcher.root_moves() if row.visits])
    assert np.all((values >= 0) & (values <= 1))
    assert len(set(values.tolist())) > 3
