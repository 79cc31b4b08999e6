"""`malecon play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, board_options, game_name
from malecon.interfaces.cli.limits import read_limit

if TYPE_CHECKING:
    from malecon.games.records.record import GameRecord
    from malecon.interfaces.terminal.game import Table
    from malecon.players.player import Player

SECONDS = 1.0
HUMAN, RANDOM, OPPONENT = "human", "random", "malecon"
WHO = f"{HUMAN}, {RANDOM}, or a player as malecon players lists them"


def play(
    game: GameName = None,
    board: BoardText = None,
    swap: Annotated[
        bool | None,
        typer.Option("--swap/--no-swap", help="Whether Black may take over White's first stone; no by default."),
    ] = None,
    white: Annotated[str, typer.Option(help=f"Who plays White and begins: {WHO}.")] = HUMAN,
    black: Annotated[str, typer.Option(help=f"Who plays Black: {WHO}.")] = OPPONENT,
    seconds: Annotated[float | None, typer.Option(help=f"How long players think. [default: {SECONDS:g}]")] = None,
    simulations: Annotated[int | None, typer.Option(help="How many simulations they run.")] = None,
    threads: Annotated[int, typer.Option(help="Threads of a player.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Makes players of chance play the same moves again.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to begin with, such as "d4 e5".')] = "",
    load: Annotated[Path | None, typer.Option(help="A game record to go on with.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to write the game when it is left.")] = None,
) -> None:
    """Play in the terminal: you are White, and Black is the engine, unless you say otherwise."""
    from malecon.interfaces.warmup import SEARCH, ensure_warm

    limit = read_limit(seconds, simulations, SECONDS)
    record = _load(load, game, board, swap) if load else _new_record(game, board, swap)
    ensure_warm(record.game, *([SEARCH] if {white, black} - {HUMAN, RANDOM} else []))
    start = SystemRandom().getrandbits(30) if seed is None else seed
    from malecon.games.colours import BLACK, WHITE
    from malecon.interfaces.terminal.coach import Coach
    from malecon.interfaces.terminal.game import Table, player_name

    seats = {
        WHITE: _player(white, record.game, 2 * start, threads),
        BLACK: _player(black, record.game, 2 * start + 1, threads),
    }
    if not load:
        record.white, record.black = (player_name(player) for player in seats.values())
    _run(record, Table(seats, limit, Coach(limit, start)), moves, save)


def _load(path: Path, game: str | None, board: str | None, swap: bool | None) -> GameRecord:
    if game is not None or board is not None or swap is not None:
        raise GameError("--load brings its own board and rules: leave --game, --board and --swap out")
    from malecon.interfaces.cli.files import read_records

    return read_records(path)[0]


def _new_record(game: str | None, board: str | None, swap: bool | None) -> GameRecord:
    from malecon.games.records.record import GameRecord
    from malecon.interfaces.warmup import ensure_warm

    name = game_name(game)
    ensure_warm(name)
    return GameRecord(name, **board_options(name, board, swap=bool(swap)))


def _run(record: GameRecord, table: Table, moves: str, save_to: Path | None) -> None:
    from malecon.interfaces.terminal.game import TerminalGame
    from malecon.interfaces.terminal.keeping import Keeper
    from malecon.interfaces.terminal.report import position_after
    from malecon.interfaces.terminal.screen import Prompt

    prompt, position = Prompt(), position_after(record)
    position.play_all(moves)
    TerminalGame(position, table, prompt, Keeper(prompt, record, save_to)).run()


def _player(text: str, game: str, seed: int, threads: int) -> Player | None:
    """A player of its own for each side: two players of one seed would play alike."""
    from malecon.lab.contenders import make_contender

    return None if text == HUMAN else make_contender(text, game=game, seed=seed, threads=threads)
