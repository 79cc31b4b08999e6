"""`malecon learn openings`: evaluate first moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.options import HavannahBase, PlayerText, Seed
from malecon.lab.training.openings import distinct_cells, measure_openings
from malecon.warmup.steps import SEARCH, ensure_warm


def openings(
    base: HavannahBase = 8,
    simulations: Annotated[int, typer.Option(min=1, help="Number of simulations per first move.")] = 60_000,
    player: PlayerText = "malecon",
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the values to this file: the book of the web board.")
    ] = None,
) -> None:
    """Evaluate every first move, for the swap rule.

    Lists the first moves up to symmetry, the most balanced first: under the swap rule the engine opens with one of
    those.
    """
    ensure_warm("havannah", SEARCH)
    console = Console(stderr=True)
    found = measure_openings(base, simulations, player, seed)
    rows = list(track(found, "First moves", len(distinct_cells(base)), console=console, transient=True))
    table = Table("first move", "White's expected result")
    for row in sorted(rows, key=lambda row: row.imbalance):
        table.add_row(row.cell, f"{row.value:.1%}")
    plain_console().print(table)
    if out is not None:
        with out.open("a", encoding="utf-8") as book:
            book.writelines(f"{base}\t{simulations}\t{row.cell}\t{row.value:.4f}\n" for row in rows)
