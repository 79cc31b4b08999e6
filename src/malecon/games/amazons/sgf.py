"""Amazons in game records: `SZ[10]` or `SZ[columns:rows]` as SGF has it, moves as `W[d1-d7/g7]`.

AW, AB and AA are the amazons and arrows of another start, PL the side that begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from malecon.games.amazons.position import BLOCKADE, Amazons
from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError, RecordError
from malecon.games.position import Position
from malecon.games.sgf.dialect import COLOUR_LETTERS, Properties, SgfDialect, WrittenMove, side_to_start, single_value
from malecon.games.sgf.grammar import plain_text, shorten

SETUP = ("AW", "AB", "AA")


class AmazonsSgf(SgfDialect):
    """Size, start and moves of Amazons as files have them."""

    game = "amazons"
    endings = (BLOCKADE,)
    start_properties = frozenset({"SZ", *SETUP, "PL"})

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Amazons:  # noqa: ARG002
        """The usual start, or what the root sets up."""
        rows, columns = _size(root)
        white, black, arrows = ([plain_text(raw) for raw in root.get(name, ())] for name in SETUP)
        to_move = side_to_start(root, moves, WHITE)
        try:
            usual = Amazons(rows, columns)
            if not any((white, black, arrows)) and to_move == WHITE:
                return usual
            white, black = white or usual.amazons(WHITE), black or usual.amazons(BLACK)
            return Amazons.from_squares((rows, columns), white, black, arrows, to_move)
        except GameError as error:
            raise RecordError(f"the start of the game: {error}") from None

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:  # noqa: ARG002
        """SZ, and a start that is not the usual one."""
        assert isinstance(start, Amazons)
        square = start.rows == start.columns
        described = {"SZ": [str(start.rows) if square else f"{start.columns}:{start.rows}"]}
        if start != Amazons(start.rows, start.columns):
            described |= {"PL": [COLOUR_LETTERS[start.to_move]], "AW": start.amazons(WHITE), "AB": start.amazons(BLACK)}
            described |= {"AA": start.arrows} if start.arrows else {}
        return described

    def read_move(self, position: Position, text: str, coordinates: str) -> str:  # noqa: ARG002
        """A move in any of the ways in which people write it."""
        return position.parse_move(text)

    def write_move(self, position: Position, move: str, coordinates: str) -> str:  # noqa: ARG002
        """A move in our notation."""
        return move


def _size(root: Properties) -> tuple[int, int]:
    """Rows and columns."""
    text = single_value(root, "SZ") or "10"
    match = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,3}))?", text)
    if not match:
        raise RecordError(f"SZ[{shorten(text)}]: columns and rows would be right, such as SZ[10] or SZ[6:8]")
    return int(match[2] or match[1]), int(match[1])
