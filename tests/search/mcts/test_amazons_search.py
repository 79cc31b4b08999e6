"""MCTS on Amazons, whose turns have two steps: proofs, lines and root moves against brute force."""

from __future__ import annotations

import pytest
from support.amazons_endgames import ENDGAMES, beside_oracle, is_won
from support.amazons_oracle import move_name

from malecon import BLACK, Amazons, Engine, GameError, Limit
from malecon.search.mcts.searcher import MctsSearcher

SOLVING = "uct(c=0.7)+mcts_solver"
EVERYTHING = (
    "uct+rave+extended_rave+inherit+history+lgrf2+ngram2+pool_rave(visits=5)+killer_rave+mcts_solver+expand(visits=3)"
)
MEGABYTE = 1 << 20


@pytest.fixture(params=ENDGAMES.values(), ids=ENDGAMES.keys())
def endgame(request: pytest.FixtureRequest) -> Amazons:
    """A position small enough to look through."""
    text, side = request.param
    return Amazons.from_text(text, side)


def new_searcher(player: str, position: Amazons, memory: int = 16) -> MctsSearcher:
    engine = Engine(player, game="amazons")
    return MctsSearcher(position, engine.spec.techniques({}), memory * MEGABYTE, seed=1)


def test_the_solver_is_right_about_endgames_and_about_every_move(endgame: Amazons) -> None:
    searcher = new_searcher(SOLVING, endgame)
    searcher.run(200_000)
    game = beside_oracle(endgame)
    assert searcher.proof == ("win" if is_won(game) else "loss")
    proofs = {row.move: row.proof for row in searcher.root_moves() if row.proof}
    for move in game.moves():
        proof = proofs.get(move_name(move))
        if proof:
            after = beside_oracle(endgame)
            after.play(move)
            assert proof == ("loss" if is_won(after) else "win")
    assert proofs


@pytest.mark.parametrize("player", [SOLVING, EVERYTHING])
def test_the_root_lists_whole_moves_once_and_counts_their_visits(player: str) -> None:
    position = Amazons(5)
    searcher = new_searcher(player, position)
    searcher.run(3000)
    rows = searcher.root_moves()
    legal = set(position.legal_moves)
    assert len({row.move for row in rows}) == len(rows)
    assert {row.move for row in rows} <= legal
    assert [row.step_visits for row in rows] == sorted((row.step_visits for row in rows), reverse=True)
    by_step = {row.move.split("/")[0]: row.earlier_visits[0] for row in rows}
    assert len(by_step) == len({move.split("/")[0] for move in legal}), "every first step is listed"
    assert sum(by_step.values()) == 3000
    for step, visits in by_step.items():
        below = sum(row.visits for row in rows if row.move.startswith(f"{step}/"))
        assert 0 <= below <= visits


def test_with_enough_visits_every_move_is_listed() -> None:
    position = Amazons(4)
    searcher = new_searcher(SOLVING, position)
    searcher.run(5000)
    assert {row.move for row in searcher.root_moves()} == set(position.legal_moves)


def test_lines_are_legal_games() -> None:
    position = Amazons(6, moves="b1-b4/d4")
    searcher = new_searcher(SOLVING, position)
    searcher.run(20_000)
    line = searcher.line(searcher.root_moves()[0].move)
    assert len(line) > 1
    position.play_all(line)


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    position = Amazons(5)
    searcher = new_searcher(SOLVING, position)
    searcher.run(20_000)
    first, reply, *_ = searcher.line(searcher.root_moves()[0].move)
    position.play(first)
    searcher.set_position(position)
    visits = int(searcher.root.visits)
    assert visits > 10
    position.play(reply)
    searcher.set_position(position)
    assert 0 < searcher.root.visits < visits
    assert {row.move for row in searcher.root_moves()} <= set(position.legal_moves)
    position.undo()
    searcher.set_position(position)
    assert searcher.root.visits == 0, "going back begins anew"


def test_what_a_small_memory_proves_of_the_root_is_true() -> None:
    position = Amazons.from_text(". . . .\nO # # X\n. # . .\n# . # .", BLACK)
    searcher = new_searcher(SOLVING, position, memory=1)
    searcher.run(100_000)
    assert searcher.tree.root == 1, "it was pruned on the way"
    won = [row.move for row in searcher.root_moves() if row.proof == "win"]
    assert bool(won) == (searcher.proof == "win") == is_won(beside_oracle(position))
    for move in won:
        after = position.copy()
        after.play(move)
        assert not is_won(beside_oracle(after))


def test_the_engine_plays_a_game_to_its_end() -> None:
    engines = [Engine(text, game="amazons", seed=seed) for seed, text in enumerate((SOLVING, EVERYTHING))]
    position = Amazons(4)
    while not position.is_over:
        thought = engines[position.ply % 2].decide(position, Limit(simulations=200))
        assert position.is_legal(thought.move)
        position.play(thought.move)


def test_a_technique_of_another_game_is_refused() -> None:
    with pytest.raises(GameError, match="unknown technique 'mate'"):
        Engine("uct+mate", game="amazons")
