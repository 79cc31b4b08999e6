"""Every win in three plies or less and every forced defence is found and proved within 1000 simulations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from support import truth
from support.searching import new_searcher
from support.tactics import DEFEND, FORCED, MATE, TACTICS, WIN, Tactic

from malecon import Havannah
from malecon.games.contract import CALM, KIND_BITS, KIND_MASK, LOST, MATING, WINNING, find_threats
from malecon.games.contract import FORCED as ONE_MOVE
from malecon.games.havannah.geometry import NO_CELL
from malecon.kernel import Struct
from malecon.players.engine import Engine, Thought
from malecon.players.player import Limit

LITTLE = Limit(simulations=1000)
SLOW_BASE = 9  # from here on it takes seconds to see that all other moves lose


def masks(position: Havannah) -> tuple[int, int]:
    """The stones of the side to move and of its opponent as bits."""
    sides = position.to_move, position.to_move.other
    own, other = (truth.mask(position.base, position.stones(colour)) for colour in sides)
    return own, other


def think(tactic: Tactic, player: str = "malecon", seed: int = 1) -> Thought:
    return Engine(player, memory=32, seed=seed).decide(tactic.position, LITTLE)


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    chosen = [tactic for tactic in TACTICS if tactic.kind in kinds]
    return pytest.mark.parametrize("tactic", chosen, ids=str)


def test_there_are_many_positions_of_every_kind_and_base() -> None:
    assert len(TACTICS) >= 40
    assert {tactic.base for tactic in TACTICS} == set(range(4, 11))
    assert min(Counter(tactic.kind for tactic in TACTICS).values()) >= 10
    assert len({tactic.moves for tactic in TACTICS}) == len(TACTICS)


@pytest.mark.slow
@pytest.mark.parametrize("tactic", TACTICS, ids=str)
def test_the_answers_are_the_truth(tactic: Tactic) -> None:
    own, other = masks(tactic.position)
    base, answers = tactic.base, set()
    if tactic.kind == WIN:
        answers = truth.winning_cells(base, own, other)
    elif tactic.kind == FORCED:
        assert not truth.wins_within_three(base, own, other)
        answers = truth.winning_cells(base, other, own)
        assert len(answers) == 1
    elif tactic.kind == MATE:
        assert not truth.winning_cells(base, own, other)
        answers = truth.wins_within_three(base, own, other)
    else:
        assert not truth.wins_within_three(base, own, other)
        assert not truth.winning_cells(base, other, own)
        assert truth.wins_within_three(base, other, own), "there is nothing to stop"
        answers = {truth.board(base).bits[name] for name in tactic.answers.split()}
        assert not any(truth.wins_within_three(base, other, own | cell) for cell in answers)
        if base < SLOW_BASE:
            answers = truth.defences(base, own, other)
    assert truth.names(base, answers) == sorted(tactic.answers.split())


@of_kind(WIN)
def test_a_win_is_found_and_proved_at_once(tactic: Tactic) -> None:
    thought = think(tactic)
    assert thought.move in tactic.answers.split()
    assert (thought.proof, thought.length, thought.value) == ("win", 1, 1.0)


@of_kind(MATE)
@pytest.mark.parametrize(
    "player", ["malecon", "rave(r=50)+mcts_solver+threats(plies=2)", "uct+mcts_solver+threats(plies=2)"]
)
def test_a_double_threat_is_found_and_proved(tactic: Tactic, player: str) -> None:
    thought = think(tactic, player)
    assert thought.proof == "win"
    if player == "malecon":
        assert thought.length == 3
        assert thought.move in tactic.answers.split()


@of_kind(FORCED)
def test_a_forced_defence_is_found_and_all_else_proved_lost(tactic: Tactic) -> None:
    thought = think(tactic)
    assert thought.move == tactic.answers
    assert {row.move for row in thought.moves if (row.proof, row.length) == ("loss", 2)} >= {
        move for move in tactic.position.legal_moves if move not in (tactic.answers, "swap")
    }


@of_kind(DEFEND)
@pytest.mark.parametrize("seed", range(5))
def test_a_double_threat_in_the_making_is_stopped(tactic: Tactic, seed: int) -> None:
    thought = think(tactic, seed=seed)
    assert thought.move in tactic.answers.split()
    proved = {row.move for row in thought.moves if row.proof == "loss" and row.length <= 4}
    assert not proved & set(tactic.answers.split())


@of_kind(DEFEND)
def test_no_move_that_loses_in_four_plies_is_left_with_hope_once_it_was_tried(tactic: Tactic) -> None:
    losing = set(tactic.position.legal_moves) - set(tactic.answers.split())
    assert all(row.proof == "loss" for row in think(tactic).moves if row.move in losing and row.visits)


@pytest.mark.parametrize("tactic", TACTICS, ids=str)
def test_a_look_of_one_two_or_three_plies_sees_what_it_should(tactic: Tactic) -> None:
    position, worker = tactic.position, new_searcher("rave", tactic.position, memory=1).workers[0]
    seen = [int(find_threats(position.struct, position.boards[0], worker, plies)) for plies in (1, 2, 3)]
    kinds = [answer & int(KIND_MASK) for answer in seen]
    expected = {
        WIN: [WINNING, WINNING, WINNING],
        FORCED: [CALM, ONE_MOVE, ONE_MOVE],
        DEFEND: [CALM, CALM, CALM],
    }
    if tactic.kind != MATE:
        assert kinds == expected[tactic.kind]
    else:
        assert kinds[0] == CALM
        assert kinds[1] in (CALM, ONE_MOVE)
        assert kinds[2] == MATING
    if kinds[2] not in (CALM, LOST):
        assert position.move_name(seen[2] >> int(KIND_BITS)) in tactic.answers.split()


def dense_game(base: int, dice: random.Random) -> Iterator[Havannah]:
    """Positions of a game in which most stones stand next to others, and threats are often left open."""
    position, cells = Havannah(base), Havannah(base).geometry
    while not position.is_over:
        near = [
            cells.names[cell]
            for stone in position.moves[-2:-1]
            for cell in cells.neighbours(cells.by_name[stone])
            if cell != NO_CELL
        ]
        moves = [move for move in near if position.is_legal(move)] if dice.random() < 0.6 else []
        own = set(position.winning_cells())
        quiet = [move for move in moves or position.legal_moves if move not in own]
        position.play(dice.choice(quiet or position.legal_moves))
        if not position.is_over:
            yield position


@pytest.mark.slow
@pytest.mark.parametrize("base", [3, 4, 5, 6])
def test_what_is_seen_at_a_look_is_what_playing_every_move_finds(base: int) -> None:
    dice, seen = random.Random(base), Counter()
    worker = new_searcher("rave", Havannah(base), memory=1).workers[0]
    for _ in range(10):
        for position in dense_game(base, dice):
            if dice.random() < 0.3:
                kind = check_look(position, worker)
                seen[kind] += 1
    assert set(seen) == {CALM, WINNING, ONE_MOVE, LOST, MATING}


def check_look(position: Havannah, worker: Struct) -> int:
    """Compare what a look of three plies finds with the truth; return its kind."""
    own, other = masks(position)
    answer = int(find_threats(position.struct, position.boards[0], worker, 3))
    kind, move = answer & int(KIND_MASK), answer >> int(KIND_BITS)
    wins, threats = (truth.winning_cells(position.base, *sides) for sides in ((own, other), (other, own)))
    mates = truth.wins_within_three(position.base, own, other)
    expected = WINNING if wins else LOST if len(threats) > 1 else MATING if mates else ONE_MOVE if threats else CALM
    assert kind == expected, str(position)
    right = wins or (threats if kind in (LOST, ONE_MOVE) else mates)
    assert kind == CALM or truth.board(position.base).bits[position.move_name(move)] in right, str(position)
    return kind
