"""`malecon bench`: measure speed on this machine, and compare it with OpenSpiel."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.table import Table

from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.options import AsJson, GameName, parse_game
from malecon.lab.benchmarks.bench import Measurement, measure
from malecon.warmup.steps import EVALUATION, RANDOM_GAMES, SEARCH, ensure_warm


def bench(
    as_json: AsJson = False,
    game: GameName = None,
    boards: Annotated[
        str | None,
        typer.Option("--boards", "--bases", help="Boards to measure, separated by commas, such as 4,5,6."),
    ] = None,
    seconds: Annotated[float, typer.Option(max=3600, help="Seconds per board, for us and for OpenSpiel.")] = 2.0,
    openspiel: Annotated[
        bool,
        typer.Option("--openspiel/--no-openspiel", help="Also measure OpenSpiel, if it is installed."),
    ] = True,
) -> None:
    """Measure the speed of the engine on this machine.

    Prints random games, static evaluations and simulations per second on one thread, beside the simulations of
    OpenSpiel's MCTS bot, and the share of search time spent on selection, expansion, playouts and backup.
    """
    name = parse_game(game)
    ensure_warm(name, RANDOM_GAMES, EVALUATION, SEARCH)
    wanted = [board.strip() for board in boards.split(",")] if boards else None
    rows = []
    for row in measure(wanted, seconds, game=name, openspiel=openspiel):
        print(f"  {row.what}, {row.game} {row.board}: {row.per_second:,.0f} per second", file=sys.stderr)  # noqa: T201 (progress)
        rows.append(row)
    if as_json:
        typer.echo(json.dumps([row.as_dict() for row in rows], indent=2))
    else:
        _print_tables(rows)


def _print_tables(rows: list[Measurement]) -> None:
    table = Table("measurement", "game", "board", "per second", "OpenSpiel", "ratio")
    for row in rows:
        theirs = f"{row.openspiel_per_second:,.0f}" if row.openspiel_per_second else "-"
        ratio = f"{row.ratio:.1f}" if row.ratio else "-"
        table.add_row(row.what, row.game, row.board, f"{row.per_second:,.0f}", theirs, ratio)
    searches = [row for row in rows if row.phases]
    phases = Table("share of time", "game", "board", *(searches[0].phases or () if searches else ()))
    for row in searches:
        phases.add_row(row.what, row.game, row.board, *(f"{share:.0%}" for share in (row.phases or {}).values()))
    console = plain_console()
    for shown in (table, phases) if searches else (table,):
        for column in shown.columns[2:]:
            column.justify = "right"
        console.print(shown)
