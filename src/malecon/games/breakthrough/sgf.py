"""Breakthrough in game records: `SZ[8]` or `SZ[columns:rows]` as SGF has it, moves as `W[a2-a3]`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from malecon.games.breakthrough.position import BREAKTHROUGH, CAPTURE, USUAL_PIECE_ROWS, Breakthrough
from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError, RecordError
from malecon.games.position import Position
from malecon.games.sgf.dialect import COLOUR_LETTERS, Properties, SgfDialect, WrittenMove, side_to_start, single_value
from malecon.games.sgf.grammar import plain_text, shorten

PIECES = {"AW": WHITE, "AB": BLACK}
ONE_ROW = "one row"


class BreakthroughSgf(SgfDialect):
    """Size, rows of pieces and setup of Breakthrough as files have them."""

    game = "breakthrough"
    endings = (BREAKTHROUGH, CAPTURE)
    start_properties = frozenset({"SZ", "RU", "AW", "AB", "PL"})

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Breakthrough:  # noqa: ARG002
        """The usual start, or the pieces that the root sets up."""
        rows, columns = _size(root)
        one_row = ONE_ROW in single_value(root, "RU").lower()
        white, black = ([plain_text(raw) for raw in root.get(name, ())] for name in PIECES)
        to_move = side_to_start(root, moves, WHITE)
        try:
            usual = Breakthrough(rows, columns, piece_rows=1 if one_row else USUAL_PIECE_ROWS)
            if not white and not black and to_move == WHITE:
                return usual
            white, black = white or usual.pieces(WHITE), black or usual.pieces(BLACK)
            return Breakthrough.from_pieces(rows, columns, white, black, to_move)
        except GameError as error:
            raise RecordError(f"the start of the game: {error}") from None

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:  # noqa: ARG002
        """SZ, RU where there is one row of pieces, and pieces that were set up."""
        assert isinstance(start, Breakthrough)
        square = start.rows == start.columns
        described = {"SZ": [str(start.rows) if square else f"{start.columns}:{start.rows}"]}
        if start.piece_rows != USUAL_PIECE_ROWS:
            described["RU"] = [ONE_ROW]
        if start != start.new_game():
            described |= {"PL": [COLOUR_LETTERS[start.to_move]]}
            described |= {name: start.pieces(colour) for name, colour in PIECES.items()}
        return described

    def read_move(self, position: Position, text: str, coordinates: str) -> str:  # noqa: ARG002
        """A move in our notation."""
        return position.parse_move(text)

    def write_move(self, position: Position, move: str, coordinates: str) -> str:  # noqa: ARG002
        """The same."""
        return move


def _size(root: Properties) -> tuple[int, int]:
    """Rows and columns."""
    text = single_value(root, "SZ") or "8"
    match = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,3}))?", text)
    if not match:
        raise RecordError(f"SZ[{shorten(text)}]: columns and rows would be right, such as SZ[8] or SZ[6:8]")
    return int(match[2] or match[1]), int(match[1])
