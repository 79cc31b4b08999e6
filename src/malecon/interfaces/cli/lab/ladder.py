"""`malecon lab ladder`: a rating list of players, stored in the database."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import INTERRUPTED, plain_console, progress_bar
from malecon.interfaces.cli.lab.options import (
    CORES,
    DATABASE,
    DEFAULT_LIMIT,
    ClusterAddress,
    Database,
    Jobs,
    Seconds,
    Simulations,
    board_text,
    open_store,
)
from malecon.interfaces.cli.options import AsJson, BoardText, GameName, parse_board, parse_game, parse_limit
from malecon.interfaces.terminal.figures import WARNING, elo_interval_text, elo_text, limit_text
from malecon.lab.extras import load
from malecon.lab.matches.cluster import executor_for
from malecon.lab.matches.game import FAULTS
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import MAX_FORFEIT_SHARE
from malecon.lab.statistics.ratings import Rating, Ratings
from malecon.lab.store.database import Store
from malecon.lab.tuning.ladder import Conditions, Ladder
from malecon.lab.tuning.ladder_plot import draw_ladder
from malecon.players.player import CRASH, TIME_LOSS
from malecon.warmup.steps import SEARCH, ensure_warm

FAULT_COLUMNS = {"forfeits": FAULTS, "time_losses": (TIME_LOSS,), "crashes": (CRASH,)}  # all faults, then two kinds
RESULTS = {1.0: "beats", 0.5: "draws with", 0.0: "loses to"}

Players = Annotated[list[str], typer.Argument(metavar="PLAYER", help="Players; see `malecon players`.")]
Anchor = Annotated[
    str | None,
    typer.Option(
        metavar="PLAYER[=ELO]", help="Player with a fixed rating, 0 unless given. \\[default: one that won and lost]"
    ),
]


def _check_plot(path: Path | None) -> Path | None:
    """Report a missing package before games are played."""
    if path is not None:
        load("matplotlib", "a plot")
    return path


Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", callback=_check_plot, help="Plot the list to this file: PNG, SVG or PDF."),
]


def play(
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="Players to add. \\[default for a new list: all presets and baselines]"),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games to play.")] = 100,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = None,
    anchor: Anchor = None,
    plot: Plot = None,
    database: Database = DATABASE,
) -> None:
    """Play the most informative games and print the rating list.

    Each game is between the two players whose result is expected to improve the list most. Ctrl-C stops; every finished
    game counts.
    """
    conditions = _parse_conditions(game, board, simulations, seconds, SEARCH)
    with Store(database) as store:
        ladder = Ladder(store, conditions)
        for player in players or []:
            ladder.add(player)
        if len(ladder.players) < 2:
            ladder.add_defaults()
        executor, parallel = executor_for(jobs, cluster)
        try:
            finished = _play(ladder, ladder.play(executor, parallel, games), games)
        finally:
            executor.shutdown(cancel_futures=True)
        _print_ladder(ladder, anchor, plot)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def show(
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    anchor: Anchor = None,
    plot: Plot = None,
    versions: Annotated[bool, typer.Option("--versions", help="Also rate earlier versions of the code.")] = False,
    as_json: AsJson = False,
    database: Database = DATABASE,
) -> None:
    """Print the rating list."""
    with open_store(database) as store:
        ladder = Ladder(store, _parse_conditions(game, board, simulations, seconds))
        _print_ladder(ladder, anchor, plot, versions, as_json)


def add(
    players: Players,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    database: Database = DATABASE,
) -> None:
    """Add players to the rating list.

    `malecon lab ladder play` then plays their games.
    """
    with Store(database) as store:
        ladder = Ladder(store, _parse_conditions(game, board, simulations, seconds))
        for player in players:
            ladder.add(player)
        _print_players(ladder)


def drop(
    players: Players,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    database: Database = DATABASE,
) -> None:
    """Remove players from the rating list.

    Their games stay in the database.
    """
    with open_store(database) as store:
        ladder = Ladder(store, _parse_conditions(game, board, simulations, seconds))
        for player in players:
            ladder.remove(player)
        _print_players(ladder)


def _parse_conditions(
    game: str | None, board: str | None, simulations: int | None, seconds: float | None, *steps: str
) -> Conditions:
    """Return the conditions of a list; compile the rules of its game and the given steps."""
    name = parse_game(game)
    ensure_warm(name, *steps)
    limit = parse_limit(seconds, simulations, DEFAULT_LIMIT)
    return Conditions(limit, name, tuple(parse_board(name, board, quick=True).items()))


def _title(ladder: Ladder) -> str:
    conditions = ladder.conditions
    return f"{conditions.game.capitalize()}, {board_text(conditions.options)}; {limit_text(conditions.limit)}"


def _play(ladder: Ladder, results: Iterator[tuple[Match, float]], games: int) -> bool:
    """Play with progress on standard error; return False if Ctrl-C interrupted it."""
    console = plain_console(stderr=True)
    console.print(f"{_title(ladder)}: {games} games between {len(ladder.players)} players", soft_wrap=True)
    with progress_bar("games", games, console) as advance:
        try:
            for match, points in results:
                advance(f"{match.a} {RESULTS[points]} {match.b}")
        except KeyboardInterrupt:
            return False
        finally:
            if isinstance(results, Generator):
                results.close()
    return True


def _print_players(ladder: Ladder) -> None:
    plain_console().print(f"Players: {', '.join(ladder.players) or 'none'}", soft_wrap=True)


def _print_ladder(
    ladder: Ladder, anchor: str | None, plot: Path | None, versions: bool = False, as_json: bool = False
) -> None:
    ratings = ladder.ratings(versions)
    name, elo = _parse_anchor(anchor)
    rows = ratings.table(name or ladder.anchor(ratings), elo)
    faults = {name: ladder.forfeits(versions, kinds) for name, kinds in FAULT_COLUMNS.items()}
    if as_json:
        counts = [{name: found[row.player] for name, found in faults.items()} for row in rows]
        typer.echo(json.dumps([_as_dict(row) | count for row, count in zip(rows, counts, strict=True)], indent=2))
    else:
        _print_table(_title(ladder), ratings, rows, faults)
    _warn_about_forfeits(rows, faults["forfeits"])
    if plot:
        draw_ladder(rows, _title(ladder), plot)
        plain_console(stderr=as_json).print(f"Wrote {plot}", soft_wrap=True)


def _parse_anchor(text: str | None) -> tuple[str | None, float]:
    """Return a player and its rating, from `random` or `random=1000`; a player may contain = inside brackets."""
    if text is None:
        return None, 0.0
    name, equals, elo = text.rpartition("=")
    if not equals or elo.endswith(")"):
        return text, 0.0
    try:
        return name, float(elo)
    except ValueError:
        raise GameError(f"--anchor takes a player, or PLAYER=ELO such as random=0, not {text!r}") from None


def _warn_about_forfeits(rows: list[Rating], forfeits: Counter[str]) -> None:
    """Name every player that forfeited so many games that its rating does not measure strength."""
    for row in rows:
        if forfeits[row.player] > MAX_FORFEIT_SHARE * row.games:
            share = f"{forfeits[row.player]:,} of {row.games:,} games"
            warning = f"WARNING: {row.player} forfeited {share}, so its rating does not measure strength"
            plain_console(stderr=True).print(warning, style=WARNING, soft_wrap=True)


def _print_table(title: str, ratings: Ratings, rows: list[Rating], faults: dict[str, Counter[str]]) -> None:
    counted = ("games", "forfeits", "time", "crashes")
    headings = ("", "player", "Elo", "95% interval", *counted, "score", "better than next")
    table = Table(*headings, title=title)
    for column in (table.columns[0], *table.columns[2:]):
        column.justify = "right"
    for rank, row in enumerate(rows, 1):
        following = rows[rank].player if rank < len(rows) else None
        chance = f"{ratings.probability_stronger(row.player, following):.0%}" if following and row.games else ""
        share = f"{row.points / row.games:.1%}" if row.games else ""
        interval = elo_interval_text(row.interval) if row.games else "no games"
        counts = f"{row.games:,}", *(f"{found[row.player]:,}" for found in faults.values())
        table.add_row(str(rank), row.player, elo_text(row.elo), interval, *counts, share, chance)
    plain_console().print(table)


def _as_dict(row: Rating) -> dict[str, Any]:
    """Return a row as plain values; an infinite end of an interval is null."""
    low, high = (end if math.isfinite(end) else None for end in row.interval)
    return {"player": row.player, "elo": row.elo, "interval": [low, high], "games": row.games, "points": row.points}
