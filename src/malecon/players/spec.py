"""Players as text: techniques joined by `+`, with optional parameters, such as `uct(c=0.4)+rave(r=50)+mate`.

The name of a preset stands for its techniques; techniques after it are added or replaced, and `-name` removes one:
`malecon+lgrf1-bias`. `str()` of a specification returns its canonical text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from malecon.games.catalogue import DEFAULT_GAME, GAMES
from malecon.games.errors import GameError
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.search.techniques import catalogue

Techniques = Mapping[str, Mapping[str, Value]]
_ITEM = re.compile(r"\s*([+-]?)\s*([a-z][a-z0-9_]*)\s*(\(([^()]*)\))?\s*")
_NAME = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class SpecItem:
    """One item of a player's text: a technique or preset, its parameters, and whether it is removed."""

    name: str
    parameters: tuple[tuple[str, Value], ...] = ()
    removed: bool = False

    def __str__(self) -> str:
        inner = ",".join(f"{name}={_text(value)}" for name, value in self.parameters)
        return self.name + (f"({inner})" if inner else "")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as written: its items in order, and the game whose techniques they refer to."""

    items: tuple[SpecItem, ...]
    game: str = DEFAULT_GAME

    def __str__(self) -> str:
        text = "".join(("-" if item.removed else "+") + str(item) for item in self.items)
        return text.removeprefix("+")

    def techniques(self, presets: Mapping[str, str]) -> dict[str, dict[str, Value]]:
        """Return the active techniques with the parameters that are given; `presets` maps names to texts."""
        found: dict[str, dict[str, Value]] = {}
        for item in self.items:
            if item.removed:
                found.pop(item.name, None)
            elif item.name in presets:
                found.update(parse_player(presets[item.name], presets, self.game).techniques(presets))
            else:
                found[item.name] = found.get(item.name, {}) | dict(item.parameters)
        return found


def check_exclusive(techniques: Techniques, game: str = DEFAULT_GAME) -> None:
    """Raise GameError if a player has two techniques of an exclusive group."""
    chosen: dict[str, str] = {}
    for name in techniques:
        group = catalogue(game)[name].exclusive_group
        if group and group in chosen:
            raise GameError(
                f"{chosen[group]} and {name} both set the {group}; "
                f"use one of them, or remove the first with -{chosen[group]}"
            )
        chosen[group] = name


def parse_player(text: str, presets: Mapping[str, str] | None = None, game: str = DEFAULT_GAME) -> PlayerSpec:
    """Parse the text of a player; raise GameError, listing the alternatives, if a name or value is wrong."""
    return PlayerSpec(tuple(_items(text, Vocabulary(presets or {}, game))), game)


def parse_for_any_game(text: str, presets: Callable[[str], Mapping[str, str]]) -> PlayerSpec:
    """Parse the text of a player before its game is known, as one of the first game that it suits."""
    problems = []
    for game in GAMES:
        try:
            return parse_player(text, presets(game), game)
        except GameError as error:
            problems.append(error)
    raise problems[0]


@dataclass(frozen=True)
class Vocabulary:
    """The names that a player's text may use."""

    presets: Mapping[str, str]
    game: str

    @property
    def techniques(self) -> Mapping[str, Technique]:
        """The techniques by name."""
        return catalogue(self.game)


def _items(text: str, vocabulary: Vocabulary) -> Iterator[SpecItem]:
    start = 0
    if not text.strip():
        raise GameError("empty player; write techniques joined by +, such as uct(c=0.4)+rave(r=50)")
    while start < len(text):
        match = _ITEM.match(text, start)
        if not match or (start > 0 and not match[1]):
            raise GameError(
                f"cannot parse player {text!r} at {text[start : start + 12]!r}; write name(parameter=value)+name+..."
            )
        start = match.end()
        yield _item(match[2], match[4] or "", match[1] == "-", vocabulary)


def _item(name: str, inner: str, removed: bool, vocabulary: Vocabulary) -> SpecItem:
    if name in vocabulary.presets:
        if inner.strip() or removed:
            raise GameError(f"the preset {name} takes no parameters and cannot be removed; add techniques after it")
        return SpecItem(name)
    technique = vocabulary.techniques.get(name)
    if technique is None:
        raise GameError(_unknown(f"technique {name!r}", name, [*vocabulary.presets, *vocabulary.techniques]))
    if removed and inner.strip():
        raise GameError(f"-{name} takes no parameters; write it without brackets")
    return SpecItem(name, read_parameters(technique, inner), removed)


def read_parameters(technique: Technique, inner: str) -> tuple[tuple[str, Value], ...]:
    """Parse the parameters between the brackets of a technique; raise GameError if one is wrong."""
    words = [word.strip() for word in inner.split(",")] if inner.strip() else []
    parameters = tuple(_parameter(technique, start, word) for start, word in enumerate(words))
    names = [name for name, _ in parameters]
    if twice := [name for name in names if names.count(name) > 1]:
        raise GameError(f"{technique.name}({twice[0]}) is given twice")
    return parameters


def _parameter(technique: Technique, start: int, word: str) -> tuple[str, Value]:
    """Parse a parameter given as `name=value`, or as a bare value in the order of declaration."""
    name, equals, value = (piece.strip() for piece in word.partition("="))
    if not equals:
        if start >= len(technique.parameters):
            raise GameError(f"{technique.name} takes {_count(len(technique.parameters))}; remove {word!r}")
        return technique.parameters[start].name, _value(technique, technique.parameters[start], name)
    parameter = technique.parameter(name)
    if parameter is None:
        names = [parameter.name for parameter in technique.parameters]
        raise GameError(_unknown(f"parameter {name!r} of {technique.name}", name, names))
    return name, _value(technique, parameter, value)


def _value(technique: Technique, parameter: Parameter, text: str) -> Value:
    wrong = GameError(f"{technique.name}({parameter.name}) takes {parameter.range_text}, not {text!r}")
    if parameter.is_name:
        if not _NAME.fullmatch(text):
            raise wrong
        return text
    if parameter.choices:
        if text not in parameter.choices:
            raise wrong
        return text
    try:
        number = float(text)
    except ValueError:
        raise wrong from None
    if not parameter.low <= number <= parameter.high or (isinstance(parameter.default, int) and number != int(number)):
        raise wrong
    return int(number) if isinstance(parameter.default, int) else number


def _unknown(what: str, name: str, known: list[str]) -> str:
    matches = get_close_matches(name, known, 1)
    hint = f"; did you mean {matches[0]}?" if matches else ";"
    return f"unknown {what}{hint} available: {', '.join(known) or 'none'}"


def _count(parameters: int) -> str:
    return f"{parameters or 'no'} parameter" + "s" * (parameters != 1)


def _text(value: Value) -> str:
    return str(value).removesuffix(".0")
