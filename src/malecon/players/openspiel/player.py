"""Who takes part in a match: every player of `players.factory`, and OpenSpiel's search as a yardstick.

openspiel                       thinks as long as the limit says
openspiel(simulations=1000)     always thinks for 1000 simulations
"""

from __future__ import annotations

import time
from typing import Any

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.engine import Thought
from malecon.players.openspiel import peer as openspiel
from malecon.players.player import NO_LIMIT, Limit, Player, check_not_over
from malecon.players.spec import SpecItem

OPENSPIEL = Technique(
    "openspiel",
    "OpenSpiel's MCTSBot, compiled C++: UCT with a solver and random playouts.",
    (
        Parameter("simulations", 0, "simulations a move; 0 leaves it to the limit", 0, 1e9),
        Parameter("c", openspiel.EXPLORATION, "how much exploring counts", 0, 100),
    ),
    paper="Lanctot et al. 2019",
)
ENDLESS = 1_000_000_000  # simulations, where time alone counts


class OpenSpielPlayer(Player):
    """OpenSpiel's own search. It keeps no tree between moves."""

    def __init__(self, parameters: dict[str, Value], seed: int, memory: int = 512) -> None:
        self.name = str(SpecItem(OPENSPIEL.name, tuple(parameters.items())))
        self._simulations = int(parameters.get("simulations", 0))
        self._c = float(parameters.get("c", openspiel.EXPLORATION))
        self._seed, self._memory = seed & 0x7FFFFFFF, memory
        openspiel.pyspiel()

    def check(self, start: Position) -> None:
        """GameError where OpenSpiel has no such game or board."""
        openspiel.peer_of(start.game).game(start)

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Thought:
        """The most visited move of a search within the limit, which must say when to stop."""
        check_not_over(position)
        peer = openspiel.peer_of(position.game)
        state = peer.replay(position)
        before, actions, simulations = state.clone(), [], 0
        begin = time.perf_counter()
        for _ in range(peer.actions_per_move):
            root = self._bot(peer.game(position), limit, peer.actions_per_move).mcts_search(state)
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
