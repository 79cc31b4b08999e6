"""The rules of Amazons: random games compared with the oracle, perft counts and invariants of the struct."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from support import amazons_oracle as oracle
from support.amazons_oracle import OracleAmazons

from malecon.games.amazons import rules
from malecon.games.amazons.geometry import geometry, lines_through
from malecon.games.amazons.position import Amazons
from malecon.games.colours import BLACK, WHITE
from malecon.games.contract import copy_position, is_legal_move, legal_move
from malecon.kernel import new_structs

BOARDS = {
    "4x4": lambda: Amazons(4),
    "5x7": lambda: Amazons(5, 7),
    "10x4": lambda: Amazons(10, 4),
    "8x8": lambda: Amazons(8),
    "10x10": lambda: Amazons(),
    "one against three": lambda: Amazons(6, 5, layout="c3 / a1 e1 c6"),
    "eight a side": lambda: Amazons(7, layout="a1 b1 c1 d1 e1 f1 g1 a2 / a7 b7 c7 d7 e7 f7 g7 g6"),
}


@pytest.fixture(params=BOARDS.values(), ids=BOARDS.keys())
def start(request: pytest.FixtureRequest) -> Amazons:
    """Yield the initial position on each board."""
    position: Amazons = request.param()
    return position


def beside_oracle(position: Amazons) -> OracleAmazons:
    """Return the oracle at the same initial position."""
    sides = {str(colour): [oracle.square(name) for name in position.amazons(colour)] for colour in (WHITE, BLACK)}
    return OracleAmazons(position.rows, position.columns, sides)


def random_game(position: Amazons, seed: int) -> Iterator[Amazons]:
    """Iterate over all positions of a random game, up to its end."""
    dice = random.Random(seed)
    yield position
    while legal := position.legal_moves:
        position.play(dice.choice(legal))
        yield position


@pytest.mark.slow
def test_random_games_agree_with_the_oracle_move_for_move(start: Amazons) -> None:
    for seed in range(3):
        position = start.copy()
        game = beside_oracle(position)
        for _ in random_game(position, seed):
            if position.last_move:
                game.play(oracle.read_move(position.last_move))
            legal = position.legal_moves
            assert len(legal) == len(set(legal))
            assert set(legal) == {oracle.move_name(move) for move in game.moves()}
            assert str(position.to_move) == game.to_move
            assert set(position.arrows) == {oracle.name(square) for square in game.arrows}
        assert position.is_over
        assert not game.moves()
        assert str(position.outcome) == f"{oracle.OTHER[game.to_move]} wins by blockade"


@pytest.mark.parametrize(("side", "moves"), [(4, 88), (5, 260), (6, 544), (8, 1232), (10, 2176)])
def test_the_number_of_first_moves_matches_published_counts(side: int, moves: int) -> None:
    assert len(Amazons(side).legal_moves) == moves


def test_the_standard_game_has_4307152_lines_of_two_plies() -> None:
    assert count_two_plies(Amazons()) == 4_307_152


def count_two_plies(position: Amazons) -> int:
    """Count the lines of two plies with kernel steps, as the search plays them."""
    board, nothing = position.boards[0], np.zeros((0, 3), np.uint8)
    records, total = np.repeat(position.structs, 4), 0
    for first in range(int(records[0].num_moves)):
        copy_position(records[1], records[0], board)
        rules.play_amazons(records[1], board, legal_move(records[1], board, first))
        for second in range(int(records[1].num_moves)):
            replies = np.repeat(records[1:2], 3)
            rules.play_amazons(replies[0], board, legal_move(replies[0], board, second))
            total += rules.list_moves(replies, board, nothing, False)
    return total


def test_winning_moves_are_those_that_leave_the_opponent_none(start: Amazons) -> None:
    position = start.copy()
    *_, last = random_game(position, seed=1)
    last.undo()
    for _ in range(2):
        side = last.to_move
        found = last.winning_moves()
        assert found == [move for move in last.legal_moves if wins(last, move)]
        assert found == last.winning_moves(side)
        waiting = Amazons.from_text(str(last), side.other)
        assert sorted(last.winning_moves(side.other)) == sorted(waiting.winning_moves())
        last.undo()


def wins(position: Amazons, move: str) -> bool:
    """Return whether a move ends the game."""
    twin = position.copy()
    twin.play(move)
    return twin.is_over


def test_listed_steps_are_distinct_and_exactly_the_legal_ones(start: Amazons) -> None:
    position = start.copy()
    for number, _ in enumerate(random_game(position, seed=2)):
        if number % 7:
            continue
        records, board = position.structs.copy(), position.boards[0]
        check_steps(records, board, position)
        if records[0].num_moves:
            rules.play_amazons(records[0], board, legal_move(records[0], board, 0))
            check_steps(records, board, position)


def check_steps(records: np.ndarray, board: np.record, position: Amazons) -> None:
    """Check that the listed steps are exactly those that are legal one by one."""
    listed = [int(legal_move(records[0], board, index)) for index in range(int(records[0].num_moves))]
    assert len(set(listed)) == len(listed)
    every = [step for step in range(position.num_codes) if step % 100 in position.geometry.numbers]
    assert sorted(listed) == [step for step in every if is_legal_move(records[0], board, step)]


def test_lines_and_mobility_of_the_struct_match_the_board(start: Amazons) -> None:
    position = start.copy()
    for _ in random_game(position, seed=3):
        record = position.struct
        lines = position.geometry.blocked.copy()
        for name in position.cells:
            if not position.is_empty(name):
                for line, bit in lines_through(position.geometry.number(name)):
                    lines[line] |= 1 << bit
        assert record.lines.tolist() == lines.tolist()
        assert record.shooter == rules.NO_AMAZON
        game = beside_oracle(position)
        game.arrows = {oracle.square(name) for name in position.arrows}
        reaches = [len(set(game.queen_moves(s, game.taken))) for s in game.amazons[str(position.to_move)]]
        assert record.mobility[: len(reaches)].tolist() == reaches
        assert record.num_moves == sum(reaches)


def test_an_amazon_can_shoot_back_to_its_origin() -> None:
    position = Amazons(4, layout="a1 / d4", moves="a1-a4/a1")
    assert position.arrows == ["a1"]
    assert position.amazons(WHITE) == ["a4"]


def test_a_copied_struct_overwrites_everything(start: Amazons) -> None:
    target = new_structs(rules.POSITION)
    target.view(np.uint8)[:] = 0xA5
    copy_position(target[0], start.struct, start.boards[0])
    for field in rules.POSITION.names or ():
        if field != "unused":
            assert target[0][field].tolist() == start.struct[field].tolist()


def test_boards_have_sides_of_four_to_ten() -> None:
    assert len(geometry(10, 10).numbers) == 100
    assert len(geometry(4, 9).numbers) == 36
