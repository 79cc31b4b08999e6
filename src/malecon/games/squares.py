"""Boards of squares, as in chess: square names, and boards as text, in terminals and as SVG.

Squares are numbered 0, 1, 2, ... from a1 along the rows, White's first row first. The pieces belong to the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError, NotationError
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS, Cell, Label, Line
from malecon.kernel import Structs

MAX_SIDE = len(ascii_lowercase)
SQUARE_SIZE = 40  # pixels of an SVG image
SQUARE_FILLS = ("#e8c88f", "#d3a868")
WIN_COLOUR, LAST_COLOUR = "#d1495b", "#e0a03f"
PIECE_COLOURS = {SYMBOLS[WHITE]: ("#fafafa", "#555"), SYMBOLS[BLACK]: ("#1d1d1d", "#000")}  # fill and outline


@dataclass(frozen=True)
class Squares:
    """A board of rows and columns."""

    rows: int
    columns: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, from a1 along the rows."""
        return tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(self.rows) for x in range(self.columns))

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Square numbers by name."""
        return {name: square for square, name in enumerate(self.names)}

    @cached_property
    def board(self) -> Structs:
        """The board struct of the game, as an array of length one."""
        raise NotImplementedError("each game defines its own board struct")

    def read(self, text: str) -> int:
        """Return the number of a square, in upper or lower case; raise NotationError if it is not on the board."""
        square = self.by_name.get(text.strip().lower())
        if square is None:
            raise NotationError(f"{text!r} is not on this board; squares are {self.names[0]} to {self.names[-1]}")
        return square


def read_size(text: str) -> tuple[int, int]:
    """Return rows and columns of a size such as `8x6`, or `8` for both; raise GameError if it is neither."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:[xX]\s*([0-9]{1,3}))?\s*", text)
    if not match:
        raise GameError(f"{text!r} is not a board size; write rows x columns, such as 8x8")
    return int(match[1]), int(match[2] or match[1])


# --- as text ------------------------------------------------------------------------------------------------------


def text_board(board: Squares, symbols: Sequence[str], marked: str | None) -> str:
    """Draw the board, White's first row at the bottom, with the marked square in brackets."""
    lines = ["   " + " ".join(ascii_lowercase[: board.columns])]
    for y in reversed(range(board.rows)):
        line = f"{y + 1:>2}"
        for square in range(y * board.columns, (y + 1) * board.columns):
            line += f"[{symbols[square]}]" if board.names[square] == marked else f" {symbols[square]}"
        lines.append(line.replace("] ", "]"))
    return "\n".join(lines)


def picture(board: Squares, symbols: Sequence[str]) -> list[Line]:
    """Return the same drawing as lines of labels and cells."""
    lines: list[Line] = [[Label("   " + " ".join(ascii_lowercase[: board.columns]))]]
    for y in reversed(range(board.rows)):
        squares = range(y * board.columns, (y + 1) * board.columns)
        cells = [Cell(board.names[square], symbols[square], (square % board.columns + y) % 2) for square in squares]
        lines.append([Label(f"{y + 1:>2} "), *cells])
    return lines


def read_board(text: str, allowed: Collection[str]) -> tuple[Squares, dict[str, list[str]]]:
    """Read a drawn board; return it and the names of the squares by symbol. Row and column labels are optional."""
    drawn = [symbols for line in text.splitlines() if (symbols := _row_symbols(line, allowed))][::-1]
    if not drawn or len({len(row) for row in drawn}) != 1:
        raise GameError(f"the rows of a drawn board must have equal lengths and consist of {' '.join(sorted(allowed))}")
    if max(len(drawn), len(drawn[0])) > MAX_SIDE:
        raise GameError(f"the board is {len(drawn)}x{len(drawn[0])}; at most {MAX_SIDE} rows and columns are possible")
    board = Squares(len(drawn), len(drawn[0]))
    placed = list(zip(board.names, (symbol for row in drawn for symbol in row), strict=True))
    return board, {symbol: [name for name, other in placed if other == symbol] for symbol in allowed}


def _row_symbols(line: str, allowed: Collection[str]) -> list[str]:
    """Return the symbols of one drawn row, without labels and brackets."""
    words = line.replace("[", " ").replace("]", " ").split()
    return [word for word in words if word in allowed]


# --- as SVG -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Highlights:
    """Title and highlighted squares of an SVG board."""

    title: str
    last: Collection[str] = ()
    """Squares of the last move."""
    winning: Collection[str] = ()


def svg_board(board: Squares, symbols: Sequence[str], highlights: Highlights) -> str:
    """Draw the board as SVG: coordinates, pieces, the last move and the winning squares."""
    width, height = SQUARE_SIZE * (board.columns + 1), SQUARE_SIZE * (board.rows + 1)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" text-anchor="middle">',
        f"<title>{highlights.title}</title>",
        *_svg_labels(board),
    ]
    for square, symbol in enumerate(symbols):
        elements += _svg_square(board, square, symbol, highlights)
    return "\n".join([*elements, "</svg>"])


def square_centres(board: Squares) -> dict[str, tuple[float, float]]:
    """Return the centre of each square in the picture."""
    places = [divmod(square, board.columns) for square in range(len(board.names))]
    return {
        name: (SQUARE_SIZE * (x + 1.0), SQUARE_SIZE * (board.rows - y * 1.0))
        for name, (y, x) in zip(board.names, places, strict=True)
    }


def _svg_square(board: Squares, square: int, symbol: str, highlights: Highlights) -> Iterator[str]:
    y, x = divmod(square, board.columns)
    side, name = SQUARE_SIZE, board.names[square]
    left, top = side * (x + 1) - side // 2, side * (board.rows - 1 - y) + side // 2
    fill = LAST_COLOUR if name in highlights.last else SQUARE_FILLS[(x + y + 1) % 2]
    yield f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{fill}" stroke="#8a6d3b"/>'
    if symbol in PIECE_COLOURS:
        fill, outline = PIECE_COLOURS[symbol]
        stroke = f'stroke="{WIN_COLOUR}" stroke-width="4"' if name in highlights.winning else f'stroke="{outline}"'
        yield f'<circle cx="{left + side / 2:g}" cy="{top + side / 2:g}" r="{side * 0.36:g}" fill="{fill}" {stroke}/>'
    elif symbol == BLOCKED:
        corner = f'x="{left + side * 0.25:g}" y="{top + side * 0.25:g}"'
        yield f'<rect {corner} width="{side / 2:g}" height="{side / 2:g}" fill="#5f3a1e"/>'
    else:
        assert symbol == EMPTY


def _svg_labels(board: Squares) -> Iterator[str]:
    """Row numbers at the left, column letters below."""
    for y in range(board.rows):
        yield _svg_text(SQUARE_SIZE * 0.25, SQUARE_SIZE * (board.rows - y), str(y + 1))
    for x in range(board.columns):
        yield _svg_text(SQUARE_SIZE * (x + 1), SQUARE_SIZE * (board.rows + 0.8), ascii_lowercase[x])


def _svg_text(x: float, y: float, text: str) -> str:
    baseline, size = y + SQUARE_SIZE * 0.12, SQUARE_SIZE * 0.35
    return f'<text x="{x:g}" y="{baseline:g}" font-size="{size:.0f}" fill="#666">{text}</text>'
