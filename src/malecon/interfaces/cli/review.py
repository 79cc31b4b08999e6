"""`malecon review`: evaluate every move of a game; write an annotated record and a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.sgf.files import naming, write_file
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.cli.analyze import make_engine
from malecon.interfaces.cli.console import INTERRUPTED, plain_console, progress_bar
from malecon.interfaces.cli.options import (
    AsJson,
    GameNumber,
    Memory,
    PlayerText,
    RecordCoordinates,
    RecordFile,
    Seed,
    Threads,
    parse_limit,
    simulations_option,
)
from malecon.interfaces.cli.sources import PIPE, choose_record, read_records
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.review.picture import draw_chart
from malecon.review.review import MoveEvaluation, annotate, classify, summarise
from malecon.review.review import review as review_moves
from malecon.warmup.steps import SEARCH, ensure_warm

DEFAULT = Limit(seconds=1)
SUFFIX = "-review"


def review(
    source: RecordFile,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Annotated record. \\[default: RECORD with -review]")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="SVG plot of the evaluation. \\[default: as --out]")
    ] = None,
    player: PlayerText = "malecon",
    seconds: Annotated[float | None, typer.Option(help="Seconds per position. \\[default: 1]")] = None,
    simulations: Annotated[int | None, simulations_option()] = None,
    blunder: Annotated[float, typer.Option(help="Loss of expected result that makes a move a blunder.")] = 0.2,
    game: GameNumber = 1,
    coordinates: RecordCoordinates = None,
    threads: Threads = 1,
    memory: Memory = 512,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Review a game: evaluate each move and mark the mistakes.

    Writes the record with comments and better variations, and a plot of the evaluation. Ctrl-C stops the review and
    writes the moves evaluated so far.
    """
    if not 0 < blunder <= 1:
        raise GameError(f"--blunder takes a number greater than 0 and at most 1, not {blunder:g}")
    limit = parse_limit(seconds, simulations, DEFAULT)
    record = choose_record(read_records(source, coordinates), game)
    if not record.moves:
        raise GameError(f"{source}: the game has no moves to review")
    ensure_warm(record.game, SEARCH, players=[player])
    engine = make_engine(player, record.game, threads, memory, seed)
    evaluations = _review(record, engine, limit)
    if evaluations:
        paths = _write(record, evaluations, engine.name, blunder, _output_paths(source, out, picture))
        _print(record, evaluations, blunder, paths, as_json)
    if len(evaluations) < len(record.moves):
        raise typer.Exit(INTERRUPTED)


def _output_paths(source: Path, out: Path | None, picture: Path | None) -> tuple[Path, Path]:
    path = Path("game.sgf") if str(source) == PIPE else source
    return (
        out or path.with_name(f"{path.stem}{SUFFIX}{path.suffix or '.sgf'}"),
        picture or path.with_name(f"{path.stem}{SUFFIX}.svg"),
    )


def _review(record: GameRecord, engine: Engine, limit: Limit) -> list[MoveEvaluation]:
    """Return the evaluation of every move, or of those before Ctrl-C, with progress on standard error."""
    console = plain_console(stderr=True)
    evaluations: list[MoveEvaluation] = []
    with progress_bar("moves", len(record.moves), console) as advance:
        try:
            for evaluation in review_moves(record, engine, limit):
                evaluations.append(evaluation)
                advance(f"{evaluation.move}: White {evaluation.white_value:.0%}")
        except KeyboardInterrupt:
            console.print(f"Stopped after {len(evaluations)} of {len(record.moves)} moves.")
    return evaluations


def _write(
    record: GameRecord, evaluations: Sequence[MoveEvaluation], player: str, blunder: float, paths: tuple[Path, Path]
) -> tuple[Path, Path]:
    out, picture = paths
    names = " - ".join(name or "?" for name in (record.white, record.black))
    annotate(record, evaluations, player, blunder)
    record.write(out)
    with naming(picture):
        write_file(picture, draw_chart(evaluations, f"{names}, {record.result or 'not finished'}", blunder))
    return out, picture


def _print(
    record: GameRecord, evaluations: Sequence[MoveEvaluation], blunder: float, paths: tuple[Path, Path], as_json: bool
) -> None:
    if as_json:
        moves = [evaluation.as_dict() for evaluation in evaluations]
        typer.echo(json.dumps({"moves": moves, "files": [str(path) for path in paths]}))
        return
    console = plain_console()
    for line in _report(record, evaluations, blunder):
        console.print(line, soft_wrap=True)
    console.print(f"Wrote {paths[0]} and {paths[1]}", soft_wrap=True)


def _report(record: GameRecord, evaluations: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    """Yield the mistakes, and a summary for each side."""
    for evaluation in evaluations:
        if kind := classify(evaluation, blunder):
            change = f"{evaluation.value:.0%} to {evaluation.after:.0%}"
            better = " ".join(evaluation.line)
            yield f"{evaluation.ply:>4}. {evaluation.colour} {evaluation.move}: {kind}, {change}; better: {better}"
    for colour, name in ((WHITE, record.white), (BLACK, record.black)):
        name_text = f" ({name})" if name else ""
        yield f"{colour}{name_text}: {summarise(evaluations, colour, blunder).describe()}"
