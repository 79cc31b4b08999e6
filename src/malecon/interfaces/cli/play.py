"""`malecon play`: the board in the browser, or with `--terminal` a game at the prompt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, board_options, game_name
from malecon.interfaces.cli.limits import read_limit
from malecon.interfaces.web.serving import HOST, PORT, Address, require_web_extra, serve

if TYPE_CHECKING:
    from malecon.games.sgf.record import GameRecord
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
    seconds: Annotated[float | None, typer.Option(help=f"How long players think. \\[default: {SECONDS:g}]")] = None,
    simulations: Annotated[int | None, typer.Option(help="How many simulations they run.")] = None,
    threads: Annotated[int, typer.Option(help="Threads of a player.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Makes players of chance play the same moves again.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to begin with, such as "d4 e5".')] = "",
    load: Annotated[Path | None, typer.Option(help="A game record to go on with.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to write the game when it is left.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", "-t", help="Play at the prompt, without a browser.")] = False,
    host: Annotated[str, typer.Option(help="Where the page is served; others can reach 0.0.0.0.")] = HOST,
    port: Annotated[int | None, typer.Option(help=f"Its port; {PORT} or the next that is free by default.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Serve the page, but open no browser.")] = False,
) -> None:
    """Play and analyse in the browser: you are White, and Black is the engine, unless you say otherwise."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    limit = read_limit(seconds, simulations, SECONDS)
    thinks = not terminal or {white, black} - {HUMAN, RANDOM}
    parts = [SEARCH] if thinks else []
    record = _load(load, game, board, swap) if load else _new_record(game, board, swap, parts)
    if not terminal:
        _refuse({"--save": save, "--seed": seed, "--simulations": simulations, "--threads": threads != 1 or None})
        opening = Opening(white, black, seconds, moves)
        _serve(record, opening, Address(host, port), browser=not no_browser)
        return
    ensure_warm(record.game, *parts, players=(white, black))
    start = SystemRandom().getrandbits(30) if seed is None else seed
    from malecon.games.colours import BLACK, WHITE
    from malecon.interfaces.terminal.game import Table, player_name
    from malecon.interfaces.terminal.hints import Coach

    seats = {
        WHITE: _player(white, record.game, 2 * start, threads),
        BLACK: _player(black, record.game, 2 * start + 1, threads),
    }
    if not load:
        record.white, record.black = (player_name(player) for player in seats.values())
    _run(record, Table(seats, limit, Coach(limit, start)), moves, save)


@dataclass(frozen=True)
class Opening:
    """What the page begins with besides a game."""

    white: str
    black: str
    seconds: float | None
    moves: str


def _refuse(options: dict[str, object]) -> None:
    """Options of the terminal game are mistakes elsewhere."""
    for name, value in options.items():
        if value is not None:
            raise GameError(f"{name} belongs to the game at the prompt: add --terminal; the page has its own settings")


def _serve(record: GameRecord, opening: Opening, address: Address, *, browser: bool) -> None:
    require_web_extra()
    from malecon.games.havannah.position import Havannah
    from malecon.interfaces.terminal.record_report import position_after
    from malecon.interfaces.web.encoding import fragment
    from malecon.warmup.steps import SEARCH, ensure_warm

    position = position_after(record)
    position.play_all(opening.moves)
    _check_players(opening, record.game)
    ensure_warm(record.game, SEARCH, players=(opening.white, opening.black))
    seats = {"W": opening.white, "B": opening.black, "t": opening.seconds}
    plain = position == Havannah() and not position.swap_rule
    usual = plain and opening == Opening(HUMAN, OPPONENT, None, "")
    serve(address, "" if usual else fragment(position, seats), browser=browser)  # the page has its own last game


def _check_players(opening: Opening, game: str) -> None:
    from malecon.interfaces.web.catalogue import read_player

    for text in (opening.white, opening.black):
        if text != HUMAN:
            read_player(text, game)


def _load(path: Path, game: str | None, board: str | None, swap: bool | None) -> GameRecord:
    if game is not None or board is not None or swap is not None:
        raise GameError("--load brings its own board and rules: leave --game, --board and --swap out")
    from malecon.interfaces.cli.records import read_records

    return read_records(path)[0]


def _new_record(game: str | None, board: str | None, swap: bool | None, parts: list[str]) -> GameRecord:
    """An empty record; all that the game needs is compiled at once, so that a first start is told once."""
    from malecon.games.sgf.record import GameRecord
    from malecon.warmup.steps import ensure_warm

    name = game_name(game)
    ensure_warm(name, *parts)
    return GameRecord(name, **board_options(name, board, swap=bool(swap)))


def _run(record: GameRecord, table: Table, moves: str, save_to: Path | None) -> None:
    from malecon.interfaces.terminal.autosave import Keeper
    from malecon.interfaces.terminal.game import TerminalGame
    from malecon.interfaces.terminal.record_report import position_after
    from malecon.interfaces.terminal.screen import Prompt

    prompt, position = Prompt(), position_after(record)
    position.play_all(moves)
    TerminalGame(position, table, prompt, Keeper(prompt, record, save_to)).run()


def _player(text: str, game: str, seed: int, threads: int) -> Player | None:
    """A player of its own for each side: two players of one seed would play alike."""
    from malecon.players.factory import make_player

    return None if text == HUMAN else make_player(text, game=game, seed=seed, threads=threads)
