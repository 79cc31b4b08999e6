"""Plot of a rating list: a marker and a 95% interval for every player, strongest on top."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from malecon.games.errors import GameError
from malecon.lab.extras import load
from malecon.lab.reports.plot import COLOURS, DPI
from malecon.lab.statistics.ratings import Rating

WIDTH, HEADER_HEIGHT, ROW_HEIGHT = 7.6, 0.9, 0.34  # inches
MAX_NAME = 60  # characters
FORMATS = (".png", ".svg", ".pdf")
MAX_REACH = 3.0  # intervals are cut at this multiple of the range of the ratings


def draw_ladder(rows: Sequence[Rating], title: str, path: Path) -> None:
    """Draw a rating list into a file."""
    if path.suffix not in FORMATS:
        raise GameError(f"cannot plot to {path.name!r}; the name must end in {', '.join(FORMATS)}")
    figure = load("matplotlib.figure", "a plot").Figure(
        (WIDTH, HEADER_HEIGHT + ROW_HEIGHT * len(rows)), layout="constrained"
    )
    axes = figure.subplots()
    ratings = [row.elo for row in rows]
    reach = MAX_REACH * max(max(ratings) - min(ratings), 100.0)
    below = [min(reach, row.elo - row.interval.low) for row in rows]
    above = [min(reach, row.interval.high - row.elo) for row in rows]
    style = {"fmt": "s", "color": COLOURS["ours"], "markersize": 5, "capsize": 2.5, "elinewidth": 1.4}
    axes.errorbar(ratings, range(len(rows)), xerr=[below, above], **style)
    axes.set_yticks(range(len(rows)), [_shorten(row.player) for row in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("Elo, 95% interval", fontsize=9)
    axes.set_title(title, fontsize=9)
    axes.grid(axis="x", color=COLOURS["faint"], linewidth=0.3, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    figure.savefig(path, dpi=DPI, facecolor="white")


def _shorten(player: str) -> str:
    return player if len(player) <= MAX_NAME else f"{player[: MAX_NAME - 1]}…"
