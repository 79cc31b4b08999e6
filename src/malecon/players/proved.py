"""Moves from packed proofs: what a player with the technique `proofs` knows about a position without a search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from malecon.games.position import Position
from malecon.players.thought import Thought
from malecon.proofs.book import proved_win
from malecon.search.searcher import RootMove


def proved_thought(position: Position) -> Thought | None:
    """Return the decision of a proof; None if no proof covers the position or the side to move loses it."""
    win = proved_win(position)
    if win is None or win.move is None:
        return None
    moves = tuple(
        RootMove(move, int(move == win.move), 1.0, None, 0.0, "win", plies) for move, plies in win.moves.items()
    )
    return Thought(win.move, 1.0, (win.move,), "win", win.plies, moves, position=position.copy())


def with_proofs(position: Position, moves: Iterable[RootMove]) -> list[RootMove]:
    """Return root moves with the results that proofs know: that the moves of the loser lose."""
    win = proved_win(position)
    if win is None or win.move is not None:
        return list(moves)
    return [replace(row, proof="loss", value=0.0, length=win.moves[row.move]) for row in moves]
