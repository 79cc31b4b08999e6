"""Solver verdicts against known results of small boards and an exhaustive search of endgames."""

from __future__ import annotations

import random

import pytest
from support.endgames import DRAWN, endgame, the_truth
from support.game_data import GameData
from support.packing import PLY_SEVEN
from support.solving import ENOUGH_NODES, solved

from malecon import Amazons, Breakthrough, Engine, GameError, Havannah, Limit
from malecon.solver.query import Workspace
from malecon.solver.solver import Solver

CORNERS = {3: {"a1", "c1", "a3", "e3", "c5", "e5"}}
SMALL_BREAKTHROUGH = {  # (rows, columns, rows of pieces): verdict for the first player
    **{(rows, columns, 1): "win" for rows, columns in ((4, 3), (4, 4), (5, 3), (5, 4), (5, 5))},
    **{(rows, columns, 2): "loss" for rows, columns in ((4, 3), (5, 2), (5, 3), (5, 4))},
    **{(rows, columns, 2): "win" for rows, columns in ((6, 2), (6, 3))},
    (4, 2, 1): "loss",
}
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


# --- small boards -----------------------------------------------------------------------------------------------------


def test_on_base_2_every_opening_but_the_centre_wins() -> None:
    assert solved(Havannah(2)).verdict == "win"
    verdicts = {cell: solved(Havannah(2, moves=cell)).verdict for cell in Havannah(2).cells}
    assert verdicts == {cell: "win" if cell == "b2" else "loss" for cell in verdicts}


def test_on_base_3_only_corner_openings_win() -> None:
    workspace = Workspace(Havannah(3), memory=16)
    winning = set()
    for cell in Havannah(3).cells:
        solver = Solver(Havannah(3, moves=cell), workspace=workspace)
        assert solver.run(ENOUGH_NODES)
        if solver.verdict == "loss":
            winning.add(cell)
    assert winning == CORNERS[3]
    start = Solver(Havannah(3), workspace=workspace)
    assert start.run(ENOUGH_NODES)
    assert (start.verdict, start.move in winning) == ("win", True)


@pytest.mark.parametrize(("board", "verdict"), SMALL_BREAKTHROUGH.items(), ids=str)
def test_small_breakthrough_boards_have_the_known_verdicts(board: tuple[int, int, int], verdict: str) -> None:
    rows, columns, piece_rows = board
    solver = Solver(Breakthrough(rows, columns, piece_rows=piece_rows), memory=32)
    assert solver.run(ENOUGH_NODES)
    assert solver.verdict == verdict


def test_amazons_on_4x4_is_won_by_the_second_player() -> None:
    solver = Solver(Amazons(4, 4), memory=64)
    assert solver.run(ENOUGH_NODES)
    assert solver.verdict == "loss"
    assert solver.position.is_legal(str(solver.move))


# --- endgames ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("base", "empties", "count"), [(3, 7, 60), (3, 9, 30), (4, 8, 20), (4, 10, 8), (5, 9, 6)])
def test_quiet_endgames_match_an_exhaustive_search(base: int, empties: int, count: int) -> None:
    dice, workspace = random.Random(base * empties), Workspace(Havannah(base), memory=8)
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        result, plies = the_truth(position)
        solver = Solver(position, workspace=workspace)
        assert solver.run(ENOUGH_NODES)
        assert solver.verdict == result, repr(position)
        if result != "draw":
            assert plies <= solver.length <= empties
            assert solver.length % 2 == (result == "win")
        position.play(str(solver.move))
        if not position.is_over:
            assert the_truth(position)[0] == OPPOSITE[result], "the move does not keep the result"


@pytest.mark.parametrize(("base", "moves"), DRAWN)
def test_draws_are_proved_to_be_draws(base: int, moves: str) -> None:
    solver = solved(Havannah(base, moves=moves))
    assert (solver.verdict, solver.winner) == ("draw", None)


@pytest.mark.parametrize(("base", "empties"), [(4, 16), (5, 22)])
def test_verdicts_match_those_of_mcts(base: int, empties: int) -> None:
    dice, engine, compared = random.Random(base), Engine("rave(r=50)+mcts_solver+threats", memory=64), 0
    for _ in range(12):
        position = endgame(base, empties, dice, quiet=True)
        thought = engine.decide(position, Limit(simulations=30_000))
        solver = Solver(position, memory=16)
        if thought.proof is not None and solver.run(1_000_000):
            assert solver.verdict == thought.proof, repr(position)
            compared += 1
    assert compared > 5


@pytest.mark.slow
def test_base_4_verdicts_match_known_proofs(data: GameData) -> None:
    late = data.proved_positions(plies=12, every=40)
    workspace, decided = Workspace(Havannah(4), memory=64), 0
    for plies, moves in late:
        solver = Solver(Havannah(4, moves=moves), workspace=workspace)
        decided += solver.run(300_000)
        assert solver.verdict in (None, "win" if plies % 2 == 0 else "loss"), moves
    assert decided > len(late) // 2


# --- execution -------------------------------------------------------------------------------------------------------

MIDDLE = "d4 c3 e5 c5 b2 f6 c2 e3 b4 d6"


def test_slices_give_the_same_result_as_one_run() -> None:
    whole, parts = (Solver(Havannah(4, moves=PLY_SEVEN), memory=16) for _ in range(2))
    whole.run(ENOUGH_NODES)
    slices = 0
    while not parts.run(5000):
        slices += 1
    assert slices > 5
    assert (parts.verdict, parts.move, parts.length) == (whole.verdict, whole.move, whole.length)
    assert parts.nodes == whole.nodes


def test_a_tiny_table_changes_no_verdict() -> None:
    position = Havannah(3, moves="b2")
    solver, small = solved(position), Workspace(position, memory=1)
    small.table = small.table[:64]
    cramped = Solver(position, workspace=small)
    assert cramped.run(ENOUGH_NODES)
    assert cramped.verdict == solver.verdict == "win"
    assert cramped.nodes > solver.nodes


@pytest.mark.parametrize(("base", "moves"), [(3, "a1"), (3, "b1"), (3, "b2 c3"), (4, MIDDLE), *DRAWN])
def test_several_threads_agree_with_one(base: int, moves: str) -> None:
    alone, together = Solver(Havannah(base, moves=moves), memory=16), None
    assert alone.run(ENOUGH_NODES)
    for threads in (2, 3):
        together = Solver(Havannah(base, moves=moves), memory=16, threads=threads)
        assert together.run(ENOUGH_NODES)
        assert (together.verdict, together.winner) == (alone.verdict, alone.winner)
        end = Havannah(base, moves=moves)
        end.play_all(together.line())
        assert end.outcome is not None
        assert end.outcome.winner == alone.winner


def test_threads_on_a_tiny_table_are_correct() -> None:
    workspace = Workspace(Havannah(3), memory=1, threads=3)
    workspace.table = workspace.table[:64]
    for cell in ("a1", "b1", "b2", "c3"):
        solver = Solver(Havannah(3, moves=cell), workspace=workspace)
        assert solver.run(ENOUGH_NODES)
        assert solver.verdict == ("loss" if cell in CORNERS[3] else "win")


@pytest.mark.parametrize("options", [{"threads": 0}, {"memory": 0}])
def test_zero_threads_or_memory_is_an_error(options: dict[str, int]) -> None:
    with pytest.raises(GameError, match="must be positive integers"):
        Solver(Havannah(3), **options)


def test_symmetric_positions_share_table_entries() -> None:
    workspace = Workspace(Havannah(4), memory=16)
    first, image = Havannah(4, moves=MIDDLE), Havannah(4, moves=MIDDLE).symmetric(4)
    one = Solver(first, workspace=workspace)
    assert one.run(ENOUGH_NODES)
    other = Solver(image, workspace=workspace)
    assert other.run(ENOUGH_NODES)
    assert other.verdict == one.verdict
    assert other.nodes < 10 < one.nodes


def test_the_line_is_legal_and_ends_the_game() -> None:
    solver = solved(Havannah(3, moves="a1 b2"))
    line = solver.line()
    end = Havannah(3, moves="a1 b2")
    end.play_all(line)
    assert end.outcome is not None
    assert end.outcome.winner == solver.winner


def test_a_finished_game_and_a_pending_swap_are_errors() -> None:
    with pytest.raises(GameError, match="the game is over"):
        Solver(Havannah(4, moves="a1 d7 b1 e7 c1 f7 d1"))
    with pytest.raises(GameError, match="swap rule"):
        Solver(Havannah(4, swap_rule=True, moves="a1"))
