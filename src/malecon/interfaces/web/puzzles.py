"""The puzzles that ship, as pages have them: the position and what is asked, without the answer."""

from __future__ import annotations

from functools import cache

from malecon.interfaces.web.schema import Answer
from malecon.solver.puzzles import Puzzle, shipped


@cache
def puzzles() -> list[Answer]:
    """Every puzzle, numbered as `malecon puzzle list` does it."""
    return [_told(number, puzzle) for number, puzzle in enumerate(shipped(), 1)]


def _told(number: int, puzzle: Puzzle) -> Answer:
    position = puzzle.position
    return {
        "number": number,
        "game": puzzle.game,
        "board": puzzle.board,
        "moves": position.moves,
        "toMove": str(position.to_move).lower(),
        "task": puzzle.task,
        "length": puzzle.length,
    }
