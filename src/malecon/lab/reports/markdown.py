"""The report as a Markdown page next to its plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from malecon.lab.matches.score import FAULT_COLUMNS
from malecon.lab.reports.figures import find_figures
from malecon.lab.reports.overview import FILE as OVERVIEW
from malecon.lab.reports.overview import summarise
from malecon.lab.reports.plot import MARKS
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import ERROR_RATE, Comparison, Sample, Verdict

NOTE = (
    "Points per game of the first player, in percent, with 95% intervals of each sample. Verdicts hold at any number of"
    f' games: a wrong "differs" has a probability of at most {ERROR_RATE:.0%}, a wrong "agrees" of at most'
    f" {ERROR_RATE / 2:.1%}."
)


def render_markdown(tables: Sequence[TableResult], title: str) -> str:
    """Return the page; the plots must be in the same folder, as `report.write_report` writes them."""
    lines = [f"# {title}", "", str(summarise(tables)), "", f"![All rows]({OVERVIEW})", "", NOTE, ""]
    lines += _summary(tables)
    lines += _figures(tables)
    for table in tables:
        lines += ["", *_section(table)]
    return "\n".join(lines) + "\n"


def plot_name(table: TableResult) -> str:
    """Return the file name of the plot of a table."""
    return f"{table.experiment.id}-{table.budget}.png"


def _summary(tables: Sequence[TableResult]) -> Iterator[str]:
    yield "| table | budget | games | " + " | ".join(f"{MARKS[verdict]} {verdict}" for verdict in Verdict) + " |"
    yield "|---|---|---|" + "---|" * len(Verdict)
    for table in tables:
        counts = table.verdict_counts()
        cells = [f"[{table.experiment.id}](#{_anchor(table)})", table.budget, f"{table.games:,}"]
        yield "| " + " | ".join([*cells, *(str(counts[verdict] or "") for verdict in Verdict)]) + " |"


def _figures(tables: Sequence[TableResult]) -> Iterator[str]:
    figures = find_figures(tables)
    if figures:
        yield from ("", "## Figures of the papers")
    for figure in figures:
        yield from ("", figure.title + ".", "", f"![{figure.title}]({figure.file})")


def _anchor(table: TableResult) -> str:
    """Return the anchor that Markdown renderers derive from the heading."""
    return "".join(letter for letter in table.name.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")


def _section(table: TableResult) -> Iterator[str]:
    experiment = table.experiment
    yield f"## {table.name}"
    yield ""
    yield experiment.title + "."
    if experiment.paper:
        yield f"Paper: {experiment.paper.name}, {experiment.paper.table}; {experiment.paper.conditions}."
    yield f"Ours: {'; '.join(table.conditions())}."
    if experiment.notes:
        yield ""
        yield experiment.notes.strip()
    yield from ("", f"![{experiment.title}]({plot_name(table)})", "")
    colours = table.colours
    by_colour = [f"as {name}: paper, ours" for name in colours]
    headings = ["row", "paper", "ours", "games", *FAULT_COLUMNS, "verdict", *by_colour]
    yield f"| {' | '.join(headings)} |"
    yield "|---" * len(headings) + "|"
    for result in table.rows:
        yield _row(result, colours)
    remarks = [f"- {result.row.name}: {remark}" for result in table.rows for remark in result.notes]
    yield from ("", *remarks) if remarks else ()


def _row(result: RowResult, colours: Sequence[str]) -> str:
    verdict = f"{MARKS[result.verdict]} {result.verdict}" if result.verdict else ""
    counts = [f"{count:,}" for count in (result.score.games, *result.score.fault_totals)]
    cells = [result.row.name, _sample(result.paper), _sample(result.ours), *counts, verdict]
    cells += [_colour(result.by_colour.get(colour)) for colour in colours]
    return "| " + " | ".join(cells) + " |"


def _colour(comparison: Comparison | None) -> str:
    if comparison is None:
        return ""
    return f"{100 * comparison.paper.share:.1f}, {_sample(comparison.ours)} {MARKS[comparison.verdict]}"


def _sample(sample: Sample | None) -> str:
    if sample is None:
        return ""
    low, high = (100 * end for end in sample.interval)
    if sample.is_bound:
        return f"above {low:g}" if high == 100 else f"below {high:g}"
    interval = "" if sample.is_exact else f" ({low:.1f} to {high:.1f})"
    return f"{100 * sample.share:.1f}{interval}"
