"""`malecon play`: a game in the terminal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.games.records.record import GameRecord
    from malecon.interfaces.terminal.game import Seats
    from malecon.players.player import Player

DEFAULT_BASE = 8


class Seat(StrEnum):
    """Who plays a colour."""

    HUMAN = "human"
    RANDOM = "random"


def play(
    base: Annotated[
        int | None,
        typer.Option("--base", "-b", help=f"Cells on a side of the board, 2 to 14; {DEFAULT_BASE} by default."),
    ] = None,
    swap: Annotated[
        bool | None,
        typer.Option("--swap/--no-swap", help="Whether Black may take over White's first stone; no by default."),
    ] = None,
    white: Annotated[Seat, typer.Option(help="Who plays White and begins.")] = Seat.HUMAN,
    black: Annotated[Seat, typer.Option(help="Who plays Black.")] = Seat.RANDOM,
    seed: Annotated[int | None, typer.Option(help="Makes random players play the same moves again.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to begin with, such as "d4 e5".')] = "",
    load: Annotated[Path | None, typer.Option(help="A game record to go on with.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to write the game when it is left.")] = None,
) -> None:
    """Play Havannah in the terminal: you are White, and Black plays at random, unless you say otherwise."""
    from malecon.games.colours import BLACK, WHITE
    from malecon.interfaces.warmup import ensure_warm

    ensure_warm()
    seats = {WHITE: _player(white, seed, 0), BLACK: _player(black, seed, 1)}
    record = _load(load, base, swap) if load else _new_record(seats, base, swap)
    _run(record, seats, moves, save)


def _load(path: Path, base: int | None, swap: bool | None) -> GameRecord:
    from malecon.games.records.record import GameRecord

    if base is not None or swap is not None:
        raise GameError("--load brings its own board and rules: leave --base and --swap out")
    return GameRecord.read(path)


def _new_record(seats: Seats, base: int | None, swap: bool | None) -> GameRecord:
    from malecon.games.records.record import GameRecord
    from malecon.interfaces.terminal.game import player_name

    white, black = (player_name(player) for player in seats.values())
    return GameRecord(base=DEFAULT_BASE if base is None else base, swap_rule=bool(swap), white=white, black=black)


def _run(record: GameRecord, seats: Seats, moves: str, save_to: Path | None) -> None:
    from malecon.interfaces.terminal.game import TerminalGame
    from malecon.interfaces.terminal.keeping import Keeper
    from malecon.interfaces.terminal.report import position_after
    from malecon.interfaces.terminal.screen import Prompt

    prompt, position = Prompt(), position_after(record)
    position.play_all(moves)
    TerminalGame(position, seats, prompt, Keeper(prompt, record, save_to)).run()


def _player(seat: Seat, seed: int | None, side: int) -> Player | None:
    """A player of its own for each side: two random players of one seed would play alike."""
    from malecon.players.random import RandomPlayer

    if seat is Seat.HUMAN:
        return None
    return RandomPlayer(None if seed is None else 2 * seed + side)
