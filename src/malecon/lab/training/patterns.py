"""Learning the weights of local patterns: a player against itself (section 3.3 of stankiewicz2011).

Every turn of every game counts: the class of the move as played, and each class that some empty cell had as available.
`pattern_plots` draws what came of it; `knowledge.havannah.pattern_weights` keeps the file and uses it.
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

PLAYER = "uct(c=0.4)+rave(r=50)+mate"  # of section 4.1 of stankiewicz2011
MEMORY = 16  # megabytes; a thousand simulations a move fill less


@dataclass(frozen=True)
class SelfPlaySettings:
    """How the games are played; the same lesson gives the same counts."""

    base: int = 5
    simulations: int = 1000
    """Of each move."""
    player: str = PLAYER
    seed: int = 1

    def __post_init__(self) -> None:
        geometry(self.base)
        parse_player(self.player, preset_texts())
        if self.simulations < 1:
            raise GameError(f"a move takes one simulation or more, not {self.simulations}")

    def moves(self, number: int) -> list[str]:
        """Play the game of a number."""
        engine = Engine(self.player, memory=MEMORY, seed=random.Random(f"{self.seed} {number}").getrandbits(31))
        position, limit = Havannah(self.base), Limit(simulations=self.simulations)
        while not position.is_over:
            position.play(engine.decide(position, limit).move)
        return position.moves

    def remarks(self, games: int) -> str:
        """Where counts come from, for the head of their file."""
        return (
            f"Local patterns in {games:,} games of {self.player} against itself\n"
            f"on base {self.base}, {self.simulations:,} simulations a move, seed {self.seed}."
        )


def learn(lesson: SelfPlaySettings, games: int) -> Iterator[Struct]:
    """Play the games; give the counts, always the same record, after each."""
    if games < 1:
        raise GameError(f"it takes one game or more to learn from, not {games}")
    counts = new_counts()[0]
    for number in range(games):
        count_game(lesson.base, lesson.moves(number), counts)
        yield counts


def count_game(base: int, moves: Sequence[str], counts: Struct) -> None:
    """Count every turn of a game."""
    position = Havannah(base)
    for move in moves:
        count_turn(position.struct, position.boards[0], position.move_code(move), counts)
        position.play(move)
