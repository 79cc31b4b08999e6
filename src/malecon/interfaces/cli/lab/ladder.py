"""`malecon lab ladder`: a rating list of presets, baselines and other engines, kept in the database."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, board_options, game_name
from malecon.interfaces.cli.lab.options import CORES, DATABASE, ClusterAddress, Database, Jobs, plain_console
from malecon.interfaces.cli.limits import describe

if TYPE_CHECKING:
    from malecon.lab.statistics.ratings import Ratings
    from malecon.lab.store.database import Store
    from malecon.lab.tuning.ladder import Conditions, Ladder

INTERRUPTED = 130
SIMULATIONS = 1000

ladder = typer.Typer(
    name="ladder",
    no_args_is_help=True,
    help="A rating list of players under the same conditions: game, board, and simulations or seconds a move.",
)

Players = Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Players as text.")]
Simulations = Annotated[int | None, typer.Option(min=1, help=f"Simulations a move. \\[default: {SIMULATIONS}]")]
Seconds = Annotated[float | None, typer.Option(help="Seconds a move instead.")]
Anchor = Annotated[
    str | None, typer.Option(help="Who stands at 0, or PLAYER=ELO. \\[default: the first that won and lost]")
]
Plot = Annotated[Path | None, typer.Option(help="Draw the list into this file: PNG, SVG or PDF.")]
Versions = Annotated[bool, typer.Option("--versions", help="Rate earlier versions of the code, too.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the list as JSON on standard output.")]


@ladder.command()
def play(
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]...", help="Players to add. [default for a new list: presets and baselines]"),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many more games to play.")] = 100,
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
    """Play where a game tells most about the list, and show it. Ctrl-C stops; every game that is over counts."""
    from malecon.lab.matches.cluster import executor_for
    from malecon.lab.store.database import Store
    from malecon.warmup.steps import SEARCH

    conditions = _conditions(game, board, simulations, seconds, SEARCH)
    with Store(database) as store:
        rung = _ladder(store, conditions)
        for player in players or []:
            rung.add(player)
        if len(rung.players) < 2:
            rung.add_defaults()
        executor, at_once = executor_for(jobs, cluster)
        try:
            finished = _watch(rung, rung.play(executor, at_once, games), games)
        finally:
            executor.shutdown(cancel_futures=True)
        _print_list(rung, anchor, plot)
    if not finished:
        raise typer.Exit(INTERRUPTED)


@ladder.command()
def show(
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    anchor: Anchor = None,
    plot: Plot = None,
    versions: Versions = False,
    as_json: AsJson = False,
    database: Database = DATABASE,
) -> None:
    """Show the list as it stands."""
    from malecon.interfaces.cli.lab.options import open_store

    with open_store(database) as store:
        rung = _ladder(store, _conditions(game, board, simulations, seconds))
        _print_list(rung, anchor, plot, versions, as_json)


@ladder.command()
def add(
    players: Players,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    database: Database = DATABASE,
) -> None:
    """Put players on a list; `malecon lab ladder play` gives them games."""
    from malecon.lab.store.database import Store

    with Store(database) as store:
        rung = _ladder(store, _conditions(game, board, simulations, seconds))
        for player in players:
            rung.add(player)
        plain_console().print(f"On the list: {', '.join(rung.players)}", soft_wrap=True)


@ladder.command()
def drop(
    players: Players,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    database: Database = DATABASE,
) -> None:
    """Take players off a list; their games stay in the database."""
    from malecon.interfaces.cli.lab.options import open_store

    with open_store(database) as store:
        rung = _ladder(store, _conditions(game, board, simulations, seconds))
        for player in players:
            rung.remove(player)
        plain_console().print(f"On the list: {', '.join(rung.players) or 'nobody'}", soft_wrap=True)


def _conditions(
    game: str | None, board: str | None, simulations: int | None, seconds: float | None, *needed: str
) -> Conditions:
    """The list that the options mean, with what its game needs compiled."""
    from malecon.warmup.steps import ensure_warm

    name = game_name(game)
    ensure_warm(name, *needed)
    from malecon.lab.tuning.ladder import Conditions
    from malecon.players.player import Limit

    limit = Limit(seconds, simulations if simulations or seconds else SIMULATIONS)
    return Conditions(limit, name, tuple(board_options(name, board, quick=True).items()))


def _ladder(store: Store, conditions: Conditions) -> Ladder:
    from malecon.lab.tuning.ladder import Ladder

    return Ladder(store, conditions)


def _title(rung: Ladder) -> str:
    conditions = rung.conditions
    board = ", ".join(f"{name} {value}" for name, value in conditions.options)
    return f"{conditions.game.capitalize()}, {board}; {describe(conditions.limit)}"


def _watch(rung: Ladder, played: Any, games: int) -> bool:
    """Play with something to look at on standard error; False where Ctrl-C ended it."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = plain_console(stderr=True)
    console.print(f"{_title(rung)}: {games} games between {len(rung.players)} players", soft_wrap=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)
        try:
            for done, (match, points) in enumerate(played, 1):
                words = {1.0: "beats", 0.5: "draws with", 0.0: "loses to"}[points]
                bar.update(task, advance=1, description=f"{match.a} {words} {match.b}")
                if not console.is_terminal and done * 10 // games > (done - 1) * 10 // games:
                    console.print(f"  {done} of {games} games")
        except KeyboardInterrupt:
            return False
        finally:
            played.close()
    return True


def _print_list(
    rung: Ladder, anchor: str | None, plot: Path | None, versions: bool = False, as_json: bool = False
) -> None:
    """Show and draw a list."""
    from malecon.lab.tuning.ladder_plot import draw_ladder

    ratings = rung.ratings(versions)
    name, elo = _read_anchor(anchor)
    rows = ratings.table(name or rung.anchor(ratings), elo)
    if as_json:
        typer.echo(json.dumps([_as_object(row) for row in rows], indent=2))
    else:
        _print_table(rung, ratings, rows)
    if plot:
        draw_ladder(rows, _title(rung), plot)
        plain_console(stderr=as_json).print(f"Drawn: {plot}", soft_wrap=True)


def _read_anchor(text: str | None) -> tuple[str | None, float]:
    """A player, and where it stands: `random` or `random=1000`; a player's own text may hold = within brackets."""
    if text is None:
        return None, 0.0
    name, equals, elo = text.rpartition("=")
    if not equals or elo.endswith(")"):
        return text, 0.0
    try:
        return name, float(elo)
    except ValueError:
        raise GameError(f"--anchor takes a player, or a player and its rating such as random=0, not {text!r}") from None


def _print_table(rung: Ladder, ratings: Ratings, rows: list[Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from malecon.interfaces.terminal.match_view import elo, elos

    table = Table("", "player", "Elo", "95% interval", "games", "score", "better than the next", title=_title(rung))
    for column in (table.columns[0], *table.columns[2:]):
        column.justify = "right"
    for place, row in enumerate(rows):
        following = rows[place + 1].player if place + 1 < len(rows) else None
        chance = f"{ratings.probability_stronger(row.player, following):.0%}" if following and row.games else ""
        share = f"{row.points / row.games:.1%}" if row.games else ""
        span = elos(row.interval) if row.games else "no game yet"
        table.add_row(str(place + 1), row.player, elo(row.elo), span, f"{row.games:,}", share, chance)
    console = plain_console()
    wide = console if console.is_terminal else Console(width=140, highlight=False, markup=False, emoji=False)
    wide.print(table)


def _as_object(row: Any) -> dict[str, Any]:
    """A row as plain values; what is without end is null."""
    low, high = (end if math.isfinite(end) else None for end in row.interval)
    return {"player": row.player, "elo": row.elo, "interval": [low, high], "games": row.games, "points": row.points}
