"""Learning the weights of local patterns from self-play (section 3.3 of stankiewicz2011).

Every turn of every game counts: the class of the move as played, and every class of an empty cell as available.
`pattern_plots` draws the counts; `knowledge.havannah.pattern_weights` reads and writes their file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.position import Havannah
from malecon.kernel import Struct
from malecon.knowledge.havannah.patterns import count_turn, new_counts
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player

PLAYER = "uct(c=0.4)+rave(r=50)+mate"  # section 4.1 of stankiewicz2011
MEMORY = 16  # megabytes; more than a thousand simulations per move need


@dataclass(frozen=True)
class SelfPlaySettings:
    """How the games are played; equal settings give equal counts."""

    base: int = 5
    simulations: int = 1000
    """Simulations per move."""
    player: str = PLAYER
    seed: int = 1

    def __post_init__(self) -> None:
        geometry(self.base)
        parse_player(self.player, preset_texts())
        if self.simulations < 1:
            raise GameError(f"simulations must be at least 1, not {self.simulations}")

    def play(self, number: int) -> list[str]:
        """Play the game with a number and return its moves."""
        engine = Engine(self.player, memory=MEMORY, seed=random.Random(f"{self.seed} {number}").getrandbits(31))
        position, limit = Havannah(self.base), Limit(simulations=self.simulations)
        while not position.is_over:
            position.play(engine.decide(position, limit).move)
        return position.moves

    def describe(self, games: int) -> str:
        """Return the header of a file of counts."""
        return (
            f"Local patterns in {games:,} games of {self.player} against itself\n"
            f"on base {self.base}, {self.simulations:,} simulations per move, seed {self.seed}."
        )


def count_patterns(settings: SelfPlaySettings, games: int) -> Iterator[Struct]:
    """Play games and yield the counts after each; the struct is updated in place."""
    if games < 1:
        raise GameError(f"the number of games must be at least 1, not {games}")
    counts = new_counts()[0]
    for number in range(games):
        count_game(settings.base, settings.play(number), counts)
        yield counts


def count_game(base: int, moves: Sequence[str], counts: Struct) -> None:
    """Count every turn of a game."""
    position = Havannah(base)
    for move in moves:
        count_turn(position.struct, position.boards[0], position.move_code(move), counts)
        position.play(move)
