"""Players as text: techniques joined by `+`, each with its parameters, such as `uct(c=0.4)+rave(r=50)+mate`.

A preset's name stands for its techniques and may be followed by more, which add to or replace them; `-name` takes one
away: `malecon+lgrf1-bias`. `str()` of a specification gives the text back in one right form.
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


@dataclass(frozen=True)
class SpecItem:
    """One word of a player's text: a technique or preset, its parameters, and whether it is taken away."""

    name: str
    parameters: tuple[tuple[str, Value], ...] = ()
    removed: bool = False

    def __str__(self) -> str:
        inner = ",".join(f"{name}={_text(value)}" for name, value in self.parameters)
        return self.name + (f"({inner})" if inner else "")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as written: its parts in order, and the game whose techniques they were found among."""

    items: tuple[SpecItem, ...]
    game: str = DEFAULT_GAME

    def __str__(self) -> str:
        text = "".join(("-" if item.removed else "+") + str(item) for item in self.items)
        return text.removeprefix("+")

    def techniques(self, presets: Mapping[str, str]) -> dict[str, dict[str, Value]]:
        """What is switched on, with the parameters that differ from their defaults; presets are given as text."""
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
    """GameError where a player has two techniques of which it can have only one."""
    chosen: dict[str, str] = {}
    for name in techniques:
        choice = catalogue(game)[name].exclusive_group
        if choice and choice in chosen:
            raise GameError(
                f"{chosen[choice]} and {name} contradict each other: a player has one {choice}; "
                f"leave one of them out, or take it away with -{chosen[choice]}"
            )
        chosen[choice] = name


def parse_player(text: str, presets: Mapping[str, str] | None = None, game: str = DEFAULT_GAME) -> PlayerSpec:
    """Read the text of a player of a game; GameError with what there is where a name or value is wrong."""
    return PlayerSpec(tuple(_items(text, Vocabulary(presets or {}, game))), game)


def parse_for_any_game(text: str, presets: Callable[[str], Mapping[str, str]]) -> PlayerSpec:
    """Read the text of a player before it is known what it will play: the first game that it suits counts."""
    problems = []
    for game in GAMES:
        try:
            return parse_player(text, presets(game), game)
        except GameError as error:
            problems.append(error)
    raise problems[0]


@dataclass(frozen=True)
class Vocabulary:
    """The names that a player's text may be made of."""

    presets: Mapping[str, str]
    game: str

    @property
    def techniques(self) -> Mapping[str, Technique]:
        """The techniques by name."""
        return catalogue(self.game)


def _items(text: str, vocabulary: Vocabulary) -> Iterator[SpecItem]:
    place = 0
    if not text.strip():
        raise GameError("a player is written as techniques joined by +, such as uct(c=0.4)+rave(r=50)")
    while place < len(text):
        match = _ITEM.match(text, place)
        if not match or (place > 0 and not match[1]):
            raise GameError(
                f"cannot read the player {text!r} at {text[place : place + 12]!r}; write name(parameter=value)+name+..."
            )
        place = match.end()
        yield _item(match[2], match[4] or "", match[1] == "-", vocabulary)


def _item(name: str, inner: str, removed: bool, vocabulary: Vocabulary) -> SpecItem:
    if name in vocabulary.presets:
        if inner.strip() or removed:
            raise GameError(f"the preset {name} takes no parameters and cannot be taken away; add techniques after it")
        return SpecItem(name)
    technique = vocabulary.techniques.get(name)
    if technique is None:
        raise GameError(_unknown(name, [*vocabulary.presets, *vocabulary.techniques], "technique"))
    if removed and inner.strip():
        raise GameError(f"-{name} takes {name} away whatever its parameters: write it without brackets")
    return SpecItem(name, read_parameters(technique, inner), removed)


def read_parameters(technique: Technique, inner: str) -> tuple[tuple[str, Value], ...]:
    """The parameters that stand between the brackets of a technique; GameError where one is wrong."""
    words = [word.strip() for word in inner.split(",")] if inner.strip() else []
    parameters = tuple(_parameter(technique, place, word) for place, word in enumerate(words))
    names = [name for name, _ in parameters]
    if twice := [name for name in names if names.count(name) > 1]:
        raise GameError(f"{technique.name}({twice[0]}) is given twice")
    return parameters


def _parameter(technique: Technique, place: int, word: str) -> tuple[str, Value]:
    """A parameter written as `name=value`, or as a bare value in the place of its declaration."""
    name, equals, value = (piece.strip() for piece in word.partition("="))
    if not equals:
        if place >= len(technique.parameters):
            raise GameError(f"{technique.name} has {len(technique.parameters)} parameters, so {word!r} is too much")
        return technique.parameters[place].name, _value(technique, technique.parameters[place], name)
    parameter = technique.parameter(name)
    if parameter is None:
        raise GameError(
            _unknown(name, [parameter.name for parameter in technique.parameters], f"parameter of {technique.name}")
        )
    return name, _value(technique, parameter, value)


def _value(technique: Technique, parameter: Parameter, text: str) -> Value:
    wrong = GameError(f"{technique.name}({parameter.name}) takes {parameter.range_text}, not {text!r}")
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


def _unknown(name: str, known: list[str], what: str) -> str:
    near = get_close_matches(name, known, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"there is no {what} {name!r}.{hint} There are: {', '.join(known) or 'none'}"


def _text(value: Value) -> str:
    return str(value).removesuffix(".0")
