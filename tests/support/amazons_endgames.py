"""Amazons endgames small enough for exhaustive search, and the search."""

from __future__ import annotations

from functools import cache

from support import amazons_oracle as oracle
from support.amazons_oracle import OTHER, Move, OracleAmazons

from malecon import BLACK, WHITE, Amazons

ENDGAMES = {
    "a race": ("O . . #\n. # . .\n# . # .\n. . # X", WHITE),
    "a race, Black first": ("O . . #\n. # . .\n# . # .\n. . # X", BLACK),
    "three in a cage": ("O . # X\n. # . .\n# # O .\n. . # #", WHITE),
    "one square each": ("O . # X\n# # # .\n# # # #\n# # # #", WHITE),
    "a corridor to fight for": (". . . .\nO # # X\n. # # .\n# . # .", WHITE),
    "a corridor to fight for, Black first": (". . . .\nO # # X\n. # # .\n# . # .", BLACK),
}


def beside_oracle(position: Amazons) -> OracleAmazons:
    sides = {str(colour): [oracle.square(name) for name in position.amazons(colour)] for colour in (WHITE, BLACK)}
    game = OracleAmazons(position.rows, position.columns, sides)
    game.arrows, game.to_move = {oracle.square(name) for name in position.arrows}, str(position.to_move)
    return game


def is_won(game: OracleAmazons) -> bool:
    """Return whether the side to move wins, by exhaustive search."""
    columns, rows = game.columns, game.rows

    @cache
    def won(own: frozenset, other: frozenset, arrows: frozenset) -> bool:
        now = OracleAmazons(rows, columns, {"White": sorted(own), "Black": sorted(other)})
        now.arrows = set(arrows)
        return any(not won(other, *after(own, arrows, move)) for move in now.moves())

    def after(own: frozenset, arrows: frozenset, move: Move) -> tuple[frozenset, frozenset]:
        return own - {move[0]} | {move[1]}, arrows | {move[2]}

    sides = (frozenset(game.amazons[game.to_move]), frozenset(game.amazons[OTHER[game.to_move]]))
    return won(*sides, frozenset(game.arrows))
