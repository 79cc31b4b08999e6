"""A text plot of the intervals in a table, for terminals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from malecon.lab.statistics.comparison import Sample

Line = tuple[str, Sample | None, Sample | None]
"""Name of a row, our sample, and the paper's sample."""

MAX_NAME_WIDTH = 36
MIN_PLOT_WIDTH, MAX_PLOT_WIDTH = 20, 80
STEP = 0.1  # the axis begins and ends at a multiple of this
OURS, PAPER, BOTH = "●", "○", "◉"
OUR_INTERVAL, PAPER_INTERVAL, HALF = "─", "·", "┊"


def interval_plot(lines: Sequence[Line], width: int) -> Iterator[str]:
    """Yield a line for each row, with both results and their 95% intervals on one scale; nothing without results."""
    samples = [sample for _, ours, paper in lines for sample in (ours, paper) if sample]
    if not samples:
        return
    name_width = min(MAX_NAME_WIDTH, max(len(name) for name, _, _ in lines))
    scale = Scale(samples, max(MIN_PLOT_WIDTH, min(MAX_PLOT_WIDTH, width - name_width - 2)))
    for name, ours, paper in lines:
        yield f"{_fit(name, name_width)}  {scale.draw(ours, paper)}".rstrip()
    yield f"{'':{name_width}}  {scale.labels()}"
    yield f"{OURS} ours {OUR_INTERVAL} 95% interval   {PAPER} paper {PAPER_INTERVAL} 95% interval   {HALF} 50%"


def _fit(name: str, width: int) -> str:
    return f"{name:{width}}" if len(name) <= width else f"{name[: width - 1]}…"


class Scale:
    """A map from shares to columns."""

    def __init__(self, samples: Sequence[Sample], width: int) -> None:
        low = min([0.5, *(sample.interval.low for sample in samples)])
        high = max([0.5, *(sample.interval.high for sample in samples)])
        self.low, self.high = STEP * math.floor(low / STEP), STEP * math.ceil(high / STEP)
        if self.low == self.high:
            self.high += STEP
        self.width = width

    def column(self, share: float) -> int:
        """Return the column of a share."""
        return round((share - self.low) / (self.high - self.low) * (self.width - 1))

    def draw(self, ours: Sample | None, paper: Sample | None) -> str:
        """Return one line of the plot; our interval is drawn over the paper's."""
        characters = [" "] * self.width
        characters[self.column(0.5)] = HALF
        for sample, character in ((paper, PAPER_INTERVAL), (ours, OUR_INTERVAL)):
            if sample:
                begin, end = (self.column(share) for share in sample.interval)
                characters[begin : end + 1] = character * (end + 1 - begin)
        for sample, mark in ((paper, PAPER), (ours, OURS)):
            if sample:
                column = self.column(sample.share)
                characters[column] = BOTH if characters[column] == PAPER else mark
        return "".join(characters)

    def labels(self) -> str:
        """Return the ends of the scale below their columns."""
        left, right = f"{self.low:.0%}", f"{self.high:.0%}"
        return left + right.rjust(self.width - len(left))
