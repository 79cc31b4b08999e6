"""Text plots of intervals."""

from malecon.interfaces.terminal.interval_plot import interval_plot
from malecon.lab.statistics.comparison import Sample
from malecon.lab.statistics.intervals import Interval


def sample(share, low, high):
    return Sample(share, Interval(low, high), Interval(low, high))


def test_both_results_share_one_scale():
    lines = [
        ("k 0.25", sample(0.4, 0.2, 0.5), sample(0.8, 0.7, 0.9)),
        ("k 0", None, sample(1.0, 1.0, 1.0)),
        ("k 9", sample(0.5, 0.4, 0.6), sample(0.5, 0.3, 0.7)),
    ]
    assert list(interval_plot(lines, 49)) == [
        "k 0.25  ──────────●─────         ·····○·····",
        "k 0                    ┊                        ○",
        "k 9          ·····─────◉─────·····",
        "        20%                                  100%",
        "● ours ─ 95% interval   ○ paper · 95% interval   ┊ 50%",
    ]


def test_nothing_is_drawn_without_results():
    assert list(interval_plot([("row", None, None)], 80)) == []


def test_long_names_are_truncated_and_lines_fit_the_width():
    lines = list(interval_plot([("x" * 90, sample(0.5, 0.5, 0.5), None)], 70))
    assert lines[0].startswith("x" * 35 + "…")
    assert all(len(line) <= 70 for line in lines)
