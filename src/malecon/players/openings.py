"""First move under the swap rule: a balanced one, so that swapping gains the opponent little."""

from __future__ import annotations

from random import Random

from malecon.games.position import Position
from malecon.knowledge.catalogue import knowledge_of


def balanced_move(position: Position, random: Random) -> str | None:
    """Return a balanced first move if the opponent may swap and one is known, else None."""
    if position.ply > 0 or not position.swap_rule:
        return None
    moves = [move for move in knowledge_of(position.game).openings(position.size) if position.is_legal(move)]
    return random.choice(moves) if moves else None
