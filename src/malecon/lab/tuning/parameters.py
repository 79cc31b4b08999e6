"""The search space of a tuner: the parameters of a player, their bounds, and the player for given values.

A tuned parameter belongs to a technique of the player and is written `rave.r`. Its declaration gives the bounds:
where good values lie, if that is said; the whole range, where that is narrow; else a factor of ten to either side of
the present value, on a logarithmic scale.
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

NARROW = 20.0  # times the present value, up to which a whole range is searched
DECADE = 10.0
DIGITS = 3  # of a value that a search proposes

Techniques = dict[str, dict[str, Value]]


@dataclass(frozen=True)
class TunedParameter:
    """A parameter to turn: its present value and the bounds of the search."""

    technique: Technique
    parameter: Parameter
    value: Value
    low: float
    high: float
    logarithmic: bool = False

    @property
    def name(self) -> str:
        """Such as `rave.r`."""
        return f"{self.technique.name}.{self.parameter.name}"

    @property
    def is_whole(self) -> bool:
        """Whether only whole numbers are possible."""
        return isinstance(self.parameter.default, int)

    @property
    def span(self) -> str:
        """The bounds, for people."""
        if self.parameter.choices:
            return self.parameter.range_text
        return f"{self.low:g} to {self.high:g}{', logarithmic' if self.logarithmic else ''}"

    def rounded(self, value: Value) -> Value:
        """A proposed value with as many digits as mean something, within the bounds."""
        if isinstance(value, str):
            return value
        number = min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)
        return round(number) if self.is_whole else number


def active_techniques(player: str, game: str, size: int) -> Techniques:
    """What a player has switched on, with presets as they are on that board."""
    presets = preset_texts(game, size)
    return parse_player(player, presets, game).techniques(presets)


def player_text(techniques: Mapping[str, Mapping[str, Value]], values: Mapping[str, Value] | None = None) -> str:
    """A player's text with some parameters turned, by the names of their dials; no preset is left in it.

    >>> player_text({"rave": {"r": 500.0}, "mcts_solver": {}}, {"rave.r": 120.0})
    'rave(r=120)+solver'
    """
    turned = {name: dict(parameters) for name, parameters in techniques.items()}
    for dial, value in (values or {}).items():
        technique, _, parameter = dial.partition(".")
        turned[technique][parameter] = value
    return "+".join(str(SpecItem(name, tuple(parameters.items()))) for name, parameters in turned.items())


def tuned_parameters(
    techniques: Techniques, wanted: Sequence[str] = (), ranges: Sequence[str] = (), game: str = DEFAULT_GAME
) -> list[TunedParameter]:
    """The dials of a player, or those that are wanted by name; a range such as `rave.r=100:2000` sets other bounds."""
    found = {}
    for name, parameters in techniques.items():
        technique = catalogue(game)[name]
        for parameter in technique.parameters:
            dial = _dial(technique, parameter, parameters.get(parameter.name, parameter.default))
            found[dial.name] = dial
    bounds = dict(_read_range(text, found) for text in ranges)
    names = [_known(name, found) for name in wanted] + [name for name in bounds if name not in wanted]
    chosen = [found[name] for name in names] if wanted else list(found.values())
    if not chosen:
        raise GameError(f"{player_text(techniques)} has no parameters to tune")
    return [_bounded(dial, *bounds[dial.name]) if dial.name in bounds else dial for dial in chosen]


def _dial(technique: Technique, parameter: Parameter, value: Value) -> TunedParameter:
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
    hint = f" Did you mean {near[0]}?" if near else ""
    raise GameError(f"the player has no parameter {name!r}.{hint} It has: {', '.join(found) or 'none'}")


def _read_range(text: str, found: Mapping[str, TunedParameter]) -> tuple[str, tuple[float, float]]:
    name, _, bounds = text.partition("=")
    dial = found[_known(name.strip(), found)]
    try:
        low, high = (float(word) for word in bounds.split(":"))
    except ValueError:
        raise GameError(f"a range is written as parameter=low:high, such as rave.r=100:2000, not {text!r}") from None
    if dial.parameter.choices:
        raise GameError(f"{dial.name} takes {dial.span}, which has no range")
    if not dial.parameter.low <= low < high <= dial.parameter.high:
        raise GameError(f"{dial.name} takes {dial.parameter.range_text}; a range within it is needed, not {bounds}")
    return dial.name, (low, high)


def _bounded(dial: TunedParameter, low: float, high: float) -> TunedParameter:
    """A dial with other bounds; the present value stays possible."""
    assert not isinstance(dial.value, str)
    low, high = min(low, dial.value), max(high, dial.value)
    return replace(dial, low=low, high=high, logarithmic=low > 0 and high / low > NARROW)
