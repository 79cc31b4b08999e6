"""A coloured board for terminals, with the last move and the winning cells highlighted.

Cells can be shaded, as an analysis does by visits, and carry a mark. `Position.picture` defines the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rich.style import Style
from rich.text import Text

from malecon.games.colours import BLACK, WHITE
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS, Cell, Label
from malecon.games.position import Position

# Three shades of wood, so that neighbours differ, even in 256 colours.
CELLS = ("#d9b377", "#cfa566", "#ecd0a0")
INKS = {SYMBOLS[WHITE]: ("#ffffff", "●"), SYMBOLS[BLACK]: ("#000000", "●"), BLOCKED: ("#5f3a1e", "■")}  # by character
LAST, WINNING, MARK, DOT = "#e07a3f", "#d1495b", "#005f00", "#a07d45"
SHADED_MARK = "#ffffff"
# From wood to deep blue; all are among the 256 standard colours, so that every terminal shows them alike.
SHADES = ("#d7af87", "#afaf87", "#87af87", "#5f8787", "#005f87", "#00005f")
LABEL = Style(dim=True)
NOTHING: Mapping[str, Any] = MappingProxyType({})


def coloured_board(
    position: Position, marks: Mapping[str, str] = NOTHING, shades: Mapping[str, float] = NOTHING
) -> Text:
    """Return the board as styled text; `marks` are characters that replace the contents of cells.

    `shades` are numbers from 0 to 1. With shades all other cells have the same colour, so that darker always means
    more.
    """
    outcome, last = position.outcome, position.last_move
    winning = frozenset(outcome.cells) if outcome else frozenset()
    played = frozenset(position.cells_of(last)) if last else frozenset()
    text = Text(no_wrap=True)
    for number, line in enumerate(position.picture()):
        if number:
            text.append("\n")
        for part in line:
            if isinstance(part, Label):
                text.append(part.text, LABEL)
                continue
            field = WINNING if part.name in winning else LAST if part.name in played else CELLS[part.background]
            if shades and part.name not in winning | played:
                field = _shade(shades.get(part.name, 0.0))
            text.append_text(_cell(part, field, marks.get(part.name), part.name in shades))
    return text


def _shade(amount: float) -> str:
    return SHADES[round(amount * (len(SHADES) - 1))]


def _cell(cell: Cell, field: str, mark: str | None, is_shaded: bool) -> Text:
    if mark is None and cell.symbol != EMPTY:
        ink, sign = INKS[cell.symbol]
        return Text(f"{sign} ", Style(color=ink, bgcolor=field, bold=cell.symbol == SYMBOLS[WHITE]))
    ink = DOT if mark is None else SHADED_MARK if is_shaded else MARK
    return Text(f"{mark or '·'} ", Style(color=ink, bgcolor=field, bold=True))
