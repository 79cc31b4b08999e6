"""`malecon analyze`: what a player thinks of a position, while it thinks."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, position_from
from malecon.interfaces.cli.limits import read_limit

if TYPE_CHECKING:
    from rich.console import Console

    from malecon.interfaces.terminal.analysis import Analysis
    from malecon.players.engine import Engine, Thought
    from malecon.players.player import Limit

SECONDS = 5.0
EVERY = 0.3  # seconds between two pictures
INTERRUPTED = 130
PLAIN_WIDTH = 120  # where no terminal says how wide it is


def analyze(
    source: Annotated[Path | None, typer.Argument(help="A game record, SGF or HGF; - is standard input.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d4 e5"; after those of a record.')] = "",
    game: GameName = None,
    board: BoardText = None,
    swap: Annotated[bool, typer.Option("--swap", help="Under the swap rule.")] = False,
    move: Annotated[
        int | None, typer.Option(min=0, help="The record after so many moves. \\[default: the end]")
    ] = None,
    player: Annotated[str, typer.Option("--player", "-p", help="Who thinks; malecon players lists them.")] = "malecon",
    seconds: Annotated[float | None, typer.Option(help=f"How long to think. \\[default: {SECONDS:g}]")] = None,
    simulations: Annotated[int | None, typer.Option(help="How many simulations to run.")] = None,
    threads: Annotated[int, typer.Option(help="Threads that search.")] = 1,
    memory: Annotated[int, typer.Option(help="Megabytes for the tree.")] = 512,
    seed: Annotated[int, typer.Option(help="With a number of simulations and one thread, the same analysis.")] = 1,
    top: Annotated[int, typer.Option(min=1, help="How many moves to list.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")] = False,
) -> None:
    """Analyze a position: the best moves with visits, values, proofs and lines, live; Ctrl-C ends it early."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    limit = read_limit(seconds, simulations, SECONDS)
    position = position_from(source, move, game, board, swap=swap)
    ensure_warm(position.game, SEARCH, players=[player])
    from malecon.interfaces.terminal.analysis import Analysis

    position.play_all(moves)
    if position.is_over:
        raise GameError(f"there is nothing to analyze: the game is over ({position.outcome})")
    _report(Analysis(position, make_engine(player, position.game, threads, memory, seed), top), limit, as_json)


def make_engine(player: str, game: str, threads: int, memory: int, seed: int) -> Engine:
    """A player that can tell what it thinks."""
    from malecon.players.engine import Engine
    from malecon.players.factory import make_player

    engine = make_player(player, game=game, threads=threads, memory=memory, seed=seed)
    if not isinstance(engine, Engine):
        raise GameError(f"{engine.name} does not search, so it has nothing to tell; malecon would be right")
    return engine


def _report(analysis: Analysis, limit: Limit, as_json: bool) -> None:
    """Think, with the board to look at on a terminal, and print what came of it."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    live = console.is_terminal and not as_json
    thought, finished = _think(analysis, limit, console if live else None)
    if thought is not None:
        if as_json:
            typer.echo(json.dumps(analysis.as_dict(thought), indent=2))
        else:
            console.print(analysis.view(thought, console))
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _think(analysis: Analysis, limit: Limit, console: Console | None) -> tuple[Thought | None, bool]:
    """The last thought, and whether it was thought to its end; each is shown on the console where there is one."""
    from rich.live import Live

    thought = None
    live = Live(console=console, auto_refresh=False, transient=True) if console else None
    try:
        with live or nullcontext():
            if live and console:
                live.update(analysis.view(None, console), refresh=True)
            for thought in analysis.engine.think_aloud(analysis.position, limit, EVERY):
                if live and console:
                    live.update(analysis.view(thought, console), refresh=True)
    except KeyboardInterrupt:
        return thought, False
    return thought, True
