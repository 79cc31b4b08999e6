"""A Gymnasium environment: one agent against a player of Malecón.

    from malecon.interfaces.rl.gymnasium_env import MaleconEnv

    game = MaleconEnv(game="havannah", board="4", opponent="level3")
    observation, info = game.reset(seed=1)
    observation, reward, terminated, truncated, info = game.step(action)

The reward is 1 for a win, -1 for a loss, 0 otherwise. An illegal action loses; `observation["action_mask"]` has the
legal ones. The colour of the agent is drawn at every reset unless it is given.
"""

from __future__ import annotations

from typing import Any

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.interfaces.rl.spaces import action_space, new_position, observation_space, observe
from malecon.players.factory import make_player
from malecon.players.player import Limit, Player

try:
    import gymnasium
except ImportError:
    raise GameError("the environment needs gymnasium: pip install 'malecon[rl]'") from None

OPPONENT_LIMIT = Limit(simulations=100)


class MaleconEnv(gymnasium.Env):  # type: ignore[misc,type-arg,unused-ignore]
    """A game against a player, given by its text."""

    def __init__(
        self,
        game: str = "havannah",
        board: str | None = None,
        *,
        opponent: str = "random",
        limit: Limit = OPPONENT_LIMIT,
        colour: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if colour not in (None, "white", "black"):
            raise GameError(f"the colour of the agent is white, black or None for either, not {colour!r}")
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self._start = new_position(game, board)
        self.position = self._start.copy()
        self.action_space, self.observation_space = action_space(self._start), observation_space(self._start)
        self._opponent, self._limit, self._colour = opponent, limit, colour
        self._player: Player = make_player(opponent, game=game)
        self._player.check(self._start)
        self.agent: Colour = WHITE

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game; the opponent moves first if the agent is Black."""
        super().reset(seed=seed, options=options)
        self._player.close()
        chosen = int(self.np_random.integers(1 << 30))
        self._player = make_player(self._opponent, game=self._start.game, seed=chosen)
        side = int(self.np_random.integers(2))
        self.agent = {"white": WHITE, "black": BLACK, None: Colour(side)}[self._colour]
        self.position = self._start.copy()
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a move and the opponent's answer."""
        move = self.position.move_at(int(action))
        if not self.position.is_legal(move):
            return self._observation(), -1.0, True, False, self._info() | {"illegal": move}
        self.position.play(move)
        self._answer()
        outcome = self.position.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.agent else -1.0
        return self._observation(), reward, outcome is not None, False, self._info()

    def _answer(self) -> None:
        if not self.position.is_over and self.position.to_move != self.agent:
            self._player.decide(self.position, self._limit).carry_out(self.position)

    def _observation(self) -> dict[str, Any]:
        return observe(self.position, is_to_move=not self.position.is_over)

    def _info(self) -> dict[str, Any]:
        return {"colour": str(self.agent).lower(), "moves": self.position.moves}

    def render(self) -> Any:
        """Return the board as text in the mode `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the opponent."""
        self._player.close()
