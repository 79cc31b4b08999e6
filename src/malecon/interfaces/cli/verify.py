"""`malecon verify`: check a proof file by the rules of the game alone."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from malecon.games.sgf.files import naming
from malecon.interfaces.cli.sources import PIPE
from malecon.proofs.packed import FIRST_LINE
from malecon.proofs.packed_verifier import verify_packed
from malecon.proofs.verifier import verify as check


def verify(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="Proof file from `malecon solve --proof`; - reads standard input.")
    ],
) -> None:
    """Check a proof file against the rules of the game.

    Tries every move of the losing side; the proof must answer each and end as it claims.
    """
    begin = time.perf_counter()
    with naming(source), _opened(source) as stream:
        is_packed = stream.peek(len(FIRST_LINE)).startswith(FIRST_LINE.encode())
        lines = _check_packed(stream) if is_packed else _check_text(stream)
    typer.echo(lines[0])
    typer.echo(f"The proof is valid: {lines[1]} in {time.perf_counter() - begin:.1f} s")


def _opened(source: Path) -> AbstractContextManager[BufferedReader]:
    return nullcontext(sys.stdin.buffer) if str(source) == PIPE else source.open("rb")  # type: ignore[arg-type]


def _check_text(stream: BufferedReader) -> tuple[str, str]:
    """Verify a proof in text; return what it proves and what was checked."""
    with Console(stderr=True, highlight=False).status("Checking") as status:
        text = TextIOWrapper(stream, encoding="utf-8", errors="replace")
        report = check(
            text, lambda found: status.update(f"Checking: {found.answers:,} answers, {found.positions:,} positions")
        )
    return (
        f"{report.position.description}, after {report.position.ply} moves: {report.verdict}.",
        f"{report.answers:,} answers, {report.positions:,} positions checked",
    )


def _check_packed(stream: BufferedReader) -> tuple[str, str]:
    """Verify a packed proof; return what it proves and what was checked."""
    with Console(stderr=True, highlight=False).status("Checking") as status:
        report = verify_packed(
            stream, lambda walk: status.update(f"Checking: layer {walk.layers + 1}, {walk.positions:,} positions")
        )
    position = report.header.position
    return (
        f"{position.description}, after {position.ply} moves: {report.header.claim}.",
        f"{report.positions:,} positions in {report.layers} layers",
    )
