"""What an engine thinks of a position: a decision, what it is based on, and its form in notebooks."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.player import Decision
from malecon.search.searcher import RootMove

EVEN = 0.5
SHOWN_MOVES = 5


@dataclass(frozen=True)
class Thought(Decision):
    """A decision and what it is based on."""

    value: float = EVEN
    """Expected result for the side to move: 1 is a win, 0 a loss."""
    line: tuple[str, ...] = ()
    """The expected moves from here on."""
    proof: str | None = None
    """`win`, `loss` or `draw` if the position is proved."""
    length: int = 0
    """Plies to the end of the proved line."""
    moves: tuple[RootMove, ...] = field(default=(), repr=False)
    """Every root move, the most visited first."""
    simulations: int = 0
    seconds: float = 0.0
    position: Position | None = field(default=None, repr=False, compare=False)
    """The position that was searched; None if the player did not say."""

    def visits(self) -> np.ndarray[Any, Any]:
        """Return int64 [index]: the visits of every move, by the indices of `Position.move_index`."""
        if self.position is None:
            raise GameError("this thought does not say which position it is about")
        found = np.zeros(self.position.num_indices, np.int64)
        for row in self.moves:
            found[self.position.move_index(row.move)] = row.visits
        return found

    def _repr_html_(self) -> str:
        """Show the board with the best moves, and a table of them."""
        shown = sorted(self.moves, key=lambda row: -row.visits)[:SHOWN_MOVES]
        proof = f", proved: {self.proof} in {self.length} plies" if self.proof else ""
        head = f"<b>{escape(self.move)}</b>, value {self.value:.1%}{proof}; {self.simulations:,} simulations"
        rows = "".join(
            f"<tr><td>{escape(row.move)}</td><td>{row.visits:,}</td><td>{row.value:.1%}</td>"
            f"<td>{row.proof or ''}</td></tr>"
            for row in shown
        )
        table = f"<table><tr><th>move</th><th>visits</th><th>value</th><th>proof</th></tr>{rows}</table>"
        return f"<div><p>{head}<br>{escape(' '.join(self.line))}</p>{self._picture(shown)}{table}</div>"

    def _picture(self, shown: list[RootMove]) -> str:
        """Return the board with the ranks of the best moves; empty if it cannot be drawn."""
        if self.position is None:
            return ""
        marks: dict[str, str] = {}
        for rank, row in enumerate(shown, 1):
            for cell in self.position.cells_of(row.move)[-1:]:
                marks.setdefault(cell, str(rank))
        try:
            return self.position.svg(marks=marks)
        except GameError:  # a game that draws itself without saying where its cells are
            return self.position._repr_svg_()
