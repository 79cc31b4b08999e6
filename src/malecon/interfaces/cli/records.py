"""`malecon show` and `malecon convert`: display game records and convert them to other formats."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from malecon.games.catalogue import DEFAULT_GAME
from malecon.games.errors import GameError
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.cli.options import Coordinates, GameNumber, MoveNumber, RecordCoordinates, RecordFile
from malecon.interfaces.cli.sources import PIPE, choose_record, read_records
from malecon.interfaces.terminal.record_report import body, heading, plain_report, position_after
from malecon.interfaces.terminal.screen import Screen


class Format(StrEnum):
    """Formats that a record can be converted to."""

    SGF = "sgf"
    HGF = "hgf"
    LITTLEGOLEM = "littlegolem"
    SVG = "svg"
    TEXT = "text"


EXTENSIONS = {".sgf": Format.SGF, ".hgf": Format.HGF, ".svg": Format.SVG, ".txt": Format.TEXT}


def show(
    source: RecordFile,
    move: MoveNumber = None,
    game: GameNumber = 1,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the board to this SVG file.")] = None,
    coordinates: RecordCoordinates = None,
) -> None:
    """Show a game record.

    Prints the players, the board, the moves, the result, comments and variations.
    """
    records = read_records(source, coordinates)
    record, screen = choose_record(records, game), Screen()
    position = position_after(record, move)
    if svg is not None:
        svg.write_text(position._repr_svg_(), encoding="utf-8")
    if len(records) > 1:
        screen.say(f"Game {game} of {len(records)}; use --game to show another.")
    for line in heading(record):
        screen.say(line)
    screen.show(position)
    for line in body(record):
        screen.say(line)


def convert(
    source: RecordFile,
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="File to write; - is standard output.")],
    to: Annotated[
        Format | None, typer.Option(help="Output format. \\[default: by the extension: .sgf, .hgf, .svg or .txt]")
    ] = None,
    move: MoveNumber = None,
    game: Annotated[int | None, typer.Option(min=1, help="Number of one game to convert. \\[default: all]")] = None,
    coordinates: RecordCoordinates = None,
) -> None:
    """Convert game records to SGF, HGF, SVG or text.

    HGF is the format of Little Golem, for Havannah only. SVG is a picture of the board. --move selects the position of
    a picture or text.
    """
    output_format = to or _format_of(target)
    records = read_records(source, coordinates)
    if game is not None:
        records = [choose_record(records, game)]
    text = _convert(records, output_format, move).rstrip() + "\n"
    if str(target) == PIPE:
        typer.echo(text, nl=False)
    else:
        target.write_text(text, encoding="utf-8")


def _format_of(target: Path) -> Format:
    if str(target) == PIPE:
        return Format.SGF
    if target.suffix.lower() not in EXTENSIONS:
        raise GameError(f"{target}: unknown extension; use one of {', '.join(EXTENSIONS)}, or set --to")
    return EXTENSIONS[target.suffix.lower()]


def _convert(records: list[GameRecord], output_format: Format, move: int | None) -> str:
    if output_format in (Format.SGF, Format.HGF, Format.LITTLEGOLEM):
        return _game_tree(records, output_format)
    if output_format is Format.TEXT:
        return "\n\n".join(plain_report(record, position_after(record, move)) for record in records)
    if len(records) > 1:
        raise GameError(f"the file has {len(records)} games, but a picture shows one; choose it with --game")
    return position_after(records[0], move)._repr_svg_()


def _game_tree(records: list[GameRecord], output_format: Format) -> str:
    if output_format is Format.SGF:
        return "".join(record.sgf(Coordinates.GRID) for record in records)
    if other := {record.game for record in records if record.game != DEFAULT_GAME}:
        raise GameError(f"HGF is for Havannah only; convert {' and '.join(sorted(other))} to .sgf")
    return "".join(record.sgf(Coordinates.LITTLEGOLEM) for record in records)
