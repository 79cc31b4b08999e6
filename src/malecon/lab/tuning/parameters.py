"""The search space of the tuner: parameters of a player with their bounds, and the player for given values.

A tuned parameter is named by its technique, such as `rave.r`. Its bounds are its `likely` range if declared, else its
whole range if that is narrow, else a factor of ten either side of the current value on a logarithmic scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from malecon.games.catalogue import DEFAULT_GAME
from malecon.games.errors import GameError
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.presets import preset_texts
from malecon.players.spec import SpecItem, parse_player
from malecon.search.techniques import catalogue

NARROW = 20.0  # multiple of the current value up to which the whole range is searched
DECADE = 10.0
DIGITS = 3  # significant digits of proposed values

Techniques = dict[str, dict[str, Value]]


@dataclass(frozen=True)
class TunedParameter:
    """A parameter with its current value and the bounds of the search."""

    technique: Technique
    parameter: Parameter
    value: Value
    low: float
    high: float
    logarithmic: bool = False

    @property
    def name(self) -> str:
        """Name of the form `rave.r`."""
        return f"{self.technique.name}.{self.parameter.name}"

    @property
    def is_integer(self) -> bool:
        """Whether the values are integers."""
        return isinstance(self.parameter.default, int)

    @property
    def span(self) -> str:
        """The bounds as text."""
        if self.parameter.choices:
            return self.parameter.range_text
        return f"{self.low:g} to {self.high:g}{', logarithmic' if self.logarithmic else ''}"

    def rounded(self, value: Value) -> Value:
        """Round a proposed value to a few significant digits, within the bounds."""
        if isinstance(value, str):
            return value
        number = min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)
        return round(number) if self.is_integer else number


def active_techniques(player: str, game: str, size: int) -> Techniques:
    """Return the techniques of a player and their parameters; presets may depend on the size of the board."""
    presets = preset_texts(game, size)
    return parse_player(player, presets, game).techniques(presets)


def player_text(techniques: Mapping[str, Mapping[str, Value]], values: Mapping[str, Value] | None = None) -> str:
    """Return the text of a player, without presets, with some parameters replaced.

    >>> player_text({"rave": {"r": 500.0}, "mcts_solver": {}}, {"rave.r": 120.0})
    'rave(r=120)+mcts_solver'
    """
    changed = {name: dict(parameters) for name, parameters in techniques.items()}
    for name, value in (values or {}).items():
        technique, _, parameter = name.partition(".")
        changed[technique][parameter] = value
    return "+".join(str(SpecItem(name, tuple(parameters.items()))) for name, parameters in changed.items())


def tuned_parameters(
    techniques: Techniques, wanted: Sequence[str] = (), ranges: Sequence[str] = (), game: str = DEFAULT_GAME
) -> list[TunedParameter]:
    """Return the parameters to tune: those `wanted` by name, or all; `rave.r=100:2000` in `ranges` sets bounds."""
    found = {}
    for name, parameters in techniques.items():
        technique = catalogue(game)[name]
        for parameter in technique.parameters:
            if parameter.is_name:
                continue
            tuned = _with_default_bounds(technique, parameter, parameters.get(parameter.name, parameter.default))
            found[tuned.name] = tuned
    bounds = dict(_read_range(text, found) for text in ranges)
    names = [_known(name, found) for name in wanted] + [name for name in bounds if name not in wanted]
    chosen = [found[name] for name in names] if wanted else list(found.values())
    if not chosen:
        raise GameError(f"{player_text(techniques)} has no parameters to tune")
    return [_with_bounds(tuned, *bounds[tuned.name]) if tuned.name in bounds else tuned for tuned in chosen]


def _with_default_bounds(technique: Technique, parameter: Parameter, value: Value) -> TunedParameter:
    if parameter.choices or isinstance(value, str):
        return TunedParameter(technique, parameter, value, 0, 0)
    centre = float(value or parameter.default)
    if parameter.tuning_range:
        return TunedParameter(
            technique, parameter, value, min(value, parameter.tuning_range[0]), max(value, parameter.tuning_range[1])
        )
    if parameter.high - parameter.low <= NARROW * abs(centre):
        return TunedParameter(technique, parameter, value, parameter.low, parameter.high)
    if not centre:
        return TunedParameter(technique, parameter, value, parameter.low, min(parameter.high, 1.0))
    if not value:
        return TunedParameter(technique, parameter, value, 0, min(parameter.high, centre))
    low, high = max(parameter.low, centre / DECADE), min(parameter.high, centre * DECADE)
    return TunedParameter(technique, parameter, value, low, high, logarithmic=low > 0)


def _known(name: str, found: Mapping[str, TunedParameter]) -> str:
    if name in found:
        return name
    near = get_close_matches(name, found, 1)
    hint = f" did you mean {near[0]}?" if near else ""
    raise GameError(f"the player has no parameter {name!r};{hint} choose from: {', '.join(found) or 'none'}")


def _read_range(text: str, found: Mapping[str, TunedParameter]) -> tuple[str, tuple[float, float]]:
    name, _, bounds = text.partition("=")
    tuned = found[_known(name.strip(), found)]
    try:
        low, high = (float(word) for word in bounds.split(":"))
    except ValueError:
        raise GameError(f"invalid range {text!r}; write parameter=low:high, such as rave.r=100:2000") from None
    if tuned.parameter.choices:
        raise GameError(f"{tuned.name} takes {tuned.span} and cannot have a range")
    if not tuned.parameter.low <= low < high <= tuned.parameter.high:
        raise GameError(f"invalid range {bounds}: {tuned.name} takes {tuned.parameter.range_text}")
    return tuned.name, (low, high)


def _with_bounds(tuned: TunedParameter, low: float, high: float) -> TunedParameter:
    """Return a copy with other bounds, extended to include the current value."""
    assert not isinstance(tuned.value, str)
    low, high = min(low, tuned.value), max(high, tuned.value)
    return replace(tuned, low=low, high=high, logarithmic=low > 0 and high / low > NARROW)
