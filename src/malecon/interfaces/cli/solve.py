"""`malecon solve`: who wins a position with best play, proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.analyze import INTERRUPTED, PLAIN_WIDTH
from malecon.interfaces.cli.boards import BoardText, GameName, position_from

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.solver.solver import Solver

UNSETTLED = 1  # exit code where the time was too short


def solve(
    source: Annotated[Path | None, typer.Argument(help="A game record, SGF or HGF; - is standard input.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d4 e5"; after those of a record.')] = "",
    game: GameName = None,
    board: BoardText = None,
    move: Annotated[
        int | None, typer.Option(min=0, help="The record after so many moves. \\[default: the end]")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Settle every move, and list those that win.")] = False,
    seconds: Annotated[float | None, typer.Option(min=0, help="Give up after so long. \\[default: never]")] = None,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes for what is known of positions.")] = 512,
    threads: Annotated[int, typer.Option(min=1, help="Threads that search; one does the same every time.")] = 1,
    proof: Annotated[Path | None, typer.Option(help="Write the proof to this file, for malecon verify.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")] = False,
) -> None:
    """Solve a position: who wins with best play, by which move, in how many plies; Ctrl-C tells what is known."""
    from rich.console import Console

    from malecon.warmup.steps import PROOF, ensure_warm

    position = position_from(source, move, game, board)
    position.play_all(moves)
    if proof is not None:
        _check_target(position, proof)
    ensure_warm(position.game, PROOF)
    from malecon.interfaces.terminal.solve_view import Solving
    from malecon.solver.solver import Solver

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    solving = Solving(Solver(position, memory=memory, threads=threads), seconds, every=every)
    finished = solving.run(console if console.is_terminal and not as_json else None)
    typer.echo(json.dumps(solving.as_dict(), indent=2) if as_json else "\n".join(solving.report()))
    if not finished:
        raise typer.Exit(INTERRUPTED)
    if solving.solver.verdict is None:
        raise typer.Exit(UNSETTLED)
    if proof is not None:
        _write(solving.solver, proof)


def _check_target(position: Position, target: Path) -> None:
    """GameError where a proof could not be written in the end: better now than after an hour."""
    from malecon.proofs.format import header

    list(header(position))
    if target.is_dir() or not target.parent.is_dir():
        raise GameError(f"{target}: no proof can be written there; a file in a folder that exists would be right")


def _write(solver: Solver, target: Path) -> None:
    """Write the proof; what was begun is removed on Ctrl-C, for a proof with a gap is none."""
    from rich.console import Console

    from malecon.proofs.writer import write_proof

    with Console(stderr=True, highlight=False).status("Writing the proof") as status:
        try:
            with target.open("w", encoding="utf-8") as stream:
                count = write_proof(
                    solver, stream, lambda done: status.update(f"Writing the proof: {done:,} positions")
                )
        except KeyboardInterrupt:
            if target.is_file():
                target.unlink()
            typer.echo("Stopped: no proof was written.", err=True)
            raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"Proof of {count:,} positions written to {target}; malecon verify {target} checks it.", err=True)
