"""How a technique and its parameters are declared: once, and everything else is made from it.

The text form of players, their messages, the reference page and the record that kernels read all come from these
values.
"""

from __future__ import annotations

from dataclasses import dataclass

Value = float | int | str

# What a game's technique makes the search ask for, and so which functions of `games.contract` it calls.
PRIORS = "priors"  # wins and visits of new moves: `prior`
BONUS = "bonus"  # a bonus on new moves, which a parameter `fade` lets fade: `prepare_expansion`, `move_bonus`
DROPS = "drops"  # moves that are never tried: `is_useless`
URGENT_MOVES = "urgent_moves"  # playout moves that come first: `urgent_playout_move`
DEFAULT_MOVES = "default_moves"  # playout moves in place of chance: `default_playout_move`
ENDINGS = "endings"  # when a playout ends: `is_decided`, `win_counts`
EVALUATES = "evaluates"  # what a position is worth: `evaluate` and `evaluate_move`, whoever asks
NOISY = "noisy"  # moves that mini-max looks at beyond its depth: `noisiness`
ROLES = (PRIORS, BONUS, DROPS, URGENT_MOVES, DEFAULT_MOVES, ENDINGS, EVALUATES, NOISY)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a technique: a number within a range, or one of a few words."""

    name: str
    default: Value
    doc: str
    low: float = 0.0
    high: float = 1e9
    choices: tuple[str, ...] = ()
    tuning_range: tuple[float, float] | None = None
    """Where good values lie, for a tuner; where nothing is said, it looks around the present value."""

    def encode(self, value: Value) -> float | int:
        """What kernels see: the number itself, or the place of the word."""
        return self.choices.index(str(value)) if self.choices else value  # type: ignore[return-value]

    @property
    def range_text(self) -> str:
        """The values that are possible, for people."""
        return "|".join(self.choices) if self.choices else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Technique:
    """A switch of the search: what it does, where it comes from, and its parameters."""

    name: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    formula: str = ""
    paper: str = ""
    roles: tuple[str, ...] = ()
    """For what the search asks the game because of this technique: words of ROLES; empty for the search's own."""
    exclusive_group: str = ""
    """What a player has only one of, in words; empty where the technique goes with any other."""

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of a name."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)
