"""What every game's position must do, whatever the game. A new game adds a line to GAMES and nothing else."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from malecon import BLACK, WHITE, GameError, Havannah, IllegalMoveError, NotationError, Position
from malecon.games.contract import copy_position, legal_move, play
from malecon.kernel import new_records


@dataclass(frozen=True)
class Game:
    """A game under test: how to begin it, and texts that are no move of it."""

    start: Callable[[], Position]
    no_moves: tuple[str, ...]


GAMES = {
    "havannah, base 2": Game(lambda: Havannah(2), ("d4", "swop")),
    "havannah, base 4": Game(lambda: Havannah(4), ("z1", "a9")),
    "havannah, base 8": Game(lambda: Havannah(8), ("a9", "")),
    "havannah, base 4, swap rule": Game(lambda: Havannah(4, swap_rule=True), ("h8", "d4d4")),
    "havannah, set up": Game(lambda: Havannah.from_stones(4, ["d4"], ["c3", "e5"], BLACK), ("z1", "a9")),
}


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    chosen: Game = request.param
    return chosen


def random_game(game: Game, seed: int, plies: int = 10**6) -> Position:
    """A position after so many random moves, or at the end."""
    dice, position = random.Random(seed), game.start()
    while position.ply < plies and (legal := position.legal_moves):
        position.play(dice.choice(legal))
    return position


def middle_game(game: Game, seed: int = 1) -> Position:
    """A position halfway through a random game."""
    return random_game(game, seed, plies=random_game(game, seed).ply // 2)


def test_a_game_begins_without_a_past(game: Game) -> None:
    position = game.start()
    assert position.moves == []
    assert position.ply == 0
    assert position.last_move is None
    assert position.outcome is None
    assert not position.is_over
    assert position.to_move in (WHITE, BLACK)
    assert isinstance(position, Position)
    assert position.game


def test_games_come_to_an_end_that_says_who_won_and_how(game: Game) -> None:
    for seed in range(20):
        position = random_game(game, seed)
        outcome = position.outcome
        assert outcome is not None
        assert position.is_over
        assert position.legal_moves == []
        assert outcome.how
        assert (outcome.winner is None) == (outcome.how == ("draw",))
        assert str(outcome) == "Draw" or str(outcome).startswith(f"{outcome.winner} wins by ")
        with pytest.raises(IllegalMoveError, match="the game is over"):
            position.play(position.moves[0])
        with pytest.raises(IllegalMoveError, match="the game is over"):
            position.resign()


def test_legal_moves_are_distinct_legal_and_spelt_right(game: Game) -> None:
    position = middle_game(game)
    legal = position.legal_moves
    assert len(set(legal)) == len(legal)
    for move in legal:
        assert position.is_legal(move)
        assert position.check_move(f" {move.upper()} ") == position.parse_move(move) == move
        twin = position.copy()
        twin.play(move)
        assert twin.last_move == move
        assert twin != position


def test_moves_that_are_not_legal_are_refused_and_change_nothing(game: Game) -> None:
    position = middle_game(game)
    before = position.copy()
    taken = [move for move in position.moves if move not in position.legal_moves]
    for text in (*game.no_moves, *taken):
        assert not position.is_legal(text)
        with pytest.raises(NotationError if text in game.no_moves else IllegalMoveError) as caught:
            position.play(text)
        assert str(caught.value)
        assert "\n" not in str(caught.value)
    assert position == before
    assert position.moves == before.moves
    assert position.records.tobytes() == before.records.tobytes()


def test_several_moves_are_played_all_or_none(game: Game) -> None:
    moves = random_game(game, seed=3).moves
    position = game.start()
    position.play_all(" ".join(moves[:-1]))
    assert position.moves == moves[:-1]
    position = game.start()
    with pytest.raises(GameError):
        position.play_all([*moves[:-1], game.no_moves[0]])
    assert position.moves == []
    assert position == game.start()


def test_undo_restores_every_byte(game: Game) -> None:
    position, before, dice = game.start(), [], random.Random(5)
    while legal := position.legal_moves:
        before.append((position.records.tobytes(), position.to_move, hash(position)))
        position.play(dice.choice(legal))
    moves = position.moves
    while before:
        assert position.undo() == moves[position.ply]
        assert (position.records.tobytes(), position.to_move, hash(position)) == before.pop()
        assert position.outcome is None
    assert position == game.start()
    with pytest.raises(GameError, match="there is no move to take back"):
        position.undo()


def test_a_copy_goes_its_own_way(game: Game) -> None:
    position = middle_game(game)
    moves, bytes_before = position.moves, position.records.tobytes()
    twin = position.copy()
    assert twin == position
    twin.undo()
    twin.play(twin.legal_moves[0])
    twin.play_all(twin.legal_moves[-1:])
    assert position.moves == moves
    assert position.records.tobytes() == bytes_before
    rebuilt = position.start()
    rebuilt.play_all(moves[:-1])
    position.undo()
    assert position == rebuilt, "playing in the copy changed the original's past"


def test_the_start_of_a_game_is_found_again(game: Game) -> None:
    position = middle_game(game)
    assert position.start() == game.start()
    assert position.start().moves == []
    assert position.moves


def test_equal_positions_are_equal_whatever_their_past(game: Game) -> None:
    position = middle_game(game)
    twin = position.start()
    twin.play_all(position.moves)
    assert twin == position
    assert hash(twin) == hash(position)
    assert len({twin, position, position.copy()}) == 1
    assert position != game.start()
    assert position != "a position"


def test_positions_survive_pickling_with_their_past(game: Game) -> None:
    for position in (game.start(), middle_game(game), random_game(game, seed=2)):
        twin = pickle.loads(pickle.dumps(position))
        assert twin == position
        assert twin.moves == position.moves
        assert twin.outcome == position.outcome
        assert twin.legal_moves == position.legal_moves
        while twin.ply:
            assert twin.undo() == position.undo()
            assert twin == position


def test_a_player_may_resign_and_think_better_of_it(game: Game) -> None:
    position = middle_game(game)
    before, loser = position.copy(), position.to_move
    position.resign()
    assert str(position.outcome) == f"{loser.other} wins by resignation"
    assert position.legal_moves == []
    assert position != before
    assert position.copy().outcome == position.outcome
    assert pickle.loads(pickle.dumps(position)).outcome == position.outcome
    assert position.undo() == "resign"
    assert position == before
    position.resign(loser.other)
    assert str(position.outcome) == f"{loser} wins by resignation"


def test_a_position_can_be_printed(game: Game) -> None:
    position = middle_game(game)
    assert len(str(position).splitlines()) > 2
    assert " ".join(position.moves) in repr(position)
    assert "\n" not in repr(position)


def test_kernels_play_the_same_game_through_the_contract(game: Game) -> None:
    position = middle_game(game)
    record, board = position.record, position.boards[0]
    listed = sorted(int(legal_move(record, board, index)) for index in range(int(record.num_moves)))
    assert len(set(listed)) == len(listed) == len([move for move in position.legal_moves if move != "swap"])
    outcomes = set()
    for move in listed:
        scratch = new_records(record.dtype)
        copy_position(scratch[0], record, board)
        won = play(scratch[0], board, move)
        assert scratch[0].to_move != record.to_move
        outcomes.add(bool(won))
    twin, wins = position.copy(), set()
    for move in twin.legal_moves:
        if move != "swap":
            twin.play(move)
            wins.add(twin.outcome is not None and twin.outcome.winner is not None)
            twin.undo()
    assert outcomes == wins


def test_the_record_is_one_element_of_plain_memory_without_padding(game: Game) -> None:
    position = game.start()
    assert position.records.shape == (1,)
    assert position.records.dtype.hasobject is False
    fields = position.records.dtype.fields
    assert sum(kind.itemsize for kind, *_ in fields.values()) == position.records.itemsize
    assert np.shares_memory(position.records, position.records[0:1])
    assert {"to_move", "num_moves"} <= set(fields)
