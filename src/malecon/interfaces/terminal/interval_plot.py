"""A table as a plot of text: where nothing but a terminal is there, intervals can still be looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from malecon.lab.statistics.comparison import Sample

Line = tuple[str, Sample | None, Sample | None]
"""A row's name, our sample and the paper's."""

LONGEST_NAME = 36
NARROWEST, WIDEST = 20, 80  # signs for the plot itself
STEP = 0.1  # the axis begins and ends at a multiple of this
OURS, PAPER, BOTH = "●", "○", "◉"
OUR_REACH, PAPER_REACH, HALF = "─", "·", "┊"


def interval_plot(lines: Sequence[Line], width: int) -> Iterator[str]:
    """Both figures of every row with their 95% intervals on one scale; nothing where there is no figure."""
    samples = [sample for _, ours, paper in lines for sample in (ours, paper) if sample]
    if not samples:
        return
    room = min(LONGEST_NAME, max(len(name) for name, _, _ in lines))
    scale = Scale(samples, max(NARROWEST, min(WIDEST, width - room - 2)))
    for name, ours, paper in lines:
        yield f"{_short(name, room)}  {scale.draw(ours, paper)}".rstrip()
    yield f"{'':{room}}  {scale.labels()}"
    yield f"{OURS} ours {OUR_REACH} its 95% interval   {PAPER} paper {PAPER_REACH} its interval   {HALF} 50%"


def _short(name: str, room: int) -> str:
    return f"{name:{room}}" if len(name) <= room else f"{name[: room - 1]}…"


class Scale:
    """From a share to a place in a line."""

    def __init__(self, samples: Sequence[Sample], width: int) -> None:
        low = min([0.5, *(sample.interval.low for sample in samples)])
        high = max([0.5, *(sample.interval.high for sample in samples)])
        self.low, self.high = STEP * math.floor(low / STEP), STEP * math.ceil(high / STEP)
        if self.low == self.high:
            self.high += STEP
        self.width = width

    def place(self, share: float) -> int:
        """The sign that stands for a share."""
        return round((share - self.low) / (self.high - self.low) * (self.width - 1))

    def draw(self, ours: Sample | None, paper: Sample | None) -> str:
        """A line; ours covers the paper's where they meet."""
        signs = [" "] * self.width
        signs[self.place(0.5)] = HALF
        for sample, reach in ((paper, PAPER_REACH), (ours, OUR_REACH)):
            if sample:
                begin, end = (self.place(share) for share in sample.interval)
                signs[begin : end + 1] = reach * (end + 1 - begin)
        for sample, mark in ((paper, PAPER), (ours, OURS)):
            if sample:
                place = self.place(sample.share)
                signs[place] = BOTH if signs[place] == PAPER else mark
        return "".join(signs)

    def labels(self) -> str:
        """The ends of the scale below their places."""
        left, right = f"{self.low:.0%}", f"{self.high:.0%}"
        return left + right.rjust(self.width - len(left))
