"""Plots of pattern weights and frequencies: figures 3.5, 4.1 and 4.2 of stankiewicz2011 with our counts.

The thesis prints one value of its figures, the weight of the pattern in figure 3.6; the weights show it as a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from malecon.kernel import Struct
from malecon.knowledge.havannah.patterns import FIRST_PATTERNS, NUM_CLASSES, class_names
from malecon.lab.extras import load
from malecon.lab.reports.plot import COLOURS, add_legend, new_figure, save_png, style_axes

MOST_FREQUENT = 50
SIZE = 9.0, 3.6  # inches
PRINTED_PLAYED, PRINTED_AVAILABLE = 700, 1154  # figure 3.6 of the thesis
REGIONS = ("inside", "second row", "in front of a corner", "side", "\ncorner")  # in the order of the classes


def load_matplotlib() -> Any:
    """Return matplotlib's Figure class; raise GameError if matplotlib is not installed."""
    return load("matplotlib.figure", "a plot").Figure


def draw_plots(counts: Struct, folder: Path) -> list[Path]:
    """Draw the three figures as PNG files; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, figure in pattern_figures(counts).items():
        paths.append(folder / f"{name}.png")
        save_png(figure, paths[-1])
    return paths


def pattern_figures(counts: Struct) -> dict[str, Any]:
    """Return the three figures by name, in the order of the thesis."""
    return {
        "pattern_weights": _draw_weights(counts),
        "pattern_frequencies": _draw_frequencies(counts),
        "frequent_pattern_weights": _draw_frequent(counts),
    }


def ratios(counts: Struct) -> Any:
    """Return times played / times available of each class; 0 if it was never available."""
    return counts.played / np.maximum(counts.available, 1)


def most_frequent(counts: Struct, number: int = MOST_FREQUENT) -> list[int]:
    """Return the classes that were available most often, the most frequent first."""
    order = np.argsort(-counts.available.astype(np.int64), kind="stable")[:number]
    return [int(index) for index in order if counts.available[index]]


def _draw_weights(counts: Struct) -> Any:
    """Figure 3.5."""
    figure, axes = _axes("Weights of all pattern classes", "played / available")
    axes.stairs(ratios(counts), fill=True, color=COLOURS["ours"])
    axes.set_ylim(0, 1)
    _draw_printed_weight(axes)
    _label_regions(axes)
    return figure


def _draw_frequencies(counts: Struct) -> Any:
    """Figure 4.1."""
    figure, axes = _axes("How often each class was available", "turns")
    axes.stairs(counts.available, fill=True, color=COLOURS["ours"])
    axes.yaxis.set_major_formatter("{x:,.0f}")
    _label_regions(axes)
    return figure


def _draw_frequent(counts: Struct) -> Any:
    """Figure 4.2, labelled with the names of the classes."""
    chosen = most_frequent(counts)
    title = f"Weights of the {len(chosen)} most frequent classes, the most frequent first"
    figure, axes = _axes(title, "played / available")
    axes.bar(np.arange(len(chosen)), ratios(counts)[chosen], color=COLOURS["ours"])
    axes.set_xlim(-0.6, len(chosen) - 0.4)
    names = [class_names()[number] for number in chosen]
    axes.set_xticks(range(len(chosen)), names, rotation=90, family="monospace", fontsize=7)
    return figure


def _label_regions(axes: Any) -> None:
    """Label the ranges of classes by the region of their cells."""
    numbers = [number for number, _ in FIRST_PATTERNS]
    starts = [numbers.index(number) for number in range(len(REGIONS))]
    for start in starts[1:]:
        axes.axvline(start, color=COLOURS["faint"], linewidth=0.6, linestyle=":")
    ends = [*starts[1:], NUM_CLASSES]
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
    axes.set_xticks(
        middles, [f"{region} ({e - s})" for region, s, e in zip(REGIONS, starts, ends, strict=True)], fontsize=7
    )
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(0, NUM_CLASSES)


def _draw_printed_weight(axes: Any) -> None:
    """Draw the weight of the thesis's example of a good pattern."""
    text = f"thesis, figure 3.6: {PRINTED_PLAYED:,} of {PRINTED_AVAILABLE:,}"
    axes.axhline(PRINTED_PLAYED / PRINTED_AVAILABLE, color=COLOURS["paper"], linestyle="--", linewidth=1.0, label=text)
    add_legend(axes.figure, axes)


def _axes(title: str, y_label: str) -> tuple[Any, Any]:
    figure = new_figure(*SIZE)
    axes = figure.subplots()
    axes.set_title(title, fontsize=10, color=COLOURS["ink"])
    axes.set_ylabel(y_label, color=COLOURS["ink"])
    style_axes(axes, "y")
    return figure, axes
