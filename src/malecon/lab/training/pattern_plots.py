"""Figures 3.5, 4.1 and 4.2 of stankiewicz2011, drawn from our counts: weights and frequencies of local patterns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.kernel import Struct
from malecon.knowledge.havannah.patterns import FIRST_PATTERNS, NUM_CLASSES, class_names

MOST_FREQUENT = 50
SIZE, DPI = (9.0, 3.6), 120
COLOUR = "#356b8c"
PLACES = ("inside", "second row", "in front of a corner", "side", "\ncorner")  # in the order of the classes


def load_matplotlib() -> Any:
    """The class of matplotlib's figures; GameError where it is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise GameError("plots need matplotlib: pip install 'malecon[lab]'") from None
    return Figure


def draw_plots(counts: Struct, folder: Path) -> list[Path]:
    """Draw the three figures as PNG files; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = {
        "pattern_weights.png": _draw_weights(counts),
        "pattern_frequencies.png": _draw_frequencies(counts),
        "frequent_pattern_weights.png": _draw_frequent(counts),
    }
    for name, figure in figures.items():
        figure.savefig(folder / name, dpi=DPI)
    return [folder / name for name in figures]


def ratios(counts: Struct) -> Any:
    """Times played / times available of each class, 0 where it was never available."""
    return counts.played / np.maximum(counts.available, 1)


def most_frequent(counts: Struct, number: int = MOST_FREQUENT) -> list[int]:
    """The classes that were available most often, the most frequent first."""
    order = np.argsort(-counts.available.astype(np.int64), kind="stable")[:number]
    return [int(place) for place in order if counts.available[place]]


def _draw_weights(counts: Struct) -> Any:
    """Figure 3.5."""
    figure, axes = _axes("Weights of all classes of patterns", "played / available")
    axes.bar(np.arange(NUM_CLASSES), ratios(counts), width=1.0, align="edge", color=COLOUR)
    axes.set_ylim(0, 1)
    _name_places(axes)
    return figure


def _draw_frequencies(counts: Struct) -> Any:
    """Figure 4.1."""
    figure, axes = _axes("How often each class was available", "turns")
    axes.bar(np.arange(NUM_CLASSES), counts.available, width=1.0, align="edge", color=COLOUR)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    _name_places(axes)
    return figure


def _draw_frequent(counts: Struct) -> Any:
    """Figure 4.2, with the names of the classes below their bars."""
    chosen = most_frequent(counts)
    title = f"Weights of the {len(chosen)} most frequent classes, the most frequent first"
    figure, axes = _axes(title, "played / available")
    axes.bar(np.arange(len(chosen)), ratios(counts)[chosen], color=COLOUR)
    axes.set_xlim(-0.6, len(chosen) - 0.4)
    names = [class_names()[number] for number in chosen]
    axes.set_xticks(range(len(chosen)), names, rotation=90, family="monospace", fontsize=7)
    return figure


def _name_places(axes: Any) -> None:
    """Say below the bars of all classes where their cells lie."""
    numbers = [number for number, _ in FIRST_PATTERNS]
    starts = [numbers.index(number) for number in range(len(PLACES))]
    for start in starts[1:]:
        axes.axvline(start, color="grey", linewidth=0.6, linestyle=":")
    ends = [*starts[1:], NUM_CLASSES]
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
    axes.set_xticks(
        middles, [f"{place} ({e - s})" for place, s, e in zip(PLACES, starts, ends, strict=True)], fontsize=7
    )
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(0, NUM_CLASSES)


def _axes(title: str, y_label: str) -> tuple[Any, Any]:
    figure = load_matplotlib()(figsize=SIZE, layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=10)
    axes.set_ylabel(y_label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", linewidth=0.4)
    axes.set_axisbelow(True)
    return figure, axes
