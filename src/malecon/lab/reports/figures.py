"""The figures of the papers, drawn from the tables of a report: our curve over the published one.

- Figures 4 and 5 of lorentz2016: score and differing moves by the move at which playouts end.
- Gains against time in stankiewicz2011: last good replies by simulations per move, from tables 4.2 to 4.7.
- Figures 3.5, 4.1 and 4.2 of stankiewicz2011: weights and frequencies of patterns, from the counts that ship with the
  package. The thesis prints one of its values, which is shown as a line.

A report has a figure if it has games of a table that the figure is drawn from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from malecon.knowledge.havannah.pattern_weights import WEIGHTS_FILE, read_counts
from malecon.lab.reports.plot import (
    COLOURS,
    FIGURE_HEIGHT,
    FIGURE_WIDTH,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    add_legend,
    marker_style,
    new_figure,
    save_png,
    style_axes,
    svg_text,
)
from malecon.lab.reports.results import BOTH, RowResult, TableResult
from malecon.lab.statistics.comparison import Sample
from malecon.lab.training.pattern_plots import pattern_figures

BY_PLAYOUT_LENGTH = {"lorentz2016-fig4": "Figure 4 of lorentz2016", "lorentz2016-fig5": "Figure 5 of lorentz2016"}
PATTERN_TABLES = ("stankiewicz2011-4.1", "stankiewicz2011-4.12")
GAIN_TABLES = {
    "tables kept": {"stankiewicz2011-4.2": 1, "stankiewicz2011-4.3": 3, "stankiewicz2011-4.4": 5},
    "tables reset": {"stankiewicz2011-4.5": 1, "stankiewicz2011-4.6": 3, "stankiewicz2011-4.7": 5},
}  # seconds per move in the thesis
SIMULATIONS_PER_SECOND = 5000  # of the thesis, about
SCORE, DIFFERING_MOVES = "score", "differing moves per game"


@dataclass(frozen=True)
class Point:
    """A value with its interval, at a position on the x axis."""

    x: float
    y: float
    low: float
    high: float

    @classmethod
    def of(cls, x: float, sample: Sample) -> Point:
        """Return the share of a sample."""
        return cls(x, sample.share, *sample.interval)


@dataclass(frozen=True)
class Panel:
    """Two curves, the paper's and ours."""

    title: str
    quantity: str
    paper: tuple[Point, ...]
    ours: tuple[Point, ...]


@dataclass(frozen=True)
class Curves:
    """Panels next to each other and below each other, with the same x axis."""

    x: str
    panels: tuple[Panel, ...]
    columns: int
    is_logarithmic: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure of a report."""

    name: str
    """Name of its file without the suffix."""
    title: str
    content: Curves | str
    """The curves, or the name of a plot of `pattern_figures`."""

    @property
    def file(self) -> str:
        """Name of the PNG file."""
        return f"{self.name}.png"

    def draw_png(self, path: Path) -> None:
        """Draw the figure into a PNG file."""
        save_png(self._draw(), path)

    def draw_svg(self) -> str:
        """Draw the figure as an SVG element."""
        return svg_text(self._draw, self.name)

    def _draw(self) -> Any:
        if isinstance(self.content, str):
            return pattern_figures(read_counts(WEIGHTS_FILE))[self.content]
        return _draw_curves(self.content)


def find_figures(tables: Sequence[TableResult]) -> list[Figure]:
    """Return the figures that can be drawn from tables with games."""
    played = [table for table in tables if table.games]
    figures = [_by_playout_length(table) for table in played if table.experiment.id in BY_PLAYOUT_LENGTH]
    figures += list(_gains(played))
    if any(table.experiment.id in PATTERN_TABLES for table in played):
        figures += [Figure(name, f"{title} of stankiewicz2011", name) for name, title in _PATTERN_FIGURES.items()]
    return figures


_PATTERN_FIGURES = {
    "pattern_weights": "Figure 3.5",
    "pattern_frequencies": "Figure 4.1",
    "frequent_pattern_weights": "Figure 4.2",
}


def _by_playout_length(table: TableResult) -> Figure:
    """Score, and the moves on which the players differ, by the length of playouts."""
    rows = [(float(result.row.values["moves"]), result) for result in table.rows]
    moves = [(x, result.row.paper.differing_moves) for x, result in rows if result.row.paper]
    colour = table.rows[0].row.paper.colour if table.rows[0].row.paper else BOTH
    panels = (
        _score_panel(
            SCORE if colour == BOTH else f"{SCORE} as {colour.title()}", [(x, x, result) for x, result in rows]
        ),
        Panel(
            DIFFERING_MOVES,
            DIFFERING_MOVES,
            _exact(moves),
            _exact((x, result.differing_moves) for x, result in rows),
        ),
    )
    title = f"{BY_PLAYOUT_LENGTH[table.experiment.id]}, {table.budget}"
    return Figure(f"{table.experiment.id}-{table.budget}-curves", title, Curves("moves per playout", panels, 2))


def _gains(tables: Sequence[TableResult]) -> Iterator[Figure]:
    """Scores of last good replies by simulations per move, of all budgets together."""
    panels = []
    for kind, seconds in GAIN_TABLES.items():
        chosen = [(seconds[table.experiment.id], table) for table in tables if table.experiment.id in seconds]
        variants = dict.fromkeys(result.row.name for _, table in chosen for result in table.rows)
        for variant in variants:
            rows = [(time, result) for time, table in chosen for result in table.rows if result.row.name == variant]
            placed = [(SIMULATIONS_PER_SECOND * time, _simulations(result), result) for time, result in rows]
            panels.append(_score_panel(f"{variant}, {kind}", placed))
    if panels:
        columns = min(4, len(panels))
        curves = Curves("simulations per move", tuple(panels), columns, is_logarithmic=True)
        yield Figure("stankiewicz2011-gains", "Gains of last good replies against time in stankiewicz2011", curves)


def _simulations(result: RowResult) -> float:
    return result.match.limits[0].simulations or 0


def _score_panel(title: str, rows: Iterable[tuple[float, float, RowResult]]) -> Panel:
    """Return the scores of rows at the paper's x and at ours."""
    placed = list(rows)
    paper = {Point.of(x, result.paper) for x, _, result in placed if result.paper}
    ours = {Point.of(x, result.ours) for _, x, result in placed if result.ours and x}
    return Panel(title, SCORE, _sorted(paper), _sorted(ours))


def _exact(pairs: Iterable[tuple[float, float | None]]) -> tuple[Point, ...]:
    return _sorted(Point(x, y, y, y) for x, y in pairs if y is not None)


def _sorted(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(sorted(points, key=lambda point: point.x))


# --- drawing ----------------------------------------------------------------------------------------------------------


def _draw_curves(curves: Curves) -> Any:
    lines = -(-len(curves.panels) // curves.columns)
    width = max(FIGURE_WIDTH, PANEL_WIDTH * curves.columns)
    figure = new_figure(width, FIGURE_HEIGHT if lines == 1 else PANEL_HEIGHT * lines)
    share_y = len({panel.quantity for panel in curves.panels}) == 1
    axes = figure.subplots(lines, curves.columns, sharey=share_y, squeeze=False).flatten()
    for panel, one in zip(curves.panels, axes, strict=False):
        _draw_panel(one, panel, curves)
    for empty in axes[len(curves.panels) :]:
        empty.set_visible(False)
    add_legend(figure, axes[0])
    return figure


def _draw_panel(axes: Any, panel: Panel, curves: Curves) -> None:
    for source, points in (("paper", panel.paper), ("ours", panel.ours)):
        _draw_points(axes, source, points)
    axes.set_title(panel.title, fontsize=9, color=COLOURS["ink"])
    axes.set_xlabel(curves.x, fontsize=9, color=COLOURS["ink"])
    if curves.is_logarithmic:
        axes.set_xscale("log")
    ticks = sorted({point.x for point in panel.paper + panel.ours})
    axes.set_xticks(ticks, [f"{tick:,g}" if tick < 1000 else f"{tick / 1000:g}k" for tick in ticks])
    axes.minorticks_off()
    if panel.quantity == SCORE:
        axes.axhline(0.5, color=COLOURS["faint"], linewidth=0.8, linestyle=":")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    else:
        axes.set_ylim(bottom=0)
    style_axes(axes, "y")


def _draw_points(axes: Any, source: str, points: Sequence[Point]) -> None:
    style = marker_style(source) | {"linestyle": "--" if source == "paper" else "-", "linewidth": 1.0}
    draw = partial(axes.errorbar, [point.x for point in points], [point.y for point in points])
    if all(point.low == point.high for point in points):
        draw(**style)
        return
    bars = [[point.y - point.low for point in points], [point.high - point.y for point in points]]
    draw(bars, **style)
