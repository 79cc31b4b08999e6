"""Commands that read and write game records."""

from __future__ import annotations

from pathlib import Path

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.gtp.arguments import read_count, read_path
from malecon.interfaces.gtp.command_context import Command, CommandContext


def _loadsgf(turn: CommandContext) -> str:
    turn.words(1, len(turn.request.words))
    name, number = read_path(turn.request.rest)
    try:
        position = _read(name, number)
    except (GameError, OSError, ValueError) as error:
        raise GameError(f"cannot load file: {error}") from None
    turn.session.start(position)
    return ""


def _read(name: str, number: str) -> Position:
    """The end of a record, or, as the protocol wants it, the position before the move of this number."""
    path = _path(name)
    if path.exists() and not path.is_file():
        raise GameError(f"{path} is no file")
    record = GameRecord.read(path)
    if not number:
        return record.position()
    position = record.start
    position.play_all(record.moves[: max(0, read_count(number) - 1)])
    return position


def _savesgf(turn: CommandContext) -> str:
    turn.words(1, len(turn.request.words))
    name, rest = read_path(turn.request.rest)
    record = GameRecord.from_position(turn.session.position)
    try:
        record.write(_path(f"{name} {rest}".strip()))
    except (OSError, ValueError) as error:
        raise GameError(f"cannot save file: {error}") from None
    return ""


def _path(name: str) -> Path:
    """A file, `~` being one's own folder; a `~` that is nobody's is part of the name."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _printsgf(turn: CommandContext) -> str:
    return str(GameRecord.from_position(turn.session.position))


COMMANDS = {
    "loadsgf": Command("FILE [NUMBER]", "the end of a game record, or the position before a move", _loadsgf),
    "savesgf": Command("FILE", "write the game as a record", _savesgf),
    "printsgf": Command("", "the game as a record", _printsgf),
}
