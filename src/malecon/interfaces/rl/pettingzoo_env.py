"""A PettingZoo AEC environment: two agents, `white` and `black`, that move in turn.

    from malecon.interfaces.rl.pettingzoo_env import env

    game = env(game="havannah", board="4")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        done = termination or truncation
        game.step(None if done else game.action_space(agent).sample(observation["action_mask"]))

An observation has the planes of `Position.to_planes` and the mask of legal moves. The winner gets 1, the loser -1.
"""

from __future__ import annotations

from typing import Any

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.rl.spaces import action_space, new_position, observation_space, observe

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise GameError("the AEC environment needs pettingzoo: pip install 'malecon[rl]'") from None

AGENTS = {"white": WHITE, "black": BLACK}


class RawEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """The environment without checks of the order of calls; an illegal action raises GameError."""

    def __init__(self, start: Position, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"render_modes": ["ansi"], "name": f"malecon_{start.game}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._start, self.position = start, start.copy()
        self.observation_spaces = {name: observation_space(start) for name in AGENTS}
        self.action_spaces = {name: action_space(start) for name in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game; there is nothing random in it."""
        self.position = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return "white" if self.position.to_move == WHITE else "black"

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; the planes are from the view of the side to move."""
        return observe(self.position, is_to_move=agent == self._to_move() and not self.position.is_over)

    def step(self, action: int | None) -> None:
        """Play a move for the selected agent, or remove it if the game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        agent = self.agent_selection
        self.position.play(self.position.move_at(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if (outcome := self.position.outcome) is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {name: 1.0 if colour == outcome.winner else -1.0 for name, colour in AGENTS.items()}
        self.agent_selection = "black" if agent == "white" else "white"
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release nothing."""


def env(
    game: str = "havannah", board: str | None = None, *, swap_rule: bool = False, render_mode: str | None = None
) -> Any:
    """Return the environment of a game, with checks: an illegal action loses the game."""
    raw = RawEnv(new_position(game, board, swap_rule=swap_rule), render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
