"""Making puzzles: search self-play games backwards for positions with exactly one winning move.

The end of a game is solved quickly; earlier positions take longer, until the solver gives up. Weak players make better
puzzles: if both sides play well, a won position mostly has several winning moves.
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
from malecon.solver.puzzles import MAX_NODES, MIN_LENGTH, Puzzle, PuzzleChecker, is_quiet

PLAYER = "rave(r=50)+mcts_solver+threats(plies=2)+final(temperature=0.05)"
SMALL_BOARDS = {DEFAULT_GAME: ("4", "5")}


@dataclass(frozen=True)
class PuzzleSettings:
    """How puzzles are made; equal settings give equal puzzles."""

    game: str = DEFAULT_GAME
    boards: tuple[str, ...] = SMALL_BOARDS[DEFAULT_GAME]
    player: str = PLAYER
    simulations: int = 30
    nodes: int = MAX_NODES
    seed: int = 1


def make_puzzles(settings: PuzzleSettings, number: int) -> Iterator[Puzzle]:
    """Yield a number of puzzles, taking the boards in turn."""
    sources = cycle([_puzzles(settings, board, index) for index, board in enumerate(settings.boards)])
    yield from islice((next(puzzles) for puzzles in sources), number)


def _puzzles(settings: PuzzleSettings, board: str, index: int) -> Iterator[Puzzle]:
    """Yield an endless series of puzzles on one board, each position once."""
    rules = position_class(settings.game)
    start = rules(**rules.board_options(board))
    checker, seen = PuzzleChecker(start, settings.nodes), set()
    for number in count():
        seed = settings.seed * 1_000_003 + number * 101 + index
        for found in puzzles_from_game(checker, _play(settings, start, seed), board):
            if (key := found.position._key()) not in seen:
                seen.add(key)
                yield found


def _play(settings: PuzzleSettings, start: Position, seed: int) -> Position:
    """Play a game of the player against itself after a random first move."""
    position, engine = start.copy(), Engine(settings.player, game=settings.game, memory=16, seed=seed)
    position.play(random.Random(seed).choice(position.legal_moves))
    while not position.is_over:
        position.play(engine.decide(position, Limit(simulations=settings.simulations)).move)
    return position


def puzzles_from_game(checker: PuzzleChecker, game: Position, board: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a finished game, from the last to the first; each answer occurs once."""
    position, answers = game.copy(), set()
    for _ in range(min(MIN_LENGTH - 1, position.ply)):
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
    """Yield for each puzzle whether a player finds the answer, and whether it also proves the win."""
    for puzzle in puzzles:
        thought = Engine(player, game=puzzle.game, memory=64, seed=seed).decide(puzzle.position, limit)
        is_solved = thought.move == puzzle.answer
        yield is_solved, is_solved and thought.proof == "win"
