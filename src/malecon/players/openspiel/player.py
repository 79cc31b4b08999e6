"""OpenSpiel's MCTS bot as a player, the baseline of matches.

openspiel                       searches up to the limit
openspiel(simulations=1000)     always searches with 1000 simulations
"""

from __future__ import annotations

import time
from typing import Any

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.engine import Thought
from malecon.players.move_choice import seconds_for_move
from malecon.players.openspiel import peer as openspiel
from malecon.players.player import NO_LIMIT, Limit, Player, check_not_over
from malecon.players.spec import SpecItem

OPENSPIEL = Technique(
    "openspiel",
    "OpenSpiel's MCTSBot in C++: UCT with MCTS-Solver and random playouts.",
    (
        Parameter("simulations", 0, "simulations per move; 0 uses the limit", 0, 1e9),
        Parameter("c", openspiel.EXPLORATION, "exploration constant", 0, 100),
    ),
    paper="Lanctot et al. 2019",
)
UNLIMITED = 1_000_000_000  # simulations, if only the time is limited


class OpenSpielPlayer(Player):
    """OpenSpiel's MCTS. It keeps no tree between moves."""

    def __init__(self, parameters: dict[str, Value], seed: int, memory: int = 512) -> None:
        self.name = str(SpecItem(OPENSPIEL.name, tuple(parameters.items())))
        self._simulations = int(parameters.get("simulations", 0))
        self._c = float(parameters.get("c", openspiel.EXPLORATION))
        self._seed, self._memory = seed & 0x7FFFFFFF, memory
        self._moves_left = 1.0
        openspiel.pyspiel()

    def check(self, start: Position) -> None:
        """Raise GameError if OpenSpiel lacks this game or board."""
        openspiel.peer_of(start.game).game(start)

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Thought:
        """Return the most visited move of a search within the limit, which must be given."""
        check_not_over(position)
        peer = openspiel.peer_of(position.game)
        state = peer.replay(position)
        before, actions, simulations = state.clone(), [], 0
        self._moves_left = position.expected_moves_left
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
        """Return a bot for one of the actions of a move, with its share of the limit."""
        simulations = self._simulations or limit.simulations
        own = limit.seconds
        if limit.remaining is not None:
            share = seconds_for_move(limit.remaining, limit.increment, self._moves_left)
            own = share if own is None else min(own, share)
        if not simulations and own is None:
            raise GameError("openspiel needs a limit; write openspiel(simulations=1000)")
        seconds = -1.0 if simulations or own is None else own / parts
        module = openspiel.pyspiel()
        return module.MCTSBot(
            game,
            module.RandomRolloutEvaluator(1, self._seed),
            self._c,
            max(1, (simulations or UNLIMITED) // parts),
            self._memory,
            True,  # solve
            self._seed,
            False,  # verbose
            max_wall_clock_time=seconds,
        )
