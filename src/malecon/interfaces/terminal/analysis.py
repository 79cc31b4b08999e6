"""The result of a search: the board shaded by visits, and a table of the best moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.games.position import Position
from malecon.interfaces.terminal.board import coloured_board
from malecon.interfaces.terminal.screen import has_colours
from malecon.players.engine import Engine, Thought
from malecon.search.searcher import RootMove

FIGURES_WIDTH = 52  # of the table without main lines; room for eight digits of visits and five characters of a move
MIN_LINE_WIDTH = 8
MIN_ROWS = 3
RANKED = 9  # number of moves marked on the board
COLUMNS = ("", "move", "visits", "value", "RAVE", "proof", "line")


@dataclass(frozen=True)
class Analysis:
    """A position, the engine that analyses it, and the number of moves to list."""

    position: Position
    engine: Engine
    top: int = 10

    # --- text -------------------------------------------------------------------------------------------------------

    def heading(self) -> str:
        """Return a description of the position and the engine."""
        position = self.position
        state = f"after {position.ply} moves, {position.to_move} to move"
        return f"{position.description}, {state}; {self.engine.name}"

    def summary(self, thought: Thought) -> Iterator[str]:
        """Yield the best move with its main line, and the speed of the search."""
        proof = f", {proof_text(thought.proof, thought.length)}" if thought.proof else ""
        yield f"{self.position.to_move} plays {thought.move}: {thought.value:.1%}{proof}; {' '.join(thought.line)}"
        speed = thought.simulations / thought.seconds if thought.seconds > 0 else 0.0
        yield f"{thought.simulations:,} simulations in {thought.seconds:.1f} s, {speed:,.0f} per second"

    def as_dict(self, thought: Thought) -> dict[str, Any]:
        """Return the analysis as plain values for JSON."""
        position = self.position
        moves = [_as_dict(row) | {"line": list(self.engine.line(row.move))} for row in thought.moves[: self.top]]
        return {
            "game": position.game,
            **position.options,
            "swap_rule": position.swap_rule,
            "played": position.moves,
            "to_move": str(position.to_move).lower(),
            "player": self.engine.name,
            "move": thought.move,
            "value": thought.value,
            "proof": thought.proof,
            "length": thought.length if thought.proof else None,
            "line": list(thought.line),
            "simulations": thought.simulations,
            "seconds": thought.seconds,
            "moves": moves,
        }

    # --- display ----------------------------------------------------------------------------------------------------

    def view(self, thought: Thought | None, console: Console) -> RenderableType:
        """Return board and table, side by side if there is room; before the first thought only the board."""
        board, table_width = self._board(thought, console), console.width - board_width(self.position)
        if thought is None:
            return Group(Text(self.heading()), board)
        lines = [Text(line) for line in (self.heading(), *self.summary(thought))]
        if table_width < FIGURES_WIDTH:
            used = len(lines) + len(str(self.position).splitlines()) + 3
            rows = max(MIN_ROWS, min(self.top, console.height - used)) if console.is_terminal else self.top
            return Group(*lines, board, self._table(thought, rows, console.width))
        grid = Table.grid(padding=(0, 2))
        grid.add_row(board, self._table(thought, self.top, table_width))
        return Group(*lines, grid)

    def _board(self, thought: Thought | None, console: Console) -> Text:
        if not has_colours(console):
            return Text(str(self.position), no_wrap=True)
        moves = thought.moves if thought else ()
        ranks = [(row.move, str(rank)) for rank, row in enumerate(moves[:RANKED], 1) if row.visits]
        marks = {self.position.cells_of(move)[-1]: rank for move, rank in reversed(ranks)}
        return coloured_board(self.position, marks, shades(self.position, moves))

    def _table(self, thought: Thought, rows: int, width: int) -> Table:
        """Return the most visited moves, with as much of their main lines as fits."""
        table = Table(box=None, padding=(0, 1), pad_edge=False)
        room = width - FIGURES_WIDTH
        for name in COLUMNS if room >= MIN_LINE_WIDTH else COLUMNS[:-1]:
            table.add_column(name, justify="left" if name == COLUMNS[-1] else "right", no_wrap=True)
        for rank, row in enumerate(thought.moves[:rows], 1):
            cells = [str(rank), *self._figures(row), shorten(self.engine.line(row.move), room)]
            table.add_row(*cells[: len(table.columns)], style="bold" if row.move == thought.move else "")
        return table

    def _figures(self, row: RootMove) -> Iterator[str]:
        yield row.move
        yield f"{row.visits:,}"
        yield f"{row.value:.1%}" if row.visits or row.proof else ""
        yield f"{row.rave:.1%}" if row.rave is not None else ""
        yield proof_text(row.proof, row.length)


def shorten(line: Sequence[str], width: int) -> str:
    """Return as many moves of a line as fit into the width."""
    text = ""
    for move in line:
        if len(text) + len(move) + 1 > width:
            break
        text += f" {move}" if text else move
    return text


def shades(position: Position, moves: tuple[RootMove, ...]) -> Mapping[str, float]:
    """Return how dark the target cell of each move is: the root of its visits relative to the maximum."""
    visits: Counter[str] = Counter()
    for row in moves:
        visits[position.cells_of(row.move)[-1]] += row.visits
    most = max(visits.values(), default=0)
    return {cell: (count / most) ** 0.5 for cell, count in visits.items() if count}


def proof_text(proof: str | None, length: int) -> str:
    """Return the proved result for the side to move; empty if nothing is proved."""
    words = {None: "", "win": f"wins in {length}", "loss": f"loses in {length}", "draw": "draw"}
    return words[proof]


def board_width(position: Position) -> int:
    """Return the width of a drawn board in characters."""
    return max(len(line) for line in str(position).splitlines()) + 2


def _as_dict(row: RootMove) -> dict[str, Any]:
    figures = {"visits": row.visits, "value": row.value, "rave": row.rave, "prior": row.prior}
    return {"move": row.move} | figures | {"proof": row.proof, "length": row.length if row.proof else None}
