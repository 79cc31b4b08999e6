"""Havannah boards as text and as SVG.

As text, the way other Havannah engines draw it: rows from the top, letters at the upper end of each column.

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
    """Draw the board as text, with the last move in brackets."""
    board = position.geometry
    symbols = [SYMBOLS[position.stone(name)] for name in board.names]
    last = board.by_name.get(position.last_move or "")
    lines = [_header(board)]
    for row, cells in enumerate(_rows(board)):
        line = _label(board, row) + "".join(_bracket(symbols[cell], cell == last) for cell in cells)
        lines.append(_close_up(line + _column_end(board, row)))
    return "\n".join(line.rstrip() for line in lines)


def picture(position: Havannah) -> list[Line]:
    """Return the same drawing as lines of labels and cells; adjacent cells have different backgrounds."""
    board = position.geometry
    letters = " ".join(name.rstrip("0123456789") for name in board.names[: board.base])
    lines: list[Line] = [[Label(" " * (board.base + 4) + letters)]]
    for row, cells in enumerate(_rows(board)):
        names = [board.names[cell] for cell in cells]
        shades = [sum(board.coordinates[cell]) % 3 for cell in cells]
        drawn = [Cell(name, SYMBOLS[position.stone(name)], shade) for name, shade in zip(names, shades, strict=True)]
        lines.append([Label(_label(board, row) + " "), *drawn, Label(_column_end(board, row).strip())])
    return lines


def _rows(board: Geometry) -> Iterator[list[int]]:
    for row in range(2 * board.base - 1):
        yield [cell for cell, (_, y) in enumerate(board.coordinates) if y == row]


def _label(board: Geometry, row: int) -> str:
    return " " * (abs(row - board.base + 1) + 1) + f"{row + 1:>2}"


def _header(board: Geometry) -> str:
    letters = [name.rstrip("0123456789") for name in board.names[: board.base]]
    return " " * (board.base + 3) + "".join(f" {letter}" for letter in letters)


def _column_end(board: Geometry, row: int) -> str:
    """Return the letter of the column that starts at the end of the next row, above the middle row."""
    if row >= board.base - 1:
        return ""
    first = board.cells[board.base + row, row + 1]
    return " " + board.names[first].rstrip("0123456789")


def _bracket(symbol: str, marked: bool) -> str:
    return f"[{symbol}]" if marked else f" {symbol}"


def _close_up(line: str) -> str:
    """Replace the space after a closing bracket."""
    return line.replace("] ", "]")


def read_board(text: str) -> tuple[int, list[str], list[str]]:
    """Read a drawn board; return its base and the white and black cells. Row and column labels are optional."""
    rows = [symbols for line in text.splitlines() if (symbols := _symbols(line))]
    base = (len(rows) + 1) // 2
    if not MIN_BASE <= base <= MAX_BASE or len(rows) != 2 * base - 1:
        limits = f"{2 * MIN_BASE - 1} to {2 * MAX_BASE - 1}"
        raise GameError(f"a drawn board needs an odd number of rows from {limits}, not {len(rows)}")
    white: list[str] = []
    black: list[str] = []
    board = geometry(base)
    for row, (symbols, cells) in enumerate(zip(rows, _rows(board), strict=True)):
        if len(symbols) != len(cells):
            raise GameError(f"row {row + 1} of a base-{base} board needs {len(cells)} cells, not {len(symbols)}")
        white += [board.names[cell] for cell, symbol in zip(cells, symbols, strict=True) if symbol == "O"]
        black += [board.names[cell] for cell, symbol in zip(cells, symbols, strict=True) if symbol == "X"]
    return base, white, black


def _symbols(line: str) -> list[str]:
    """Return the symbols of one drawn row without labels; the header has no `.`, `O` or `X`."""
    return [symbol for symbol in line.replace("[", " ").replace("]", " ").split() if symbol in SYMBOLS.values()]


# --- SVG ----------------------------------------------------------------------------------------------------------

RADIUS = 20.0  # of a cell, from its centre to its corners
CELL_FILLS = ("#e8c88f", "#dfba7b", "#f0d5a3")  # adjacent cells have different shades
STONE_FILLS = {WHITE: "#fafafa", BLACK: "#1d1d1d"}
STONE_OUTLINES = {WHITE: "#555", BLACK: "#000"}
WIN_COLOUR = "#d1495b"


def svg_board(position: Havannah) -> str:
    """Draw the board as SVG: coordinates, stones, the last move and the winning chain."""
    board = position.geometry
    width, height = _width(board.base), _height(board.base)
    outcome = position.outcome
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" text-anchor="middle">',
        f"<title>{_title(position)}</title>",
        *(_svg_cell(board, cell) for cell in range(board.num_cells)),
        *_svg_labels(board),
    ]
    winning = set(outcome.cells) if outcome else set()
    for cell, name in enumerate(board.names):
        colour = position.stone(name)
        if colour is not None:
            outline = f'stroke="{STONE_OUTLINES[colour]}"'
            stroke = f'stroke="{WIN_COLOUR}" stroke-width="4"' if name in winning else outline
            elements.append(_svg_disc(board, cell, 0.68, f'fill="{STONE_FILLS[colour]}" {stroke}'))
            if name == position.last_move:
                elements.append(_svg_disc(board, cell, 0.2, f'fill="{WIN_COLOUR}"'))
    return "\n".join([*elements, "</svg>"])


def _title(position: Havannah) -> str:
    state = str(position.outcome) if position.outcome else f"{position.to_move} to move"
    return f"Havannah, base {position.base}, {position.ply} moves, {state}"


def _width(base: int) -> float:
    return RADIUS * math.sqrt(3) * (2 * base + 1)


def _height(base: int) -> float:
    return RADIUS * 1.5 * (2 * base + 1)


def cell_centres(board: Geometry) -> dict[str, tuple[float, float]]:
    """Return the centre of each cell in the picture."""
    return {name: _centre(board, cell) for cell, name in enumerate(board.names)}


def _centre(board: Geometry, cell: int) -> tuple[float, float]:
    column, row = board.coordinates[cell]
    mid = board.base - 1
    x = _width(board.base) / 2 + RADIUS * math.sqrt(3) * (column - mid - (row - mid) / 2)
    return x, _height(board.base) / 2 + RADIUS * 1.5 * (row - mid)


def _svg_cell(board: Geometry, cell: int) -> str:
    x, y = _centre(board, cell)
    angles = [math.radians(60 * k + 30) for k in range(6)]
    points = " ".join(f"{x + RADIUS * math.cos(a):.1f},{y + RADIUS * math.sin(a):.1f}" for a in angles)
    column, row = board.coordinates[cell]
    return f'<polygon points="{points}" fill="{CELL_FILLS[(column + row) % 3]}" stroke="#8a6d3b" stroke-width="1"/>'


def _svg_disc(board: Geometry, cell: int, size: float, style: str) -> str:
    x, y = _centre(board, cell)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS * size:.1f}" {style}/>'


def _svg_labels(board: Geometry) -> Iterator[str]:
    """Row numbers left of each row, column letters at the upper end of each column."""
    for cells in _rows(board):
        x, y = _centre(board, cells[0])
        yield _svg_text(x - RADIUS * 1.3, y, str(board.coordinates[cells[0]][1] + 1))
    for column in range(2 * board.base - 1):
        first = board.cells[column, max(0, column - board.base + 1)]
        x, y = _centre(board, first)
        yield _svg_text(x + RADIUS * 0.75, y - RADIUS * 1.15, board.names[first].rstrip("0123456789"))


def _svg_text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y + RADIUS * 0.22:.1f}" font-size="{RADIUS * 0.6:.0f}" fill="#666">{text}</text>'
