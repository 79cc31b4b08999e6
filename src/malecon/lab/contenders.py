"""Who takes part in a match: every player of `players.factory`, and OpenSpiel's search as a yardstick.

openspiel                       thinks as long as the limit says
openspiel(simulations=1000)     always thinks for 1000 simulations
"""

from __future__ import annotations

import re
import time
from typing import Any

from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.knowledge.technique import Knob, Technique, Value
from malecon.lab import openspiel
from malecon.players.engine import Thought
from malecon.players.factory import MEMORY, make_player
from malecon.players.player import NO_LIMIT, Limit, Player
from malecon.players.spec import Part, read_knobs

OPENSPIEL = Technique(
    "openspiel",
    "OpenSpiel's MCTSBot, compiled C++: UCT with a solver and random playouts.",
    (
        Knob("simulations", 0, "simulations a move; 0 leaves it to the limit", 0, 1e9),
        Knob("c", openspiel.EXPLORATION, "how much exploring counts", 0, 100),
    ),
    paper="Lanctot et al. 2019",
)
ENDLESS = 1_000_000_000  # simulations, where time alone counts
_TEXT = re.compile(r"\s*openspiel\s*(?:\(([^()]*)\))?\s*")


def make_contender(text: str, *, seed: int = 0, memory: int = MEMORY, threads: int = 1) -> Player:
    """The player of a text, OpenSpiel's included; GameError where it names none."""
    if match := _TEXT.fullmatch(text):
        return OpenSpielPlayer(dict(read_knobs(OPENSPIEL, match[1] or "")), seed, memory)
    return make_player(text, seed=seed, memory=memory, threads=threads)


class OpenSpielPlayer(Player):
    """OpenSpiel's own search. It keeps no tree between moves."""

    def __init__(self, knobs: dict[str, Value], seed: int, memory: int = MEMORY) -> None:
        self.name = str(Part(OPENSPIEL.name, tuple(knobs.items())))
        self._simulations = int(knobs.get("simulations", 0))
        self._c = float(knobs.get("c", openspiel.EXPLORATION))
        self._seed, self._memory = seed & 0x7FFFFFFF, memory
        openspiel.pyspiel()

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Thought:
        """The most visited move of a search within the limit, which must say when to stop."""
        if position.is_over:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        base, state = _replay(position)
        begin = time.perf_counter()
        root = self._bot(position, limit).mcts_search(state)
        seconds = time.perf_counter() - begin
        best = root.best_child()
        move = openspiel.move_name(state, base, best.action)
        self._seed += 1
        value = (best.total_reward / max(1, best.explore_count) + 1) / 2
        return Thought(move, value, (move,), simulations=int(root.explore_count), seconds=seconds)

    def _bot(self, position: Position, limit: Limit) -> Any:
        simulations = self._simulations or limit.simulations
        if not simulations and limit.seconds is None:
            raise GameError("openspiel needs a limit, such as openspiel(simulations=1000)")
        seconds = -1.0 if simulations or limit.seconds is None else limit.seconds
        assert isinstance(position, Havannah)
        module, game = openspiel.pyspiel(), openspiel.havannah(position.base, position.swap_rule)
        return module.MCTSBot(
            game,
            module.RandomRolloutEvaluator(1, self._seed),
            self._c,
            simulations or ENDLESS,
            self._memory,
            True,  # with its solver
            self._seed,
            False,  # not talking
            max_wall_clock_time=seconds,
        )


def _replay(position: Position) -> tuple[int, Any]:
    """The base, and the same game in OpenSpiel."""
    if not isinstance(position, Havannah):
        raise GameError(f"openspiel plays havannah here, not {position.game}")
    if position.start() != Havannah(position.base, swap_rule=position.swap_rule):
        raise GameError("openspiel plays on from the empty board only, not from stones that were set up")
    state = openspiel.havannah(position.base, position.swap_rule).new_initial_state()
    for move in position.moves:
        openspiel.play(state, position.base, move)
    return position.base, state
