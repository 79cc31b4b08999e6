"""`malecon lab report`: compare our results with the papers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.lab.options import DATABASE, Database, open_store
from malecon.lab.extras import load
from malecon.lab.reports.overview import summarise
from malecon.lab.reports.report import write_report
from malecon.lab.reports.results import load_results
from malecon.lab.statistics.comparison import Verdict
from malecon.warmup.steps import ensure_warm

TITLE = "Published results and ours"


def report(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="EXPERIMENT", help="Names of experiments. \\[default: all in the database]"),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder to write to.")] = Path("report"),
    budget: Annotated[
        str | None, typer.Option("--budget", help="Report this budget only. \\[default: all in the database]")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the report.")] = TITLE,
    database: Database = DATABASE,
) -> None:
    """Write a report that compares our results with the papers.

    Writes a self-contained HTML page, the same as Markdown, a PNG plot of every table, and a CSV file.
    """
    store = open_store(database)
    load("matplotlib", "a report")
    for game in store.game_names():
        ensure_warm(game)
    with store:
        tables = load_results(store, names or [], budget)
    *_, page = write_report(tables, out, title)
    console = plain_console()
    console.print(str(summarise(tables)), soft_wrap=True)
    for table in tables:
        counts = table.verdict_counts()
        words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
        console.print(f"{table.name}: {table.games:,} games; {words or 'nothing to compare'}", soft_wrap=True)
    console.print(f"Wrote {page}, with its plots and data in the same folder", soft_wrap=True)
