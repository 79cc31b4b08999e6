"""Time control: limits per move and the game clock of GTP (`time_settings`, `time_left`).

The clock is also kept here, for controllers that never send `time_left`.
"""

from __future__ import annotations

from dataclasses import dataclass

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.players.player import Limit

DEFAULT_SECONDS = 1.0  # per move, if no limit is set
MIN_SECONDS = 0.001  # for a player whose time has run out
OVERTIME_MARGIN = 0.02  # seconds reserved for the answer: in overtime a late move loses


@dataclass(frozen=True)
class TimeSettings:
    """Main time, then periods of `overtime` seconds for `moves` moves each, as in Canadian byo-yomi.

    In GTP, overtime for 0 moves means that there is no clock.
    """

    main: float
    overtime: float = 0.0
    moves: int = 0

    @property
    def has_clock(self) -> bool:
        """Whether the time is limited at all."""
        return self.moves > 0 if self.overtime > 0 else self.main > 0

    @property
    def increment(self) -> float:
        """Overtime per move: main time can be spent as if each move gained this much."""
        return self.overtime / self.moves if self.overtime > 0 and self.moves > 0 else 0.0

    def start(self) -> TimeLeft:
        """Return the time of a player before the first move."""
        return TimeLeft(self.main) if self.main > 0 else TimeLeft(self.overtime, self.moves)


@dataclass(frozen=True)
class TimeLeft:
    """Remaining time of one player."""

    seconds: float
    moves: int = 0
    """Moves to play within these seconds of overtime; 0 in main time."""

    def after(self, seconds: float, settings: TimeSettings) -> TimeLeft:
        """Return the remaining time after a move that took `seconds`."""
        left = self.seconds - seconds
        if self.moves > 1:
            return TimeLeft(left, self.moves - 1)
        if self.moves == 1:
            return TimeLeft(settings.overtime, settings.moves)
        if left > 0 or not settings.increment:
            return TimeLeft(left)
        return TimeLeft(settings.overtime + left, settings.moves)


class Clock:
    """The limits of generated moves; a search stops at the first that is reached."""

    def __init__(self, seconds: float | None = None, simulations: int | None = None) -> None:
        self.seconds = seconds
        """Limit per move, or None."""
        self.simulations = simulations
        """Limit per move, or None."""
        self._settings = TimeSettings(0)
        self._time_left: dict[Colour, TimeLeft] = {}

    def set(self, settings: TimeSettings) -> None:
        """Start a game clock, or switch it off."""
        self._settings = settings
        self.restart()

    def restart(self) -> None:
        """Reset the game clock for a new game."""
        time_left = {colour: self._settings.start() for colour in (WHITE, BLACK)}
        self._time_left = time_left if self._settings.has_clock else {}

    def set_time_left(self, colour: Colour, seconds: float, moves: int) -> None:
        """Set a player's remaining time as reported by the controller."""
        self._time_left[colour] = TimeLeft(seconds, moves)

    def limit(self, colour: Colour) -> Limit:
        """Return the limit of a player's next move."""
        seconds, left = self.seconds, self._time_left.get(colour)
        if left is None:
            is_unlimited = seconds is None and self.simulations is None
            return Limit(seconds=DEFAULT_SECONDS if is_unlimited else seconds, simulations=self.simulations)
        if left.moves:
            share = max(MIN_SECONDS, left.seconds / left.moves)
            share -= min(OVERTIME_MARGIN, 0.1 * share)
            return Limit(seconds=min(share, seconds or share), simulations=self.simulations)
        return Limit(seconds, self.simulations, max(MIN_SECONDS, left.seconds), self._settings.increment)

    def spend(self, colour: Colour, seconds: float) -> None:
        """Subtract the time of a move from a player's clock."""
        if (left := self._time_left.get(colour)) is not None:
            self._time_left[colour] = left.after(seconds, self._settings)
