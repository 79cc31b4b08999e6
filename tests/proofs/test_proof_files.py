"""The proof-number search is never wrong: small boards against what is known, endgames against every line of play."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from support.endgames import DRAWN, endgame, the_truth
from support.game_data import GameData

from malecon import Amazons, Breakthrough, Engine, GameError, Havannah, Limit
from malecon.kernel import new_structs
from malecon.proofs.verifier import verify
from malecon.proofs.writer import write_proof
from malecon.search.pns.stack import EDGE
from malecon.search.pns.table import INFINITY, new_table, probe, store
from malecon.solver.query import Workspace
from malecon.solver.solver import Solver

PLENTY = 10_000_000
CORNERS = {3: {"a1", "c1", "a3", "e3", "c5", "e5"}}
SMALL_BREAKTHROUGH = {  # rows, columns and rows of pieces: what the first player does
    **{(rows, columns, 1): "win" for rows, columns in ((4, 3), (4, 4), (5, 3), (5, 4), (5, 5))},
    **{(rows, columns, 2): "loss" for rows, columns in ((4, 3), (5, 2), (5, 3), (5, 4))},
    **{(rows, columns, 2): "win" for rows, columns in ((6, 2), (6, 3))},
    (4, 2, 1): "loss",
}
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


def solved(position: Havannah, **options: int) -> Solver:
    """A solver that has finished."""
    solver = Solver(position, **({"memory": 16} | options))
    assert solver.run(PLENTY), f"{position!r} is not settled"
    return solver


def proof_of(solver: Solver) -> list[str]:
    """The lines of a written proof."""
    stream = io.StringIO()
    write_proof(solver, stream)
    return stream.getvalue().splitlines()


# --- small boards -----------------------------------------------------------------------------------------------------


def test_on_base_two_every_opening_but_the_middle_wins() -> None:
    assert solved(Havannah(2)).verdict == "win"
    verdicts = {cell: solved(Havannah(2, moves=cell)).verdict for cell in Havannah(2).cells}
    assert verdicts == {cell: "win" if cell == "b2" else "loss" for cell in verdicts}


def test_on_base_three_corner_openings_win_and_all_others_lose() -> None:
    workspace = Workspace(Havannah(3), memory=16)
    winning = set()
    for cell in Havannah(3).cells:
        solver = Solver(Havannah(3, moves=cell), workspace=workspace)
        assert solver.run(PLENTY)
        if solver.verdict == "loss":
            winning.add(cell)
    assert winning == CORNERS[3]
    start = Solver(Havannah(3), workspace=workspace)
    assert start.run(PLENTY)
    assert (start.verdict, start.move in winning) == ("win", True)


@pytest.mark.parametrize(("board", "verdict"), SMALL_BREAKTHROUGH.items(), ids=str)
def test_small_boards_of_breakthrough_are_won_by_whom_is_known(board: tuple[int, int, int], verdict: str) -> None:
    rows, columns, piece_rows = board
    solver = Solver(Breakthrough(rows, columns, piece_rows=piece_rows), memory=32)
    assert solver.run(PLENTY)
    assert solver.verdict == verdict


def test_amazons_on_four_by_four_is_won_by_the_second_player() -> None:
    solver = Solver(Amazons(4, 4), memory=64)
    assert solver.run(PLENTY)
    assert solver.verdict == "loss"
    assert solver.position.is_legal(str(solver.move))


# --- endgames ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "empties", "count"), [(3, 7, 60), (3, 9, 30), (4, 8, 20), (4, 10, 8), (5, 9, 6)])
def test_quiet_endgames_get_the_verdict_of_every_line_of_play(base: int, empties: int, count: int) -> None:
    dice, workspace = random.Random(base * empties), Workspace(Havannah(base), memory=8)
    for _ in range(count):
        position = endgame(base, empties, dice, quiet=True)
        result, plies = the_truth(position)
        solver = Solver(position, workspace=workspace)
        assert solver.run(PLENTY)
        assert solver.verdict == result, repr(position)
        if result != "draw":
            assert plies <= solver.length <= empties
            assert solver.length % 2 == (result == "win")
        position.play(str(solver.move))
        if not position.is_over:
            assert the_truth(position)[0] == OPPOSITE[result], "the move gave it away"


@pytest.mark.parametrize(("base", "moves"), DRAWN)
def test_draws_are_proved_to_be_draws(base: int, moves: str) -> None:
    solver = solved(Havannah(base, moves=moves))
    assert (solver.verdict, solver.winner) == ("draw", None)


@pytest.mark.parametrize(("base", "empties"), [(4, 16), (5, 22)])
def test_the_verdict_is_that_of_the_tree_search(base: int, empties: int) -> None:
    dice, engine, compared = random.Random(base), Engine("rave(r=50)+mcts_solver+threats", memory=64), 0
    for _ in range(12):
        position = endgame(base, empties, dice, quiet=True)
        thought = engine.decide(position, Limit(simulations=30_000))
        solver = Solver(position, memory=16)
        if thought.proof is not None and solver.run(1_000_000):
            assert solver.verdict == thought.proof, repr(position)
            compared += 1
    assert compared > 5


def test_no_verdict_on_base_four_contradicts_known_proofs(data: GameData) -> None:
    late = data.proved_positions(plies=12, every=40)
    workspace, settled = Workspace(Havannah(4), memory=64), 0
    for plies, moves in late:
        solver = Solver(Havannah(4, moves=moves), workspace=workspace)
        settled += solver.run(300_000)
        assert solver.verdict in (None, "win" if plies % 2 == 0 else "loss"), moves
    assert settled > len(late) // 2


# --- how it runs ------------------------------------------------------------------------------------------------------

MIDDLE = "d4 c3 e5 c5 b2 f6 c2 e3 b4 d6"


def test_slices_find_what_one_run_finds() -> None:
    whole, parts = Solver(Havannah(3, moves="b1"), memory=16), Solver(Havannah(3, moves="b1"), memory=16)
    whole.run(PLENTY)
    slices = 0
    while not parts.run(50):
        slices += 1
    assert slices > 5
    assert (parts.verdict, parts.move, parts.length) == (whole.verdict, whole.move, whole.length)
    assert parts.nodes == whole.nodes


def test_a_table_that_is_far_too_small_changes_no_verdict() -> None:
    position = Havannah(3, moves="b2")
    solver, small = solved(position), Workspace(position, memory=1)
    small.table = small.table[:64]
    cramped = Solver(position, workspace=small)
    assert cramped.run(PLENTY)
    assert cramped.verdict == solver.verdict == "win"
    assert cramped.nodes > solver.nodes


@pytest.mark.parametrize(("base", "moves"), [(3, "a1"), (3, "b1"), (3, "b2 c3"), (4, MIDDLE), *DRAWN])
def test_threads_agree_with_one_thread(base: int, moves: str) -> None:
    alone, together = Solver(Havannah(base, moves=moves), memory=16), None
    assert alone.run(PLENTY)
    for threads in (2, 3):
        together = Solver(Havannah(base, moves=moves), memory=16, threads=threads)
        assert together.run(PLENTY)
        assert (together.verdict, together.winner) == (alone.verdict, alone.winner)
        end = Havannah(base, moves=moves)
        end.play_all(together.line())
        assert end.outcome is not None
        assert end.outcome.winner == alone.winner


def test_threads_on_a_table_far_too_small_are_never_wrong() -> None:
    workspace = Workspace(Havannah(3), memory=1, threads=3)
    workspace.table = workspace.table[:64]
    for cell in ("a1", "b1", "b2", "c3"):
        solver = Solver(Havannah(3, moves=cell), workspace=workspace)
        assert solver.run(PLENTY)
        assert solver.verdict == ("loss" if cell in CORNERS[3] else "win")


def test_a_proof_found_by_threads_holds() -> None:
    solver = solved(Havannah(3, moves="a1"), threads=2)
    assert verify(iter(proof_of(solver))).verdict == "White wins"


def test_no_entry_that_is_half_written_is_found() -> None:
    table, edge, other = new_table(0), new_structs(EDGE)[0], new_structs(EDGE)[0]
    key = np.uint64(0x123456789ABCDEF0)
    edge.pn, edge.dn, edge.length, edge.drawn = 0, INFINITY, 7, 0
    store(table, key, edge, np.uint64(5))
    assert probe(table, key, other)
    assert (other.pn, other.dn, other.length, other.work) == (0, INFINITY, 7, 5)
    place = int(np.flatnonzero(table["words"][:, 0])[0])
    whole = table[place].words.copy()
    edge.pn, edge.dn, edge.drawn = INFINITY, 0, 1
    store(table, key, edge, np.uint64(9))
    new = table[place].words.copy()
    for mask in range(1, 7):
        table[place].words = [new[word] if mask >> word & 1 else whole[word] for word in range(3)]
        assert not probe(table, key, other), mask


@pytest.mark.parametrize("options", [{"threads": 0}, {"memory": 0}])
def test_no_threads_and_no_memory_are_refused_in_one_line(options: dict[str, int]) -> None:
    with pytest.raises(GameError, match="at least 1 thread and 1 MB"):
        Solver(Havannah(3), **options)


def test_symmetric_positions_are_known_again() -> None:
    workspace = Workspace(Havannah(3), memory=16)
    first, image = Havannah(3, moves="b1 c3"), Havannah(3, moves="b1 c3").symmetric(4)
    one = Solver(first, workspace=workspace)
    assert one.run(PLENTY)
    other = Solver(image, workspace=workspace)
    assert other.run(PLENTY)
    assert other.verdict == one.verdict
    assert other.nodes < 10 < one.nodes


def test_the_line_is_legal_and_ends_the_game() -> None:
    solver = solved(Havannah(3, moves="a1 b2"))
    line = solver.line()
    end = Havannah(3, moves="a1 b2")
    end.play_all(line)
    assert end.outcome is not None
    assert end.outcome.winner == solver.winner


def test_a_finished_game_and_an_open_swap_are_refused_in_one_line() -> None:
    with pytest.raises(GameError, match="the game is over"):
        Solver(Havannah(4, moves="a1 d7 b1 e7 c1 f7 d1"))
    with pytest.raises(GameError, match="swap rule"):
        Solver(Havannah(4, swap_rule=True, moves="a1"))


# --- written proofs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["a1", "b2 c3", "c3", "a1 b1 c3"])
def test_a_written_proof_holds(moves: str) -> None:
    solver = solved(Havannah(3, moves=moves))
    lines = proof_of(solver)
    report = verify(iter(lines))
    assert report.position == solver.position
    assert [claim.player for claim in report.claims] == [solver.winner]
    assert report.answers == len(lines) - 5


def test_a_draw_is_two_claims_that_hold() -> None:
    solver = solved(Havannah(3, moves=DRAWN[0][1]))
    report = verify(iter(proof_of(solver)))
    assert report.verdict == "draw with best play"


@pytest.mark.parametrize("game", [Breakthrough(5, 2), Amazons(4, 4)])
def test_proofs_of_other_games_hold(game: Breakthrough | Amazons) -> None:
    if isinstance(game, Amazons):
        for _ in range(3):
            game.play(game.legal_moves[0])
    solver = Solver(game, memory=32)
    assert solver.run(PLENTY)
    assert len(verify(iter(proof_of(solver))).claims) == 1


def test_a_proof_with_a_missing_line_is_refused() -> None:
    lines = proof_of(solved(Havannah(3, moves="a1")))
    last = max(index for index, line in enumerate(lines) if line.startswith(" "))
    with pytest.raises(GameError, match=r"nothing is said about|moves first"):
        verify(iter(lines[:last] + lines[last + 1 :]))


def test_a_proof_of_the_wrong_winner_is_refused() -> None:
    text = "\n".join(proof_of(solved(Havannah(3, moves="a1"))))
    with pytest.raises(GameError, match="fails at line"):
        verify(iter(text.replace("White wins", "Black wins").splitlines()))


@pytest.mark.parametrize("text", ["", "malecon proof 1\n", "malecon proof 1\ngame chess\nboard x=1\nmoves\n"])
def test_what_is_no_proof_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(GameError):
        verify(iter(text.splitlines()))
