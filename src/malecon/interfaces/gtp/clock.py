"""How long a move may take: the budget of a single move, and the clock of a whole game as the protocol tells it.

The clock runs here too, for controllers that never send `time_left`.
"""

from __future__ import annotations

from dataclasses import dataclass

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.players.player import Limit

USUAL = 1.0  # seconds of a move where nothing is said
LEAST = 0.001  # seconds that a player is given where none are left
LAG = 0.02  # seconds of overtime left for answering: whoever is late there loses


@dataclass(frozen=True)
class TimeSettings:
    """Main time, then so many seconds for each so many moves. As GTP has it, overtime for no moves means no clock."""

    main: float
    overtime: float = 0.0
    moves: int = 0

    @property
    def has_clock(self) -> bool:
        """Whether there is a limit at all."""
        return self.moves > 0 if self.overtime > 0 else self.main > 0

    @property
    def gain(self) -> float:
        """What overtime gives to a move: main time may be spent as if so much came back."""
        return self.overtime / self.moves if self.overtime > 0 and self.moves > 0 else 0.0

    def start(self) -> Hand:
        """What a player has before the first move."""
        return Hand(self.main) if self.main > 0 else Hand(self.overtime, self.moves)


@dataclass(frozen=True)
class Hand:
    """What a player's side of the clock shows."""

    seconds: float
    moves: int = 0
    """Moves to make within these seconds of overtime; 0 in main time."""

    def after(self, seconds: float, settings: TimeSettings) -> Hand:
        """What it shows after a move that took so long."""
        left = self.seconds - seconds
        if self.moves > 1:
            return Hand(left, self.moves - 1)
        if self.moves == 1:
            return Hand(settings.overtime, settings.moves)
        if left > 0 or not settings.gain:
            return Hand(left)
        return Hand(settings.overtime + left, settings.moves)


class Clock:
    """The limits under which moves are generated; of several, the first that is reached counts."""

    def __init__(self, seconds: float | None = None, simulations: int | None = None) -> None:
        self.seconds = seconds
        """Of each move; None where that is left to the others."""
        self.simulations = simulations
        """Of each move."""
        self._settings = TimeSettings(0)
        self._hands: dict[Colour, Hand] = {}

    def set(self, settings: TimeSettings) -> None:
        """Start the clock of a game, or have none."""
        self._settings = settings
        self.restart()

    def restart(self) -> None:
        """Put the clock back for a new game."""
        hands = {colour: self._settings.start() for colour in (WHITE, BLACK)}
        self._hands = hands if self._settings.has_clock else {}

    def set_left(self, colour: Colour, seconds: float, moves: int) -> None:
        """What the controller says is left to a player."""
        self._hands[colour] = Hand(seconds, moves)

    def limit(self, colour: Colour) -> Limit:
        """What a player may use for the next move."""
        seconds, hand = self.seconds, self._hands.get(colour)
        if hand is None:
            alone = seconds is None and self.simulations is None
            return Limit(seconds=USUAL if alone else seconds, simulations=self.simulations)
        if hand.moves:
            share = max(LEAST, hand.seconds / hand.moves)
            share -= min(LAG, 0.1 * share)
            return Limit(seconds=min(share, seconds or share), simulations=self.simulations)
        return Limit(seconds, self.simulations, max(LEAST, hand.seconds), self._settings.gain)

    def spend(self, colour: Colour, seconds: float) -> None:
        """A move took so long."""
        if (hand := self._hands.get(colour)) is not None:
            self._hands[colour] = hand.after(seconds, self._settings)
