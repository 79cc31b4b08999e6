"""What a game's net reads, and how its board is laid out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from malecon.nets.structs import Grid


@dataclass(frozen=True)
class NetInputs:
    """The inputs of a game's net; the contract function `net_inputs` writes them."""

    planes: tuple[str, ...]
    """What each plane means."""
    globals: tuple[str, ...]
    """What each number that describes the whole position means."""
    grid: Callable[[int], Grid]
    """Map a board size to the grid of its cells; the outputs of the policy are in the order of the cells."""
    symmetries: Callable[[int], Any]
    """Map a board size to the image of each cell under each symmetry [symmetries, cells]."""
    legal: str
    """The plane that marks legal moves."""
    history: tuple[str, ...]
    """Planes of the last moves, which the root of a search does not know."""
    package: str
    """Package that contains the file of the net, `net.npz`."""
