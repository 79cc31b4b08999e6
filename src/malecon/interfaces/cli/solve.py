"""`malecon solve`: prove who wins a position with best play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.cli.campaign import CampaignOptions, run_campaign
from malecon.interfaces.cli.console import INTERRUPTED, plain_console
from malecon.interfaces.cli.lab.options import ClusterAddress
from malecon.interfaces.cli.options import (
    AsJson,
    BoardText,
    GameName,
    MoveNumber,
    MovesText,
    OptionalRecordFile,
    check_output_file,
)
from malecon.interfaces.cli.sources import read_position
from malecon.interfaces.terminal.solve_view import SolveView
from malecon.proofs.format import header
from malecon.proofs.packed_writer import check_packable, is_packed, write_packed
from malecon.proofs.writer import write_proof
from malecon.solver.solver import Solver
from malecon.warmup.steps import PROOF, ensure_warm

UNSOLVED = 1  # exit code if the time limit was too short


def solve(
    source: OptionalRecordFile = None,
    moves: MovesText = "",
    game: GameName = None,
    board: BoardText = None,
    move: MoveNumber = None,
    all_moves: Annotated[bool, typer.Option("--all", help="Solve every move, and list the winning ones.")] = False,
    seconds: Annotated[float | None, typer.Option(min=0, help="Time limit in seconds. \\[default: none]")] = None,
    memory: Annotated[int, typer.Option(min=1, help="Memory for the transposition table, in megabytes.")] = 512,
    threads: Annotated[int, typer.Option(min=1, help="Number of search threads; only one is reproducible.")] = 1,
    proof: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the proof to this file, for `malecon verify`; packed if its name ends in .packed.",
        ),
    ] = None,
    campaign: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Prove that White wins on base 4 or less, in many jobs, kept in this folder."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Worker processes of a campaign.")] = 1,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Prove who wins a position with best play.

    Prints the winner, the winning move, the main line and the maximum number of plies to the end. Ctrl-C stops the
    search and prints what is known. The exit code is 1 if the time limit was too short. A campaign is started and
    continued by the same command.
    """
    position = read_position(source, move, game, board)
    position.play_all(moves)
    if campaign is not None:
        if all_moves or as_json or proof is not None or threads > 1:
            raise GameError("--campaign writes its proof to its folder; omit --all, --json, --proof and --threads")
        raise typer.Exit(run_campaign(position, CampaignOptions(campaign, seconds, memory, jobs, cluster)))
    if jobs > 1 or cluster is not None:
        raise GameError("--jobs and --cluster need --campaign")
    if proof is not None:
        _check_proof_file(position, proof)
    ensure_warm(position.game, PROOF)
    console = plain_console()
    view = SolveView(Solver(position, memory=memory, threads=threads), seconds, all_moves=all_moves)
    finished = view.run(console if console.is_terminal and not as_json else None)
    typer.echo(json.dumps(view.as_dict(), indent=2) if as_json else "\n".join(view.report()))
    if not finished:
        raise typer.Exit(INTERRUPTED)
    if view.solver.verdict is None:
        raise typer.Exit(UNSOLVED)
    if proof is not None:
        _write_proof(view.solver, proof)


def _check_proof_file(position: Position, target: Path) -> None:
    """Raise GameError if a proof cannot be written: better now than after an hour of search."""
    list(header(position))
    if is_packed(target):
        check_packable(position)
    check_output_file(target, "--proof")


def _write_proof(solver: Solver, target: Path) -> None:
    """Write the proof; on Ctrl-C remove the incomplete file."""
    with Console(stderr=True, highlight=False).status("Writing the proof") as status:
        try:
            count = _write(solver, target, lambda done: status.update(f"Writing the proof: {done:,} positions"))
        except KeyboardInterrupt:
            if target.is_file():
                target.unlink()
            typer.echo("Stopped: no proof was written.", err=True)
            raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"Wrote a proof of {count:,} positions to {target}; check it with: malecon verify {target}", err=True)


def _write(solver: Solver, target: Path, on_progress: Callable[[int], None]) -> int:
    """Write a packed proof or text; return the number of positions."""
    if is_packed(target):
        with target.open("wb") as binary:
            return write_packed(solver, binary, lambda walk: on_progress(walk.positions))
    with target.open("w", encoding="utf-8") as stream:
        return write_proof(solver, stream, on_progress)
