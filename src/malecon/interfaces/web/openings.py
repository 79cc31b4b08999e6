"""The engine's book of first moves, as `malecon learn openings --out` writes it: one line per move.

A line holds the base, the simulations per move, the cell and White's expected result after it, separated by tabs. The
book of the package is in `data/openings.tsv`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import geometry
from malecon.interfaces.web.schema import JsonObject

BOOK = Path(__file__).parent / "data" / "openings.tsv"


def openings(board: str) -> JsonObject:
    """Return every first move of a Havannah board with its value; raise GameError if the book has none."""
    found = _book().get(board)
    if found is None:
        boards = ", ".join(sorted(_book(), key=int))
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
def _book() -> dict[str, tuple[int, dict[str, float]]]:
    """Return simulations and values of each base; symmetric cells are listed once."""
    book: dict[str, tuple[int, dict[str, float]]] = {}
    for line in BOOK.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            base, simulations, cell, value = line.split("\t")
            book.setdefault(base, (int(simulations), {}))[1][cell] = float(value)
    return book
