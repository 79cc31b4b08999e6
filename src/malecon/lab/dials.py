"""The knobs of a player as something to search: which there are, between what bounds, and the player of given values.

A dial is a knob of a technique that the player has, written `rave.r`. Its bounds come from the declaration of the knob:
where good values lie, if that is said; the whole range, where that is narrow; else a factor of ten to either side of
the present value, on a logarithmic scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from malecon.games.catalogue import DEFAULT_GAME
from malecon.games.errors import GameError
from malecon.knowledge.technique import Knob, Technique, Value
from malecon.players.presets import preset_texts
from malecon.players.spec import Part, parse_player
from malecon.search.techniques import catalogue

NARROW = 20.0  # times the present value, up to which a whole range is searched
DECADE = 10.0
DIGITS = 3  # of a value that a search proposes

Techniques = dict[str, dict[str, Value]]


@dataclass(frozen=True)
class Dial:
    """A knob to turn: its present value and the bounds of the search."""

    technique: Technique
    knob: Knob
    value: Value
    low: float
    high: float
    logarithmic: bool = False

    @property
    def name(self) -> str:
        """Such as `rave.r`."""
        return f"{self.technique.name}.{self.knob.name}"

    @property
    def is_whole(self) -> bool:
        """Whether only whole numbers are possible."""
        return isinstance(self.knob.default, int)

    @property
    def span(self) -> str:
        """The bounds, for people."""
        if self.knob.words:
            return self.knob.span
        return f"{self.low:g} to {self.high:g}{', logarithmic' if self.logarithmic else ''}"

    def rounded(self, value: Value) -> Value:
        """A proposed value with as many digits as mean something, within the bounds."""
        if isinstance(value, str):
            return value
        number = min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)
        return round(number) if self.is_whole else number


def techniques_of(player: str, game: str, size: int) -> Techniques:
    """What a player has switched on, with presets as they are on that board."""
    presets = preset_texts(game, size)
    return parse_player(player, presets, game).techniques(presets)


def player_text(techniques: Mapping[str, Mapping[str, Value]], values: Mapping[str, Value] | None = None) -> str:
    """A player's text with some knobs turned, by the names of their dials; no preset is left in it.

    >>> player_text({"rave": {"r": 500.0}, "solver": {}}, {"rave.r": 120.0})
    'rave(r=120)+solver'
    """
    turned = {name: dict(knobs) for name, knobs in techniques.items()}
    for dial, value in (values or {}).items():
        technique, _, knob = dial.partition(".")
        turned[technique][knob] = value
    return "+".join(str(Part(name, tuple(knobs.items()))) for name, knobs in turned.items())


def dials_of(
    techniques: Techniques, wanted: Sequence[str] = (), ranges: Sequence[str] = (), game: str = DEFAULT_GAME
) -> list[Dial]:
    """The dials of a player, or those that are wanted by name; a range such as `rave.r=100:2000` sets other bounds."""
    found = {}
    for name, knobs in techniques.items():
        technique = catalogue(game)[name]
        for knob in technique.knobs:
            dial = _dial(technique, knob, knobs.get(knob.name, knob.default))
            found[dial.name] = dial
    bounds = dict(_read_range(text, found) for text in ranges)
    names = [_known(name, found) for name in wanted] + [name for name in bounds if name not in wanted]
    chosen = [found[name] for name in names] if wanted else list(found.values())
    if not chosen:
        raise GameError(f"{player_text(techniques)} has no knobs to tune")
    return [_bounded(dial, *bounds[dial.name]) if dial.name in bounds else dial for dial in chosen]


def _dial(technique: Technique, knob: Knob, value: Value) -> Dial:
    if knob.words or isinstance(value, str):
        return Dial(technique, knob, value, 0, 0)
    centre = float(value or knob.default)
    if knob.likely:
        return Dial(technique, knob, value, min(value, knob.likely[0]), max(value, knob.likely[1]))
    if knob.high - knob.low <= NARROW * abs(centre):
        return Dial(technique, knob, value, knob.low, knob.high)
    if not centre:
        return Dial(technique, knob, value, knob.low, min(knob.high, 1.0))
    if not value:
        return Dial(technique, knob, value, 0, min(knob.high, centre))
    low, high = max(knob.low, centre / DECADE), min(knob.high, centre * DECADE)
    return Dial(technique, knob, value, low, high, logarithmic=low > 0)


def _known(name: str, found: Mapping[str, Dial]) -> str:
    if name in found:
        return name
    near = get_close_matches(name, found, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise GameError(f"the player has no knob {name!r}.{hint} It has: {', '.join(found) or 'none'}")


def _read_range(text: str, found: Mapping[str, Dial]) -> tuple[str, tuple[float, float]]:
    name, _, bounds = text.partition("=")
    dial = found[_known(name.strip(), found)]
    try:
        low, high = (float(word) for word in bounds.split(":"))
    except ValueError:
        raise GameError(f"a range is written as knob=low:high, such as rave.r=100:2000, not {text!r}") from None
    if dial.knob.words:
        raise GameError(f"{dial.name} takes {dial.span}, which has no range")
    if not dial.knob.low <= low < high <= dial.knob.high:
        raise GameError(f"{dial.name} takes {dial.knob.span}; a range within it is needed, not {bounds}")
    return dial.name, (low, high)


def _bounded(dial: Dial, low: float, high: float) -> Dial:
    """A dial with other bounds; the present value stays possible."""
    assert not isinstance(dial.value, str)
    low, high = min(low, dial.value), max(high, dial.value)
    return replace(dial, low=low, high=high, logarithmic=low > 0 and high / low > NARROW)
