"""`malecon review`: a whole game judged move by move, as an annotated record and a picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.limits import read_limit
from malecon.interfaces.cli.records import PIPE, Coordinates, choose_game, read_records

if TYPE_CHECKING:
    from rich.console import Console

    from malecon.games.sgf.record import GameRecord
    from malecon.players.engine import Engine
    from malecon.players.player import Limit
    from malecon.review.review import MoveEvaluation

SECONDS = 1.0
INTERRUPTED = 130
SUFFIX = "-review"


def review(
    source: Annotated[Path, typer.Argument(help="A game record, SGF or HGF; - is standard input.")],
    out: Annotated[Path | None, typer.Option(help="The annotated record. \\[default: beside the source]")] = None,
    picture: Annotated[Path | None, typer.Option(help="The value over the game, SVG. \\[default: beside it]")] = None,
    player: Annotated[str, typer.Option("--player", "-p", help="Who judges; malecon players lists them.")] = "malecon",
    seconds: Annotated[float | None, typer.Option(help=f"How long on each position. \\[default: {SECONDS:g}]")] = None,
    simulations: Annotated[int | None, typer.Option(help="How many simulations on each position.")] = None,
    blunder: Annotated[float, typer.Option(help="A move is a blunder that throws away so much of a game.")] = 0.2,
    game: Annotated[int, typer.Option(min=1, help="Which game of a file with several.")] = 1,
    coordinates: Annotated[Coordinates | None, typer.Option(help="How the record writes cells.")] = None,
    threads: Annotated[int, typer.Option(help="Threads that search.")] = 1,
    memory: Annotated[int, typer.Option(help="Megabytes for the tree.")] = 512,
    seed: Annotated[int, typer.Option(help="With simulations and one thread, the same review.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the judgements as JSON.")] = False,
) -> None:
    """Review a game: what each move was worth, what would have been better, and where it was lost.

    Ctrl-C ends it early and keeps what is known by then.
    """
    if not 0 < blunder <= 1:
        raise GameError(f"--blunder takes a share of a game, more than 0 and at most 1, not {blunder:g}")
    limit = read_limit(seconds, simulations, SECONDS)
    record = choose_game(read_records(source, coordinates), game)
    from malecon.warmup.steps import SEARCH, ensure_warm

    if not record.moves:
        raise GameError(f"{source}: there is no move to review")
    ensure_warm(record.game, SEARCH, players=[player])
    from malecon.interfaces.cli.analyze import make_engine

    engine = make_engine(player, record.game, threads, memory, seed)
    judged = _judge(record, engine, limit)
    finished = len(judged) == len(record.moves)
    if judged:
        paths = _write(record, judged, engine.name, blunder, _targets(source, out, picture))
        _tell(record, judged, blunder, paths, as_json)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _targets(source: Path, out: Path | None, picture: Path | None) -> tuple[Path, Path]:
    beside = Path("game.sgf") if str(source) == PIPE else source
    return (
        out or beside.with_name(f"{beside.stem}{SUFFIX}{beside.suffix or '.sgf'}"),
        picture or beside.with_name(f"{beside.stem}{SUFFIX}.svg"),
    )


def _judge(record: GameRecord, engine: Engine, limit: Limit) -> list[MoveEvaluation]:
    """All judgements, or those that were made before Ctrl-C, with progress on standard error."""
    from rich.console import Console

    from malecon.review.review import review as judge

    console = Console(stderr=True, highlight=False, markup=False)
    judged: list[MoveEvaluation] = []
    try:
        for one in _progress(judge(record, engine, limit), len(record.moves), console):
            judged.append(one)  # noqa: PERF402 (what was judged before Ctrl-C stays)
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(judged)} of {len(record.moves)} moves.")
    return judged


def _progress(judgements: Iterator[MoveEvaluation], moves: int, console: Console) -> Iterator[MoveEvaluation]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("moves"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, TextColumn("{task.description}"), console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=moves)
        for number, one in enumerate(judgements, 1):
            bar.update(task, advance=1, description=f"{one.move}: White {one.white_value:.0%}")
            if not console.is_terminal and number * 10 // moves > (number - 1) * 10 // moves:
                console.print(f"  {number} of {moves} moves")
            yield one


def _write(
    record: GameRecord, judged: Sequence[MoveEvaluation], player: str, blunder: float, targets: tuple[Path, Path]
) -> tuple[Path, Path]:
    from malecon.games.sgf.files import naming, write_file
    from malecon.review.picture import draw_chart
    from malecon.review.review import annotate

    out, picture = targets
    names = " - ".join(name or "?" for name in (record.white, record.black))
    annotate(record, judged, player, blunder)
    record.write(out)
    with naming(picture):
        write_file(picture, draw_chart(judged, f"{names}, {record.result or 'not finished'}", blunder))
    return out, picture


def _tell(
    record: GameRecord, judged: Sequence[MoveEvaluation], blunder: float, paths: tuple[Path, Path], as_json: bool
) -> None:
    from rich.console import Console

    if as_json:
        typer.echo(json.dumps({"judgements": [one.as_dict() for one in judged], "files": [str(p) for p in paths]}))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    for line in _report(record, judged, blunder):
        console.print(line, soft_wrap=True)
    console.print(f"Written: {paths[0]} and {paths[1]}", soft_wrap=True)


def _report(record: GameRecord, judged: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    """The bad moves, and how each side played."""
    from malecon.games.colours import BLACK, WHITE
    from malecon.review.review import classify, summarise

    for one in judged:
        if kind := classify(one, blunder):
            change = f"{one.value:.0%} to {one.after:.0%}"
            yield f"{one.ply:>4}. {one.colour} {one.move}: {kind}, {change}; better {' '.join(one.line)}"
    for colour, name in ((WHITE, record.white), (BLACK, record.black)):
        name_text = f" ({name})" if name else ""
        yield f"{colour}{name_text}: {summarise(judged, colour, blunder).describe()}"
