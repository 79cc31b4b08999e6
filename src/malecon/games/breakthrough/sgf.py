"""Breakthrough in SGF: `SZ[8]` or `SZ[columns:rows]`, moves as `W[a2-a3]`."""

from __future__ import annotations

from collections.abc import Sequence

from malecon.games.breakthrough.position import BREAKTHROUGH, CAPTURE, DEFAULT_PIECE_ROWS, Breakthrough
from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError, RecordError
from malecon.games.position import Position
from malecon.games.sgf.dialect import (
    COLOUR_LETTERS,
    Properties,
    SgfDialect,
    WrittenMove,
    read_square_size,
    side_to_start,
    single_value,
    write_square_size,
)
from malecon.games.sgf.grammar import plain_text

PIECES = {"AW": WHITE, "AB": BLACK}
ONE_ROW = "one row"


class BreakthroughSgf(SgfDialect):
    """Board size, rows of pieces and setup of Breakthrough in SGF."""

    game = "breakthrough"
    endings = (BREAKTHROUGH, CAPTURE)
    start_properties = frozenset({"SZ", "RU", "AW", "AB", "PL"})

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Breakthrough:  # noqa: ARG002
        """Return the initial position, or the one that the root sets up."""
        rows, columns = read_square_size(root, default=8)
        one_row = ONE_ROW in single_value(root, "RU").lower()
        white, black = ([plain_text(raw) for raw in root.get(name, ())] for name in PIECES)
        to_move = side_to_start(root, moves, WHITE)
        try:
            initial = Breakthrough(rows, columns, piece_rows=1 if one_row else DEFAULT_PIECE_ROWS)
            if not white and not black and to_move == WHITE:
                return initial
            white, black = white or initial.pieces(WHITE), black or initial.pieces(BLACK)
            return Breakthrough.from_pieces(rows, columns, white, black, to_move)
        except GameError as error:
            raise RecordError(f"cannot set up the board: {error}") from None

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:  # noqa: ARG002
        """Return SZ, RU for one row of pieces, and the pieces of a setup."""
        assert isinstance(start, Breakthrough)
        properties = {"SZ": [write_square_size(start.rows, start.columns)]}
        if start.piece_rows != DEFAULT_PIECE_ROWS:
            properties["RU"] = [ONE_ROW]
        if start != start.new_game():
            properties |= {"PL": [COLOUR_LETTERS[start.to_move]]}
            properties |= {name: start.pieces(colour) for name, colour in PIECES.items()}
        return properties
