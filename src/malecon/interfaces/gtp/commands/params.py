"""The command `param`: every setting of the player by name, in the form in which GoGui makes a dialog of them.

A technique is on or off by its own name (`rave 1`), and its parameters follow it after a dot (`rave.r 300`). Setting a
parameter switches its technique on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from malecon.games.errors import GameError
from malecon.interfaces.gtp.arguments import read_count, read_number, read_switch, wrong
from malecon.interfaces.gtp.command_context import ENDLESS, Command, CommandContext
from malecon.interfaces.gtp.session import Session
from malecon.knowledge.technique import Parameter, Technique, Value
from malecon.players.engine import Engine
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.techniques import catalogue

MOST_THREADS = 256


def _most_memory() -> int:
    """The megabytes of this machine, as far as it tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, OSError, ValueError):
        return 1 << 20


@dataclass(frozen=True)
class General:
    """A setting that is no technique."""

    show: Callable[[Session], object]
    set: Callable[[Session, str], None]


def _set_count(name: str, least: int, most: int) -> Callable[[Session, str], None]:
    def change(session: Session, word: str) -> None:
        value = read_count(word, least)
        if value > most:
            raise wrong(word, f"a whole number from {least} to {most}")
        session.configure(**{name: value})

    return change


def _set_player(session: Session, text: str) -> None:
    session.configure(player=text, switches={})


def _set_resign(session: Session, word: str) -> None:
    share = read_number(word)
    if not 0 <= share < 0.5:
        raise wrong(word, "an expected result from 0, which is never, to 0.5")
    session.configure(resign=share)


GENERAL = {
    "player": General(lambda session: session.settings.player, _set_player),
    "threads": General(lambda session: session.settings.threads, _set_count("threads", 1, MOST_THREADS)),
    "memory": General(lambda session: session.settings.memory, _set_count("memory", 1, _most_memory())),
    "seed": General(lambda session: session.settings.seed, _set_count("seed", 0, 2**63)),
    "resign": General(lambda session: f"{session.settings.resign:g}", _set_resign),
}


def _param(turn: CommandContext) -> str:
    words, session = turn.words(0, ENDLESS), turn.session
    if not words:
        return "\n".join(_listing(session))
    name, text = words[0].lower(), " ".join(words[1:])
    if name not in GENERAL and name not in set(_names(session)):
        raise GameError(_unknown(name, [*GENERAL, *_names(session)]))
    if not text:
        return _value(session, name)
    if name in GENERAL:
        GENERAL[name].set(session, text)
    else:
        _set_technique(session, name, text)
    return ""


def _unknown(name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]}?" if near else "param alone lists all"
    return f"unknown parameter: {name[:40]}; {hint}"


# --- techniques and parameters -------------------------------------------------------------------------------------


def _set_technique(session: Session, name: str, text: str) -> None:
    technique, _, parameter = name.partition(".")
    switches = dict(session.settings.switches)
    if parameter:
        switches[technique] = {**(switches.pop(technique, None) or {}), parameter: text}
    elif read_switch(text):
        switches[technique] = switches.get(technique) or {}
    else:
        switches[technique] = None
    session.configure(switches=switches)


def _active(session: Session) -> Mapping[str, Mapping[str, Value]]:
    """What is switched on, for the board as it is."""
    position = session.position
    texts = preset_texts(position.game, position.size)
    return parse_player(session.settings.text, texts, position.game).techniques(texts)


def _names(session: Session) -> Iterator[str]:
    """Switches and parameters; none where the player does not search."""
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
    "param": Command("[NAME [VALUE]]", "the settings of the player: list them, tell one, or set it", _param),
}
