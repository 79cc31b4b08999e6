"""Breakthrough knowledge: threats against exhaustive search, evaluation and priors against slow references."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from support.searching import new_searcher

from malecon import BLACK, WHITE, Breakthrough, Colour, Engine, Limit
from malecon.games.breakthrough.piece_values import piece_values
from malecon.games.contract import (
    CALM,
    FEW,
    FORCED,
    KIND_BITS,
    KIND_MASK,
    LOST,
    LOST_LATER,
    MATING,
    WINNING,
    WON_LATER,
    defends,
    evaluate,
    evaluate_move,
    find_threats,
    move_bonus,
    prior,
    urgent_playout_move,
)
from malecon.knowledge.breakthrough.evaluation import explain

BOARDS = [(5, 4), (6, 5), (8, 8), (9, 8)]


def worker_for(position: Breakthrough, player: str) -> Any:
    """Return a worker with a player's settings."""
    return new_searcher(player, position, memory=1).workers[0]


def random_positions(rows: int, columns: int, games: int) -> list[Breakthrough]:
    """Return the last twelve positions before the end of some random games, and every tenth of those before."""
    dice, found = random.Random(rows), []
    for _ in range(games):
        position, line = Breakthrough(rows, columns), []
        while moves := position.legal_moves:
            line.append(position.copy())
            position.play(dice.choice(moves))
        found += line[:-12:10] + line[-12:]
    return found


def after(position: Breakthrough, move: str) -> Breakthrough:
    """Return the position after a move."""
    twin = position.copy()
    twin.play(move)
    return twin


# --- threats ----------------------------------------------------------------------------------------------------------


def holds(position: Breakthrough, kind: int, move: str | None, few: set[str]) -> bool:
    """Check a detected threat by trying every move."""
    side = position.to_move
    saving = {m for m in position.legal_moves if not after(position, m).winning_moves()}
    if kind == WINNING:
        return move in position.winning_moves()
    if position.winning_moves():
        return False
    if kind == LOST:
        return not saving
    if kind == FORCED:
        return saving == {move}
    if kind == FEW:
        return saving == few and len(few) > 1
    if kind == MATING:
        assert move is not None
        reply = after(position, move)
        return not reply.winning_moves() and all(after(reply, m).winning_moves(side) for m in reply.legal_moves)
    return len(saving) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_detected_threats_are_true(rows: int, columns: int) -> None:
    positions = random_positions(rows, columns, 8)
    worker, seen = worker_for(positions[0], "uct+mcts_solver+threats"), set()
    for position in positions:
        record, board = position.struct, position.boards[0]
        found = int(find_threats(record, board, worker, 3))
        kind, code = found & int(KIND_MASK), found >> int(KIND_BITS)
        codes = {m: np.uint64(position.move_code(m)) for m in position.legal_moves}
        few = {m for m, number in codes.items() if defends(record, board, worker, number)}
        move = position.move_name(code) if kind in (WINNING, FORCED, MATING) else None
        assert holds(position, kind, move, few), f"{kind} {move}\n{position}"
        assert (kind == WINNING) == bool(position.winning_moves())
        assert (int(find_threats(record, board, worker, 1)) & int(KIND_MASK) == WINNING) == (kind == WINNING)
        assert int(find_threats(record, board, worker, 2)) & int(KIND_MASK) != MATING
        seen.add(kind)
    assert {CALM, WINNING, FORCED, LOST} <= seen


TWO_TAKERS = """
 6 X . . X .
 5 . . . . .
 4 O . . . .
 3 . . . . .
 2 . . X . .
 1 . O . O .
"""


def test_both_captures_of_a_threat_are_searched() -> None:
    position = Breakthrough.from_text(TWO_TAKERS)
    worker = worker_for(position, "uct+mcts_solver+threats")
    assert int(find_threats(position.struct, position.boards[0], worker, 3)) & int(KIND_MASK) == FEW
    thought = Engine("uct+mcts_solver+threats", seed=1).decide(position, Limit(simulations=300))
    assert thought.move in ("b1xc2", "d1xc2")


# --- races ------------------------------------------------------------------------------------------------------------


def plies_to_the_end(own: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]], columns: int) -> int:
    """Return the plies to a win with best play, negative for a loss; pieces are (steps left, column)."""
    key = (own, other)
    if key not in KNOWN:
        ends = []
        taken_at = {(ROWS - 1 - steps, column): (steps, column) for steps, column in other}
        for piece in own:
            for column in range(max(piece[1] - 1, 0), min(piece[1] + 2, columns)):
                target = (piece[0] - 1, column)
                if target in own or (target in taken_at and column == piece[1]):
                    continue
                left = other - {taken_at[target]} if target in taken_at else other
                if target[0] == 0 or not left:
                    ends.append(1)
                else:
                    end = plies_to_the_end(left, own - {piece} | {target}, columns)
                    ends.append(1 - end if end < 0 else -end - 1)
        KNOWN[key] = max(ends, key=lambda plies: 1 / plies)  # the shortest win, else the longest loss
    return KNOWN[key]


ROWS = 6
KNOWN: dict[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]], int] = {}


def test_a_race_is_reported_only_if_it_is_decided() -> None:
    dice, seen, worker = random.Random(3), [], worker_for(Breakthrough(ROWS, 4), "uct+mcts_solver+threats")
    for _ in range(400):
        columns = dice.choice((3, 4))
        cells = [(y, x) for y in range(1, ROWS - 1) for x in range(columns)]
        chosen = dice.sample(cells, dice.choice((2, 3, 4)))
        white, black, side = chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :], dice.choice((WHITE, BLACK))
        names = [["abcd"[x] + str(y + 1) for y, x in pieces] for pieces in (white, black)]
        position = Breakthrough.from_pieces(ROWS, columns, *names, side)
        found = int(find_threats(position.struct, position.boards[0], worker, 3))
        kind, plies = found & int(KIND_MASK), found >> int(KIND_BITS)
        if kind not in (WON_LATER, LOST_LATER):
            continue
        steps = frozenset((ROWS - 1 - y, x) for y, x in white), frozenset((y, x) for y, x in black)
        truth = plies_to_the_end(*(steps if side == WHITE else steps[::-1]), columns)
        assert (truth > 0) == (kind == WON_LATER), f"{kind} {truth}\n{position}"
        assert abs(truth) <= plies, f"{kind} {truth}\n{position}"
        seen.append(kind)
    assert min(seen.count(WON_LATER), seen.count(LOST_LATER)) > 10


# --- the evaluation ---------------------------------------------------------------------------------------------------

# As published for 8x8, home row first.
PUBLISHED = [
    [5, 15, 15, 5, 5, 15, 15, 5],
    [2, 3, 3, 3, 3, 3, 3, 2],
    [4, 6, 6, 6, 6, 6, 6, 4],
    [7, 10, 10, 10, 10, 10, 10, 7],
    [11, 15, 15, 15, 15, 15, 15, 11],
    [16, 21, 21, 21, 21, 21, 21, 16],
    [20, 28, 28, 28, 28, 28, 28, 20],
    [36] * 8,
]


def test_the_8x8_table_is_the_published_one() -> None:
    assert piece_values(8, 8).tolist() == PUBLISHED


def reference_value(position: Breakthrough, colour: Colour) -> int:
    """Sum the values of a colour's pieces."""
    table = piece_values(position.rows, position.columns)
    total = 0
    for name in position.pieces(colour):
        y, x = divmod(position.cells.index(name), position.columns)
        total += int(table[y if colour == WHITE else position.rows - 1 - y, x])
    return total


def reference_hanging(position: Breakthrough) -> int:
    """Return the most valuable unprotected piece that the side to move can capture, as White's lead."""
    most, table, forward = 0, piece_values(position.rows, position.columns), 1 if position.to_move == WHITE else -1
    for target in (position.cells_of(move)[1] for move in position.legal_moves if "x" in move):
        y, x = divmod(position.cells.index(target), position.columns)
        behind = [(y + forward, x - 1), (y + forward, x + 1)]
        squares = [r * position.columns + c for r, c in behind if 0 <= r < position.rows and 0 <= c < position.columns]
        if all(position.piece(position.cells[square]) != position.to_move.other for square in squares):
            most = max(most, int(table[y if position.to_move == BLACK else position.rows - 1 - y, x]))
    return most if position.to_move == WHITE else -most


def reference_distance(position: Breakthrough, colour: Colour) -> int | None:
    """Return the steps of the nearest piece that no enemy can reach, square by square."""
    waits = 0 if position.to_move == colour else 1
    forward, last = (1, position.rows - 1) if colour == WHITE else (-1, 0)
    runs = []
    for name in position.pieces(colour):
        y, x = divmod(position.cells.index(name), position.columns)
        steps, free = abs(last - y), True
        for ahead in range(1, steps + 1):
            for column in range(position.columns):
                there = position.piece(position.cells[(y + forward * ahead) * position.columns + column])
                if there == colour.other and abs(column - x) <= (ahead + waits) // 2:
                    free = False
                if there == colour and column == x:
                    free = False
        if free:
            runs.append(steps)
    return min(runs, default=None)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_the_evaluation_matches_a_slow_reference(rows: int, columns: int) -> None:
    positions = random_positions(rows, columns, 4)
    worker = worker_for(positions[0], "uct+evaluation(scale=20,move=2,hanging=0.5,runner=50)")
    for position in positions:
        lead = reference_value(position, WHITE) - reference_value(position, BLACK)
        assert position.struct.score == lead
        white, black = (reference_distance(position, colour) or 1000 for colour in (WHITE, BLACK))
        first = (white <= black if position.to_move == WHITE else white < black) if min(white, black) < 1000 else None
        lead += 0.5 * reference_hanging(position) + (0 if first is None else 50 if first else -50)
        lead += 2 if position.to_move == WHITE else -2
        chance = evaluate(position.struct, position.boards[0], worker)
        assert chance == pytest.approx(1 / (1 + np.exp(-lead / 20)), abs=1e-4), str(position)
        found = explain(position)
        assert found.lead == position.struct.score
        runs = {term.name: (term.white, term.black) for term in found.terms}["steps of the nearest unstoppable piece"]
        assert runs == (reference_distance(position, WHITE), reference_distance(position, BLACK))


@pytest.mark.slow
@pytest.mark.parametrize("evaluation", ["evaluation(scale=20,move=2)", "evaluation(hanging=0.5,runner=50)"])
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_evaluate_move_matches_evaluating_after_the_move(rows: int, columns: int, evaluation: str) -> None:
    positions = random_positions(rows, columns, games=2)
    worker = worker_for(positions[0], f"uct+{evaluation}")
    for position in positions:
        for move in position.legal_moves:
            later = after(position, move)
            chance = 1.0
            if not later.is_over:
                white = float(evaluate(later.struct, later.boards[0], worker))
                chance = white if position.to_move == WHITE else 1 - white
            code = np.uint64(position.move_code(move))
            assert evaluate_move(position.struct, position.boards[0], worker, code) == pytest.approx(chance, abs=1e-6)


def test_a_mirrored_or_turned_board_has_the_same_value() -> None:
    worker = worker_for(Breakthrough(), "uct+evaluation(hanging=0.5,runner=50)")
    for position in random_positions(8, 8, 2)[::7]:
        mirror = position.mirrored()
        lines = reversed(str(position).splitlines()[1:])
        drawn = "\n".join(line[2:].translate(str.maketrans("OX", "XO")) for line in lines)
        turned = Breakthrough.from_text(drawn, position.to_move.other)
        one, other, third = (
            float(evaluate(each.struct, each.boards[0], worker)) for each in (position, mirror, turned)
        )
        assert one == pytest.approx(other)
        assert one == pytest.approx(1 - third, abs=1e-6)


# --- moves ------------------------------------------------------------------------------------------------------------

CLASH = """
 8 X X . X . X . X
 7 X . . . . . . .
 6 . O . . O . . .
 5 . . X . . . X .
 4 . . . O . O . .
 3 . . O . . . . .
 2 O . . . . . . O
 1 . O O . O . O .
"""


@pytest.mark.parametrize(
    ("move", "value"),
    [
        ("e6-e7", 0.3),  # attacked by d8 and f8, undefended
        ("d4xc5", 0.85),  # not attacked, three rows from the goal
        ("e6-d7", 1.0),  # not attacked, one row from the goal
        ("b6xa7", 0.6),  # b8 recaptures
        ("f4-f5", 0.85),
        ("d4-d5", 0.85),
        ("h2-h3", 0.6),
        ("b1-b2", 0.3),  # too far back to matter
    ],
)
def test_priors_depend_on_safety_and_distance(move: str, value: float) -> None:
    position = Breakthrough.from_text(CLASH)
    worker = worker_for(position, "uct+prior(visits=10)")
    wins, visits = prior(position.struct, position.boards[0], worker, np.uint64(position.move_code(move)))
    assert (wins / visits, visits) == (pytest.approx(value), 10)


def reference_prior(position: Breakthrough, move: str) -> float:
    """Return the prior value: safe moves by rows to the goal, unsafe captures, all others."""
    source, target = (divmod(position.cells.index(cell), position.columns) for cell in position.cells_of(move))
    own, forward = position.to_move, 1 if position.to_move == WHITE else -1
    goal = position.rows - 1 if own == WHITE else 0

    def pieces(colour: Colour, row: int) -> int:
        columns = [c for c in (target[1] - 1, target[1] + 1) if 0 <= c < position.columns]
        squares = [(row, c) for c in columns if 0 <= row < position.rows and (row, c) != source]
        return sum(position.piece(position.cells[r * position.columns + c]) == colour for r, c in squares)

    distance = abs(goal - target[0])
    if distance == 0:
        return 1.0
    if pieces(own.other, target[0] + forward) <= pieces(own, target[0] - forward):
        return {1: 1.0, 2: 0.95, 3: 0.85, 4: 0.75, 5: 0.6}.get(distance, 0.3)
    return 0.6 if "x" in move else 0.3


@pytest.mark.parametrize(("rows", "columns"), [(6, 5), (8, 8), (9, 8)])
def test_priors_match_a_slow_reference(rows: int, columns: int) -> None:
    positions = random_positions(rows, columns, 2)
    worker = worker_for(positions[0], "uct+prior(visits=10)")
    for position in positions[::3]:
        for move in position.legal_moves:
            code = np.uint64(position.move_code(move))
            wins, _ = prior(position.struct, position.boards[0], worker, code)
            assert wins / 10 == pytest.approx(reference_prior(position, move)), f"{move}\n{position}"


def test_the_capture_penalty_falls_with_stage_and_depth() -> None:
    position = Breakthrough(4, 4)
    worker = worker_for(position, "uct+capture_penalty(early=0.2,middle=0.1,late=0.05,depth=4)")
    code = np.uint64(position.move_code("a2xb3"))
    for depth, share in ((0, 1.0), (1, 0.75), (4, 0.0), (9, 0.0)):
        worker.path.depth = depth
        assert move_bonus(position.struct, position.boards[0], worker, code)[0] == pytest.approx(-0.2 * share)
    worker.path.depth = 0
    late = Breakthrough.from_pieces(4, 4, ["a2"], ["b3"])
    assert move_bonus(late.struct, late.boards[0], worker, code)[0] == pytest.approx(-0.05)
    step = np.uint64(late.move_code("a2-a3"))
    assert move_bonus(late.struct, late.boards[0], worker, step) == (0, 0)


def test_playouts_win_if_they_can_and_capture_imminent_winners() -> None:
    positions = random_positions(6, 5, 6)
    worker = worker_for(positions[0], "uct+decisive")
    for position in positions:
        found = int(urgent_playout_move(position.struct, position.boards[0], worker, 0))
        move = position.move_name(found) if found != worker.no_move else None
        if wins := position.winning_moves():
            assert move in wins
        elif len(threats := {m[:2] for m in position.winning_moves(position.to_move.other)}) == 1:
            takes = {m for m in position.legal_moves if m.endswith(f"x{next(iter(threats))}")}
            assert (move in takes) if takes else (move is None)
        else:
            assert move is None
