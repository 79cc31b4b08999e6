"""`malecon verify`: check a proof file by the rules of the game alone."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from malecon.games.sgf.files import naming
from malecon.interfaces.cli.sources import PIPE
from malecon.proofs.verifier import ProofReport
from malecon.proofs.verifier import verify as check


def verify(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="Proof file from `malecon solve --proof`; - reads standard input.")
    ],
) -> None:
    """Check a proof file against the rules of the game.

    Tries every move of the losing side; the proof must answer each and end as it claims.
    """
    console, begin = Console(stderr=True, highlight=False), time.perf_counter()
    with console.status("Checking") as status, naming(source):

        def show_progress(report: ProofReport) -> None:
            status.update(f"Checking: {report.answers:,} answers, {report.positions:,} positions")

        if str(source) == PIPE:
            report = check(iter(sys.stdin), show_progress)
        else:
            with source.open(encoding="utf-8", errors="replace") as stream:
                report = check(stream, show_progress)
    typer.echo(f"{report.position.description}, after {report.position.ply} moves: {report.verdict}.")
    typer.echo(
        f"The proof is valid: {report.answers:,} answers, {report.positions:,} positions checked "
        f"in {time.perf_counter() - begin:.1f} s"
    )
