"""Observations and actions that the environments share."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position

try:
    from gymnasium import spaces
except ImportError:
    raise GameError("environments need gymnasium: pip install 'malecon[rl]'") from None


def new_position(game: str = DEFAULT_GAME, board: str | None = None, *, swap_rule: bool = False) -> Position:
    """Return the initial position of a game; raise GameError if its moves have no indices."""
    rules = position_class(game)
    options = rules.board_options(board or rules.quick_board) | ({"swap_rule": True} if swap_rule else {})
    position = rules(**options)
    _ = position.num_indices
    return position


def action_space(position: Position) -> Any:
    """Return one action for each index of a move."""
    return spaces.Discrete(position.num_indices)


def observation_space(position: Position) -> Any:
    """Return the space of planes and masks."""
    shape = position.to_planes().shape
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (position.num_indices,), np.int8),
        }
    )


def observe(position: Position, *, is_to_move: bool) -> dict[str, Any]:
    """Return the planes and the mask of legal moves, which is empty for the side that is not to move."""
    mask = position.legal_mask().astype(np.int8) if is_to_move else np.zeros(position.num_indices, np.int8)
    return {"observation": position.to_planes(), "action_mask": mask}
