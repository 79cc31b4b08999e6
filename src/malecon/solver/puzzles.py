"""Puzzles: a position with one winning move, proved; every other move is proved not to win.

A set of puzzles is a small text file: game, board, moves, answer and the plies that the win takes at most, with tabs
between them. `shipped` reads the set that comes with the package.
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

NODES = 15_000  # positions to look at for one move at most
QUICK_SHARE = 20  # a first look at every move takes this part of them
SHORTEST, LONGEST = 5, 15  # plies of a win that is worth a puzzle: one in three is a double threat, seen at a glance


@dataclass(frozen=True)
class Puzzle:
    """A position, the only move that wins, and in how many plies at most."""

    game: str
    board: str
    """As the game's `board_options` reads it."""
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
        """What is asked, in words."""
        return f"{self.position.to_move} to play and win"

    def __str__(self) -> str:
        return "\t".join(map(str, astuple(self)))


# --- files ------------------------------------------------------------------------------------------------------------


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """The puzzles of a file; GameError with the line where one cannot be read."""
    return [_read(line, number) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]


def _read(line: str, number: int) -> Puzzle:
    words = line.rstrip("\n").split("\t")
    if len(words) != 5 or words[0] not in GAMES or not words[4].isdecimal():
        raise GameError(f"line {number} is no puzzle: game, board, moves, answer and plies have tabs between them")
    game, board, moves, answer, length = words
    puzzle = Puzzle(game, board, moves, answer, int(length))
    try:
        puzzle.position.check_move(answer)
    except GameError as error:
        raise GameError(f"line {number} is no puzzle: {error}") from None
    return puzzle


def bundled_puzzles() -> list[Puzzle]:
    """The puzzles that come with the package."""
    return read_puzzles(files("malecon.solver").joinpath("data/puzzles.tsv").read_text("utf-8").splitlines())


def read_puzzle_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file of one's own."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        return read_puzzles(stream)


# --- checking ---------------------------------------------------------------------------------------------------------


class PuzzleChecker:
    """Looks for the one winning move of positions on one board, and remembers what it has proved."""

    def __init__(self, position: Position, nodes: int = NODES, memory: int = 64) -> None:
        self._workspace, self._nodes = Workspace(position, memory), nodes

    def solve(self, position: Position) -> Solver:
        """A solver that has settled a position, or has given it up."""
        solver = Solver(position, workspace=self._workspace)
        solver.run(self._nodes)
        return solver

    def is_only_win(self, position: Position, answer: str, moves: Sequence[str] = ()) -> bool:
        """Whether every other move is proved not to win; `moves` are those that had better be tried first."""
        unclear = []
        for move in dict.fromkeys([*moves, *position.legal_moves]):
            wins = move != answer and self._does_win(position, move, self._nodes // QUICK_SHARE)
            if wins:
                return False
            if wins is None:
                unclear.append(move)
        return all(self._does_win(position, move, self._nodes) is False for move in unclear)

    def _does_win(self, position: Position, move: str, nodes: int) -> bool | None:
        after = position.copy()
        after.play(move)
        if (outcome := after.outcome) is not None:
            return outcome.winner == position.to_move
        question = Query(self._workspace, after.struct, position.to_move)
        question.run(nodes)
        return question.answer

    def make_puzzle(self, solver: Solver, board: str) -> Puzzle | None:
        """The puzzle that a solved position is; None where it is none, or a plain one."""
        position, answer = solver.position, str(solver.move)
        if solver.verdict != WIN or not SHORTEST <= solver.length <= LONGEST or not is_quiet(position):
            return None
        if not self.is_only_win(position, answer, solver.ranking()):
            return None
        return Puzzle(position.game, board, " ".join(position.moves), answer, solver.length)

    def flaw(self, puzzle: Puzzle) -> str | None:
        """What is wrong with a puzzle, in words; None where it is proved to be right."""
        position = puzzle.position
        if self._does_win(position, puzzle.answer, self._nodes) is not True:
            return f"{puzzle.answer} is not proved to win"
        return (
            None if self.is_only_win(position, puzzle.answer) else f"{puzzle.answer} is not proved to be the only win"
        )


def is_quiet(position: Position) -> bool:
    """Whether neither side could win at once."""
    side = position.to_move
    return not position.is_over and not position.winning_moves(side) and not position.winning_moves(side.other)


def check_puzzles(puzzles: Sequence[Puzzle], nodes: int = NODES) -> Iterator[tuple[Puzzle, str | None]]:
    """Each puzzle with its flaw, None where it has none."""
    examiners: dict[tuple[str, str], PuzzleChecker] = {}
    for puzzle in puzzles:
        kind = (puzzle.game, puzzle.board)
        if kind not in examiners:
            examiners[kind] = PuzzleChecker(puzzle.position, nodes)
        yield puzzle, examiners[kind].flaw(puzzle)
