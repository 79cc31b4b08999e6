"""What the server holds between two commands: the game, who thinks, the clock, and how moves are written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from malecon.games.colours import Colour
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.position import Position
from malecon.interfaces.gtp.board_setup import with_swap_rule
from malecon.interfaces.gtp.clock import LEAST, Clock
from malecon.interfaces.gtp.move_format import SWAP, GridFormat, MoveFormat
from malecon.interfaces.gtp.settings import Settings
from malecon.players.engine import Engine
from malecon.players.factory import make_player
from malecon.players.player import RESIGN, Limit, Player
from malecon.warmup.steps import SEARCH, ensure_warm

FILLING = 4000  # simulations


class Session:
    """One game at a time, and its player."""

    def __init__(self, position: Position, settings: Settings, clock: Clock, wire: MoveFormat | None = None) -> None:
        self.position = position
        self.clock = clock
        self.wire = wire or GridFormat()
        self._settings = settings
        self._player = self._make_player(settings, position.game)

    # --- the player -------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """Who thinks, and with what."""
        return self._settings

    def configure(self, **changes: Any) -> None:
        """Change settings; GameError, and no change, where they make no player."""
        settings = replace(self._settings, **changes)
        if settings.text != self._settings.text or {"threads", "memory", "seed"} & changes.keys():
            self._seat(self._make_player(settings, self.position.game))
        self._settings = settings

    @staticmethod
    def _make_player(settings: Settings, game: str) -> Player:
        return make_player(
            settings.text, game=game, seed=settings.seed, memory=settings.memory, threads=settings.threads
        )

    def _seat(self, player: Player) -> None:
        self.close()
        self._player = player

    @property
    def player(self) -> Player:
        """Who thinks."""
        return self._player

    @property
    def engine(self) -> Engine:
        """The player, where it is one that can tell what it thinks."""
        if not isinstance(self._player, Engine):
            raise GameError(f"{self._player.name} does not search, so it has nothing to tell; malecon would be right")
        return self._player

    def warm_up(self) -> None:
        """Load compiled code before any clock runs: a search after a first move, for a first one may need none."""
        position = self.position.new_game()
        position.play(position.legal_moves[0])
        if isinstance(self._player, Engine):
            small = Engine(self._settings.text, game=position.game, memory=1)  # so small that its tree gets full
            small.decide(position, Limit(simulations=FILLING))
        self._player.decide(position, Limit(seconds=LEAST, simulations=1))

    def close(self) -> None:
        """Let the player go."""
        self._player.close()

    # --- the game ---------------------------------------------------------------------------------------------------

    def new_game(self) -> Position:
        """The start of a game on a board like this one."""
        return self.position.new_game()

    def start(self, position: Position) -> None:
        """Go on with another game, which may be of another kind; GameError where the player does not play that."""
        if position.game != self.position.game:
            ensure_warm(position.game, SEARCH)
            self._seat(self._make_player(self._settings, position.game))
        self.position = position
        self.wire.reset()
        self.clock.restart()

    def check_turn(self, colour: Colour) -> None:
        """Raise IllegalMoveError where it is the other's turn."""
        if self.position.is_over:
            raise IllegalMoveError(f"the game is over ({self.position.outcome})")
        if colour != self.position.to_move:
            raise IllegalMoveError(f"it is {self.position.to_move}'s turn")

    def play(self, colour: Colour, text: str) -> None:
        """Play a move for a colour, or resign for it."""
        if text.lower() == RESIGN:
            self.position.resign(colour)
        else:
            self.check_turn(colour)
            if text.lower() == SWAP:
                self._offer_swap()
            self.wire.play(self.position, text)

    def _offer_swap(self) -> None:
        """A swap that the controller plays shows that the rule holds, also where nobody said so before."""
        if not self.position.swap_rule and self.position.ply == 1:
            self.position = with_swap_rule(self.position, True)

    def undo(self) -> None:
        """Take back what was played last."""
        self.wire.undo(self.position)
