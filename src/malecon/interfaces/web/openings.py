"""The engine's book of first moves, as `malecon learn openings --out` writes it: one line per move.

A line holds the base, the simulations per move, the cell and White's expected result after it, separated by tabs. The
book of the package is in `data/openings.tsv`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeAlias

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import geometry
from malecon.interfaces.web.schema import JsonObject

BOOK = Path(__file__).parent / "data" / "openings.tsv"


Book: TypeAlias = dict[str, tuple[int, dict[str, float]]]
"""Simulations per move, and White's result after every first move, by base; symmetric cells are listed once."""


def openings(board: str, own: Path | None = None) -> JsonObject:
    """Return every first move of a Havannah board with its value; a book of one's own comes first.

    Raise GameError if neither book has the board.
    """
    books = read_book(BOOK) | (read_book(own) if own else {})
    found = books.get(board)
    if found is None:
        boards = ", ".join(sorted(books, key=int))
        raise GameError(f"the book has no base {board}; it has {boards}")
    simulations, values = found
    shape = geometry(int(board))
    moves = []
    for cell in range(shape.num_cells):
        image = shape.names[int(shape.symmetries[:, cell].min())]
        if image in values:
            moves.append({"cell": shape.names[cell], "value": values[image]})
    return {"board": board, "simulations": simulations, "moves": moves}


@cache
def read_book(path: Path) -> Book:
    """Read a book; raise GameError if a line is not one of a book."""
    book: Book = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text"
        raise GameError(
            f"cannot read the book {path} ({reason}); write one: malecon learn openings --out FILE"
        ) from None
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        try:
            base, simulations, cell, value = line.split("\t")
            shape = geometry(int(base))
            image = shape.names[int(shape.symmetries[:, shape.by_name[cell]].min())]
            book.setdefault(str(int(base)), (int(simulations), {}))[1][image] = float(value)
        except (ValueError, KeyError):
            raise GameError(f"{path}, line {number}: write base, simulations, cell and value, with tabs") from None
    return book
