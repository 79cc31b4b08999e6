"""A Havannah board in colour for terminals: wooden cells, white and black discs, the last move and a win stand out.

Empty cells may be shaded, as an analysis does by visits, and carry a sign.

The layout is that of `str(position)`: row numbers at the left, column letters at the upper right end of each column.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from rich.style import Style
from rich.text import Text

from malecon.games.colours import WHITE
from malecon.games.havannah.position import Havannah

# Three shades of wood, so that no two neighbours are alike, in 256 colours too.
CELLS = ("#d9b377", "#cfa566", "#ecd0a0")
STONES = ("#ffffff", "#000000")  # by colour
LAST, WINNING, MARK, DOT = "#e07a3f", "#d1495b", "#005f00", "#a07d45"
SHADED_SIGN = "#ffffff"
# From wood over sage to deep blue, each one of the 256 colours, so that no terminal mixes them up.
SHADES = ("#d7af87", "#afaf87", "#87af87", "#5f8787", "#005f87", "#00005f")
LABEL = Style(dim=True)
NOTHING: Mapping[str, Any] = MappingProxyType({})


def coloured_board(
    position: Havannah, marks: Mapping[str, str] = NOTHING, shades: Mapping[str, float] = NOTHING
) -> Text:
    """The board as styled text; `marks` are signs on empty cells.

    `shades` are from 0 to 1; with them there is one colour of wood, so that darker always means more.
    """
    base, shape = position.base, position.geometry
    outcome = position.outcome
    winning = frozenset(outcome.cells) if outcome else frozenset()
    text = Text(" " * (base + 4), no_wrap=True)
    text.append(" ".join(_column(name) for name in shape.names[:base]), LABEL)
    for row in range(2 * base - 1):
        cells = [cell for cell, (_, y) in enumerate(shape.coordinates) if y == row]
        text.append("\n" + " " * (abs(row - base + 1) + 1) + f"{row + 1:>2} ", LABEL)
        for cell in cells:
            name = position.cells[cell]
            if position.stone(name) is None:
                shade = _shade(shades.get(name, 0.0)) if shades else _wood(position, cell)
                text.append_text(_empty_cell(shade, marks.get(name), name in shades))
            else:
                text.append_text(_stone(position, cell, winning))
        if row < base - 1:
            text.append(_column(shape.names[shape.cells[base + row, row + 1]]), LABEL)
    return text


def _column(name: str) -> str:
    return name.rstrip("0123456789")


def _wood(position: Havannah, cell: int) -> str:
    return CELLS[sum(position.geometry.coordinates[cell]) % len(CELLS)]


def _shade(amount: float) -> str:
    return SHADES[round(amount * (len(SHADES) - 1))]


def _empty_cell(field: str, mark: str | None, is_shaded: bool) -> Text:
    ink = DOT if mark is None else SHADED_SIGN if is_shaded else MARK
    return Text(f"{mark or '·'} ", Style(color=ink, bgcolor=field, bold=True))


def _stone(position: Havannah, cell: int, winning: Collection[str]) -> Text:
    name = position.cells[cell]
    colour = position.stone(name)
    assert colour is not None
    field = WINNING if name in winning else LAST if name == position.last_move else _wood(position, cell)
    return Text("● ", Style(color=STONES[colour], bgcolor=field, bold=colour == WHITE))
