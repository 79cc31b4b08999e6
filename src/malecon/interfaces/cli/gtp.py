"""`malecon gtp`: serve the Go Text Protocol."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from random import SystemRandom
from typing import Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import INTERRUPTED
from malecon.interfaces.cli.options import (
    BoardText,
    GameName,
    Memory,
    PlayerText,
    ProofFile,
    SwapRule,
    Threads,
    new_position,
    parse_game,
    simulations_option,
    use_proof,
)
from malecon.interfaces.gtp.clock import Clock
from malecon.interfaces.gtp.move_format import MOVE_FORMATS
from malecon.interfaces.gtp.server import Server
from malecon.interfaces.gtp.session import Permissions, Session, Settings
from malecon.players.player import Limit
from malecon.warmup.steps import SEARCH, ensure_warm


class MoveNotation(StrEnum):
    """How moves are written."""

    GRID = "grid"
    GOGUI = "gogui"


def gtp(
    game: GameName = None,
    board: BoardText = None,
    swap: SwapRule = False,
    player: PlayerText = "malecon",
    seconds: Annotated[float | None, typer.Option(help="Seconds per move until the controller sets a time.")] = None,
    simulations: Annotated[int | None, simulations_option()] = None,
    threads: Threads = 1,
    memory: Memory = 512,
    seed: Annotated[int | None, typer.Option(help="Random seed. \\[default: a different one every time]")] = None,
    resign: Annotated[float, typer.Option(help="Resign below this expected result; 0 never resigns.")] = 0.02,
    coordinates: Annotated[
        MoveNotation, typer.Option(help="Notation of moves; use gogui with GoGui.")
    ] = MoveNotation.GRID,
    proof: ProofFile = None,
    allow_engines: Annotated[
        bool, typer.Option("--allow-engines", help="Let the controller run other programs: `param player gtp:COMMAND`.")
    ] = False,
    allow_files: Annotated[
        bool, typer.Option("--allow-files", help="Let the controller read and write files: loadsgf and savesgf.")
    ] = False,
) -> None:
    """Serve the Go Text Protocol on standard input and output.

    Implements version 2 of the protocol, with analysis commands and GoGui extensions.
    """
    if not 0 <= resign < 0.5:
        raise GameError(f"--resign takes an expected result of at least 0 and less than 0.5, not {resign:g}")
    Limit(seconds=seconds, simulations=simulations)  # raises GameError if one is invalid
    name = parse_game(game)
    ensure_warm(name, SEARCH, players=[player])
    use_proof(proof)
    start = SystemRandom().getrandbits(30) if seed is None else seed
    settings = Settings(player, threads, memory, start, resign)
    position = new_position(name, board, swap=swap)
    permissions = Permissions(engines=allow_engines, files=allow_files)
    _serve(Session(position, settings, Clock(seconds, simulations), MOVE_FORMATS[coordinates](), permissions))


def _serve(session: Session) -> None:
    output = sys.stdout.buffer

    def write(text: str) -> None:
        output.write(text.encode("utf-8", errors="replace"))
        output.flush()

    try:
        session.warm_up()
        Server(session, lambda size: os.read(sys.stdin.fileno(), size), write).run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:  # the controller is gone; the flush at exit must not fail either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        session.close()
