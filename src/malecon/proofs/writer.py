"""Writes a proof: the player's answer to every opponent's move, recovered from the solver's transposition table.

Positions that the table has lost are searched again. Positions with an immediate win and positions already written are
omitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TextIO

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.proofs.format import NO_MOVE, Claim, header
from malecon.solver.query import Query, Workspace, complete_move
from malecon.solver.solver import DRAW, Solver

PROGRESS_INTERVAL = 500


def write_proof(solver: Solver, stream: TextIO, on_progress: Callable[[int], None] = lambda _: None) -> int:
    """Write the proof of a finished solver; return the number of answers, which is also passed to `on_progress`."""
    if solver.verdict is None:
        raise GameError("no proof to write: the position is not decided")
    written = 0
    for line in header(solver.position):
        stream.write(line + "\n")
    for claim in claims(solver):
        stream.write(f"claim {claim}\n")
        for line in ClaimWriter(solver.workspace, claim).lines(solver.position):
            stream.write(line + "\n")
            written += 1
            if written % PROGRESS_INTERVAL == 0:
                on_progress(written)
    return written


def claims(solver: Solver) -> list[Claim]:
    """Return the claims of a verdict."""
    side = solver.position.to_move
    if solver.verdict == DRAW:
        return [Claim(side, False), Claim(side.other, False)]
    assert solver.winner is not None
    return [Claim(solver.winner, True)]


class ClaimWriter:
    """Writes the strategy that proves a claim."""

    def __init__(self, workspace: Workspace, claim: Claim) -> None:
        self._workspace, self._claim = workspace, claim
        self._attacker = claim.player if claim.wins else claim.player.other
        self._written: set[Any] = set()

    def lines(self, position: Position) -> Iterator[str]:
        """Yield the lines of the claim, starting with the root if the player moves there."""
        copy = position.copy()
        if copy.to_move == self._claim.player:
            yield from self._answer(copy, NO_MOVE, 0)
        else:
            yield from self._replies(copy, 0)

    def _replies(self, position: Position, depth: int) -> Iterator[str]:
        """Yield the lines for the opponent's moves."""
        for move in position.legal_moves:
            position.play(move)
            if not position.is_over and position._key() not in self._written:
                yield from self._answer(position, move, depth)
            position.undo()

    def _answer(self, position: Position, played: str, depth: int) -> Iterator[str]:
        """Yield the player's answer to a move and all continuations; nothing if the player wins at once."""
        self._written.add(position._key())
        if position.winning_moves() and played != NO_MOVE:
            return
        move = self._proved_move(position)
        yield f"{' ' * depth}{played} {move}"
        position.play(move)
        if not position.is_over:
            yield from self._replies(position, depth + 1)
        position.undo()

    def _proved_move(self, position: Position) -> str:
        query = Query(self._workspace, position.struct, self._attacker)
        query.finish()
        steps = query.proved_steps()
        assert steps, f"{self._claim} is not proved after {position.moves}"
        return complete_move(self._workspace, position, self._attacker, steps[0])
