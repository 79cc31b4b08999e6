"""Proofs are never wrong: hundreds of endgames against every line of play, small boards against what is known."""

from __future__ import annotations

import random
from pathlib import Path

import oracle
import pytest
import truth
from searching import new_searcher

from malecon import Havannah
from malecon.players.engine import Engine, Thought
from malecon.players.player import Limit

SOLVING = "rave(r=50)+solver+proofs"
PLENTY = Limit(simulations=50_000)

# Drawn with best play: found by random games in which threats are stopped; `truth` says that they are drawn.
DRAWN = [
    (3, "d4 b3 e3 c3 a2 d2 b4 c5 b1 e4 c2 d5"),
    (3, "c1 b2 d4 b1 a3 c2 d5 a2 d2 e3 c3 e5"),
    (3, "a2 a1 c3 b3 c5 c1 b1 d5 b4 a3 b2 c4"),
    (3, "b1 c1 a3 a2 d2 d3 a1 c5 d5 b2 d4 e3"),
    (3, "c5 a1 a2 c1 b1 c3 d3 e4 b2 a3 b4 b3"),
    (3, "a1 e3 c5 b4 d5 e5 b1 b2 a3 b3 d4 a2 e4"),
    (4, "b3 d2 c1 e2 f5 d7 e6 g6 c3 a3 d1 f3 f4 g5 c4 c5 e3 d6 c6 e5 a4 b2 f7 g7 g4 a1 e4 d5 f6 b4"),
    (4, "b5 e3 e7 d1 f7 b4 f5 b3 b2 c5 g6 d5 c3 c4 a4 d4 c2 b1 e2 f6 g5 g7 e5 d3 a2 f3 a1 a3 c6 d7"),
    (4, "d3 c1 e7 e2 d4 c6 c3 g7 e4 d7 b3 f7 b4 g5 c5 d5 e6 f5 f4 e5 f6 a1 a3 c2 g6 d6 g4 a4 b5 f3"),
    (4, "b5 d5 g4 a1 b1 c1 g7 d4 d3 f5 a2 d2 b4 d1 e3 b2 c2 c3 f3 g5 d6 f6 e2 e5 d7 f4 c6 a4 a3 e7"),
    (4, "b2 a3 e5 e4 g6 e6 f5 a1 a4 c5 f3 c4 f7 f6 d5 b4 d2 g4 d6 b1 d3 b5 a2 e2 c3 f4 d7 g7 g5 c6 d1"),
    (4, "d3 c5 e4 f6 g4 e6 b3 d7 d4 a3 d5 c6 b4 d2 d6 a4 b5 g6 e7 c4 g7 c3 a2 d1 c2 b2 a1 b1 c1 f3 e5"),
]


def the_truth(position: Havannah) -> tuple[str, int]:
    """What the side to move has, by every line of play."""
    return truth.solve(position.base, position.stones(position.to_move), position.stones(position.to_move.other))


def endgame(base: int, empties: int, dice: random.Random, *, quiet: bool) -> Havannah:
    """A position with so many empty cells by random moves that do not win.

    In a quiet one threats were stopped on the way, the side to move cannot win at once, and has at most one threat to
    stop: most random endgames are won by the next move.
    """
    while True:
        position = Havannah(base)
        while len(position.legal_moves) > empties:
            threats = position.winning_cells(position.to_move.other) if quiet else []
            own = set(position.winning_cells())
            free = [move for move in threats or position.legal_moves if move not in own]
            if not free or len(threats) > 1:
                break
            position.play(dice.choice(free))
        if len(position.legal_moves) != empties:
            continue
        if not quiet or (not position.winning_cells() and len(position.winning_cells(position.to_move.other)) < 2):
            return position


def check_thought(position: Havannah, thought: Thought) -> str:
    """Compare a finished proof with the truth; return what was proved."""
    result, plies = the_truth(position)
    assert thought.proof == result, f"{position!r} is a {result} in {plies}, not a {thought.proof}"
    empties = len(position.legal_moves)
    if result == "draw":
        assert thought.length == empties == plies
    else:
        assert thought.length % 2 == (result == "win")
        assert plies <= thought.length <= empties, f"{position!r} takes {plies} plies, not {thought.length}"
    position.play(thought.move)
    if not position.is_over:
        assert the_truth(position)[0] == {"win": "loss", "loss": "win", "draw": "draw"}[result], "the move gave it away"
    return result


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
    ["malecon", "uct+solver", "rave+solver+proofs(plies=1)", "rave+solver+proofs(plies=2)", "uct+widening+solver"],
)
def test_every_kind_of_proof_tells_the_truth(player: str) -> None:
    dice, engine = random.Random(9), Engine(player, memory=32)
    for _ in range(12):
        position = endgame(3, 8, dice, quiet=True)
        check_thought(position, engine.decide(position, PLENTY))


@pytest.mark.parametrize(("base", "moves"), DRAWN)
def test_draws_are_proved(base: int, moves: str) -> None:
    for player in (SOLVING, "uct(c=0.4)+solver", "malecon"):
        position = Havannah(base, moves=moves)
        assert check_thought(position, Engine(player, memory=32).decide(position, PLENTY)) == "draw"


def test_a_proof_that_is_not_finished_says_only_what_is_true_of_each_move() -> None:
    dice = random.Random(4)
    for _ in range(25):
        position = endgame(3, 9, dice, quiet=True)
        searcher = new_searcher("rave(r=50)+solver", position)
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
    engine = Engine("rave(r=50)+solver")
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


def test_proved_base_four_positions_are_never_contradicted(data: Path) -> None:
    lines = (data / "base4_proved.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    late = [row for row in rows if int(row[0]) >= 14][::20]
    assert len(late) >= 15
    engine, proved = Engine(SOLVING, memory=64), 0
    for plies, moves, *_ in late:
        thought = engine.decide(Havannah(4, moves=moves), Limit(simulations=100_000))
        white_to_move = int(plies) % 2 == 0
        assert thought.proof in (None, "win" if white_to_move else "loss"), moves
        proved += thought.proof is not None
    assert proved  # most take a million simulations
