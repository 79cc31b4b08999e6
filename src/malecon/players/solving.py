"""Who wins with best play, where that can be proved in time.

`solve` is the one way to ask. Behind it stands the tree search with its solver, run until the root is proved; another
method can take its place without anybody noticing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from malecon.games.colours import Colour
from malecon.games.position import Position
from malecon.players.engine import Engine, Thought
from malecon.players.player import Limit

LOOK = 0.1  # seconds between two looks at whether to go on
SWITCHES = "+solver+proofs"
SOLVER = f"malecon{SWITCHES}"


@dataclass(frozen=True)
class Solution:
    """What is known of a position."""

    is_proved: bool
    winner: Colour | None = None
    """Who wins; None for a draw, and where nothing is proved."""
    move: str | None = None
    """A move that makes it so, the one that holds out longest, or the best guess; None where the game is over."""
    length: int = 0
    """Plies to the end of the proved line."""
    line: tuple[str, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


def _never() -> bool:
    return False


def solve(
    position: Position,
    seconds: float,
    *,
    threads: int = 1,
    memory: int = 512,
    is_stopped: Callable[[], bool] = _never,
) -> Solution:
    """Prove who wins, or give up when the time is up or somebody says so.

    >>> import malecon
    >>> solve(malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5"), seconds=10).move
    'a2'
    """
    begin = time.perf_counter()
    if (outcome := position.outcome) is not None:
        return Solution(True, outcome.winner)
    engine = Engine(SOLVER, game=position.game, threads=threads, memory=memory)
    for thought in engine.think_aloud(position, Limit(seconds=seconds), LOOK):
        found = _solution(position.to_move, thought, time.perf_counter() - begin)
        if is_stopped():
            break
    return found


def _solution(side: Colour, thought: Thought, seconds: float) -> Solution:
    spent = {"line": thought.line, "simulations": thought.simulations, "seconds": seconds}
    if thought.proof is None:
        return Solution(False, move=thought.move, **spent)  # type: ignore[arg-type]
    winner = {"win": side, "loss": side.other, "draw": None}[thought.proof]
    return Solution(True, winner, thought.move, thought.length, **spent)  # type: ignore[arg-type]
