"""Domain knowledge of each game, by the game's name.

The package `malecon.knowledge.NAME` defines one value, `KNOWLEDGE`; a game outside this package names one in its
`GameEntry` or calls `register_knowledge`. A lookup also registers every function of `games.contract` for the game: its
own implementations, defaults for the rest, and what other packages add (`outside`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from malecon.games.catalogue import find_game_module, outside_knowledge, position_class
from malecon.games.colours import Colour
from malecon.games.contract import OPTIONAL
from malecon.games.position import Position
from malecon.kernel import use_defaults
from malecon.knowledge.evaluation import CellCosts, Connection, Evaluation
from malecon.knowledge.net_inputs import NetInputs
from malecon.knowledge.outside import combine_functions, outside_techniques
from malecon.knowledge.technique import Technique

EMPTY_SCRATCH = np.dtype([("nothing", "u1")])


def _no_presets(size: int) -> dict[str, str]:  # noqa: ARG001 (the same on every board)
    return {}


def _no_openings(size: int) -> tuple[str, ...]:  # noqa: ARG001
    return ()


@dataclass(frozen=True)
class Knowledge:
    """What the search can use about a game besides its rules."""

    techniques: tuple[Technique, ...] = ()
    """Techniques that only this game has."""
    scratch: tuple[np.dtype[Any], ...] = ()
    """Work arrays of the game's kernels: together they become the fields of `worker.scratch`."""
    presets: Callable[[int], dict[str, str]] = _no_presets
    """Map a board size (0 for any) to the game's named players; `malecon` is the strongest."""
    tuned_sizes: tuple[int, ...] = ()
    """Board sizes whose presets may differ from the default."""
    size_name: str = "size"
    """Word for the board size in this game."""
    explain: Callable[[Position], Evaluation] | None = None
    """Function that breaks down the static evaluation of a position."""
    cell_costs: Callable[[Position], dict[Colour, CellCosts]] | None = None
    """Function that counts the stones each side needs to win through each cell, shown as an overlay on the board."""
    connections: Callable[[Position, Colour], dict[str, Connection]] | None = None
    """Function that finds a side's shortest connections by ending, shown on the board and in words."""
    net: NetInputs | None = None
    """Inputs of the game's net; None if it has none."""
    openings: Callable[[int], tuple[str, ...]] = _no_openings
    """Map a board size to balanced first moves, for games with a swap rule."""


_registered: dict[str, Knowledge] = {}


def register_knowledge(game: str, knowledge: Knowledge) -> None:
    """Add the knowledge of a game that lives outside this package; call it before the first search."""
    _registered[game] = knowledge


@cache
def knowledge_of(game: str) -> Knowledge:
    """Return the knowledge of a game, an empty `Knowledge` if it has none."""
    position_class(game)  # importing the rules registers them
    knowledge = _registered.get(game) or outside_knowledge(game)
    if knowledge is None:
        module = find_game_module("malecon.knowledge", game)
        knowledge = module.KNOWLEDGE if module else Knowledge()
    use_defaults(OPTIONAL, game)
    combine_functions(game)
    scratch = [dtype for outside in outside_techniques(game) for dtype in outside.scratch]
    return replace(knowledge, scratch=(*knowledge.scratch, *scratch)) if scratch else knowledge


def scratch_type(game: str) -> np.dtype[Any]:
    """Return the dtype of a game's scratch struct, the concatenation of its work arrays."""
    dtypes = knowledge_of(game).scratch
    fields = [(name, dtype[name]) for dtype in dtypes for name in dtype.names or ()]
    return np.dtype(fields, align=True) if fields else EMPTY_SCRATCH
