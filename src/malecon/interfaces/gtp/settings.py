"""Who thinks for the server, and with what: a player as text, knobs set one by one, threads, memory, seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from malecon.knowledge.technique import Value

RESIGN_BELOW = 0.02
Knobs = Mapping[str, Value]


@dataclass(frozen=True)
class Settings:
    """Everything that makes the player of a session; a change makes a new player."""

    player: str = "malecon"
    threads: int = 1
    memory: int = 512
    """Megabytes for the tree."""
    seed: int = 0
    resign: float = RESIGN_BELOW
    """Expected result below which a move is answered by resigning; 0 is never."""
    switches: Mapping[str, Knobs | None] = field(default_factory=lambda: MappingProxyType({}))
    """Techniques that were set one by one, with their knobs; None where one was taken away."""

    @property
    def text(self) -> str:
        """The player with all that was set, in the form that players have everywhere."""
        return self.player + "".join(_part(name, knobs) for name, knobs in self.switches.items())


def _part(name: str, knobs: Knobs | None) -> str:
    if knobs is None:
        return f"-{name}"
    inner = ",".join(f"{knob}={value}" for knob, value in knobs.items())
    return f"+{name}({inner})" if inner else f"+{name}"
