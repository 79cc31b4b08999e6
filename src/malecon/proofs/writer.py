"""Writing a proof down: the winner's answer to everything, found again in what the search remembers.

What the table has forgotten meanwhile is searched again. Positions that the winner ends at once are left out, and so is
what has been written already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TextIO

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.proofs.format import NOBODY_MOVED, Claim, header
from malecon.solver.query import Query, Workspace, whole_move
from malecon.solver.solver import DRAW, Solver

TELL_EVERY = 500


def write_proof(solver: Solver, stream: TextIO, tell: Callable[[int], None] = lambda _: None) -> int:
    """Write the proof of a finished solver; return of how many positions it gives the answer, and tell it meanwhile."""
    if solver.verdict is None:
        raise GameError("there is no proof to write: the position is not settled")
    written = 0
    for line in header(solver.position):
        stream.write(line + "\n")
    for claim in claims(solver):
        stream.write(f"claim {claim}\n")
        for line in ClaimWriter(solver.workspace, claim).lines(solver.position):
            stream.write(line + "\n")
            written += 1
            if written % TELL_EVERY == 0:
                tell(written)
    return written


def claims(solver: Solver) -> list[Claim]:
    """What a verdict claims."""
    side = solver.position.to_move
    if solver.verdict == DRAW:
        return [Claim(side, False), Claim(side.other, False)]
    assert solver.winner is not None
    return [Claim(solver.winner, True)]


class ClaimWriter:
    """How a player makes a claim true."""

    def __init__(self, workspace: Workspace, claim: Claim) -> None:
        self._workspace, self._claim = workspace, claim
        self._attacker = claim.player if claim.wins else claim.player.other
        self._written: set[Any] = set()

    def lines(self, position: Position) -> Iterator[str]:
        """The lines of the claim, the position's own first where the player moves."""
        twin = position.copy()
        if twin.to_move == self._claim.player:
            yield from self._answer(twin, NOBODY_MOVED, 0)
        else:
            yield from self._replies(twin, 0)

    def _replies(self, position: Position, depth: int) -> Iterator[str]:
        """What is to be answered here: the opponent is to move."""
        for move in position.legal_moves:
            position.play(move)
            if not position.is_over and position._key() not in self._written:
                yield from self._answer(position, move, depth)
            position.undo()

    def _answer(self, position: Position, played: str, depth: int) -> Iterator[str]:
        """The player's answer to a move, and all that may follow; nothing where the player wins at once."""
        self._written.add(position._key())
        if position.winning_moves() and played != NOBODY_MOVED:
            return
        move = self._best(position)
        yield f"{' ' * depth}{played} {move}"
        position.play(move)
        if not position.is_over:
            yield from self._replies(position, depth + 1)
        position.undo()

    def _best(self, position: Position) -> str:
        question = Query(self._workspace, position.struct, self._attacker)
        question.finish()
        steps = question.settled_steps()
        assert steps, f"{self._claim} is not proved after {position.moves}"
        return whole_move(self._workspace, position, self._attacker, steps[0])
