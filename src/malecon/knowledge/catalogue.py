"""What the search is told of a game, found by the game's name.

A game's knowledge is one value, named in the catalogue of games. Asking for it also gives the search every function of
`games.contract` that it may call: those that the game implements, and the defaults for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from malecon.games.catalogue import load_part, position_class
from malecon.games.contract import OPTIONAL
from malecon.games.position import Position
from malecon.kernel import fill_in
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


@cache
def knowledge_of(game: str) -> Knowledge:
    """What is known of a game."""
    position_class(game)  # its rules
    knowledge: Knowledge = load_part(game, "knowledge") or Knowledge()
    fill_in(OPTIONAL, game)
    return knowledge


def scratch_type(game: str) -> np.dtype[Any]:
    """The type of a game's scratch record: the fields of all its parts together."""
    kinds = knowledge_of(game).scratch
    fields = [(name, kind[name]) for kind in kinds for name in kind.names or ()]
    return np.dtype(fields, align=True) if fields else NOTHING
