"""The command `param`: every setting of the player by name, in the format of GoGui's parameter dialog.

A technique is switched by its name (`rave 1`); a parameter is written after a dot (`rave.r 300`). Setting a parameter
switches its technique on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from malecon import system
from malecon.games.errors import GameError
from malecon.interfaces.gtp.arguments import argument_error, read_count, read_number, read_switch
from malecon.interfaces.gtp.command_context import ANY_NUMBER, Command, CommandContext
from malecon.interfaces.gtp.session import Session
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.engine import Engine
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.techniques import catalogue

MAX_THREADS = 256


def _max_memory() -> int:
    """Return the megabytes of memory of this machine, or a large number if unknown."""
    return system.memory_megabytes() or 1 << 20


@dataclass(frozen=True)
class GeneralSetting:
    """A setting that is not a technique."""

    show: Callable[[Session], object]
    set: Callable[[Session, str], None]


def _set_count(name: str, minimum: int, maximum: int) -> Callable[[Session, str], None]:
    def change(session: Session, word: str) -> None:
        value = read_count(word, minimum)
        if value > maximum:
            raise argument_error(word, f"an integer from {minimum} to {maximum}")
        session.configure(**{name: value})

    return change


def _set_player(session: Session, text: str) -> None:
    session.configure(player=text, techniques={})


def _set_resign(session: Session, word: str) -> None:
    value = read_number(word)
    if not 0 <= value < 0.5:
        raise argument_error(word, "an expected result from 0 (never resign) to 0.5")
    session.configure(resign=value)


GENERAL = {
    "player": GeneralSetting(lambda session: session.settings.player, _set_player),
    "threads": GeneralSetting(lambda session: session.settings.threads, _set_count("threads", 1, MAX_THREADS)),
    "memory": GeneralSetting(lambda session: session.settings.memory, _set_count("memory", 1, _max_memory())),
    "seed": GeneralSetting(lambda session: session.settings.seed, _set_count("seed", 0, 2**63)),
    "resign": GeneralSetting(lambda session: f"{session.settings.resign:g}", _set_resign),
}


def _param(context: CommandContext) -> str:
    words, session = context.arguments(0, ANY_NUMBER), context.session
    if not words:
        return "\n".join(_listing(session))
    name, text = words[0].lower(), " ".join(words[1:])
    if name not in GENERAL and name not in set(_names(session)):
        raise GameError(_unknown_name(name, [*GENERAL, *_names(session)]))
    if not text:
        return _value(session, name)
    if name in GENERAL:
        GENERAL[name].set(session, text)
    else:
        _set_technique(session, name, text)
    return ""


def _unknown_name(name: str, names: list[str]) -> str:
    matches = get_close_matches(name, names, 1)
    hint = f"did you mean {matches[0]}?" if matches else "param lists all parameters"
    return f"unknown parameter: {name[:40]}; {hint}"


# --- techniques and parameters -------------------------------------------------------------------------------------


def _set_technique(session: Session, name: str, text: str) -> None:
    technique, _, parameter = name.partition(".")
    techniques = dict(session.settings.techniques)
    if parameter:
        techniques[technique] = {**(techniques.pop(technique, None) or {}), parameter: text}
    elif read_switch(text):
        techniques[technique] = techniques.get(technique) or {}
    else:
        techniques[technique] = None
    session.configure(techniques=techniques)


def _active(session: Session) -> Mapping[str, Mapping[str, Value]]:
    """Return the active techniques on the current board."""
    position = session.position
    texts = preset_texts(position.game, position.size)
    return parse_player(session.settings.text, texts, position.game).techniques(texts)


def _names(session: Session) -> Iterator[str]:
    """Yield the names of techniques and parameters; none if the player does not search."""
    if not _has_parameters(session):
        return
    for technique in _catalogue(session).values():
        yield technique.name
        yield from (f"{technique.name}.{parameter.name}" for parameter in technique.parameters)


def _catalogue(session: Session) -> dict[str, Technique]:
    return catalogue(session.position.game)


def _has_parameters(session: Session) -> bool:
    return isinstance(session.player, Engine)


def _value(session: Session, name: str) -> str:
    if name in GENERAL:
        return str(GENERAL[name].show(session))
    technique, _, parameter = name.partition(".")
    active = _active(session)
    if not parameter:
        return str(int(technique in active))
    declared = _catalogue(session)[technique].parameter(parameter)
    assert declared is not None
    return _text(active.get(technique, {}).get(parameter, declared.default))


def _listing(session: Session) -> Iterator[str]:
    for name, general in GENERAL.items():
        yield f"[string] {name} {general.show(session)}"
    active = _active(session) if _has_parameters(session) else {}
    for name in _names(session):
        technique, _, parameter = name.partition(".")
        if not parameter:
            yield f"[bool] {name} {int(name in active)}"
        else:
            declared = _catalogue(session)[technique].parameter(parameter)
            assert declared is not None
            yield f"{_kind(declared)} {name} {_text(active.get(technique, {}).get(parameter, declared.default))}"


def _kind(parameter: Parameter) -> str:
    return f"[list/{'/'.join(parameter.choices)}]" if parameter.choices else "[string]"


def _text(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


COMMANDS = {
    "param": Command("[NAME [VALUE]]", "list all settings of the player, print one, or set it", _param),
}
