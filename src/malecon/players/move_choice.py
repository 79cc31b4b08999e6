"""Choice of the move: the balanced first move, the final move of a search, and time allocation."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from malecon.games.position import Position
from malecon.knowledge.catalogue import knowledge_of
from malecon.search.searcher import RootMove


def balanced_move(position: Position, random: Random) -> str | None:
    """Return a balanced first move if the opponent may swap and one is known, else None."""
    if position.ply > 0 or not position.swap_rule:
        return None
    moves = [move for move in knowledge_of(position.game).openings(position.size) if position.is_legal(move)]
    return random.choice(moves) if moves else None


def secure_value(move: RootMove) -> float:
    """Return a lower confidence bound of a move's value."""
    return move.value - 1.0 / math.sqrt(move.visits + 1)


RULES: dict[str, Callable[[RootMove], tuple[float, ...]]] = {
    "visits": lambda move: (*move.step_visits, move.value),
    "value": lambda move: (move.visits > 0, move.value),
    "wins": lambda move: (move.visits * move.value, move.value),
    "secure": lambda move: (move.visits > 0, secure_value(move)),
}


def choose_move(moves: Sequence[RootMove], by: str = "visits") -> RootMove:
    """Return the best move: the shortest proved win, a proved loss only if all are, else the best by a rule."""
    if wins := [move for move in moves if move.proof == "win"]:
        return min(wins, key=lambda move: move.length)
    if open_moves := [move for move in moves if move.proof != "loss"]:
        best = max(open_moves, key=RULES[by])
        draws = [move for move in open_moves if move.proof == "draw"]
        return draws[0] if draws and best.value < 0.5 else best
    return max(moves, key=lambda move: (move.length, move.visits))


def sample_move(moves: Sequence[RootMove], temperature: float, random: Random) -> RootMove:
    """Sample a tried move with weight exp(secure value / temperature).

    The plain value would favour moves that were lucky once in a search of few simulations.
    """
    tried = [move for move in moves if move.visits > 0] or list(moves)
    top = max(map(secure_value, tried))
    weights = [math.exp((secure_value(move) - top) / temperature) for move in tried]
    return random.choices(tried, weights)[0]


def seconds_for_move(remaining: float, increment: float, moves_left: float) -> float:
    """Return the time for a move: an even share of the clock, slightly more early, never all of it."""
    share = 1.4 * remaining / max(moves_left, 1.0) + 0.8 * increment
    return max(0.001, min(share, 0.5 * remaining))
