"""Read game records and positions that are named on the command line."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from pathlib import Path

from malecon.games.catalogue import DEFAULT_GAME, GAMES
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.files import naming, read_file
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.cli.options import Coordinates, new_position, parse_game
from malecon.interfaces.terminal.record_report import position_after
from malecon.warmup.steps import ensure_warm

PIPE = "-"


def read_records(source: Path, coordinates: Coordinates | None = None) -> list[GameRecord]:
    """Return all games of a file, of the SGF files in a folder, or of standard input if it is `-`."""
    if source.is_dir():
        records = [record for path in sorted(source.glob("*.sgf")) for record in read_records(path, coordinates)]
        if not records:
            raise GameError(f"{source} has no SGF files; name a folder with game records")
        return records
    with naming(source) if str(source) != PIPE else nullcontext():
        data = sys.stdin.buffer.read() if str(source) == PIPE else read_file(source)
        for game in _guess_games(data):
            ensure_warm(game)
        return GameRecord.parse_all(data, coordinates=coordinates)


def _guess_games(data: bytes) -> set[str]:
    """Return the games that a file seems to contain, so that their rules can be compiled before it is parsed."""
    named = {name.decode("ascii", "replace").lower() for name in re.findall(rb"GM\[\s*([A-Za-z]+)", data)}
    return named & set(GAMES) or {DEFAULT_GAME}


def choose_record(records: list[GameRecord], number: int) -> GameRecord:
    """Return one game of a file, counted from 1."""
    if number > len(records):
        raise GameError(f"there is no game {number}; the file has {len(records)}")
    return records[number - 1]


def read_position(
    source: Path | None, move: int | None, game: str | None, board: str | None, *, swap: bool = False
) -> Position:
    """Return a position of a record, or the initial position of a game; compile its rules if necessary."""
    if source is None:
        name = parse_game(game)
        ensure_warm(name)
        return new_position(name, board, swap=swap)
    if game is not None or board is not None:
        raise GameError("the game record sets the board; omit --game and --board")
    return position_after(read_records(source)[0], move)
