"""Puzzles: positions with a single winning move; every other move is proved not to win.

A puzzle set is a text file with one puzzle per line: game, board, moves, answer and the maximum length of the win in
plies, separated by tabs. `bundled_puzzles` reads the set that comes with the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from importlib.resources import files
from pathlib import Path

from malecon.games.catalogue import GAMES, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.solver.query import Query, Workspace
from malecon.solver.solver import WIN, Solver

MAX_NODES = 15_000  # node limit for one move
FIRST_PASS_FRACTION = 20  # the first pass over all moves gets this fraction of it
MIN_LENGTH, MAX_LENGTH = 5, 15  # plies to the win; a win in three is a double threat, too easy to spot


@dataclass(frozen=True)
class Puzzle:
    """A position, its only winning move, and the maximum number of plies to the win."""

    game: str
    board: str
    """Board in the form that the game's `board_options` parses."""
    moves: str
    answer: str
    length: int

    @property
    def position(self) -> Position:
        """The position to solve."""
        rules = position_class(self.game)
        position = rules(**rules.board_options(self.board))
        position.play_all(self.moves)
        return position

    @property
    def task(self) -> str:
        """The task in words."""
        return f"{self.position.to_move} to play and win"

    def __str__(self) -> str:
        return "\t".join(map(str, astuple(self)))


# --- files ------------------------------------------------------------------------------------------------------------


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Parse puzzles; raise GameError with the line number if a line is invalid."""
    return [
        _parse_line(line, number) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")
    ]


def _parse_line(line: str, number: int) -> Puzzle:
    words = line.rstrip("\n").split("\t")
    if len(words) != 5 or words[0] not in GAMES or not words[4].isdecimal():
        raise GameError(f"line {number}: expected game, board, moves, answer and plies, separated by tabs")
    game, board, moves, answer, length = words
    puzzle = Puzzle(game, board, moves, answer, int(length))
    try:
        puzzle.position.check_move(answer)
    except GameError as error:
        raise GameError(f"line {number}: {error}") from None
    return puzzle


def bundled_puzzles() -> list[Puzzle]:
    """Return the puzzles that come with the package."""
    return read_puzzles(files("malecon.solver").joinpath("data/puzzles.tsv").read_text("utf-8").splitlines())


def read_puzzle_file(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        return read_puzzles(stream)


# --- checking ---------------------------------------------------------------------------------------------------------


class PuzzleChecker:
    """Proves single winning moves of positions on one board, with a shared transposition table."""

    def __init__(self, position: Position, nodes: int = MAX_NODES, memory: int = 64) -> None:
        self._workspace, self._nodes = Workspace(position, memory), nodes

    def solve(self, position: Position) -> Solver:
        """Return a solver that has decided a position or exhausted its node limit."""
        solver = Solver(position, workspace=self._workspace)
        solver.run(self._nodes)
        return solver

    def is_only_win(self, position: Position, answer: str, moves: Sequence[str] = ()) -> bool:
        """Return whether every other move is proved not to win; `moves` are tried first."""
        undecided = []
        for move in dict.fromkeys([*moves, *position.legal_moves]):
            wins = move != answer and self._wins(position, move, self._nodes // FIRST_PASS_FRACTION)
            if wins:
                return False
            if wins is None:
                undecided.append(move)
        return all(self._wins(position, move, self._nodes) is False for move in undecided)

    def _wins(self, position: Position, move: str, nodes: int) -> bool | None:
        after = position.copy()
        after.play(move)
        if (outcome := after.outcome) is not None:
            return outcome.winner == position.to_move
        query = Query(self._workspace, after.struct, position.to_move)
        query.run(nodes)
        return query.answer

    def make_puzzle(self, solver: Solver, board: str) -> Puzzle | None:
        """Return a decided position as a puzzle; None if it has no single winning move or is too easy."""
        position, answer = solver.position, str(solver.move)
        if solver.verdict != WIN or not MIN_LENGTH <= solver.length <= MAX_LENGTH or not is_quiet(position):
            return None
        if not self.is_only_win(position, answer, solver.ranking()):
            return None
        return Puzzle(position.game, board, " ".join(position.moves), answer, solver.length)

    def flaw(self, puzzle: Puzzle) -> str | None:
        """Return what is wrong with a puzzle; None if it is proved correct."""
        position = puzzle.position
        if self._wins(position, puzzle.answer, self._nodes) is not True:
            return f"{puzzle.answer} is not proved to win"
        return (
            None if self.is_only_win(position, puzzle.answer) else f"{puzzle.answer} is not proved to be the only win"
        )


def is_quiet(position: Position) -> bool:
    """Return whether neither side has an immediate win."""
    side = position.to_move
    return not position.is_over and not position.winning_moves(side) and not position.winning_moves(side.other)


def check_puzzles(puzzles: Sequence[Puzzle], nodes: int = MAX_NODES) -> Iterator[tuple[Puzzle, str | None]]:
    """Yield each puzzle with its flaw, None if it has none."""
    checkers: dict[tuple[str, str], PuzzleChecker] = {}
    for puzzle in puzzles:
        board = (puzzle.game, puzzle.board)
        if board not in checkers:
            checkers[board] = PuzzleChecker(puzzle.position, nodes)
        yield puzzle, checkers[board].flaw(puzzle)
