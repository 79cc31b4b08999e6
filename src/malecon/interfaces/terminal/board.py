"""A Havannah board in colour for terminals: wooden cells, white and black discs, the last move and a win stand out.

The layout is that of `str(position)`: row numbers at the left, column letters at the upper right end of each column.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.style import Style
from rich.text import Text

from malecon.games.colours import WHITE
from malecon.games.havannah.position import Havannah

# Three shades of wood, so that no two neighbours are alike, in 256 colours too.
CELLS = ("#d9b377", "#cfa566", "#ecd0a0")
STONES = ("#ffffff", "#000000")  # by colour
LAST, WINNING, MARK, DOT = "#e07a3f", "#d1495b", "#005f00", "#a07d45"
LABEL = Style(dim=True)


def coloured_board(position: Havannah, marks: Collection[str] = ()) -> Text:
    """The board as styled text; `marks` are empty cells to point at."""
    base, shape = position.base, position.geometry
    outcome = position.outcome
    winning = frozenset(outcome.cells) if outcome else frozenset()
    text = Text(" " * (base + 4), no_wrap=True)
    text.append(" ".join(_column(name) for name in shape.names[:base]), LABEL)
    for row in range(2 * base - 1):
        cells = [cell for cell, (_, y) in enumerate(shape.coordinates) if y == row]
        text.append("\n" + " " * (abs(row - base + 1) + 1) + f"{row + 1:>2} ", LABEL)
        for cell in cells:
            text.append_text(_cell(position, cell, winning, marks))
        if row < base - 1:
            text.append(_column(shape.names[shape.cells[base + row, row + 1]]), LABEL)
    return text


def _column(name: str) -> str:
    return name.rstrip("0123456789")


def _cell(position: Havannah, cell: int, winning: Collection[str], marks: Collection[str]) -> Text:
    name, (column, row) = position.cells[cell], position.geometry.coordinates[cell]
    colour = position.stone(name)
    wood = CELLS[(column + row) % len(CELLS)]
    if colour is None:
        sign, ink = ("+ ", MARK) if name in marks else ("· ", DOT)
        return Text(sign, Style(color=ink, bgcolor=wood, bold=True))
    field = WINNING if name in winning else LAST if name == position.last_move else wood
    return Text("● ", Style(color=STONES[colour], bgcolor=field, bold=colour == WHITE))
