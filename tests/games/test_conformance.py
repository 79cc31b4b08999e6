"""Conformance tests that every game must pass. A new game adds one line to GAMES."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from malecon import (
    BLACK,
    WHITE,
    Amazons,
    Breakthrough,
    GameError,
    GameRecord,
    Havannah,
    IllegalMoveError,
    NotationError,
    Position,
)
from malecon.games.contract import copy_position, is_legal_move, legal_move, play, random_step
from malecon.games.picture import Cell
from malecon.kernel import new_structs, rng_state


@dataclass(frozen=True)
class Game:
    """A game under test: its constructor and texts that are not moves."""

    start: Callable[[], Position]
    no_moves: tuple[str, ...]


GAMES = {
    "havannah, base 2": Game(lambda: Havannah(2), ("d4", "swop")),
    "havannah, base 4": Game(lambda: Havannah(4), ("z1", "a9")),
    "havannah, base 8": Game(lambda: Havannah(8), ("a9", "")),
    "havannah, base 4, swap rule": Game(lambda: Havannah(4, swap_rule=True), ("h8", "d4d4")),
    "havannah, set up": Game(lambda: Havannah.from_stones(4, ["d4"], ["c3", "e5"], BLACK), ("z1", "a9")),
    "breakthrough, 8x8": Game(Breakthrough, ("a2", "a2-a9", "i2-i3", "a2=a3")),
    "breakthrough, 5x3, one row": Game(lambda: Breakthrough(5, 3, piece_rows=1), ("d1-d2", "")),
    "breakthrough, 12x10": Game(lambda: Breakthrough(12, 10), ("k2-k3", "a2-a13")),
    "breakthrough, set up": Game(
        lambda: Breakthrough.from_pieces(6, 4, ["a2", "c3"], ["b5", "d6"], BLACK), ("e1-e2", "a2-a")
    ),
    "amazons, 4x4": Game(lambda: Amazons(4), ("a2", "a2-a1/e5", "a2-a1-")),
    "amazons, 10x10": Game(Amazons, ("d1-d7", "d1-d7/g11", "d1=d7/g7")),
    "amazons, 5x6, another layout": Game(lambda: Amazons(5, 6, layout="a1 c2 / f5"), ("g1-g2/g1", "")),
    "amazons, set up": Game(
        lambda: Amazons.from_squares((4, 7), ["a1", "g4"], ["d2", "d3"], ["c3", "e2", "e3"], BLACK), ("a5-a1/b1", "a1")
    ),
}


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Yield each game in turn."""
    chosen: Game = request.param
    return chosen


def random_game(game: Game, seed: int, plies: int = 10**6) -> Position:
    """Return the position after a number of random moves, or at the end of the game."""
    dice, position = random.Random(seed), game.start()
    while position.ply < plies and (legal := position.legal_moves):
        position.play(dice.choice(legal))
    return position


def middle_game(game: Game, seed: int = 1) -> Position:
    """Return a position halfway through a random game."""
    return random_game(game, seed, plies=random_game(game, seed).ply // 2)


def test_a_new_game_has_no_history(game: Game) -> None:
    position = game.start()
    assert position.moves == []
    assert position.ply == 0
    assert position.last_move is None
    assert position.outcome is None
    assert not position.is_over
    assert position.to_move in (WHITE, BLACK)
    assert isinstance(position, Position)
    assert position.game


def test_games_end_with_a_winner_and_an_ending(game: Game) -> None:
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


def test_legal_moves_are_distinct_legal_and_canonical(game: Game) -> None:
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


def test_illegal_moves_are_rejected_and_change_nothing(game: Game) -> None:
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
    assert position.structs.tobytes() == before.structs.tobytes()


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
        before.append((position.structs.tobytes(), position.to_move, hash(position)))
        position.play(dice.choice(legal))
    moves = position.moves
    while before:
        assert position.undo() == moves[position.ply]
        assert (position.structs.tobytes(), position.to_move, hash(position)) == before.pop()
        assert position.outcome is None
    assert position == game.start()
    with pytest.raises(GameError, match="no move to take back"):
        position.undo()


def test_a_copy_is_independent(game: Game) -> None:
    position = middle_game(game)
    moves, bytes_before = position.moves, position.structs.tobytes()
    twin = position.copy()
    assert twin == position
    twin.undo()
    twin.play(twin.legal_moves[0])
    twin.play_all(twin.legal_moves[-1:])
    assert position.moves == moves
    assert position.structs.tobytes() == bytes_before
    rebuilt = position.start()
    rebuilt.play_all(moves[:-1])
    position.undo()
    assert position == rebuilt, "playing in the copy changed the original's past"


def test_the_start_of_a_game_is_restored(game: Game) -> None:
    position = middle_game(game)
    assert position.start() == game.start()
    assert position.start().moves == []
    assert position.moves


def test_equal_positions_are_equal_whatever_their_history(game: Game) -> None:
    position = middle_game(game)
    twin = position.start()
    twin.play_all(position.moves)
    assert twin == position
    assert hash(twin) == hash(position)
    assert len({twin, position, position.copy()}) == 1
    assert position != game.start()
    assert position != "a position"


def test_positions_survive_pickling_with_their_history(game: Game) -> None:
    for position in (game.start(), middle_game(game), random_game(game, seed=2)):
        twin = pickle.loads(pickle.dumps(position))
        assert twin == position
        assert twin.moves == position.moves
        assert twin.outcome == position.outcome
        assert twin.legal_moves == position.legal_moves
        while twin.ply:
            assert twin.undo() == position.undo()
            assert twin == position


def test_a_resignation_can_be_undone(game: Game) -> None:
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


def test_a_picture_shows_every_cell_once_and_agrees_with_the_text(game: Game) -> None:
    position = middle_game(game)
    cells = [part for line in position.picture() for part in line if isinstance(part, Cell)]
    assert len({cell.name for cell in cells}) == len(cells)
    drawn = re.sub(r"[a-z0-9]", " ", str(position).replace("[", " ").replace("]", " ")).split()
    assert [cell.symbol for cell in cells] == drawn
    for move in position.legal_moves:
        assert set(position.cells_of(move)) <= {cell.name for cell in cells}


def test_the_svg_is_well_formed_and_has_a_title(game: Game) -> None:
    for position in (game.start(), middle_game(game), random_game(game, seed=2)):
        root = ElementTree.fromstring(position._repr_svg_())
        assert root.tag.endswith("svg")
        assert position.title in (root.findtext("{http://www.w3.org/2000/svg}title") or "")


def test_the_board_can_be_rebuilt_from_its_options_and_text(game: Game) -> None:
    position = game.start()
    assert type(position)(**position.options).options == position.options
    assert position.new_game().options == position.options
    assert position.description.startswith(f"{position.title}, ")
    board_options = {name: value for name, value in position.options.items() if name not in position.extra_options}
    assert position.board_options(position.board_text) == board_options
    for text in (position.default_board, position.quick_board, *position.bench_boards, *position.display.boards):
        assert type(position)(**position.board_options(text)).board_text == text
    for text in ("", "no board", "0", "99x99x99", "-3"):
        with pytest.raises(GameError) as caught:
            type(position)(**position.board_options(text))
        assert "\n" not in str(caught.value)


def test_a_position_can_be_set_up_from_its_picture(game: Game) -> None:
    position = middle_game(game)
    placed: dict[str, list[str]] = {"O": [], "X": [], "#": []}
    for cell in (cell for line in position.picture() for cell in line if isinstance(cell, Cell) and cell.symbol != "."):
        assert cell.symbol in position.setup_symbols
        placed[cell.symbol].append(cell.name)
    copy = position.set_up(placed["O"], placed["X"], placed["#"], position.to_move)
    assert str(copy) == str(position).replace("[", " ").replace("]", " ").replace(" \n", "\n").rstrip()
    assert copy.to_move == position.to_move
    if "#" not in position.setup_symbols:
        with pytest.raises(GameError, match=r"^[^\n]* has no blocked cells; leave blocked empty$"):
            position.set_up(placed["O"], placed["X"], ["a1"])


def test_winning_moves_are_those_that_win(game: Game) -> None:
    for seed in range(10):
        position = random_game(game, seed)
        position.undo()
        side, found = position.to_move, position.winning_moves()
        assert found == position.winning_moves(side)
        for move in position.legal_moves:
            twin = position.copy()
            twin.play(move)
            assert (twin.outcome is not None and twin.outcome.winner == side) == (move in found)


def test_games_round_trip_through_records(game: Game, tmp_path: Path) -> None:
    for seed in range(3):
        position = random_game(game, seed)
        record = GameRecord.from_position(position, white="Ada", black="Bob")
        record.write(tmp_path / "game.sgf")
        again = GameRecord.read(tmp_path / "game.sgf")
        assert again.position() == position
        assert again.moves == position.moves
        assert again.start == game.start()
        assert again.outcome == position.outcome
        assert (again.game, again.options, again.discrepancy) == (position.game, position.options, None)
        assert str(again) == str(record)


def test_steps_identify_one_move_in_each_position(game: Game) -> None:
    position = middle_game(game)
    moves = [move for move in position.legal_moves if move != "swap"]
    steps = {position.move_steps(move): move for move in moves}
    assert len(steps) == len(moves)
    assert {len(codes) for codes in steps} == {position.num_steps}
    assert all(0 <= code < position.num_codes <= position.max_moves for codes in steps for code in codes)
    assert all(position.move_of(codes) == move for codes, move in steps.items())
    first = {codes[0] for codes in steps}
    others = set(range(min(position.num_codes, 4000))) - first
    assert all(is_legal_move(position.struct, position.boards[0], np.uint64(code)) for code in first)
    assert not any(is_legal_move(position.struct, position.boards[0], np.uint64(code)) for code in others)
    assert random_game(game, seed=1).ply * position.num_steps < position.max_plies


def test_random_steps_reach_every_move_equally_often(game: Game) -> None:
    position = middle_game(game)
    dice, scratch = new_structs(np.dtype([("rng", "u8")])), new_structs(position.struct.dtype)
    dice[0].rng = rng_state(3)
    moves = int(position.struct.num_moves)
    counts = Counter()
    for _ in range(60 * moves):
        copy_position(scratch[0], position.struct, position.boards[0])
        counts[int(random_step(scratch[0], position.boards[0], dice[0]))] += 1
    assert len(counts) == moves
    assert 15 < min(counts.values()) <= max(counts.values()) < 130, "about eight standard deviations"


def test_kernels_play_the_same_game_through_the_contract(game: Game) -> None:
    position = middle_game(game)
    board, moves = position.boards[0], [move for move in position.legal_moves if move != "swap"]
    turns = {steps: bool(won) for steps, won in all_turns(position)}
    assert set(turns) == {position.move_steps(move) for move in moves}
    twin = position.copy()
    for move in moves[:: 1 + len(moves) // 100]:
        twin.play(move)
        assert turns[position.move_steps(move)] == (twin.outcome is not None and twin.outcome.winner is not None)
        twin.undo()
    assert position.struct.dtype == new_structs(position.struct_type)[0].dtype
    assert board.dtype == position.board_type


def all_turns(position: Position) -> Iterator[tuple[tuple[int, ...], int]]:
    """Iterate over the turns that kernels list, step by step, with the ending bits of each."""
    waiting: list[tuple[tuple[int, ...], np.ndarray]] = [((), position.structs.copy())]
    board = position.boards[0]
    while waiting:
        steps, records = waiting.pop()
        listed = [int(legal_move(records[0], board, index)) for index in range(int(records[0].num_moves))]
        assert len(set(listed)) == len(listed)
        for step in listed:
            after = new_structs(records.dtype)
            copy_position(after[0], records[0], board)
            won = int(play(after[0], board, step))
            is_last = len(steps) + 1 == position.num_steps
            assert (after[0].to_move != position.struct.to_move) == is_last
            if is_last:
                yield (*steps, step), won
            else:
                assert not won
                waiting.append(((*steps, step), after))


def test_the_struct_is_plain_memory_without_padding(game: Game) -> None:
    position = game.start()
    assert position.structs.shape == (1,)
    assert position.structs.dtype.hasobject is False
    fields = position.structs.dtype.fields
    assert sum(kind.itemsize for kind, *_ in fields.values()) == position.structs.itemsize
    assert np.shares_memory(position.structs, position.structs[0:1])
    assert {"to_move", "num_moves"} <= set(fields)
