"""The first move of a game with the swap rule: one that leaves the second player little to choose."""

from __future__ import annotations

from random import Random

from malecon.games.position import Position
from malecon.knowledge.catalogue import knowledge_of


def balanced_move(position: Position, random: Random) -> str | None:
    """A balanced first move where the opponent may swap it and one is known; else None."""
    if position.ply > 0 or not position.swap_rule:
        return None
    moves = [move for move in knowledge_of(position.game).openings(position.size) if position.is_legal(move)]
    return random.choice(moves) if moves else None
