"""`malecon verify`: check a written proof by the rules alone."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.interfaces.cli.records import PIPE

if TYPE_CHECKING:
    from malecon.proofs.verifier import ProofReport


def verify(
    source: Annotated[
        Path, typer.Argument(help="A proof that malecon solve --proof has written; - is standard input.")
    ],
) -> None:
    """Verify a proof: every move of the loser is tried, and the game must end as the proof says."""
    from rich.console import Console

    from malecon.games.sgf.files import naming
    from malecon.proofs.verifier import verify as check

    console, begin = Console(stderr=True, highlight=False), time.perf_counter()
    with console.status("Checking") as status, naming(source):

        def tell(report: ProofReport) -> None:
            status.update(f"Checking: {report.answers:,} answers, {report.positions:,} positions")

        if str(source) == PIPE:
            report = check(iter(sys.stdin), tell)
        else:
            with source.open(encoding="utf-8", errors="replace") as stream:
                report = check(stream, tell)
    typer.echo(f"{report.position.description}, after {report.position.ply} moves: {report.verdict}.")
    typer.echo(
        f"The proof holds: {report.answers:,} answers, {report.positions:,} positions checked "
        f"in {time.perf_counter() - begin:.1f} s"
    )
