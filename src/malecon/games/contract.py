"""What a game gives to kernels that know no game: a handful of functions over its position record.

A position record has the fields `to_move` (WHITE or BLACK) and `num_moves` (how many moves are legal); everything else
is the game's own. Moves are small integers.
"""

from __future__ import annotations

from malecon.kernel import Record, generic


@generic
def play(position: Record, board: Record, move: int) -> int:
    """Play a legal move for the side to move; return the ways in which it wins as bits, 0 where the game goes on."""


@generic
def legal_move(position: Record, board: Record, index: int) -> int:
    """The legal move of an index below `position.num_moves`; the order is the game's own."""


@generic
def copy_position(target: Record, source: Record, board: Record) -> None:
    """Make `target` the position that `source` is."""
