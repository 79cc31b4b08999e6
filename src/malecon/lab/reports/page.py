"""The report as one self-contained HTML page; the Jinja2 templates and the style sheet are in `templates/`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from malecon.lab.extras import load
from malecon.lab.matches.score import FAULT_COLUMNS
from malecon.lab.reports.figures import find_figures
from malecon.lab.reports.overview import draw_overview_svg, summarise
from malecon.lab.reports.plot import MARKS, TONES, draw_svg
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import ERROR_RATE, MARGIN, MIN_GAMES, Comparison, Sample, Verdict
from malecon.version import __version__

TEMPLATES = Path(__file__).with_name("templates")
DAY = "%Y-%m-%d"


def render_html(tables: Sequence[TableResult], title: str = "Papers and our games") -> str:
    """Return the page."""
    compared = sum(table.verdict_counts().total() for table in tables)
    page: str = (
        _environment()
        .get_template("report.html")
        .render(
            tables=tables,
            figures=find_figures(tables),
            summary=summarise(tables),
            overview=load("markupsafe", "a report").Markup(draw_overview_svg(tables)),
            title=title,
            version=__version__,
            verdicts=list(Verdict),
            compared=compared,
            expected_by_chance=f"{ERROR_RATE * compared:.1f}",
            error_rate=ERROR_RATE,
            margin=f"{100 * MARGIN:.0f}",
            min_games=MIN_GAMES,
        )
    )
    return page + "\n"


def _environment() -> Any:
    jinja2 = load("jinja2", "a report")
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True)
    environment.globals |= {"Verdict": Verdict, "fault_columns": FAULT_COLUMNS, "marks": MARKS, "tones": TONES}
    environment.filters |= {
        "anchor": _anchor,
        "cells": _cells,
        "facts": _facts,
        "prose": _prose,
        "svg": lambda table: load("markupsafe", "a report").Markup(draw_svg(table)),
        "figure_svg": lambda figure: load("markupsafe", "a report").Markup(figure.draw_svg()),
        "thousands": lambda number: f"{number:,.0f}",
    }
    return environment


def _anchor(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)


def _facts(table: TableResult) -> Iterator[tuple[str, str]]:
    """Yield the conditions of the paper and of our games."""
    if table.experiment.paper:
        yield "paper", table.experiment.paper.conditions
    yield from (("our plan", text) for text in table.conditions())
    yield from (("machine", machine) for machine in table.machines)
    yield from (("code", code) for code in table.codes)
    if table.first and table.last:
        days = dict.fromkeys((table.first.strftime(DAY), table.last.strftime(DAY)))
        yield "played", " to ".join(days)
    if table.experiment.notes:
        yield "note", table.experiment.notes


def _cells(result: RowResult, table: TableResult) -> list[str]:
    """Return the cells of a row after its verdict."""
    faults = [f"{count:,}" if result.score.games else "" for count in result.score.fault_totals]
    cells = [*_sample(result.paper), *_sample(result.ours), *faults, *_difference(result)]
    for colour in table.colours:
        comparison = result.by_colour.get(colour)
        cells += [f"{comparison.paper.share:.1%}", _colour(comparison)] if comparison else ["", ""]
    if table.compares:
        paper = result.row.paper.differing_moves if result.row.paper else None
        cells += ["" if number is None else f"{number:.1f}" for number in (paper, result.differing_moves)]
    return cells


def _colour(comparison: Comparison) -> str:
    low, high = (100 * end for end in comparison.ours.interval)
    return f"{comparison.ours.share:.1%} ({low:.1f} to {high:.1f}) {MARKS[comparison.verdict]}"


def _sample(sample: Sample | None) -> tuple[str, str, str]:
    if sample is None:
        return "", "", ""
    low, high = (100 * bound for bound in sample.interval)
    if sample.is_bound:
        return (f"above {low:g}%" if high == 100 else f"below {high:g}%"), "", ""
    interval = "unknown" if sample.is_exact else f"{low:.1f} to {high:.1f}"
    return f"{sample.share:.1%}", interval, f"{sample.games:,}" if sample.games is not None else "not stated"


def _difference(result: RowResult) -> tuple[str, str]:
    if result.comparison is None:
        return "", ""
    low, high = result.comparison.interval
    interval = "" if result.comparison.paper.is_bound else f"{100 * low:+.1f} to {100 * high:+.1f}"
    return f"{100 * result.comparison.difference:+.1f}", interval


def _prose(text: str) -> Any:
    """Escape text, with `code` between backquotes."""
    markupsafe = load("markupsafe", "a report")
    return markupsafe.Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(markupsafe.escape(text))))
