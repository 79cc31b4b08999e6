"""Declarations of techniques and their parameters.

Everything else is generated from these values: the text form of players, error messages, the technique reference and
the settings struct that kernels read.
"""

from __future__ import annotations

from dataclasses import dataclass

Value = float | int | str

# Roles of a game's technique: which functions of `games.contract` the search calls because of it.
PRIORS = "priors"  # initial wins and visits of new moves: `prior`
BONUS = "bonus"  # bonus of new moves, decaying by a parameter `fade`: `prepare_expansion`, `move_bonus`
DROPS = "drops"  # moves that are never searched: `is_useless`
URGENT_MOVES = "urgent_moves"  # playout moves that take precedence: `urgent_playout_move`
DEFAULT_MOVES = "default_moves"  # playout moves instead of uniform ones: `default_playout_move`
ENDINGS = "endings"  # when a playout ends: `is_decided`, `win_counts`
EVALUATES = "evaluates"  # static evaluation: `evaluate`, `evaluate_move`
NET = "corrects"  # a net corrects static evaluations: `net_values`; parameters `value` and `visits`
NOISY = "noisy"  # moves of the quiescence search: `noisiness`
ROLES = (PRIORS, BONUS, DROPS, URGENT_MOVES, DEFAULT_MOVES, ENDINGS, EVALUATES, NET, NOISY)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a technique: a number within a range, or one of a few choices."""

    name: str
    default: Value
    doc: str
    low: float = 0.0
    high: float = 1e9
    choices: tuple[str, ...] = ()
    tuning_range: tuple[float, float] | None = None
    """Range in which a tuner searches; None to search around the current value."""
    is_name: bool = False
    """Whether the value is a name: kernels do not read it."""

    def encode(self, value: Value) -> float | int:
        """Return the value that kernels read: the number itself, or the index of the choice."""
        if self.is_name:
            return 0
        return self.choices.index(str(value)) if self.choices else value  # type: ignore[return-value]

    @property
    def range_text(self) -> str:
        """The allowed values, for messages and help."""
        if self.is_name:
            return "a name of letters, digits, - and _"
        return "|".join(self.choices) if self.choices else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Technique:
    """A technique of the search: what it does, where it comes from, and its parameters."""

    name: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    formula: str = ""
    paper: str = ""
    roles: tuple[str, ...] = ()
    """Roles from ROLES that decide which contract functions are called; empty for techniques of the search itself."""
    exclusive_group: str = ""
    """Name of what techniques of this group set; a player may have only one of them. Empty if none."""

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter with this name, None if there is none."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)
