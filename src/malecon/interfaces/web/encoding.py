"""Thoughts of an engine as messages, made between two batches of its search: what is made here costs simulations."""

from __future__ import annotations

from malecon.interfaces.web.schema import Answer
from malecon.players.engine import Engine, Thought
from malecon.search.mcts.searcher import RootMove

MOST_MOVES = 300  # moves of a thought; Amazons has thousands
LINES = 8  # moves that are told with the line that follows
RENEWAL = 8  # a line is looked up anew in every so manieth thought: all eight in each would cost 3% of the simulations


class ThoughtEncoder:
    """Tells the thoughts about one position, and what was thought in the slices before."""

    def __init__(self, engine: Engine, before: tuple[int, float] = (0, 0.0)) -> None:
        self._engine, self._before = engine, before
        self._lines: dict[str, list[str]] = {}
        self._count = 0

    def tell(self, thought: Thought) -> Answer:
        """A thought as a message; values are those of the side to move."""
        told = [_root_move(row) for row in thought.moves[:MOST_MOVES]]
        for rank, row in enumerate(told[:LINES]):
            row["line"] = list(thought.line) if row["move"] == thought.move else self._line(row["move"], rank)
        self._count += 1
        return {
            "type": "thought",
            "move": thought.move,
            "value": thought.value,
            "line": list(thought.line),
            "proof": thought.proof,
            "length": thought.length,
            "simulations": thought.simulations + self._before[0],
            "seconds": thought.seconds + self._before[1],
            "speed": thought.simulations / thought.seconds if thought.seconds > 0 else 0.0,
            "moves": told,
        }

    def _line(self, move: str, rank: int) -> list[str]:
        if move not in self._lines or (self._count + rank) % RENEWAL == 0:
            self._lines[move] = list(self._engine.line(move))
        return self._lines[move]


def _root_move(row: RootMove) -> Answer:
    told: Answer = {"move": row.move, "visits": row.visits, "value": round(row.value, 4), "prior": round(row.prior, 4)}
    if row.proof:
        told |= {"proof": row.proof, "length": row.length}
    return told
