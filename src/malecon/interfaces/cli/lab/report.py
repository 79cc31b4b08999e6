"""`malecon lab report`: ours beside the papers' figures, as a page, plots and a CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from malecon.interfaces.cli.lab.options import DATABASE, Database, open_store, plain_console

TITLE = "Papers and our games"


def report(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Names of experiments. \\[default: all that were run]")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write into.")] = Path("report"),
    budget: Annotated[
        str | None, typer.Option("--budget", help="Only this one. \\[default: all that were run]")
    ] = None,
    title: Annotated[str, typer.Option(help="The heading of the page.")] = TITLE,
    database: Database = DATABASE,
) -> None:
    """Write one HTML page that needs nothing beside it, the same as Markdown, a PNG of every table, and a CSV."""
    from malecon.lab.extras import load
    from malecon.warmup.steps import ensure_warm

    store = open_store(database)
    load("matplotlib", "a report")
    for game in store.game_names():
        ensure_warm(game)
    from malecon.lab.reports.report import write_report
    from malecon.lab.reports.results import load_results
    from malecon.lab.statistics.comparison import Verdict

    with store:
        tables = load_results(store, names or [], budget)
    *_, page = write_report(tables, out, title)
    console = plain_console()
    for table in tables:
        counts = table.verdict_counts()
        words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
        console.print(f"{table.name}: {table.games:,} games; {words or 'nothing to compare'}", soft_wrap=True)
    console.print(f"Written: {page}, with plots and figures beside it.", soft_wrap=True)
