"""Breakdown of a static evaluation, as shown by `malecon eval`, and what a side needs to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Term:
    """One term of an evaluation for White and for Black; None if a side has no value."""

    name: str
    white: float | None
    black: float | None


@dataclass(frozen=True)
class CellCosts:
    """How many stones one side needs to win."""

    cells: Mapping[str, int]
    """The stones for the best connection through each cell; cells without a connection are left out."""
    least: int
    """The stones for the best connection on the board."""


@dataclass(frozen=True)
class Connection:
    """The stones that a side needs for a connection, and the empty cells of one such connection."""

    stones: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Evaluation:
    """Static evaluation of a position, without search."""

    lead: float
    """White's lead in the game's own units."""
    terms: Sequence[Term]
    maps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Values per cell, keyed by their meaning; each map is shown on its own board."""
