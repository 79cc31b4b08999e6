"""Boards of squares, as chess has them: names of squares, and boards as text, in colour and as SVG.

Squares are numbered 0, 1, 2, ... from a1 along the rows, White's first row first. What stands on them is the game's.
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

MAX_SIDE = len(ascii_lowercase)
SIDE = 40  # of a square in an SVG picture
SQUARE_FILLS = ("#e8c88f", "#d3a868")
WIN_COLOUR, LAST_COLOUR = "#d1495b", "#e0a03f"
PIECES = {SYMBOLS[WHITE]: ("#fafafa", "#555"), SYMBOLS[BLACK]: ("#1d1d1d", "#000")}  # fill and line


@dataclass(frozen=True)
class Squares:
    """A board of so many rows and columns."""

    rows: int
    columns: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, from a1 along the rows."""
        return tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(self.rows) for x in range(self.columns))

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The square of a name."""
        return {name: square for square, name in enumerate(self.names)}

    def read(self, text: str) -> int:
        """The square of a name in either case; NotationError where there is none."""
        square = self.by_name.get(text.strip().lower())
        if square is None:
            raise NotationError(
                f"{text!r} is no square of this board: they run from {self.names[0]} to {self.names[-1]}"
            )
        return square


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns as people write them, such as `8x8` or `8` for both; GameError where it is neither."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:[xX]\s*([0-9]{1,3}))?\s*", text)
    if not match:
        raise GameError(f"a board is written as rows x columns, such as 8x8, not {text!r}")
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
    """The same board in pieces."""
    lines: list[Line] = [[Label("   " + " ".join(ascii_lowercase[: board.columns]))]]
    for y in reversed(range(board.rows)):
        squares = range(y * board.columns, (y + 1) * board.columns)
        cells = [Cell(board.names[square], symbols[square], (square % board.columns + y) % 2) for square in squares]
        lines.append([Label(f"{y + 1:>2} "), *cells])
    return lines


def read_board(text: str, allowed: Collection[str]) -> tuple[Squares, list[str]]:
    """A drawn board and the symbol of every square; labels around it may be missing."""
    drawn = [symbols for line in text.splitlines() if (symbols := _symbols(line, allowed))][::-1]
    if not drawn or len({len(row) for row in drawn}) != 1:
        raise GameError(f"a drawn board has rows of equal length, made of {' '.join(sorted(allowed))}")
    if max(len(drawn), len(drawn[0])) > MAX_SIDE:
        raise GameError(f"a board has at most {MAX_SIDE} rows and columns, not {len(drawn)}x{len(drawn[0])}")
    return Squares(len(drawn), len(drawn[0])), [symbol for row in drawn for symbol in row]


def _symbols(line: str, allowed: Collection[str]) -> list[str]:
    """The squares of one drawn row: everything but labels."""
    words = line.replace("[", " ").replace("]", " ").split()
    return [word for word in words if word in allowed]


# --- as SVG -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Marks:
    """What a picture points at."""

    title: str
    last: Collection[str] = ()
    """Squares of the last move."""
    winning: Collection[str] = ()


def svg_board(board: Squares, symbols: Sequence[str], marks: Marks) -> str:
    """The board as an SVG picture: coordinates, pieces, the last move and what won."""
    width, height = SIDE * (board.columns + 1), SIDE * (board.rows + 1)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" text-anchor="middle">',
        f"<title>{marks.title}</title>",
        *_svg_labels(board),
    ]
    for square, symbol in enumerate(symbols):
        parts += _svg_square(board, square, symbol, marks)
    return "\n".join([*parts, "</svg>"])


def _svg_square(board: Squares, square: int, symbol: str, marks: Marks) -> Iterator[str]:
    y, x = divmod(square, board.columns)
    left, top, name = SIDE * (x + 1) - SIDE // 2, SIDE * (board.rows - 1 - y) + SIDE // 2, board.names[square]
    fill = LAST_COLOUR if name in marks.last else SQUARE_FILLS[(x + y + 1) % 2]
    yield f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#8a6d3b"/>'
    middle = (left + SIDE / 2, top + SIDE / 2)
    if symbol in PIECES:
        fill, line = PIECES[symbol]
        edge = f'stroke="{WIN_COLOUR}" stroke-width="4"' if name in marks.winning else f'stroke="{line}"'
        yield f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{SIDE * 0.36:g}" fill="{fill}" {edge}/>'
    elif symbol == BLOCKED:
        part = f'x="{left + SIDE * 0.25:g}" y="{top + SIDE * 0.25:g}" width="{SIDE / 2:g}" height="{SIDE / 2:g}"'
        yield f'<rect {part} fill="#5f3a1e"/>'
    else:
        assert symbol == EMPTY


def _svg_labels(board: Squares) -> Iterator[str]:
    """Row numbers at the left, column letters below."""
    for y in range(board.rows):
        yield _svg_text(SIDE * 0.25, SIDE * (board.rows - y), str(y + 1))
    for x in range(board.columns):
        yield _svg_text(SIDE * (x + 1), SIDE * (board.rows + 0.8), ascii_lowercase[x])


def _svg_text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y + SIDE * 0.12:g}" font-size="{SIDE * 0.35:.0f}" fill="#666">{text}</text>'
