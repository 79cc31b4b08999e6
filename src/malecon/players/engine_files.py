"""Other engines by name: how to start one, what to tell it, and how it writes cells.

Those that we know are in `data/engines.toml`; the user's own file adds to them. A command that is no name is run as it
is, and what it can be told is found out by asking it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError

FILE_VARIABLE = "MALECON_ENGINES"


@dataclass(frozen=True)
class EngineConfig:
    """What a match must know of an engine. Texts in braces are replaced when they are sent."""

    command: str
    """How it is started; {seed}, {memory} and {threads} are those of the player."""
    initial: tuple[str, ...] = ()
    """Commands after the start."""
    boardsize: str = "boardsize {size}"
    """How a board is asked for."""
    seconds: str = ""
    """How a time for each move is told: {seconds}, {whole_seconds} rounded up, or {milliseconds}."""
    simulations: str = ""
    """How a number of simulations for each move is told."""
    swap: str = ""
    """How it is told that the swap rule holds."""
    coordinates: str = "grid"
    """How it writes cells: grid, littlegolem, or gogui, which has no letter I."""
    tolerance: float = 1.0
    """Seconds by which a move may be late before the game is forfeited."""
    startup: float = 120.0
    """Seconds in which it must be ready to play."""

    def arguments(self, **values: int) -> list[str]:
        """The command as a list of words; `malecon` is this program, also where it is not on the path."""
        try:
            words = shlex.split(self.command.format(**values))
        except (ValueError, KeyError, IndexError) as error:
            raise GameError(f"the command {self.command!r} cannot be read: {error}") from None
        return [sys.executable, "-m", *words] if words[:1] == ["malecon"] and not shutil.which("malecon") else words


def find_engine(text: str) -> EngineConfig:
    """The engine of a name, or of a command line; GameError where it cannot be started here."""
    known = known_engines()
    config = known.get(text.strip()) or EngineConfig(text.strip().replace("{", "{{").replace("}", "}}"))
    words = config.arguments(seed=0, memory=0, threads=0)
    if not words:
        raise GameError(f"gtp: is followed by a command or the name of an engine, such as {', '.join(known)}")
    if shutil.which(words[0]) is None:
        raise GameError(
            f"{words[0]!r} is no program on this machine; gtp: takes a command, or one of {', '.join(known)}"
        )
    return config


def known_engines() -> dict[str, EngineConfig]:
    """Ours and the user's."""
    ours = (files("malecon.players") / "data" / "engines.toml").read_text(encoding="utf-8")
    found = _read(ours, "engines.toml")
    if (path := user_file()).is_file():
        try:
            found |= _read(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(f"{path} cannot be read: {error}") from None
    return found


def user_file() -> Path:
    """Where a user's own engines are described."""
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named).expanduser()
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path("~/.config").expanduser()) / "malecon" / "engines.toml"


def _read(text: str, name: str) -> dict[str, EngineConfig]:
    try:
        tables = tomllib.loads(text)
        return {engine: _config(table) for engine, table in tables.items()}
    except (tomllib.TOMLDecodeError, GameError) as error:
        raise GameError(f"{name}: {error}") from None


def _config(table: Any) -> EngineConfig:
    known = {field.name: field for field in fields(EngineConfig)}
    if not isinstance(table, Mapping) or "command" not in table:
        raise GameError('an engine is a table with a command, such as [castro] command = "castro"')
    for key, value in table.items():
        if key not in known:
            raise GameError(f"there is no setting {key!r} of an engine; there are {', '.join(known)}")
        if not _fits(key, value):
            raise GameError(f"{key} = {value!r} is of the wrong kind")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return EngineConfig(**values)


def _fits(key: str, value: object) -> bool:
    if key == "initial":
        return isinstance(value, list) and all(isinstance(line, str) for line in value)
    if key in ("tolerance", "startup"):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return isinstance(value, str)
