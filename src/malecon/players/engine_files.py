"""Configuration of external GTP engines: how to start them, their commands, and their coordinates.

Known engines are listed in `data/engines.toml`; the user's file adds to them. Any other text is run as a command, and
the commands it supports are queried at start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from malecon import system
from malecon.games.errors import GameError

FILE_VARIABLE = "MALECON_ENGINES"
CLOCKS = ENGINE_CLOCK, EXTERNAL_CLOCK = "engine", "external"


@dataclass(frozen=True)
class EngineConfig:
    """Configuration of an engine. Placeholders in braces are filled in when a command is sent."""

    command: str
    """Command line; {seed}, {memory} and {threads} are those of the player."""
    initial: tuple[str, ...] = ()
    """GTP commands to send after the start."""
    boardsize: str = "boardsize {size}"
    """Command that sets the board size."""
    seconds: str = ""
    """Command that sets the time per move: {seconds}, {whole_seconds} (rounded up) or {milliseconds}."""
    simulations: str = ""
    """Command that sets the simulations per move."""
    clock: str = ENGINE_CLOCK
    """Who keeps the time: engine, which is sent time commands, or external, the referee alone."""
    swap: str = ""
    """Command that switches the swap rule on."""
    coordinates: str = "grid"
    """Notation of cells: grid, littlegolem, or gogui (no letter I)."""
    tolerance: float = 1.0
    """Seconds by which a move may be late before the game is forfeited."""
    startup: float = 120.0
    """Seconds in which the engine must be ready to play."""

    def arguments(self, **values: int) -> list[str]:
        """Return the command as a list of words; `malecon` is this program even if it is not on the PATH."""
        try:
            words = system.split_command(self.command.format(**values))
        except (ValueError, KeyError, IndexError) as error:
            raise GameError(f"cannot parse the command {self.command!r}: {error}") from None
        return [sys.executable, "-m", *words] if words[:1] == ["malecon"] and not shutil.which("malecon") else words

    def digest(self) -> str:
        """Return a short digest of the program and of all files among its arguments; it changes with a new build."""
        digest = hashlib.sha256()
        words = self.arguments(seed=0, memory=0, threads=0)
        for path in (Path(shutil.which(words[0]) or words[0]), *map(Path, words[1:])):
            with suppress(OSError, ValueError):
                if path.is_file():
                    status = path.stat()
                    digest.update(_file_digest(path.resolve(), status.st_mtime_ns, status.st_size))
        return digest.hexdigest()[:12]


@cache
def _file_digest(path: Path, _modified: int, _size: int) -> bytes:
    """Return the digest of a file, computed once for each of its versions."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def find_engine(text: str) -> EngineConfig:
    """Return the engine with this name or command line; raise GameError if it cannot be started."""
    known = known_engines()
    config = known.get(text.strip()) or EngineConfig(text.strip().replace("{", "{{").replace("}", "}}"))
    words = config.arguments(seed=0, memory=0, threads=0)
    if not words:
        raise GameError(f"gtp: needs a command or the name of an engine: {', '.join(known)}")
    if shutil.which(words[0]) is None:
        raise GameError(f"program {words[0]!r} not found; gtp: takes a command or one of {', '.join(known)}")
    return config


def known_engines() -> dict[str, EngineConfig]:
    """Return the bundled engines and the user's."""
    bundled = (files("malecon.players") / "data" / "engines.toml").read_text(encoding="utf-8")
    found = _read(bundled, "engines.toml")
    if (path := user_file()).is_file():
        try:
            found |= _read(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(f"cannot read {path}: {error}") from None
    return found


def user_file() -> Path:
    """Return the path of the user's engines file."""
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named).expanduser()
    return user_config_path("malecon", appauthor=False) / "engines.toml"


def _read(text: str, name: str) -> dict[str, EngineConfig]:
    try:
        tables = tomllib.loads(text)
        return {engine: _config(table) for engine, table in tables.items()}
    except (tomllib.TOMLDecodeError, GameError) as error:
        raise GameError(f"{name}: {error}") from None


def _config(table: Any) -> EngineConfig:
    known = {field.name: field for field in fields(EngineConfig)}
    if not isinstance(table, Mapping) or "command" not in table:
        raise GameError('an engine needs a table with a command, such as [castro] command = "castro"')
    for key, value in table.items():
        if key not in known:
            raise GameError(f"unknown engine setting {key!r}; available: {', '.join(known)}")
        if not _fits(key, value):
            raise GameError(f"{key} = {value!r}: expected {_expected(key)}")
        if key == "clock" and value not in CLOCKS:
            raise GameError(f"clock = {value!r}: expected one of {', '.join(CLOCKS)}")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return EngineConfig(**values)


def _expected(key: str) -> str:
    if key == "initial":
        return "a list of strings"
    return "a number of at least 0" if key in ("tolerance", "startup") else "a string"


def _fits(key: str, value: object) -> bool:
    if key == "initial":
        return isinstance(value, list) and all(isinstance(line, str) for line in value)
    if key in ("tolerance", "startup"):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return isinstance(value, str)
