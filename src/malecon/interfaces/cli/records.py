"""`malecon show` and `malecon convert`: game records on the screen and in other forms."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.catalogue import DEFAULT_GAME, GAMES
from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.games.sgf.record import GameRecord

PIPE = "-"


class Coordinates(StrEnum):
    """How a file writes its cells."""

    GRID = "grid"
    LITTLEGOLEM = "littlegolem"


class Form(StrEnum):
    """What a record can become."""

    SGF = "sgf"
    HGF = "hgf"
    LITTLEGOLEM = "littlegolem"
    SVG = "svg"
    TEXT = "text"


ENDINGS = {".sgf": Form.SGF, ".hgf": Form.HGF, ".svg": Form.SVG, ".txt": Form.TEXT}

Source = Annotated[Path, typer.Argument(help="A game record, SGF or HGF; - is standard input.")]
ReadAs = Annotated[
    Coordinates | None, typer.Option("--coordinates", help="How the record writes its cells. \\[default: found out]")
]
MoveNumber = Annotated[
    int | None, typer.Option("--move", min=0, help="Board after so many moves. \\[default: the end]")
]


def show(
    source: Source,
    move: MoveNumber = None,
    game: Annotated[int, typer.Option(min=1, help="Which game of a file with several.")] = 1,
    svg: Annotated[Path | None, typer.Option(help="Also draw the board to this file.")] = None,
    coordinates: ReadAs = None,
) -> None:
    """Show a game record: who played, the board, the moves, the outcome and the variations."""
    records = read_records(source, coordinates)
    from malecon.interfaces.terminal.record_report import heading, position_after, story
    from malecon.interfaces.terminal.screen import Screen

    record, screen = choose_game(records, game), Screen()
    position = position_after(record, move)
    if svg is not None:
        svg.write_text(position._repr_svg_(), encoding="utf-8")
    if len(records) > 1:
        screen.say(f"Game {game} of {len(records)}; --game shows another.")
    for line in heading(record):
        screen.say(line)
    screen.show(position)
    for line in story(record):
        screen.say(line)


def convert(
    source: Source,
    target: Annotated[Path, typer.Argument(help="The file to write; - is standard output.")],
    to: Annotated[
        Form | None, typer.Option(help="What to write. \\[default: by the target's ending, .sgf .hgf .svg .txt]")
    ] = None,
    move: MoveNumber = None,
    game: Annotated[int | None, typer.Option(min=1, help="One game of a file with several. \\[default: all]")] = None,
    coordinates: ReadAs = None,
) -> None:
    """Convert game records: SGF, Little Golem's HGF, a picture of the board (SVG), or text."""
    form = to or _form(target)
    records = read_records(source, coordinates)
    if game is not None:
        records = [choose_game(records, game)]
    text = _write(records, form, move).rstrip() + "\n"
    if str(target) == PIPE:
        typer.echo(text, nl=False)
    else:
        target.write_text(text, encoding="utf-8")


def _form(target: Path) -> Form:
    if str(target) == PIPE:
        return Form.SGF
    if target.suffix.lower() not in ENDINGS:
        raise GameError(f"{target}: {', '.join(ENDINGS)} are the endings that say what to write; else use --to")
    return ENDINGS[target.suffix.lower()]


def read_records(source: Path, coordinates: Coordinates | None = None) -> list[GameRecord]:
    """All games of a file, or of standard input where it is `-`."""
    from malecon.games.sgf.files import naming, read_file
    from malecon.warmup.steps import ensure_warm

    with naming(source) if str(source) != PIPE else nullcontext():
        data = sys.stdin.buffer.read() if str(source) == PIPE else read_file(source)
        for game in _games(data):
            ensure_warm(game)
        from malecon.games.sgf.record import GameRecord

        return GameRecord.parse_all(data, coordinates=coordinates)


def _games(data: bytes) -> set[str]:
    """The games that a file seems to hold, so that their rules can be compiled before they are needed."""
    named = {name.decode("ascii", "replace").lower() for name in re.findall(rb"GM\[\s*([A-Za-z]+)", data)}
    return named & set(GAMES) or {DEFAULT_GAME}


def choose_game(records: list[GameRecord], number: int) -> GameRecord:
    """One game of a file, counted from 1."""
    if number > len(records):
        raise GameError(f"there is no game {number}: the file has {len(records)}")
    return records[number - 1]


def _write(records: list[GameRecord], form: Form, move: int | None) -> str:
    from malecon.interfaces.terminal.record_report import plain_report, position_after

    if form in (Form.SGF, Form.HGF, Form.LITTLEGOLEM):
        own = Coordinates.GRID if form is Form.SGF else Coordinates.LITTLEGOLEM
        if other := {record.game for record in records if form is not Form.SGF and record.game != DEFAULT_GAME}:
            raise GameError(f"HGF is Little Golem's form of Havannah; for {' and '.join(sorted(other))} write .sgf")
        return "".join(record.sgf(own) for record in records)
    if form is Form.TEXT:
        return "\n\n".join(plain_report(record, position_after(record, move)) for record in records)
    if len(records) > 1:
        raise GameError(f"the file has {len(records)} games and a picture shows one: choose with --game")
    return position_after(records[0], move)._repr_svg_()
