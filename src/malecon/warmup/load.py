"""Loading a player's compiled code before a clock runs."""

from __future__ import annotations

from malecon.games.position import Position
from malecon.players.player import Limit, Player

SHORT = Limit(seconds=0.001, simulations=1)


def load_player(player: Player, start: Position, limit: Limit = SHORT) -> None:
    """Let a player make one quick decision, after one move: an opening may be played from a table."""
    position = start.copy()
    if not position.is_over:
        position.play(position.legal_moves[0])
    if not position.is_over:
        player.decide(position, limit)
