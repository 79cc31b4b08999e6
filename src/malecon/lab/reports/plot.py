"""Plot of a table: published and our results with their intervals, and a mark for the verdict.

One drawing serves two formats. In an SVG inside a page, colours are CSS variables such as `var(--ours)`, which the
style sheet defines for light and dark mode; in a PNG they are those of `COLOURS` on white.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
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
    "open": "#6e7780",
}
MARKS = {Verdict.AGREES: "✓", Verdict.SIZE: "≠", Verdict.DIRECTION: "✗", Verdict.OPEN: "?"}
TONES = {
    Verdict.AGREES: "agrees",
    Verdict.SIZE: "size",
    Verdict.DIRECTION: "direction",
    Verdict.OPEN: "open",
}
DPI = 120
SHIFT = 0.13  # distance of the markers of the paper and ours from the position of their row
PADDING = 0.06  # beyond the intervals
MAX_COLUMNS = 4  # of panels
FIGURE_WIDTH, FIGURE_HEIGHT = 7.2, 3.3  # inches
PANEL_WIDTH, PANEL_HEIGHT = 3.0, 2.9  # of one of several panels
ROW_HEIGHT = 0.42


def draw_png(table: TableResult, path: Path) -> None:
    """Draw a table into a PNG file."""
    save_png(_draw(table), path)


def draw_svg(table: TableResult) -> str:
    """Draw a table as an SVG element."""
    return svg_text(lambda: _draw(table), table.name)


def save_png(figure: Any, path: Path) -> None:
    """Write a figure into a PNG file."""
    figure.savefig(path, dpi=DPI, facecolor="white")


def svg_text(draw: Callable[[], Any], name: str) -> str:
    """Return a figure as an SVG element with the colours of the page; `name` makes its internal names unique."""
    matplotlib, text = load("matplotlib", "a plot"), io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        draw().savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawing = text.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'<g id="[^"]*"', "<g", drawing)  # ids would not be unique in the page
    for name, colour in COLOURS.items():
        drawing = drawing.replace(colour, f"var(--{name})")
    return drawing


def _draw(table: TableResult) -> Any:
    """Draw rows along an x axis, with a panel for each series, or below each other if they have no x values."""
    x, series = table.experiment.x, table.experiment.series
    panels: dict[Any, list[RowResult]] = {}
    for result in table.rows:
        panels.setdefault(result.row.values[series] if series else None, []).append(result)
    if not x or any(_has_duplicates(rows, x) for rows in panels.values()):
        return _draw_rows(table)
    columns = min(MAX_COLUMNS, len(panels))
    lines = -(-len(panels) // columns)
    width = max(FIGURE_WIDTH, PANEL_WIDTH * columns)
    height = FIGURE_HEIGHT if lines == 1 else PANEL_HEIGHT * lines
    figure = new_figure(width, height)
    axes = figure.subplots(lines, columns, sharey=True, squeeze=False).flatten()
    for panel, (value, rows) in zip(axes, panels.items(), strict=False):
        _draw_along(panel, rows, x)
        if value is not None:
            title = value if isinstance(value, str) else f"{series} {value}"
            panel.set_title(title, fontsize=9, color=COLOURS["ink"])
    axes[0].set_ylim(*_limits(table.rows))  # shared by all panels
    for empty in axes[len(panels) :]:
        empty.set_visible(False)
    add_legend(figure, axes[0])
    return figure


def _has_duplicates(rows: Sequence[RowResult], x: str) -> bool:
    """Whether two rows have the same x value."""
    values = [result.row.values[x] for result in rows]
    return len(set(values)) < len(values)


def _draw_along(axes: Any, rows: Sequence[RowResult], x: str) -> None:
    """Draw rows along the x axis at equal distances, since the values of papers are seldom evenly spaced."""
    for source, positions, samples in _series(rows):
        axes.errorbar(positions, [sample.share for sample in samples], _error_bars(samples), **marker_style(source))
    for position, mark, high in _marks(rows):
        axes.annotate(**mark, xy=(position, high), **_offset(0, 3, "center", "bottom"))
    axes.set_xticks(range(len(rows)), [_text(result.row.values[x]) for result in rows], fontsize=8)
    axes.set_xlabel(x, color=COLOURS["ink"], fontsize=9)
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.axhline(0.5, color=COLOURS["faint"], linewidth=0.8, linestyle=":")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    style_axes(axes, "y")


def _draw_rows(table: TableResult) -> Any:
    """Draw rows below each other, labelled with their names."""
    rows = table.rows
    figure = new_figure(FIGURE_WIDTH, 1.1 + ROW_HEIGHT * len(rows))
    axes = figure.subplots()
    for source, positions, samples in _series(rows):
        shares = [sample.share for sample in samples]
        axes.errorbar(shares, positions, xerr=_error_bars(samples), **marker_style(source))
    for position, mark, high in _marks(rows):
        axes.annotate(**mark, xy=(high, position), **_offset(4, 0, "left", "center"))
    axes.set_yticks(range(len(rows)), [result.row.name for result in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.axvline(0.5, color=COLOURS["faint"], linewidth=0.8, linestyle=":")
    axes.set_xlim(*_limits(rows))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    style_axes(axes, "x")
    add_legend(figure, axes)
    return figure


def _series(rows: Sequence[RowResult]) -> Iterator[tuple[str, list[float], list[Sample]]]:
    """Yield the positions and samples of the paper and of ours."""
    for source, shift in (("paper", -SHIFT), ("ours", SHIFT)):
        found = [(position + shift, getattr(result, source)) for position, result in enumerate(rows)]
        shown = [(position, sample) for position, sample in found if sample]
        yield source, [position for position, _ in shown], [sample for _, sample in shown]


def _marks(rows: Sequence[RowResult]) -> Iterator[tuple[float, dict[str, str], float]]:
    """Yield the position, the mark and the upper interval bound of every compared row."""
    for position, result in enumerate(rows):
        if result.verdict and result.ours:
            mark = {"text": MARKS[result.verdict], "color": COLOURS[TONES[result.verdict]]}
            yield position + SHIFT, mark, result.ours.interval.high


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure of a size in inches."""
    return load("matplotlib.figure", "a plot").Figure(figsize=(width, height), layout="constrained")


def marker_style(source: str) -> dict[str, Any]:
    """Return a hollow round marker for the paper and a filled square one for ours, distinguishable without colour."""
    colour = COLOURS[source]
    fill = "none" if source == "paper" else colour
    marker = {"fmt": "o" if source == "paper" else "s", "markersize": 5, "markerfacecolor": fill}
    return marker | {"color": colour, "elinewidth": 1.4, "capsize": 2.5, "label": source, "linestyle": "none"}


def _offset(x: float, y: float, horizontal: str, vertical: str) -> dict[str, Any]:
    offset = {"xytext": (x, y), "textcoords": "offset points", "fontsize": 9, "fontweight": "bold"}
    return offset | {"horizontalalignment": horizontal, "verticalalignment": vertical}


def _error_bars(samples: Sequence[Sample]) -> list[list[float]]:
    """Return the lengths of the error bars below and above."""
    below = [sample.share - sample.interval.low for sample in samples]
    return [below, [sample.interval.high - sample.share for sample in samples]]


def _limits(rows: Sequence[RowResult]) -> tuple[float, float]:
    """Return axis limits that include all intervals, one half, and room for the marks."""
    samples = [sample for result in rows for sample in (result.paper, result.ours) if sample]
    low = min([0.5, *(sample.interval.low for sample in samples)])
    high = max([0.5, *(sample.interval.high for sample in samples)])
    return low - PADDING, high + PADDING


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def add_legend(figure: Any, axes: Any) -> None:
    """Add a legend above the plot."""
    handles, labels = axes.get_legend_handles_labels()
    legend = figure.legend(handles, labels, loc="outside upper right", ncols=2, fontsize=8, frameon=False)
    for text in legend.get_texts():
        text.set_color(COLOURS["ink"])


def style_axes(axes: Any, axis: str) -> None:
    """Give axes the style of all plots, with a grid along one axis or both."""
    axes.grid(axis=axis, color=COLOURS["faint"], linewidth=0.3, alpha=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    for spine in axes.spines.values():
        spine.set_color(COLOURS["faint"])
    axes.tick_params(colors=COLOURS["ink"], labelsize=8)
