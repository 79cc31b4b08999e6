"""What the search knows about each game, by the game's name.

The package `malecon.knowledge.NAME` defines one value, `KNOWLEDGE`; a game outside this package calls
`register_knowledge`. Looking it up also registers every function of `games.contract` for the game: its own
implementations, and the defaults for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from malecon.games.catalogue import find_game_module, position_class
from malecon.games.contract import OPTIONAL
from malecon.games.position import Position
from malecon.kernel import use_defaults
from malecon.knowledge.evaluation import Evaluation
from malecon.knowledge.technique import Technique

NOTHING = np.dtype([("nothing", "u1")])


def _no_texts(size: int) -> dict[str, str]:  # noqa: ARG001 (whatever the board)
    return {}


def _no_moves(size: int) -> tuple[str, ...]:  # noqa: ARG001
    return ()


@dataclass(frozen=True)
class Knowledge:
    """All that is known of a game besides its rules."""

    techniques: tuple[Technique, ...] = ()
    """Switches of the search that only this game has."""
    scratch: tuple[np.dtype[Any], ...] = ()
    """Room in which the game's functions work while they look at one position: fields of `worker.scratch`."""
    presets: Callable[[int], dict[str, str]] = _no_texts
    """Players by name for a size of the board (0: any); `malecon` is the strongest."""
    tuned_sizes: tuple[int, ...] = ()
    """Sizes for which a preset may differ from the usual one."""
    size_name: str = "size"
    """What the size of a board is called."""
    explain: Callable[[Position], Evaluation] | None = None
    """The evaluation of a position in words and numbers."""
    openings: Callable[[int], tuple[str, ...]] = _no_moves
    """Balanced first moves for a size of the board, for games with a swap rule."""


_registered: dict[str, Knowledge] = {}


def register_knowledge(game: str, knowledge: Knowledge) -> None:
    """Add the knowledge of a game that lives outside this package; call it before the game is first searched."""
    _registered[game] = knowledge


@cache
def knowledge_of(game: str) -> Knowledge:
    """Return what is known about a game; an empty `Knowledge` if it has none."""
    position_class(game)  # imports the rules
    knowledge = _registered.get(game)
    if knowledge is None:
        module = find_game_module("malecon.knowledge", game)
        knowledge = module.KNOWLEDGE if module else Knowledge()
    use_defaults(OPTIONAL, game)
    return knowledge


def scratch_type(game: str) -> np.dtype[Any]:
    """The type of a game's scratch record: the fields of all its parts together."""
    kinds = knowledge_of(game).scratch
    fields = [(name, kind[name]) for kind in kinds for name in kind.names or ()]
    return np.dtype(fields, align=True) if fields else NOTHING
