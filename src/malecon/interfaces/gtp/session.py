"""State of the server between commands: the game, the player and its settings, the clock and the move format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from malecon.games.catalogue import position_class
from malecon.games.colours import Colour
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.position import Position
from malecon.interfaces.gtp.clock import MIN_SECONDS, Clock
from malecon.interfaces.gtp.move_format import SWAP, GridFormat, MoveFormat
from malecon.knowledge.technique import Value
from malecon.players.engine import Engine
from malecon.players.external import PREFIX
from malecon.players.factory import make_player
from malecon.players.player import RESIGN, Limit, Player
from malecon.warmup.steps import SEARCH, ensure_warm

RESIGN_BELOW = 0.02
WARM_UP_SIMULATIONS = 4000
SWAP_RULE = "swap_rule"
Parameters = Mapping[str, Value]


@dataclass(frozen=True)
class Settings:
    """Settings of the player; a change creates a new player."""

    player: str = "malecon"
    threads: int = 1
    memory: int = 512
    """Megabytes for the tree."""
    seed: int = 0
    resign: float = RESIGN_BELOW
    """Expected result below which the player resigns; 0 means never."""
    techniques: Mapping[str, Parameters | None] = field(default_factory=lambda: MappingProxyType({}))
    """Techniques set by `param`, with their parameters; None if switched off."""

    @property
    def text(self) -> str:
        """The text of the player with all techniques that were set."""
        return self.player + "".join(_technique_text(name, values) for name, values in self.techniques.items())


@dataclass(frozen=True)
class Permissions:
    """What a controller may do outside the game: nothing, unless the server was started with the option."""

    engines: bool = False
    """Run other programs as players: `param player gtp:COMMAND`."""
    files: bool = False
    """Read and write files: `loadsgf` and `savesgf`."""

    def allows(self, permission: str) -> bool:
        """Return whether a permission was given; an empty one always is."""
        return not permission or bool(getattr(self, permission))

    def check(self, permission: str, what: str) -> None:
        """Raise GameError if a permission was not given."""
        if not self.allows(permission):
            raise GameError(f"{what} is disabled; start the server with --allow-{permission}")


NO_PERMISSIONS = Permissions()


def _technique_text(name: str, parameters: Parameters | None) -> str:
    if parameters is None:
        return f"-{name}"
    inner = ",".join(f"{parameter}={value}" for parameter, value in parameters.items())
    return f"+{name}({inner})" if inner else f"+{name}"


def new_position(game: str, size: str = "", *, swap_rule: bool = False) -> Position:
    """Return the initial position on a board of this size, or on the game's default board."""
    kind = position_class(game)
    options = kind.board_options(size or kind.default_board)
    return kind(**options, **({SWAP_RULE: True} if swap_rule else {}))


def with_swap_rule(position: Position, swap_rule: bool) -> Position:
    """Return the same game with or without the swap rule; raise GameError if that is not possible."""
    if SWAP_RULE not in position.extra_options:
        raise GameError(f"{position.title} has no swap rule")
    if position.is_over or position.start() != position.new_game():
        raise GameError("cannot change the swap rule of a finished game or of a position set up by hand")
    changed = type(position)(**position._options() | {SWAP_RULE: swap_rule})
    changed.play_all(position.moves)
    return changed


class Session:
    """One game at a time and its player."""

    def __init__(
        self,
        position: Position,
        settings: Settings,
        clock: Clock,
        move_format: MoveFormat | None = None,
        permissions: Permissions = NO_PERMISSIONS,
    ) -> None:
        self.position = position
        self.permissions = permissions
        self.clock = clock
        self.move_format = move_format or GridFormat()
        self._settings = settings
        self._first_player = settings.player
        self._player = self._make_player(settings, position.game)

    # --- the player ---------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """Settings of the player."""
        return self._settings

    def configure(self, **changes: Any) -> None:
        """Change settings; raise GameError and change nothing if they do not describe a player."""
        settings = replace(self._settings, **changes)
        if settings.text != self._settings.text or {"threads", "memory", "seed"} & changes.keys():
            self._replace_player(self._make_player(settings, self.position.game))
        self._settings = settings

    def _make_player(self, settings: Settings, game: str) -> Player:
        """Make a player; another program needs a permission, unless the server was started with it as its player."""
        if settings.player.strip().startswith(PREFIX) and settings.player != self._first_player:
            self.permissions.check("engines", f"a player {PREFIX}COMMAND")
        return make_player(
            settings.text, game=game, seed=settings.seed, memory=settings.memory, threads=settings.threads
        )

    def _replace_player(self, player: Player) -> None:
        self.close()
        self._player = player

    @property
    def player(self) -> Player:
        """The player that generates moves."""
        return self._player

    @property
    def engine(self) -> Engine:
        """The player as an engine; raises GameError if it does not search."""
        if not isinstance(self._player, Engine):
            raise GameError(f"player {self._player.name} does not search; use an engine such as malecon")
        return self._player

    def warm_up(self) -> None:
        """Load the compiled kernels before a clock runs, by a search after one move: the first may need none."""
        position = self.position.new_game()
        position.play(position.legal_moves[0])
        if isinstance(self._player, Engine):
            small = Engine(self._settings.text, game=position.game, memory=1)  # small enough to fill its tree
            small.decide(position, Limit(simulations=WARM_UP_SIMULATIONS))
        self._player.decide(position, Limit(seconds=MIN_SECONDS, simulations=1))

    def close(self) -> None:
        """Close the player."""
        self._player.close()

    # --- the game -----------------------------------------------------------------------------------------------------

    def new_game(self) -> Position:
        """Return the initial position on the current board."""
        return self.position.new_game()

    def start(self, position: Position) -> None:
        """Continue with another position, possibly of another game; raise GameError if the player cannot play it."""
        if position.game != self.position.game:
            ensure_warm(position.game, SEARCH)
            self._replace_player(self._make_player(self._settings, position.game))
        self.position = position
        self.move_format.reset()
        self.clock.restart()

    def check_turn(self, colour: Colour) -> None:
        """Raise IllegalMoveError if the game is over or the other side is to move."""
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
                self._allow_swap()
            self.move_format.play(self.position, text)

    def _allow_swap(self) -> None:
        """Switch the swap rule on: a controller that plays a swap uses the rule, even if it never said so."""
        if not self.position.swap_rule and self.position.ply == 1:
            self.position = with_swap_rule(self.position, True)

    def undo(self) -> None:
        """Take back the last move or point."""
        self.move_format.undo(self.position)
