"""A player of Malecón as a bot of OpenSpiel, for its tournaments and evaluations.

bot = new_bot(malecon.Havannah(base=4), "malecon", malecon.Limit(simulations=1000))
action = bot.step(state)            # a state of OpenSpiel's game on the same board
"""

from __future__ import annotations

from typing import Any

from malecon.games.position import Position
from malecon.players.factory import make_player
from malecon.players.openspiel.peer import peer_of, pyspiel
from malecon.players.player import Limit


def new_bot(start: Position, player: str = "malecon", limit: Limit | None = None) -> Any:
    """Return a bot that plays OpenSpiel's game on the board of a position; raise GameError if there is none."""
    peer, own = peer_of(start.game), make_player(player, game=start.game)
    peer.game(start)
    own.check(start)

    class MaleconBot(pyspiel().Bot):  # type: ignore[misc]
        """Translates states and moves."""

        def __init__(self) -> None:
            super().__init__()
            self._pending: list[int] = []

        def step(self, state: Any) -> int:
            """Return an action in a state; a move of several actions is returned one by one."""
            if not self._pending:
                position, reached = _follow(peer, start, state)
                move = own.decide(position, limit or Limit(seconds=1.0)).move
                self._pending = list(peer.actions(position, reached, move))
            return int(self._pending.pop(0))

        def restart(self) -> None:
            """Forget an unfinished move before a new game."""
            self._pending = []

        def restart_at(self, state: Any) -> None:  # noqa: ARG002 (every step reads the whole game)
            """Forget an unfinished move before another state."""
            self._pending = []

    return MaleconBot()


def _follow(peer: Any, start: Position, state: Any) -> tuple[Position, Any]:
    """Return our position of a state, and the state replayed up to it."""
    position, replayed, actions = start.copy(), peer.game(start).new_initial_state(), list(state.history())
    count = peer.actions_per_move
    for first in range(0, len(actions) - len(actions) % count, count):
        turn = actions[first : first + count]
        move = peer.move(position, replayed, turn)
        for action in turn:
            replayed.apply_action(action)
        position.play(move)
    return position, replayed
