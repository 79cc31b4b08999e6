"""Amazons in SGF: `SZ[10]` or `SZ[columns:rows]`, moves as `W[d1-d7/g7]`.

AW, AB and AA set up amazons and arrows, PL the side to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from malecon.games.amazons.position import BLOCKADE, Amazons
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
    write_square_size,
)
from malecon.games.sgf.grammar import plain_text

SETUP = ("AW", "AB", "AA")


class AmazonsSgf(SgfDialect):
    """Board size, setup and moves of Amazons in SGF."""

    game = "amazons"
    endings = (BLOCKADE,)
    start_properties = frozenset({"SZ", *SETUP, "PL"})

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Amazons:  # noqa: ARG002
        """Return the initial position, or the one that the root sets up."""
        rows, columns = read_square_size(root, default=10)
        white, black, arrows = ([plain_text(raw) for raw in root.get(name, ())] for name in SETUP)
        to_move = side_to_start(root, moves, WHITE)
        try:
            initial = Amazons(rows, columns)
            if not any((white, black, arrows)) and to_move == WHITE:
                return initial
            white, black = white or initial.amazons(WHITE), black or initial.amazons(BLACK)
            return Amazons.from_squares((rows, columns), white, black, arrows, to_move)
        except GameError as error:
            raise RecordError(f"cannot set up the board: {error}") from None

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:  # noqa: ARG002
        """Return SZ, and the amazons and arrows of a setup."""
        assert isinstance(start, Amazons)
        properties = {"SZ": [write_square_size(start.rows, start.columns)]}
        if start != Amazons(start.rows, start.columns):
            properties |= {
                "AW": start.amazons(WHITE),
                "AB": start.amazons(BLACK),
                "PL": [COLOUR_LETTERS[start.to_move]],
            }
            properties |= {"AA": start.arrows} if start.arrows else {}
        return properties
