"""Players against players: openings, colours and seeds.

A `Match` says everything about its games, so that any of them can be played again: game 17 is `play_game(match, 17)` of
`lab.playing`. Games come in pairs. A pair shares an opening, which each player begins once as White; the first opening
is the empty board, the others are single stones in an order that the seed decides.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.factory import MEMORY, make_player
from malecon.players.player import Limit, Player

A, B = 0, 1  # the two sides of a match, whatever colour they have
SECOND = Limit(seconds=1.0)


@dataclass(frozen=True)
class Match:
    """Two players as text, and all that their games depend on."""

    a: str
    b: str
    limits: tuple[Limit, Limit] = (SECOND, SECOND)
    """How long A and B may think about a move."""
    games: int = 100
    seed: int = 1
    game: str = "havannah"
    options: tuple[tuple[str, Any], ...] = (("base", 5),)
    """Of the empty board."""
    openings: tuple[str, ...] = ()
    """Moves that pairs begin with, in turn; where there are none, the empty board and single moves."""
    memory: int = MEMORY
    threads: tuple[int, int] = (1, 1)
    compare: bool = False
    """Whether to ask, at every move, what the other player would have chosen, and to count what differs."""
    adjudicate: bool = False
    """Whether a game ends as soon as the player to move has proved who wins."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise GameError(f"a match has one game or more, not {self.games}")
        for number in range(0, 2 * max(1, len(self.openings)), 2):
            if (outcome := self.start(number).outcome) is not None:
                raise GameError(f"the opening {self.openings[number // 2]!r} is over already ({outcome})")
        for side in (A, B):
            self.player(side, 0).check(self.start())

    @property
    def players(self) -> tuple[str, str]:
        """The texts of A and B."""
        return self.a, self.b

    @cached_property
    def key(self) -> str:
        """A digest of all that decides its games; how many are played is not part of it.

        What is as usual is left out, so that a new field leaves the keys of old matches as they are.
        """
        usual = {field.name: field.default for field in fields(self)}
        told = [name for name in usual if name != "games" and getattr(self, name) != usual[name]]
        values = asdict(self)
        settings = {name: values[name] for name in told}
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    def start(self, number: int = 0) -> Position:
        """The position from which a game is played."""
        position = position_class(self.game)(**dict(self.options))
        if self.openings:
            position.play_all(self.openings[number // 2 % len(self.openings)])
        elif number >= 2:
            moves = position.legal_moves
            random.Random(f"{self.seed} openings").shuffle(moves)
            position.play(moves[(number // 2 - 1) % len(moves)])
        return position

    def player(self, side: int, number: int, role: str = "") -> Player:
        """A fresh player for one game, with a seed of its own; in another role it has another seed."""
        seed = random.Random(f"{self.seed} {number} {side}{role}").getrandbits(31)
        text, threads = self.players[side], self.threads[side]
        return make_player(text, game=self.game, seed=seed, memory=self.memory, threads=threads)

    def white(self, number: int) -> int:
        """Which side, A or B, is White in a game: A in the first of each pair."""
        return A if number % 2 == 0 else B
