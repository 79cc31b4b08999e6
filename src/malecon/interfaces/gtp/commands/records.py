"""Commands that read and write game records."""

from __future__ import annotations

from pathlib import Path

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.gtp.arguments import read_count, read_path
from malecon.interfaces.gtp.command_context import Command, CommandContext

FILES = "files"  # permission


def _loadsgf(context: CommandContext) -> str:
    context.arguments(1, len(context.request.arguments))
    name, number = read_path(context.request.rest)
    try:
        position = _read(name, number)
    except (GameError, OSError, ValueError) as error:
        raise GameError(f"cannot load file: {error}") from None
    context.session.start(position)
    return ""


def _read(name: str, number: str) -> Position:
    """Return the final position of a record or, as GTP specifies, the position before the numbered move."""
    path = _path(name)
    if path.exists() and not path.is_file():
        raise GameError(f"{path} is not a regular file")
    record = GameRecord.read(path)
    if not number:
        return record.position()
    position = record.start
    position.play_all(record.moves[: max(0, read_count(number) - 1)])
    return position


def _savesgf(context: CommandContext) -> str:
    context.arguments(1, len(context.request.arguments))
    name, rest = read_path(context.request.rest)
    record = GameRecord.from_position(context.session.position)
    try:
        record.write(_path(f"{name} {rest}".strip()))
    except (OSError, ValueError) as error:
        raise GameError(f"cannot save file: {error}") from None
    return ""


def _path(name: str) -> Path:
    """Expand `~`; if its user does not exist, keep it as part of the name."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _printsgf(context: CommandContext) -> str:
    return str(GameRecord.from_position(context.session.position))


COMMANDS = {
    "loadsgf": Command(
        "FILE [NUMBER]", "load a game record, up to its end or before the numbered move", _loadsgf, FILES
    ),
    "savesgf": Command("FILE", "save the game as SGF", _savesgf, FILES),
    "printsgf": Command("", "print the game as SGF", _printsgf),
}
