"""Havannah boards as text and as SVG.

Text, as engines of this field draw it: rows from the top, column letters along the upper right edge of each column.

       a b c
    1 . . . d
   2 . O . . e
  3 . . X . .
   4 . . . .
    5 . . .
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.havannah.geometry import MAX_BASE, MIN_BASE, Geometry, geometry
from malecon.games.picture import SYMBOLS, Cell, Label, Line

if TYPE_CHECKING:
    from malecon.games.havannah.position import Havannah

# --- text ----------------------------------------------------------------------------------------------------------


def text_board(position: Havannah) -> str:
    """The board as text; the last move stands in brackets."""
    shape = position.geometry
    symbols = [SYMBOLS[position.stone(name)] for name in shape.names]
    last = shape.by_name.get(position.last_move or "")
    lines = [_header(shape)]
    for row, cells in enumerate(_rows(shape)):
        line = _label(shape, row) + "".join(_bracket(symbols[cell], cell == last) for cell in cells)
        lines.append(_unbracket(line + _column_end(shape, row)))
    return "\n".join(line.rstrip() for line in lines)


def picture(position: Havannah) -> list[Line]:
    """The same layout in pieces; three shades, so that no two neighbours are alike."""
    shape = position.geometry
    letters = " ".join(name.rstrip("0123456789") for name in shape.names[: shape.base])
    lines: list[Line] = [[Label(" " * (shape.base + 4) + letters)]]
    for row, cells in enumerate(_rows(shape)):
        names = [shape.names[cell] for cell in cells]
        shades = [sum(shape.coordinates[cell]) % 3 for cell in cells]
        drawn = [Cell(name, SYMBOLS[position.stone(name)], shade) for name, shade in zip(names, shades, strict=True)]
        lines.append([Label(_label(shape, row) + " "), *drawn, Label(_column_end(shape, row).strip())])
    return lines


def _rows(shape: Geometry) -> Iterator[list[int]]:
    for row in range(2 * shape.base - 1):
        yield [cell for cell, (_, y) in enumerate(shape.coordinates) if y == row]


def _label(shape: Geometry, row: int) -> str:
    return " " * (abs(row - shape.base + 1) + 1) + f"{row + 1:>2}"


def _header(shape: Geometry) -> str:
    letters = [name.rstrip("0123456789") for name in shape.names[: shape.base]]
    return " " * (shape.base + 3) + "".join(f" {letter}" for letter in letters)


def _column_end(shape: Geometry, row: int) -> str:
    """The letter of the column whose first cell is the last of the next row, up to the middle row."""
    if row >= shape.base - 1:
        return ""
    after = shape.cells[shape.base + row, row + 1]
    return " " + shape.names[after].rstrip("0123456789")


def _bracket(symbol: str, marked: bool) -> str:
    return f"[{symbol}]" if marked else f" {symbol}"


def _unbracket(line: str) -> str:
    """Let a closing bracket take the place of the blank after it."""
    return line.replace("] ", "]")


def read_board(text: str) -> tuple[int, list[str], list[str]]:
    """The base, white and black cells of a drawn board; labels and letters around it may be missing."""
    rows = [symbols for line in text.splitlines() if (symbols := _symbols(line))]
    base = (len(rows) + 1) // 2
    if not MIN_BASE <= base <= MAX_BASE or len(rows) != 2 * base - 1:
        most = 2 * MAX_BASE - 1
        raise GameError(f"a drawn board has {2 * MIN_BASE - 1} to {most} rows, an odd number, not {len(rows)}")
    white: list[str] = []
    black: list[str] = []
    shape = geometry(base)
    for row, (symbols, cells) in enumerate(zip(rows, _rows(shape), strict=True)):
        if len(symbols) != len(cells):
            raise GameError(f"row {row + 1} of a base-{base} board has {len(cells)} cells, not {len(symbols)}")
        white += [shape.names[cell] for cell, symbol in zip(cells, symbols, strict=True) if symbol == "O"]
        black += [shape.names[cell] for cell, symbol in zip(cells, symbols, strict=True) if symbol == "X"]
    return base, white, black


def _symbols(line: str) -> list[str]:
    """The cells of one drawn row: everything but labels; a header of letters has no `.`, `O` or `X` in it."""
    return [symbol for symbol in line.replace("[", " ").replace("]", " ").split() if symbol in SYMBOLS.values()]


# --- SVG ----------------------------------------------------------------------------------------------------------

RADIUS = 20.0  # from the middle of a cell to its points
CELL_FILLS = ("#e8c88f", "#dfba7b", "#f0d5a3")  # three shades so that no two neighbours are alike
STONE_FILLS = {WHITE: "#fafafa", BLACK: "#1d1d1d"}
STONE_LINES = {WHITE: "#555", BLACK: "#000"}
WIN_COLOUR = "#d1495b"


def svg_board(position: Havannah) -> str:
    """The board as an SVG picture: coordinates, stones, the last move, and the winning chain."""
    shape = position.geometry
    width, height = _width(shape.base), _height(shape.base)
    outcome = position.outcome
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" text-anchor="middle">',
        f"<title>{_title(position)}</title>",
        *(_svg_cell(shape, cell) for cell in range(shape.num_cells)),
        *_svg_labels(shape),
    ]
    winning = set(outcome.cells) if outcome else set()
    for cell, name in enumerate(shape.names):
        colour = position.stone(name)
        if colour is not None:
            line = f'stroke="{WIN_COLOUR}" stroke-width="4"' if name in winning else f'stroke="{STONE_LINES[colour]}"'
            parts.append(_svg_disc(shape, cell, 0.68, f'fill="{STONE_FILLS[colour]}" {line}'))
            if name == position.last_move:
                parts.append(_svg_disc(shape, cell, 0.2, f'fill="{WIN_COLOUR}"'))
    return "\n".join([*parts, "</svg>"])


def _title(position: Havannah) -> str:
    state = str(position.outcome) if position.outcome else f"{position.to_move} to move"
    return f"Havannah, base {position.base}, {position.ply} moves, {state}"


def _width(base: int) -> float:
    return RADIUS * math.sqrt(3) * (2 * base + 1)


def _height(base: int) -> float:
    return RADIUS * 1.5 * (2 * base + 1)


def _centre(shape: Geometry, cell: int) -> tuple[float, float]:
    column, row = shape.coordinates[cell]
    mid = shape.base - 1
    x = _width(shape.base) / 2 + RADIUS * math.sqrt(3) * (column - mid - (row - mid) / 2)
    return x, _height(shape.base) / 2 + RADIUS * 1.5 * (row - mid)


def _svg_cell(shape: Geometry, cell: int) -> str:
    x, y = _centre(shape, cell)
    angles = [math.radians(60 * k + 30) for k in range(6)]
    points = " ".join(f"{x + RADIUS * math.cos(a):.1f},{y + RADIUS * math.sin(a):.1f}" for a in angles)
    column, row = shape.coordinates[cell]
    return f'<polygon points="{points}" fill="{CELL_FILLS[(column + row) % 3]}" stroke="#8a6d3b" stroke-width="1"/>'


def _svg_disc(shape: Geometry, cell: int, size: float, paint: str) -> str:
    x, y = _centre(shape, cell)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS * size:.1f}" {paint}/>'


def _svg_labels(shape: Geometry) -> Iterator[str]:
    """Row numbers left of each row, column letters at the upper right end of each column."""
    for cells in _rows(shape):
        x, y = _centre(shape, cells[0])
        yield _svg_text(x - RADIUS * 1.3, y, str(shape.coordinates[cells[0]][1] + 1))
    for column in range(2 * shape.base - 1):
        first = shape.cells[column, max(0, column - shape.base + 1)]
        x, y = _centre(shape, first)
        yield _svg_text(x + RADIUS * 0.75, y - RADIUS * 1.15, shape.names[first].rstrip("0123456789"))


def _svg_text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y + RADIUS * 0.22:.1f}" font-size="{RADIUS * 0.6:.0f}" fill="#666">{text}</text>'
