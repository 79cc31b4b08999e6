"""The report as a Markdown page beside its plots, for places that show Markdown and no HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from malecon.lab.reports.plot import MARKS
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import Sample, Verdict


def render_markdown(tables: Sequence[TableResult], title: str) -> str:
    """The whole page; plots are expected in the same folder, as `report.write_report` puts them there."""
    lines = [f"# {title}", "", "Points a game of the first player, in percent, with 95% intervals (Wilson).", ""]
    lines += _summary(tables)
    for table in tables:
        lines += ["", *_section(table)]
    return "\n".join(lines) + "\n"


def plot_name(table: TableResult) -> str:
    """The file of a table's plot."""
    return f"{table.experiment.id}-{table.budget}.png"


def _summary(tables: Sequence[TableResult]) -> Iterator[str]:
    yield "| table | budget | games | " + " | ".join(f"{MARKS[verdict]} {verdict}" for verdict in Verdict) + " |"
    yield "|---|---|---|" + "---|" * len(Verdict)
    for table in tables:
        counts = table.verdict_counts()
        cells = [f"[{table.experiment.id}](#{_anchor(table)})", table.budget, f"{table.games:,}"]
        yield "| " + " | ".join([*cells, *(str(counts[verdict] or "") for verdict in Verdict)]) + " |"


def _anchor(table: TableResult) -> str:
    """As pages of Markdown make it of a heading."""
    return "".join(sign for sign in table.name.lower().replace(" ", "-") if sign.isalnum() or sign in "-_")


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
    yield "| row | paper | ours | games | verdict |"
    yield "|---|---|---|---|---|"
    for finding in table.rows:
        yield _row(finding)
    remarks = [f"- {finding.row.name}: {finding.row.remark}" for finding in table.rows if finding.row.remark]
    yield from ("", *remarks) if remarks else ()


def _row(finding: RowResult) -> str:
    verdict = f"{MARKS[finding.verdict]} {finding.verdict}" if finding.verdict else ""
    cells = [finding.row.name, _figure(finding.paper), _figure(finding.ours), f"{finding.score.games:,}", verdict]
    return "| " + " | ".join(cells) + " |"


def _figure(sample: Sample | None) -> str:
    if sample is None:
        return ""
    span = "" if sample.is_exact else f" ({100 * sample.interval.low:.1f} to {100 * sample.interval.high:.1f})"
    return f"{100 * sample.share:.1f}{span}"
