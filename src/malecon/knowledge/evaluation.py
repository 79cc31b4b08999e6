"""An evaluation in words and numbers, for people: what `malecon eval` shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Term:
    """A part of an evaluation, for White and for Black; None where a side has none."""

    name: str
    white: float | None
    black: float | None


@dataclass(frozen=True)
class Evaluation:
    """What is seen of a position without playing on."""

    lead: float
    """White's lead in the game's own units."""
    terms: Sequence[Term]
    maps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Numbers on cells, by what they mean: each a board of its own."""
