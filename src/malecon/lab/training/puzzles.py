"""Making puzzles: games of a player against itself, looked through backwards for positions with one winning move.

The end of a game is settled in no time; further back it takes longer, until the search gives up. Careless players make
better puzzles: where both sides play well, a position that is won is mostly won by several moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, cycle, islice

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.position import Position
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.solver.puzzles import NODES, SHORTEST, Puzzle, PuzzleChecker, is_quiet

PLAYER = "rave(r=50)+mcts_solver+threats(plies=2)+final(temperature=0.05)"
SMALL_BOARDS = {DEFAULT_GAME: ("4", "5")}


@dataclass(frozen=True)
class PuzzleSettings:
    """How puzzles are made; the same seed makes the same ones."""

    game: str = DEFAULT_GAME
    boards: tuple[str, ...] = SMALL_BOARDS[DEFAULT_GAME]
    player: str = PLAYER
    simulations: int = 30
    nodes: int = NODES
    seed: int = 1


def make_puzzles(workshop: PuzzleSettings, number: int) -> Iterator[Puzzle]:
    """So many puzzles, the boards in turn."""
    bench = cycle([_puzzles(workshop, board, place) for place, board in enumerate(workshop.boards)])
    yield from islice((next(puzzles) for puzzles in bench), number)


def _puzzles(workshop: PuzzleSettings, board: str, place: int) -> Iterator[Puzzle]:
    """Puzzles on one board without end, each position once."""
    rules = position_class(workshop.game)
    start = rules(**rules.board_options(board))
    checker, seen = PuzzleChecker(start, workshop.nodes), set()
    for number in count():
        seed = workshop.seed * 1_000_003 + number * 101 + place
        for found in puzzles_from_game(checker, _play(workshop, start, seed), board):
            if (key := found.position._key()) not in seen:
                seen.add(key)
                yield found


def _play(workshop: PuzzleSettings, start: Position, seed: int) -> Position:
    """A game of the player against itself after a first move by chance."""
    position, engine = start.copy(), Engine(workshop.player, game=workshop.game, memory=16, seed=seed)
    position.play(random.Random(seed).choice(position.legal_moves))
    while not position.is_over:
        position.play(engine.decide(position, Limit(simulations=workshop.simulations)).move)
    return position


def puzzles_from_game(checker: PuzzleChecker, game: Position, board: str) -> Iterator[Puzzle]:
    """The puzzles of a finished game, the last first; an answer that was asked for is not asked for again."""
    position, answers = game.copy(), set()
    for _ in range(min(SHORTEST - 1, position.ply)):
        position.undo()
    while position.ply > 1:
        if is_quiet(position):
            solver = checker.solve(position)
            if solver.verdict is None:
                return
            found = checker.make_puzzle(solver, board)
            if found is not None and found.answer not in answers:
                answers.add(found.answer)
                yield found
        position.undo()


def evaluate_player(puzzles: Iterable[Puzzle], player: str, limit: Limit, seed: int = 1) -> Iterator[tuple[bool, bool]]:
    """Of each puzzle whether a player finds the answer, and whether it proves that it wins."""
    for one in puzzles:
        thought = Engine(player, game=one.game, memory=64, seed=seed).decide(one.position, limit)
        is_solved = thought.move == one.answer
        yield is_solved, is_solved and thought.proof == "win"
