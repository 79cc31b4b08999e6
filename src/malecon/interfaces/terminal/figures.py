"""Format scores, Elo differences, times and limits."""

from __future__ import annotations

import math

from malecon.lab.statistics.intervals import Interval
from malecon.players.player import Limit

WARNING = "bold red"  # style of warnings


def percent_interval_text(interval: Interval) -> str:
    """Return an interval of shares, such as `48.1 to 55.3%`."""
    return f"{100 * interval.low:.1f} to {interval.high:.1%}"


def elo_text(difference: float) -> str:
    """Return an Elo difference with its sign, such as `+12`."""
    if math.isinf(difference):
        return "+inf" if difference > 0 else "-inf"
    return f"{round(difference):+d}"


def elo_interval_text(interval: Interval) -> str:
    """Return an interval of Elo differences, such as `-3 to +20`."""
    return f"{elo_text(interval.low)} to {elo_text(interval.high)}"


def clock_text(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours if there are any: `1:01`, `2:02:05`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def limit_text(limit: Limit) -> str:
    """Return a limit, such as `0.5 s per move`."""
    parts = [f"{limit.seconds:g} s"] if limit.seconds is not None else []
    parts += [f"{limit.simulations:,} simulations"] if limit.simulations is not None else []
    return " or ".join(parts) + " per move"
