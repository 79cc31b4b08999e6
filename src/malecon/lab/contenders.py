"""Who takes part in a match: every player of `players.factory`, and OpenSpiel's search as a yardstick.

openspiel                       thinks as long as the limit says
openspiel(simulations=1000)     always thinks for 1000 simulations
"""

from __future__ import annotations

import re
import time
from typing import Any

from malecon.games.errors import GameError
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


def make_contender(
    text: str, *, game: str | None = None, seed: int = 0, memory: int = MEMORY, threads: int = 1
) -> Player:
    """The player of a text, OpenSpiel's included; GameError where it names none."""
    if match := _TEXT.fullmatch(text):
        return OpenSpielPlayer(dict(read_knobs(OPENSPIEL, match[1] or "")), seed, memory)
    return make_player(text, game=game, seed=seed, memory=memory, threads=threads)


class OpenSpielPlayer(Player):
    """OpenSpiel's own search. It keeps no tree between moves."""

    def __init__(self, knobs: dict[str, Value], seed: int, memory: int = MEMORY) -> None:
        self.name = str(Part(OPENSPIEL.name, tuple(knobs.items())))
        self._simulations = int(knobs.get("simulations", 0))
        self._c = float(knobs.get("c", openspiel.EXPLORATION))
        self._seed, self._memory = seed & 0x7FFFFFFF, memory
        openspiel.pyspiel()

    def check(self, start: Position) -> None:
        """GameError where OpenSpiel has no such game or board."""
        openspiel.peer_of(start.game).game(start)

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Thought:
        """The most visited move of a search within the limit, which must say when to stop."""
        if position.is_over:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        peer = openspiel.peer_of(position.game)
        state = peer.replay(position)
        before, actions, simulations = state.clone(), [], 0
        begin = time.perf_counter()
        for _ in range(peer.actions_a_move):
            root = self._bot(peer.game(position), limit, peer.actions_a_move).mcts_search(state)
            best = root.best_child()
            actions.append(best.action)
            state.apply_action(best.action)
            simulations += int(root.explore_count)
            self._seed += 1
        seconds, move = time.perf_counter() - begin, peer.move(position, before, actions)
        value = (best.total_reward / max(1, best.explore_count) + 1) / 2
        return Thought(move, value, (move,), simulations=simulations, seconds=seconds)

    def _bot(self, game: Any, limit: Limit, parts: int) -> Any:
        """A search for one of the actions that a move has, with its part of the limit."""
        simulations = self._simulations or limit.simulations
        if not simulations and limit.seconds is None:
            raise GameError("openspiel needs a limit, such as openspiel(simulations=1000)")
        seconds = -1.0 if simulations or limit.seconds is None else limit.seconds / parts
        module = openspiel.pyspiel()
        return module.MCTSBot(
            game,
            module.RandomRolloutEvaluator(1, self._seed),
            self._c,
            max(1, (simulations or ENDLESS) // parts),
            self._memory,
            True,  # with its solver
            self._seed,
            False,  # not talking
            max_wall_clock_time=seconds,
        )
