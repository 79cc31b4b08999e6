"""A table as a plot: the paper's figures and ours side by side with their intervals, and a mark for the verdict.

One drawing serves two forms. As SVG within a page its colours are names, `var(--ours)`, which the page's style sheet
gives for light and dark; as PNG they are those of `COLOURS` on white.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from malecon.lab.extras import load
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import Sample, Verdict

COLOURS = {
    "ink": "#1f2328",
    "faint": "#8c959f",
    "paper": "#6e7781",
    "ours": "#0b69c7",
    "agrees": "#1a7f37",
    "size": "#9a6700",
    "direction": "#cf222e",
    "unsure": "#6e7780",
}
MARKS = {Verdict.AGREES: "✓", Verdict.SIZE: "≠", Verdict.DIRECTION: "✗", Verdict.UNSURE: "?"}
TONES = {
    Verdict.AGREES: "agrees",
    Verdict.SIZE: "size",
    Verdict.DIRECTION: "direction",
    Verdict.UNSURE: "unsure",
}
DPI = 120
SHIFT = 0.13  # of the paper to one side of a row and of ours to the other
ROOM = 0.06  # beyond the largest interval
PANELS = 4  # side by side at most
PANEL_SIZE = (7.2, 3.3)
PANEL_WIDTH, PANEL_HEIGHT = 3.0, 2.9  # of several
ROW_HEIGHT = 0.42


def png(table: TableResult, path: Path) -> None:
    """Draw a table into a file."""
    _draw(table).savefig(path, dpi=DPI, facecolor="white")


def svg(table: TableResult) -> str:
    """Draw a table as an element for a page."""
    matplotlib, text = load("matplotlib", "a plot"), io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": table.name}):
        _draw(table).savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawing = text.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'<g id="[^"]*"', "<g", drawing)  # every drawing has the same ones
    for name, colour in COLOURS.items():
        drawing = drawing.replace(colour, f"var(--{name})")
    return drawing


def _draw(table: TableResult) -> Any:
    """Rows along an axis where they have a place on one, else below each other; a panel for each series."""
    x, series = table.experiment.x, table.experiment.series
    panels: dict[Any, list[RowResult]] = {}
    for finding in table.rows:
        panels.setdefault(finding.row.values[series] if series else None, []).append(finding)
    if not x or any(_repeats(panel, x) for panel in panels.values()):
        return _draw_rows(table)
    columns = min(PANELS, len(panels))
    lines = -(-len(panels) // columns)
    width = max(PANEL_SIZE[0], PANEL_WIDTH * columns)
    height = PANEL_SIZE[1] if lines == 1 else PANEL_HEIGHT * lines
    figure = _new_figure(width, height)
    axes = figure.subplots(lines, columns, sharey=True, squeeze=False).flatten()
    for place, (value, rows) in enumerate(panels.items()):
        _draw_along(axes[place], rows, x)
        if value is not None:
            title = value if isinstance(value, str) else f"{series} {value}"
            axes[place].set_title(title, fontsize=9, color=COLOURS["ink"])
    axes[0].set_ylim(*_span(table.rows))  # of all panels: they share it
    for empty in axes[len(panels) :]:
        empty.set_visible(False)
    _name_parts(figure, axes[0])
    return figure


def _repeats(rows: Sequence[RowResult], x: str) -> bool:
    """Whether two rows would have the same place on the axis."""
    places = [finding.row.values[x] for finding in rows]
    return len(set(places)) < len(places)


def _draw_along(axes: Any, rows: Sequence[RowResult], x: str) -> None:
    """Rows along the axis, at even distances in their order: values of a paper are seldom even."""
    for source, shift in (("paper", -SHIFT), ("ours", SHIFT)):
        found = [(place + shift, getattr(finding, source)) for place, finding in enumerate(rows)]
        shown = [(place, sample) for place, sample in found if sample]
        axes.errorbar(
            [place for place, _ in shown],
            [sample.share for _, sample in shown],
            _reaches([sample for _, sample in shown]),
            **_style(source),
        )
    for place, finding in enumerate(rows):
        if finding.verdict and finding.ours:
            mark = {"text": MARKS[finding.verdict], "color": COLOURS[TONES[finding.verdict]]}
            axes.annotate(**mark, xy=(place + SHIFT, finding.ours.interval.high), **_placed(0, 3, "center", "bottom"))
    axes.set_xticks(range(len(rows)), [_text(finding.row.values[x]) for finding in rows], fontsize=8)
    axes.set_xlabel(x, color=COLOURS["ink"], fontsize=9)
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.axhline(0.5, color=COLOURS["faint"], linewidth=0.8, linestyle=":")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    _finish(axes, "y")


def _draw_rows(table: TableResult) -> Any:
    """Rows below each other with their names."""
    rows = table.rows
    figure = _new_figure(PANEL_SIZE[0], 1.1 + ROW_HEIGHT * len(rows))
    axes = figure.subplots()
    for source, shift in (("paper", -SHIFT), ("ours", SHIFT)):
        found = [(place + shift, getattr(finding, source)) for place, finding in enumerate(rows)]
        shown = [(place, sample) for place, sample in found if sample]
        axes.errorbar(
            [sample.share for _, sample in shown],
            [place for place, _ in shown],
            xerr=_reaches([sample for _, sample in shown]),
            **_style(source),
        )
    for place, finding in enumerate(rows):
        if finding.verdict and finding.ours:
            mark = {"text": MARKS[finding.verdict], "color": COLOURS[TONES[finding.verdict]]}
            axes.annotate(**mark, xy=(finding.ours.interval.high, place + SHIFT), **_placed(4, 0, "left", "center"))
    axes.set_yticks(range(len(rows)), [finding.row.name for finding in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.axvline(0.5, color=COLOURS["faint"], linewidth=0.8, linestyle=":")
    axes.set_xlim(*_span(rows))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    _finish(axes, "x")
    _name_parts(figure, axes)
    return figure


def _new_figure(width: float, height: float) -> Any:
    return load("matplotlib.figure", "a plot").Figure(figsize=(width, height), layout="constrained")


def _style(source: str) -> dict[str, Any]:
    """A hollow mark for the paper, a full one for ours: told apart without colour, too."""
    colour = COLOURS[source]
    fill = "none" if source == "paper" else colour
    mark = {"fmt": "o" if source == "paper" else "s", "markersize": 5, "markerfacecolor": fill}
    return mark | {"color": colour, "elinewidth": 1.4, "capsize": 2.5, "label": source, "linestyle": "none"}


def _placed(x: float, y: float, horizontal: str, vertical: str) -> dict[str, Any]:
    where = {"xytext": (x, y), "textcoords": "offset points", "fontsize": 9, "fontweight": "bold"}
    return where | {"horizontalalignment": horizontal, "verticalalignment": vertical}


def _reaches(samples: Sequence[Sample]) -> list[list[float]]:
    """How far the intervals go below and above."""
    below = [sample.share - sample.interval.low for sample in samples]
    return [below, [sample.interval.high - sample.share for sample in samples]]


def _span(rows: Sequence[RowResult]) -> tuple[float, float]:
    """From the lowest end to the highest with room for marks, and one half in sight."""
    samples = [sample for finding in rows for sample in (finding.paper, finding.ours) if sample]
    low = min([0.5, *(sample.interval.low for sample in samples)])
    high = max([0.5, *(sample.interval.high for sample in samples)])
    return low - ROOM, high + ROOM


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _name_parts(figure: Any, axes: Any) -> None:
    """A legend above the drawing, where it hides nothing."""
    handles, labels = axes.get_legend_handles_labels()
    legend = figure.legend(handles, labels, loc="outside upper right", ncols=2, fontsize=8, frameon=False)
    for text in legend.get_texts():
        text.set_color(COLOURS["ink"])


def _finish(axes: Any, axis: str) -> None:
    axes.grid(axis=axis, color=COLOURS["faint"], linewidth=0.3, alpha=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    for spine in axes.spines.values():
        spine.set_color(COLOURS["faint"])
    axes.tick_params(colors=COLOURS["ink"], labelsize=8)
