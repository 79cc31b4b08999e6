"""A report as files: one HTML page, the same as Markdown, a CSV file of all rows, and a PNG of every table."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from malecon.lab.reports.markdown import plot_name, render_markdown
from malecon.lab.reports.page import render_html
from malecon.lab.reports.plot import png
from malecon.lab.reports.results import RowResult, TableResult

PAGE, TEXT, ROWS = "report.html", "report.md", "report.csv"
COLUMNS = (
    "experiment",
    "budget",
    "row",
    "game",
    "options",
    "a",
    "b",
    "seed",
    "paper_share",
    "paper_low",
    "paper_high",
    "paper_games",
    "share",
    "low",
    "high",
    "games",
    "difference",
    "difference_low",
    "difference_high",
    "verdict",
    "paper_differing_moves",
    "differing_moves",
    "plies",
    "a_simulations_a_second",
    "b_simulations_a_second",
)


def write_report(tables: Sequence[TableResult], folder: Path, title: str) -> Iterator[Path]:
    """Write everything into a folder; give each path when its file is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        path = folder / plot_name(table)
        png(table, path)
        yield path
    with (folder / ROWS).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(_cells(table, finding) for table in tables for finding in table.rows)
    yield folder / ROWS
    (folder / TEXT).write_text(render_markdown(tables, title), encoding="utf-8")
    yield folder / TEXT
    (folder / PAGE).write_text(render_html(tables, title), encoding="utf-8")
    yield folder / PAGE


def _cells(table: TableResult, finding: RowResult) -> list[Any]:
    """A row of the CSV file, in the order of COLUMNS; what is not known is empty."""
    match, score, figure = finding.match, finding.score, finding.row.paper
    cells: list[Any] = [table.experiment.id, table.budget, finding.row.name, match.game]
    cells += [" ".join(f"{name}={value}" for name, value in match.options), match.a, match.b, match.seed]
    for sample in (finding.paper, finding.ours):
        cells += [*_rounded(sample.share, *sample.interval), sample.games] if sample else [None] * 4
    comparison = finding.comparison
    cells += _rounded(comparison.difference, *comparison.interval) if comparison else [None] * 3
    cells += [finding.verdict, figure.differing_moves if figure else None, finding.differing_moves]
    plies = score.plies / score.games if score.games else None
    return [*cells, plies, *(round(score.simulations_per_second(side)) for side in (0, 1))]


def _rounded(*numbers: float) -> list[float]:
    return [round(number, 5) for number in numbers]
