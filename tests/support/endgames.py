"""Havannah endgames, drawn ones among them, and their true values by exhaustive search."""

from __future__ import annotations

import random

from support import truth

from malecon import Havannah
from malecon.players.engine import Thought

# Drawn with best play: found by random games in which threats are answered; `truth` confirms the draws.
DRAWN = [
    (3, "d4 b3 e3 c3 a2 d2 b4 c5 b1 e4 c2 d5"),
    (3, "c1 b2 d4 b1 a3 c2 d5 a2 d2 e3 c3 e5"),
    (3, "a2 a1 c3 b3 c5 c1 b1 d5 b4 a3 b2 c4"),
    (3, "b1 c1 a3 a2 d2 d3 a1 c5 d5 b2 d4 e3"),
    (3, "c5 a1 a2 c1 b1 c3 d3 e4 b2 a3 b4 b3"),
    (3, "a1 e3 c5 b4 d5 e5 b1 b2 a3 b3 d4 a2 e4"),
    (4, "b3 d2 c1 e2 f5 d7 e6 g6 c3 a3 d1 f3 f4 g5 c4 c5 e3 d6 c6 e5 a4 b2 f7 g7 g4 a1 e4 d5 f6 b4"),
    (4, "b5 e3 e7 d1 f7 b4 f5 b3 b2 c5 g6 d5 c3 c4 a4 d4 c2 b1 e2 f6 g5 g7 e5 d3 a2 f3 a1 a3 c6 d7"),
    (4, "d3 c1 e7 e2 d4 c6 c3 g7 e4 d7 b3 f7 b4 g5 c5 d5 e6 f5 f4 e5 f6 a1 a3 c2 g6 d6 g4 a4 b5 f3"),
    (4, "b5 d5 g4 a1 b1 c1 g7 d4 d3 f5 a2 d2 b4 d1 e3 b2 c2 c3 f3 g5 d6 f6 e2 e5 d7 f4 c6 a4 a3 e7"),
    (4, "b2 a3 e5 e4 g6 e6 f5 a1 a4 c5 f3 c4 f7 f6 d5 b4 d2 g4 d6 b1 d3 b5 a2 e2 c3 f4 d7 g7 g5 c6 d1"),
    (4, "d3 c5 e4 f6 g4 e6 b3 d7 d4 a3 d5 c6 b4 d2 d6 a4 b5 g6 e7 c4 g7 c3 a2 d1 c2 b2 a1 b1 c1 f3 e5"),
]


def the_truth(position: Havannah) -> tuple[str, int]:
    """Return the value for the side to move, by exhaustive search."""
    return truth.solve(position.base, position.stones(position.to_move), position.stones(position.to_move.other))


def endgame(base: int, empties: int, dice: random.Random, *, quiet: bool) -> Havannah:
    """Return a position with a number of empty cells, reached by random moves that do not win.

    In a quiet position threats were answered on the way, and the side to move has no immediate win and at most one
    threat to answer; most random endgames are won by the next move.
    """
    while True:
        position = Havannah(base)
        while len(position.legal_moves) > empties:
            threats = position.winning_cells(position.to_move.other) if quiet else []
            own = set(position.winning_cells())
            free = [move for move in threats or position.legal_moves if move not in own]
            if not free or len(threats) > 1:
                break
            position.play(dice.choice(free))
        if len(position.legal_moves) != empties:
            continue
        if not quiet or (not position.winning_cells() and len(position.winning_cells(position.to_move.other)) < 2):
            return position


def check_thought(position: Havannah, thought: Thought) -> str:
    """Compare a finished proof with the true value and return the proof."""
    result, plies = the_truth(position)
    assert thought.proof == result, f"{position!r} is a {result} in {plies}, not a {thought.proof}"
    empties = len(position.legal_moves)
    if result == "draw":
        assert thought.length == empties == plies
    else:
        assert thought.length % 2 == (result == "win")
        assert plies <= thought.length <= empties, f"{position!r} takes {plies} plies, not {thought.length}"
    position.play(thought.move)
    if not position.is_over:
        assert the_truth(position)[0] == {"win": "loss", "loss": "win", "draw": "draw"}[result], "the move gave it away"
    return result
