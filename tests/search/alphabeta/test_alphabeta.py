"""Alpha-beta: values against a search without cuts, proofs against known results, and the player's text."""

from __future__ import annotations

import pytest
from support.amazons_endgames import ENDGAMES, beside_oracle, is_won

from malecon import Amazons, Breakthrough, Colour, Engine, GameError, Havannah, Limit, Position
from malecon.games.contract import copy_position, legal_move, play, position_key
from malecon.kernel import Struct, new_structs
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.alphabeta.moves import evaluate_for_mover
from malecon.search.alphabeta.searcher import AlphaBetaSearcher
from malecon.search.alphabeta.structs import WIN

PLAIN = "alphabeta(threats=0)"
MEGABYTE = 1 << 20
POSITIONS = {
    "havannah": lambda: Havannah(4, moves="d4 c3 e5 c5"),
    "breakthrough": lambda: Breakthrough(6, 5, moves="b2-b3 c5-c4"),
    "amazons": lambda: Amazons.from_text("O . . .\n. . # .\n# . # .\n. . . X"),
}


@pytest.fixture(params=POSITIONS.values(), ids=POSITIONS.keys())
def position(request: pytest.FixtureRequest) -> Position:
    """A position of each game in turn."""
    found: Position = request.param()
    return found


def new_searcher(player: str, position: Position) -> AlphaBetaSearcher:
    presets = preset_texts(position.game, position.size)
    techniques = parse_player(player, presets, position.game).techniques(presets)
    return AlphaBetaSearcher(position, techniques, MEGABYTE, seed=1)


def finished_depth(searcher: AlphaBetaSearcher) -> int:
    """Return the depth of the last finished iteration in plies."""
    is_between = searcher.state.ply < 0
    return int(searcher.state.depth) - (0 if is_between else searcher._position.num_steps)


def search_to(searcher: AlphaBetaSearcher, turns: int, batch: int = 10_000) -> AlphaBetaSearcher:
    """A search that has finished so many turns."""
    assert searcher._position is not None
    while finished_depth(searcher) < turns * searcher._position.num_steps and not searcher.state.is_over:
        searcher.run(batch)
    return searcher


def plain_value(struct: Struct, depth: int, worker: Struct, ply: int = 0) -> int:
    """The value of a position by looking at every line to the depth."""
    best = -2 * WIN
    for index in range(int(struct.num_moves)):
        after = new_structs(struct.dtype)
        copy_position(after[0], struct, worker.board)
        if play(after[0], worker.board, legal_move(after[0], worker.board, index)):
            value = WIN - ply - 1
        elif after[0].num_moves == 0:
            value = 0
        else:
            below = (
                evaluate_for_mover(after[0], worker)
                if depth == 1
                else plain_value(after[0], depth - 1, worker, ply + 1)
            )
            value = int(below) if after[0].to_move == struct.to_move else -int(below)
        best = max(best, value)
    return best


@pytest.mark.parametrize(
    "player", [PLAIN, f"{PLAIN}+final", "alphabeta(threats=0,order=1)", "alphabeta(threats=0,order=9)"]
)
def test_values_are_those_of_a_search_without_cuts(position: Position, player: str) -> None:
    for turns in (1, 2):
        searcher = search_to(new_searcher(player, position), turns, batch=7)
        depth = finished_depth(searcher)
        if depth == turns * position.num_steps:
            assert int(searcher.state.value) == plain_value(position.struct, depth, searcher.workers[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alphabeta(threats=0)", "alphabeta(threats=2)"),
        ("alphabeta(order=1)", "alphabeta(order=9)"),
        ("alphabeta(width=0)", "alphabeta(width=3)"),
        ("alphabeta", "alphabeta+distance(slope=5,ratio=0)"),
    ],
)
def test_every_parameter_changes_the_search(one: str, other: str) -> None:
    position = Havannah(4, moves="d4 c3 e5 c5 d5 d6")
    rows = [search_to(new_searcher(player, position), 2).root_moves() for player in (one, other)]
    assert rows[0] != rows[1]


def test_captures_beyond_the_depth_change_the_search() -> None:
    position = Breakthrough(6, 5, moves="b2-b3 c5-c4 d2-d3 d5-d4")
    one, other = (search_to(new_searcher(text, position), 2) for text in (PLAIN, f"{PLAIN}+quiescence"))
    assert one.root_moves() != other.root_moves()


def test_a_search_in_small_batches_is_the_same_search(position: Position) -> None:
    whole, parts = (new_searcher("minimax", position) for _ in range(2))
    whole.run(3000)
    while parts.state.nodes < 3000 and parts.run(min(100, 3000 - int(parts.state.nodes))):
        pass
    assert whole.root_moves() == parts.root_moves()
    assert whole.state.nodes == parts.state.nodes


def test_root_moves_are_legal_and_the_best_comes_first(position: Position) -> None:
    searcher = search_to(new_searcher("minimax", position), 2)
    rows = searcher.root_moves()
    assert all(position.is_legal(row.move) for row in rows)
    assert rows[0].value == max(row.value for row in rows)
    line = searcher.line(rows[0].move)
    assert line[0] == rows[0].move
    position.copy().play_all(line)


@pytest.mark.parametrize(("drawn", "side"), ENDGAMES.values(), ids=ENDGAMES.keys())
def test_endgames_of_amazons_are_proved(drawn: str, side: Colour) -> None:
    position = Amazons.from_text(drawn, side)
    thought = Engine("minimax", game="amazons").decide(position, Limit(simulations=200_000))
    assert thought.proof == ("win" if is_won(beside_oracle(position)) else "loss")


@pytest.mark.parametrize(
    ("rows", "columns", "pieces", "winner"),
    [(4, 2, 1, "loss"), (4, 3, 1, "win"), (4, 4, 1, "win"), (5, 3, 1, "win"), (4, 3, 2, "loss"), (5, 2, 2, "loss")],
)
def test_small_boards_of_breakthrough_are_solved(rows: int, columns: int, pieces: int, winner: str) -> None:
    position = Breakthrough(rows, columns, piece_rows=pieces)
    thought = Engine("minimax", game="breakthrough").decide(position, Limit(simulations=2_000_000))
    assert thought.proof == winner
    assert (thought.length % 2 == 1) == (winner == "win")


@pytest.mark.slow
@pytest.mark.parametrize(("board", "winner"), [("5x3", "loss"), ("5x4", "loss"), ("6x3", "win"), ("5x5/1", "win")])
def test_larger_boards_of_breakthrough_are_solved_with_races(board: str, winner: str) -> None:
    position = Breakthrough(**Breakthrough.board_options(board))
    thought = Engine("minimax+alphabeta(threats=3)", game="breakthrough").decide(position, Limit(simulations=9_000_000))
    assert thought.proof == winner


def test_the_key_of_a_position_distinguishes_the_side_to_move_from_a_piece() -> None:
    with_corner = Breakthrough.from_pieces(5, 4, ["a1", "b2"], ["c4"], Colour.BLACK)
    without = Breakthrough.from_pieces(5, 4, ["b2"], ["c4"], Colour.WHITE)
    keys = {int(position_key(each.struct, each.boards[0])) for each in (with_corner, without)}
    assert len(keys) == 2


def test_a_win_in_one_is_played_and_reported() -> None:
    position = Havannah(4, moves="a1 d7 b1 e7 c1 f7")
    thought = Engine("minimax").decide(position, Limit(simulations=1000))
    assert (thought.move, thought.proof, thought.length) == ("d1", "win", 1)


def test_a_narrow_search_proves_no_loss_that_is_none() -> None:
    position = Amazons.from_text(". . . .\nO # # X\n. # # .\n# . # .", 1)
    wide, narrow = (new_searcher(text, position) for text in (PLAIN, "alphabeta(threats=0,width=1)"))
    for searcher in (wide, narrow):
        searcher.run(100_000)
    assert wide.proof == "win"
    assert narrow.proof in (None, "win")


def test_the_table_is_kept_and_the_same_position_goes_on(position: Position) -> None:
    searcher = new_searcher("minimax", position)
    searcher.run(500)
    nodes = int(searcher.state.nodes)
    searcher.set_position(position.copy())
    assert searcher.state.nodes == nodes
    position.play(searcher.root_moves()[0].move)
    searcher.set_position(position)
    assert searcher.state.nodes == 0
    assert searcher.table["key"].any()


def test_techniques_without_effect_on_alphabeta_are_refused() -> None:
    with pytest.raises(GameError, match=r"^alphabeta has no tree, so it cannot use rave; remove one of them$"):
        Engine("alphabeta+rave").decide(Havannah(4), Limit(simulations=10))
    with pytest.raises(GameError, match=r"^alphabeta runs on one thread, not 2; use threads=1$"):
        Engine("minimax", threads=2).decide(Havannah(4), Limit(simulations=10))
