"""`malecon gtp`: the engine for other programs, by the Go Text Protocol."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, game_name, new_position

if TYPE_CHECKING:
    from malecon.interfaces.gtp.session import Session

INTERRUPTED = 130


class Moves(StrEnum):
    """How moves are written."""

    GRID = "grid"
    GOGUI = "gogui"


def gtp(
    game: GameName = None,
    board: BoardText = None,
    swap: Annotated[bool, typer.Option("--swap/--no-swap", help="Whether the swap rule holds.")] = False,
    player: Annotated[str, typer.Option("--player", "-p", help="Who plays; malecon players lists them.")] = "malecon",
    seconds: Annotated[float | None, typer.Option(help="Seconds a move, until time_per_move says otherwise.")] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations a move.")] = None,
    threads: Annotated[int, typer.Option(help="Threads that search.")] = 1,
    memory: Annotated[int, typer.Option(help="Megabytes for the tree.")] = 512,
    seed: Annotated[int | None, typer.Option(help="The same seed and simulations, the same moves.")] = None,
    resign: Annotated[float, typer.Option(help="Resign where less is expected; 0 is never, 1 would be a win.")] = 0.02,
    coordinates: Annotated[Moves, typer.Option(help="How moves are written; gogui for GoGui.")] = Moves.GRID,
) -> None:
    """Serve other programs by the Go Text Protocol, version 2, on standard input and output."""
    if not 0 <= resign < 0.5:
        raise GameError(f"--resign takes an expected result from 0, which is never, to 0.5, not {resign:g}")
    from malecon.players.player import Limit
    from malecon.warmup.steps import SEARCH, ensure_warm

    Limit(seconds=seconds, simulations=simulations)  # says what is wrong with them
    name = game_name(game)
    ensure_warm(name, SEARCH, players=[player])
    from malecon.interfaces.gtp.clock import Clock
    from malecon.interfaces.gtp.move_format import MOVE_FORMATS
    from malecon.interfaces.gtp.session import Session, Settings

    start = SystemRandom().getrandbits(30) if seed is None else seed
    settings = Settings(player, threads, memory, start, resign)
    position = new_position(name, board, swap=swap)
    _serve(Session(position, settings, Clock(seconds, simulations), MOVE_FORMATS[coordinates]()))


def _serve(session: Session) -> None:
    from malecon.interfaces.gtp.server import Server

    output = sys.stdout.buffer

    def write(text: str) -> None:
        output.write(text.encode("utf-8", errors="replace"))
        output.flush()

    try:
        session.warm_up()
        Server(session, lambda size: os.read(sys.stdin.fileno(), size), write).run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:  # nobody listens any more; say so to the exit's flush, too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        session.close()
