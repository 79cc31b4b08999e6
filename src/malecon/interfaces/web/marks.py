"""Arrows and marks of SGF (AR, TR, CR, SQ, LB) as data of the API."""

from __future__ import annotations

from collections.abc import Iterable

from malecon.games.catalogue import sgf_dialect
from malecon.games.errors import GameError
from malecon.games.picture import Cell
from malecon.games.position import Position
from malecon.games.sgf.dialect import Properties
from malecon.games.sgf.grammar import plain_text, raw_value
from malecon.interfaces.web.schema import MAX_MARKS, JsonObject, Mark

KINDS = ("AR", "TR", "CR", "SQ", "LB")
MAX_LABEL = 20


class MarkReader:
    """Reads the marks of one record."""

    def __init__(self, start: Position, coordinates: str) -> None:
        self._start, self._coordinates = start, coordinates
        self._dialect = sgf_dialect(start.game)
        self._cells = {piece.name for line in start.picture() for piece in line if isinstance(piece, Cell)}

    def read(self, properties: Properties) -> list[JsonObject]:
        """Return the marks of a node; those that are not on the board are left out."""
        values = ((kind, plain_text(raw)) for kind in KINDS for raw in properties.get(kind, ()))
        marks = (self._mark(kind, value) for kind, value in values)
        return [mark for mark in marks if mark is not None][:MAX_MARKS]

    def _mark(self, kind: str, value: str) -> JsonObject | None:
        first, _, rest = value.partition(":")
        cell, end = self._cell(first), self._cell(rest) if kind == "AR" else None
        if cell is None or (kind == "AR" and end is None):
            return None
        mark: JsonObject = {"kind": kind, "cell": cell}
        if kind == "AR":
            mark["to"] = end
        elif kind == "LB":
            mark["words"] = rest[:MAX_LABEL]
        return mark

    def _cell(self, text: str) -> str | None:
        """Return the name of a cell; None if the board has none of that name."""
        name = text.strip().lower()
        if self._coordinates == self._dialect.coordinates[0]:
            return name if name in self._cells else None
        try:
            return self._dialect.read_move(self._start, text, self._coordinates)
        except GameError:
            return None


def write_marks(properties: Properties, marks: Iterable[Mark]) -> None:
    """Add marks to the properties of a node, in our own coordinates."""
    for mark in marks:
        rest = {"AR": mark.to, "LB": mark.words}.get(mark.kind)
        value = f"{mark.cell}:{rest}" if rest else mark.cell
        properties.setdefault(mark.kind, []).append(raw_value(value))
