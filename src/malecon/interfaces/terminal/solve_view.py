"""The solver: a live display of its progress, and the result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from malecon.games.position import Position
from malecon.solver.solver import DRAW, LOSS, WIN, Solver, TimeSlicer

OPPOSITE = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}


class SolveView:
    """A position to solve and, with `all_moves`, each of its moves."""

    def __init__(self, solver: Solver, seconds: float | None, *, all_moves: bool = False) -> None:
        self.solver, self.all_moves = solver, all_moves
        self.moves: dict[str, tuple[str, int]] = {}
        """Proved result of each move for the side that plays it, and its length in plies."""
        self._limit, self._begin = seconds, time.perf_counter()
        self._nodes, self._slicer = 0, TimeSlicer()
        self.seconds = 0.0

    def run(self, console: Console | None) -> bool:
        """Solve until the end or the time limit; return False after Ctrl-C. Show progress if there is a console."""
        live = Live(console=console, auto_refresh=False, transient=True) if console else None
        try:
            with live or nullcontext():
                self._solve(self.solver, live, "")
                if self.all_moves and self.solver.verdict is not None:
                    self._solve_moves(live)
        except KeyboardInterrupt:
            return False
        finally:
            self.seconds = time.perf_counter() - self._begin
        return True

    @property
    def nodes(self) -> int:
        """Number of positions searched."""
        return self._nodes

    def _solve(self, solver: Solver, live: Live | None, prefix: str) -> None:
        """Run one solver in time slices."""
        while not self._is_late():
            before = solver.nodes
            done = self._slicer.run(solver)
            self._nodes += max(solver.nodes - before, 0)
            if live:
                live.update(self._progress(solver, prefix), refresh=True)
            if done:
                return

    def _solve_moves(self, live: Live | None) -> None:
        position, best = self.solver.position, self.solver.move
        for move in position.legal_moves:
            after = position.copy()
            after.play(move)
            if after.is_over or (move == best and self.solver.verdict is not None):
                verdict = str(self.solver.verdict) if move == best else _verdict_of(after, position)
                self.moves[move] = (verdict, self.solver.length if move == best else 1)
                continue
            solver = Solver(after, workspace=self.solver.workspace)
            self._solve(solver, live, f"{move}: ")
            if solver.verdict is not None:
                self.moves[move] = (OPPOSITE[solver.verdict], solver.length + 1)

    def _is_late(self) -> bool:
        return self._limit is not None and time.perf_counter() - self._begin > self._limit

    # --- text -------------------------------------------------------------------------------------------------------

    def _progress(self, solver: Solver, prefix: str) -> Group:
        seconds = time.perf_counter() - self._begin
        proof, disproof = solver.proof_numbers
        lines = [
            f"{prefix}does {solver.attacker} win? proof number {proof:,}, disproof number {disproof:,}",
            f"{self._nodes:,} positions in {seconds:.0f} s, memory {solver.memory_used:.0%}, best guess {solver.move}",
        ]
        return Group(Spinner("dots", Text(lines[0])), Text("  " + lines[1]))

    def report(self) -> Iterator[str]:
        """Yield the result as lines."""
        position, solver = self.solver.position, self.solver
        yield f"{position.description}, after {position.ply} moves, {position.to_move} to move"
        yield from str(position).splitlines()
        yield self._verdict()
        if solver.verdict is not None:
            yield f"Line: {' '.join(solver.line())}"
        if self.moves:
            yield from self._list_moves()
        speed = self._nodes / self.seconds if self.seconds else 0.0
        yield f"{self._nodes:,} positions in {self.seconds:.1f} s, {speed:,.0f} per second"

    def _verdict(self) -> str:
        side, solver = self.solver.position.to_move, self.solver
        if solver.verdict is None:
            proof, disproof = solver.proof_numbers
            guess = f"; best guess {solver.move}" if solver.move else ""
            return f"Not solved: proof number {proof:,}, disproof number {disproof:,}{guess}"
        if solver.verdict == DRAW:
            return f"Draw with best play: {solver.move} draws"
        if solver.verdict == WIN:
            return f"{side} wins with {solver.move} in at most {solver.length} plies"
        return f"{side.other} wins in at most {solver.length} plies; {solver.move} resists longest in this proof"

    def _list_moves(self) -> Iterator[str]:
        words = {WIN: "Winning moves", DRAW: "Drawing moves", LOSS: "Losing moves"}
        for verdict, title in words.items():
            rows = sorted((length, move) for move, (result, length) in self.moves.items() if result == verdict)
            if rows:
                yield f"{title}: {' '.join(f'{move} ({length})' for length, move in rows)}"
        if open_moves := [move for move in self.solver.position.legal_moves if move not in self.moves]:
            yield f"Not solved: {' '.join(open_moves)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON."""
        position, solver = self.solver.position, self.solver
        moves = [{"move": m, "verdict": v, "length": length} for m, (v, length) in self.moves.items()]
        return {
            "game": position.game,
            **position.options,
            "played": position.moves,
            "to_move": str(position.to_move).lower(),
            "verdict": solver.verdict,
            "winner": str(solver.winner).lower() if solver.winner is not None else None,
            "move": solver.move,
            "length": solver.length if solver.verdict else None,
            "line": solver.line() if solver.verdict else [],
            "moves": moves if self.all_moves else None,
            "positions": self._nodes,
            "seconds": self.seconds,
        }


def _verdict_of(after: Position, before: Position) -> str:
    """Return the result of a move that ends the game, for the side that played it."""
    assert after.outcome is not None
    winner = after.outcome.winner
    return DRAW if winner is None else WIN if winner == before.to_move else LOSS
