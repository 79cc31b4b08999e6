"""Who thinks for the server, and with what: a player as text, parameters set one by one, threads, memory, seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from malecon.knowledge.technique import Value

RESIGN_BELOW = 0.02
Parameters = Mapping[str, Value]


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
    switches: Mapping[str, Parameters | None] = field(default_factory=lambda: MappingProxyType({}))
    """Techniques that were set one by one, with their parameters; None where one was taken away."""

    @property
    def text(self) -> str:
        """The player with all that was set, in the form that players have everywhere."""
        return self.player + "".join(_part(name, parameters) for name, parameters in self.switches.items())


def _part(name: str, parameters: Parameters | None) -> str:
    if parameters is None:
        return f"-{name}"
    inner = ",".join(f"{parameter}={value}" for parameter, value in parameters.items())
    return f"+{name}({inner})" if inner else f"+{name}"
