"""`malecon play`: the board in the browser, or with `--terminal` a game at the prompt."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.cli.lazy import load_function
from malecon.interfaces.cli.options import (
    BoardText,
    GameName,
    ProofFile,
    Threads,
    parse_board,
    parse_game,
    parse_limit,
    seconds_option,
    simulations_option,
    use_proof,
)
from malecon.interfaces.cli.sources import read_records
from malecon.interfaces.terminal.autosave import Autosave
from malecon.interfaces.terminal.game import GameSetup, TerminalGame, player_name
from malecon.interfaces.terminal.hints import Hints
from malecon.interfaces.terminal.record_report import position_after
from malecon.interfaces.terminal.screen import Prompt
from malecon.interfaces.web.serving import HOST, PORT, Address, require_web_extra
from malecon.players.factory import make_player
from malecon.players.player import Limit, Player
from malecon.warmup.steps import SEARCH, ensure_warm

DEFAULT = Limit(seconds=1)
HUMAN, RANDOM, OPPONENT = "human", "random", "malecon"
SERVE_PAGE = "malecon.interfaces.cli.page:serve_page"  # imports packages of the extra `web`
PLAYERS = f"{HUMAN}, {RANDOM}, or a player from `malecon players`"


def play(
    game: GameName = None,
    board: BoardText = None,
    swap: Annotated[
        bool | None, typer.Option("--swap/--no-swap", help="Play with the swap rule. \\[default: no-swap]")
    ] = None,
    white: Annotated[str, typer.Option(help=f"Player of White, who moves first: {PLAYERS}.")] = HUMAN,
    black: Annotated[str, typer.Option(help=f"Player of Black: {PLAYERS}.")] = OPPONENT,
    seconds: Annotated[float | None, seconds_option(1)] = None,
    simulations: Annotated[int | None, simulations_option()] = None,
    threads: Threads = 1,
    seed: Annotated[int | None, typer.Option(help="Random seed. \\[default: a different one every time]")] = None,
    proof: ProofFile = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d4 e5".')] = "",
    load: Annotated[Path | None, typer.Option(metavar="RECORD", help="Game record to continue.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game to this file on exit.")] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", "-t", help="Play in the terminal, without a browser.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="Address of the page; 0.0.0.0 accepts other computers, with a token.")
    ] = HOST,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another name of this computer, such as a proxy's.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help=f"Port of the page. \\[default: {PORT} or the next free one]")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Serve the page without opening a browser.")] = False,
    library: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the games of the page in this folder, as SGF files.")
    ] = None,
    book: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="First moves of `malecon learn openings --out FILE` for the page."),
    ] = None,
) -> None:
    """Play and analyse in the browser, or in the terminal.

    You play White against the engine unless --white or --black says otherwise. --save, --seed, --simulations and
    --threads apply to the game in the terminal only.
    """
    limit = parse_limit(seconds, simulations, DEFAULT)
    searches = not terminal or {white, black} - {HUMAN, RANDOM}
    steps = [SEARCH] if searches else []
    if not terminal:
        _refuse({"--save": save, "--seed": seed, "--simulations": simulations, "--threads": threads != 1 or None})
        require_web_extra()  # before minutes of compiling
    record = _load(load, game, board, swap) if load else _new_record(game, board, swap, steps)
    use_proof(proof)
    if not terminal:
        position = position_after(record)
        position.play_all(moves)
        address = Address(host, port, tuple(allow_host or ()))
        seats = {"W": white, "B": black, "t": seconds}
        load_function(SERVE_PAGE)(position, seats, address, browser=not no_browser, library=library, book=book)
        return
    ensure_warm(record.game, *steps, players=(white, black))
    start = SystemRandom().getrandbits(30) if seed is None else seed
    players = {
        WHITE: _make_player(white, record.game, 2 * start, threads),
        BLACK: _make_player(black, record.game, 2 * start + 1, threads),
    }
    if not load:
        record.white, record.black = (player_name(player) for player in players.values())
    _run(record, GameSetup(players, limit, Hints(limit, start)), moves, save)


def _refuse(options: dict[str, object]) -> None:
    """Raise GameError if an option of the terminal game is set."""
    for name, value in options.items():
        if value is not None:
            raise GameError(f"{name} requires --terminal; the page in the browser has its own settings")


def _load(path: Path, game: str | None, board: str | None, swap: bool | None) -> GameRecord:
    if game is not None or board is not None or swap is not None:
        raise GameError("--load sets the board and the rules; omit --game, --board and --swap")
    return read_records(path)[0]


def _new_record(game: str | None, board: str | None, swap: bool | None, steps: list[str]) -> GameRecord:
    """Return an empty record; everything the game needs is compiled at once, so that it is announced once."""
    name = parse_game(game)
    ensure_warm(name, *steps)
    return GameRecord(name, **parse_board(name, board, swap=bool(swap)))


def _run(record: GameRecord, setup: GameSetup, moves: str, save_to: Path | None) -> None:
    prompt, position = Prompt(), position_after(record)
    position.play_all(moves)
    TerminalGame(position, setup, prompt, Autosave(prompt, record, save_to)).run()


def _make_player(text: str, game: str, seed: int, threads: int) -> Player | None:
    """Return a player with a seed of its own: two players with one seed would play alike."""
    return None if text == HUMAN else make_player(text, game=game, seed=seed, threads=threads)
