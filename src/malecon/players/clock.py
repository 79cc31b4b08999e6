"""Game clocks: a time control as text, and the clock of one side that a referee keeps.

60          a minute for the whole game
60+0.6      a minute, and 0.6 s more for every move made (Fischer)
60+3x10     a minute, then three periods of 10 s; a period is lost only if a move uses it up (byo-yomi)
60+30/5     a minute, then 30 s for every five moves (Canadian byo-yomi, the one of GTP)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from malecon.games.errors import GameError
from malecon.players.player import Limit

NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
TEXT = re.compile(rf"{NUMBER}(?:\+(?:([0-9]+)x)?{NUMBER}(?:/([0-9]+))?)?")
MIN_SECONDS = 0.001  # for a player whose time has run out
ANSWER_MARGIN = 0.02  # seconds of a period that are kept for the answer: a late move loses


@dataclass(frozen=True)
class TimeControl:
    """Main time, then an increment per move, or periods of overtime."""

    main: float
    increment: float = 0.0
    """Seconds added after every move."""
    period: float = 0.0
    """Seconds of a period of overtime; 0 if there is none."""
    periods: int = 1
    """Number of periods (byo-yomi)."""
    moves: int = 1
    """Moves to make within each period (Canadian byo-yomi)."""

    def __str__(self) -> str:
        if self.increment:
            return f"{self.main:g}+{self.increment:g}"
        if not self.period:
            return f"{self.main:g}"
        count = f"{self.period:g}/{self.moves}" if self.moves > 1 else f"{self.periods}x{self.period:g}"
        return f"{self.main:g}+{count}"


def parse_clock(text: str) -> TimeControl:
    """Read a time control; raise GameError if it is none.

    >>> str(parse_clock("60+0.6")), str(parse_clock("60+3x10")), str(parse_clock("60+30/5"))
    ('60+0.6', '60+3x10', '60+30/5')
    """
    match = TEXT.fullmatch(text.strip())
    if match is None or (match[2] and match[4]):
        raise GameError(f"{text!r} is not a clock; write 60+0.6, 60+3x10 (byo-yomi), 60+30/5 (30 s for 5 moves) or 60")
    main, periods, seconds, moves = float(match[1]), match[2], float(match[3] or 0), match[4]
    if periods or moves:
        control = TimeControl(main, period=seconds, periods=int(periods or 1), moves=int(moves or 1))
        if not (control.period > 0 and control.periods > 0 and control.moves > 0):
            raise GameError(f"the overtime of the clock {text!r} must be greater than 0")
    else:
        control = TimeControl(main, seconds)
    if control.main <= 0 and control.period <= 0:
        raise GameError(f"the main time of the clock {text!r} must be greater than 0")
    return control


@dataclass(frozen=True)
class ClockLimit(Limit):
    """The limit of a move under a game clock, and the state of that clock."""

    control: TimeControl = field(default_factory=lambda: TimeControl(1.0))
    left: float = 0.0
    """Seconds of main time or of the current period."""
    moves_left: int = 0
    """Moves to make in the current Canadian period, or periods left in byo-yomi; 0 in main time."""
    allowance: float = 0.0
    """Seconds after which the move is lost on time."""


class GameClock:
    """The clock of one side."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.main = control.main
        self.periods = control.periods if control.period else 0
        self.period, self.moves = control.period, control.moves
        """Seconds and moves left in the current Canadian period."""

    @property
    def allowance(self) -> float:
        """Seconds until the flag falls."""
        return self.main + self.period + max(0, self.periods - 1) * self.control.period

    @property
    def left(self) -> float:
        """Seconds of main time, or of the current period once the main time is used up."""
        return self.main if self.main > 0 else self.period

    def limit(self, per_move: Limit) -> ClockLimit:
        """Return the limit of the next move, with the limits that every move has."""
        seconds, remaining = per_move.seconds, None
        share = self.period / self.moves if self.periods else 0.0
        if self.main > share:
            remaining = max(MIN_SECONDS, self.main)
        else:
            own = max(MIN_SECONDS, self.main + share - min(ANSWER_MARGIN, 0.1 * share))
            seconds = own if seconds is None else min(own, seconds)
        increment = self.control.increment or share
        state = (self.control, self.left, self._count(), self.allowance)
        return ClockLimit(seconds, per_move.simulations, remaining, increment, *state)

    def _count(self) -> int:
        if self.main > 0 or not self.periods:
            return 0
        return self.moves if self.control.moves > 1 else self.periods

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move that was made in time, and start the next period or add the increment."""
        over = seconds - self.main
        self.main = max(0.0, -over)
        if over > 0 and self.periods:
            self._spend_overtime(over)
        self.main += self.control.increment

    def _spend_overtime(self, seconds: float) -> None:
        if self.control.moves > 1:
            self.period, self.moves = self.period - seconds, self.moves - 1
            if self.moves == 0:
                self.period, self.moves = self.control.period, self.control.moves
            return
        self.periods = max(1, self.periods - int(seconds // self.control.period))
