"""All compared rows of a report at a glance: counts in one line, and one picture of our results over the papers'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from malecon.lab.reports.plot import COLOURS, TONES, new_figure, save_png, style_axes, svg_text
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import MARGIN, Verdict

SIZE = 6.2  # inches
FILE = "overview.png"


@dataclass(frozen=True)
class Summary:
    """Number of rows with a published result, by what is established about them."""

    agreeing: int
    explained: int
    """Rows that differ and state a measured cause."""
    unexplained: int
    still_open: int

    def __str__(self) -> str:
        total = self.agreeing + self.explained + self.unexplained + self.still_open
        return (
            f"Of {total:,} rows, {self.agreeing:,} agree with the papers, {self.explained:,} differ with a measured"
            f" cause, {self.unexplained:,} differ without one, and {self.still_open:,} are open."
        )


def compared_rows(tables: Sequence[TableResult]) -> list[RowResult]:
    """Return all rows with a published result, played or not."""
    return [result for table in tables for result in table.rows if result.paper]


def summarise(tables: Sequence[TableResult]) -> Summary:
    """Count the rows by their verdicts; a row without games is open."""
    rows = compared_rows(tables)
    differing = [result for result in rows if result.disagrees]
    agreeing = sum(result.verdict == Verdict.AGREES for result in rows)
    explained = sum(bool(result.row.cause) for result in differing)
    return Summary(agreeing, explained, len(differing) - explained, len(rows) - agreeing - len(differing))


def draw_overview_png(tables: Sequence[TableResult], path: Path) -> None:
    """Draw all rows into a PNG file."""
    save_png(_draw(compared_rows(tables)), path)


def draw_overview_svg(tables: Sequence[TableResult]) -> str:
    """Draw all rows as an SVG element."""
    return svg_text(lambda: _draw(compared_rows(tables)), "overview")


def _draw(rows: Sequence[RowResult]) -> Any:
    """Draw our share over the paper's, with intervals; bounds are triangles that point to the claimed side."""
    figure = new_figure(SIZE, SIZE)
    axes = figure.subplots()
    axes.plot((0, 1), (0, 1), color=COLOURS["faint"], linewidth=0.8)
    axes.fill_between((0, 1), (-MARGIN, 1 - MARGIN), (MARGIN, 1 + MARGIN), color=COLOURS["faint"], alpha=0.12)
    for verdict in reversed(Verdict):
        for result in rows:
            if result.verdict == verdict:
                _draw_row(axes, result)
        axes.plot([], [], "o", color=COLOURS[TONES[verdict]], label=str(verdict), markersize=4)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.set_aspect("equal")
    axes.set_xlabel("paper", color=COLOURS["ink"], fontsize=9)
    axes.set_ylabel("ours", color=COLOURS["ink"], fontsize=9)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.0%}")
    style_axes(axes, "both")
    for text in axes.legend(loc="upper left", fontsize=8, frameon=False).get_texts():
        text.set_color(COLOURS["ink"])
    return figure


def _draw_row(axes: Any, result: RowResult) -> None:
    ours, paper = result.ours, result.paper
    assert ours
    assert paper
    assert result.verdict
    marker = "o" if not paper.is_bound else ">" if paper.interval.high == 1 else "<"
    bars = {"yerr": [[ours.share - ours.interval.low], [ours.interval.high - ours.share]]}
    if not paper.is_bound:
        bars["xerr"] = [[paper.share - paper.interval.low], [paper.interval.high - paper.share]]
    style = {"fmt": marker, "markersize": 3.5, "elinewidth": 0.6, "color": COLOURS[TONES[result.verdict]]}
    axes.errorbar([paper.share], [ours.share], **bars, **style)
