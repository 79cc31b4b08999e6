"""`malecon analyze`: show what a player thinks of a position while it searches."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import INTERRUPTED, plain_console
from malecon.interfaces.cli.options import (
    AsJson,
    BoardText,
    GameName,
    Memory,
    MoveNumber,
    MovesText,
    OptionalRecordFile,
    PlayerText,
    Seed,
    SwapRule,
    Threads,
    parse_limit,
    seconds_option,
    simulations_option,
)
from malecon.interfaces.cli.sources import read_position
from malecon.interfaces.terminal.analysis import Analysis
from malecon.players.engine import Engine, Thought
from malecon.players.factory import make_player
from malecon.players.player import Limit
from malecon.warmup.steps import SEARCH, ensure_warm

DEFAULT = Limit(seconds=5)
UPDATE_SECONDS = 0.3  # between two updates of the display


def analyze(
    source: OptionalRecordFile = None,
    moves: MovesText = "",
    game: GameName = None,
    board: BoardText = None,
    swap: SwapRule = False,
    move: MoveNumber = None,
    player: PlayerText = "malecon",
    seconds: Annotated[float | None, seconds_option(5)] = None,
    simulations: Annotated[int | None, simulations_option()] = None,
    threads: Threads = 1,
    memory: Memory = 512,
    seed: Seed = 1,
    top: Annotated[int, typer.Option(min=1, help="Number of moves to list.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Analyse a position and list its best moves.

    The position is the end of a game record, or the initial position of a game, followed by --moves. The list shows
    visits, values, proofs and main lines, and is updated during the search. Ctrl-C stops the search and prints the
    result so far.
    """
    limit = parse_limit(seconds, simulations, DEFAULT)
    position = read_position(source, move, game, board, swap=swap)
    ensure_warm(position.game, SEARCH, players=[player])
    position.play_all(moves)
    if position.is_over:
        raise GameError(f"nothing to analyse: the game is over ({position.outcome})")
    _report(Analysis(position, make_engine(player, position.game, threads, memory, seed), top), limit, as_json)


def make_engine(player: str, game: str, threads: int, memory: int, seed: int) -> Engine:
    """Return a player that searches; raise GameError if it does not."""
    engine = make_player(player, game=game, threads=threads, memory=memory, seed=seed)
    if not isinstance(engine, Engine):
        raise GameError(f"{engine.name} does not search; choose another player, such as malecon")
    return engine


def _report(analysis: Analysis, limit: Limit, as_json: bool) -> None:
    """Search, with a live display on a terminal, and print the result."""
    console = plain_console()
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
    """Return the last thought and whether the search finished; show each on the console if there is one."""
    thought = None
    live = Live(console=console, auto_refresh=False, transient=True) if console else None
    try:
        with live or nullcontext():
            if live and console:
                live.update(analysis.view(None, console), refresh=True)
            for thought in analysis.engine.think_aloud(analysis.position, limit, UPDATE_SECONDS):
                if live and console:
                    live.update(analysis.view(thought, console), refresh=True)
    except KeyboardInterrupt:
        return thought, False
    return thought, True
