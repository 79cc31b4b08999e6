"""The files of a report: an HTML page, the same in Markdown, a CSV file of all rows, and plots as PNG files.

Every table has a plot; `figures` adds those of the papers.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from malecon.lab.experiments.model import COLOURS
from malecon.lab.reports.figures import find_figures
from malecon.lab.reports.markdown import plot_name, render_markdown
from malecon.lab.reports.overview import FILE as OVERVIEW
from malecon.lab.reports.overview import draw_overview_png
from malecon.lab.reports.page import render_html
from malecon.lab.reports.plot import draw_png
from malecon.lab.reports.results import RowResult, TableResult

HTML, MARKDOWN, CSV = "report.html", "report.md", "report.csv"
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
    "a_forfeits",
    "b_forfeits",
    "a_time_losses",
    "b_time_losses",
    "a_crashes",
    "b_crashes",
    "difference",
    "difference_low",
    "difference_high",
    "verdict",
    "cause",
    "paper_share_as_white",
    "share_as_white",
    "games_as_white",
    "verdict_as_white",
    "paper_share_as_black",
    "share_as_black",
    "games_as_black",
    "verdict_as_black",
    "paper_differing_moves",
    "differing_moves",
    "plies",
    "a_simulations_per_second",
    "b_simulations_per_second",
)


def write_report(tables: Sequence[TableResult], folder: Path, title: str) -> Iterator[Path]:
    """Write all files into a folder; yield each path when its file is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    draw_overview_png(tables, folder / OVERVIEW)
    yield folder / OVERVIEW
    for figure in find_figures(tables):
        figure.draw_png(folder / figure.file)
        yield folder / figure.file
    for table in tables:
        path = folder / plot_name(table)
        draw_png(table, path)
        yield path
    with (folder / CSV).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(_cells(table, result) for table in tables for result in table.rows)
    yield folder / CSV
    (folder / MARKDOWN).write_text(render_markdown(tables, title), encoding="utf-8")
    yield folder / MARKDOWN
    (folder / HTML).write_text(render_html(tables, title), encoding="utf-8")
    yield folder / HTML


def _cells(table: TableResult, result: RowResult) -> list[Any]:
    """Return a row of the CSV file, in the order of COLUMNS; unknown values are empty."""
    match, score, figure = result.match, result.score, result.row.paper
    cells: list[Any] = [table.experiment.id, table.budget, result.row.name, match.game]
    cells += [" ".join(f"{name}={value}" for name, value in match.options), match.a, match.b, match.seed]
    for sample in (result.paper, result.ours):
        cells += [*_rounded(sample.share, *sample.interval), sample.games] if sample else [None] * 4
    cells += [*score.forfeit_counts, *score.time_losses, *score.crashes]
    comparison = result.comparison
    cells += _rounded(comparison.difference, *comparison.interval) if comparison else [None] * 3
    cells += [result.verdict, result.row.cause]
    for colour in COLOURS[1:]:
        cells += _colour_cells(result, colour)
    cells += [figure.differing_moves if figure else None, result.differing_moves]
    plies = score.mean_plies or None
    return [*cells, plies, *(round(score.simulations_per_second(side)) for side in (0, 1))]


def _colour_cells(result: RowResult, colour: str) -> list[Any]:
    points, games = result.score.points_and_games(colour)
    comparison = result.by_colour.get(colour)
    share = round(points / games, 5) if games else None
    return [comparison.paper.share if comparison else None, share, games, comparison.verdict if comparison else None]


def _rounded(*numbers: float) -> list[float]:
    return [round(number, 5) for number in numbers]
