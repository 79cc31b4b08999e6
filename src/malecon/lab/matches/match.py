"""A match between two players: openings, colours and seeds.

A `Match` determines its games, so that each can be replayed: game 17 is `game.play_game(match, 17)`. Games come in
pairs. The games of a pair share an opening, with colours swapped. The first opening is the empty board; the others are
single moves, in an order that depends on the seed. With `EMPTY_BOARD`, every game starts from the empty board; games
still differ, since every player of every game has a seed of its own.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.clock import parse_clock
from malecon.players.factory import MEMORY, make_player
from malecon.players.player import Limit, Player, check_seed

A, B = 0, 1  # the two sides of a match; their colours alternate
ONE_SECOND = Limit(seconds=1.0)
NO_ENGINES = ("", "")
EMPTY_BOARD = ("",)  # the only opening, without moves


@dataclass(frozen=True)
class Match:
    """Two players, given as text, and everything else that determines their games."""

    a: str
    b: str
    limits: tuple[Limit, Limit] = (ONE_SECOND, ONE_SECOND)
    """Limits per move of A and B."""
    games: int = 100
    seed: int = 1
    game: str = DEFAULT_GAME
    options: tuple[tuple[str, Any], ...] = (("base", 5),)
    """Options of the board, such as base."""
    openings: tuple[str, ...] = ()
    """Opening moves of the pairs, used in turn; if empty, the empty board and single moves."""
    memory: int = MEMORY
    threads: tuple[int, int] = (1, 1)
    compare: bool = False
    """Whether to ask the opponent for its choice before every move, and to count the moves that differ."""
    adjudicate: bool = False
    """Whether to end a game as soon as the player that moved has proved who wins."""
    clocks: tuple[str, str] = ("", "")
    """Game clocks of A and B, such as 60+0.6; empty for none. Limits per move apply besides."""
    engines: tuple[str, str] | None = None
    """Digests of the files of external engines, empty for other players; set when the match is made.

    A rebuilt engine makes another match, whose games are played anew.
    """

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for clock in filter(None, self.clocks):
            parse_clock(clock)
        if not isinstance(self.games, int) or self.games < 1:
            raise GameError(f"a match needs at least one game, not {self.games!r}")
        for number in range(0, 2 * max(1, len(self.openings)), 2):
            if (outcome := self.start(number).outcome) is not None:
                raise GameError(
                    f"the game is already over after the opening {self.openings[number // 2]!r} ({outcome})"
                )
        players = [self.player(side, 0) for side in (A, B)]
        for player in players:
            player.check(self.start())
        if self.engines is None:
            object.__setattr__(self, "engines", tuple(player.digest for player in players))

    @property
    def players(self) -> tuple[str, str]:
        """The texts of A and B."""
        return self.a, self.b

    @cached_property
    def key(self) -> str:
        """Digest of everything that determines the games, which excludes their number.

        Fields with their default value are left out, so that adding a field does not change existing keys.
        """
        defaults = {field.name: field.default for field in fields(self)} | {"engines": NO_ENGINES}
        changed = [name for name in defaults if name != "games" and getattr(self, name) != defaults[name]]
        values = asdict(self)
        settings = {name: values[name] for name in changed}
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    def start(self, number: int = 0) -> Position:
        """Return the position after the opening of a game."""
        position = position_class(self.game)(**dict(self.options))
        if self.openings:
            position.play_all(self.openings[number // 2 % len(self.openings)])
        elif number >= 2:
            moves = position.legal_moves
            random.Random(f"{self.seed} openings").shuffle(moves)
            position.play(moves[(number // 2 - 1) % len(moves)])
        return position

    def player(self, side: int, number: int, role: str = "") -> Player:
        """Return a new player for one game; its seed depends on the match, the game, the side and the role."""
        seed = random.Random(f"{self.seed} {number} {side}{role}").getrandbits(31)
        text, threads = self.players[side], self.threads[side]
        return make_player(text, game=self.game, seed=seed, memory=self.memory, threads=threads)

    def white(self, number: int) -> int:
        """Return the side that plays White: A in the first game of each pair, B in the second."""
        return A if number % 2 == 0 else B
