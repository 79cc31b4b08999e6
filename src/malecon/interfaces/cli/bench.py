"""`malecon bench`: how fast we are on this machine, and OpenSpiel beside it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.interfaces.cli.boards import GameName, game_name

if TYPE_CHECKING:
    from malecon.lab.benchmarks.bench import Measurement


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print a list of JSON objects and nothing else.")] = False,
    game: GameName = None,
    boards: Annotated[
        str | None,
        typer.Option("--boards", "--bases", help="Boards to measure, with commas between them, such as 4,5,6."),
    ] = None,
    seconds: Annotated[float, typer.Option(max=3600, help="Time for each board, and as much for OpenSpiel.")] = 2.0,
    openspiel: Annotated[
        bool,
        typer.Option("--openspiel/--no-openspiel", help="Measure OpenSpiel too, where it can play."),
    ] = True,
) -> None:
    """Random games, evaluations and simulations a second on one thread, beside simulations of OpenSpiel's MCTS bot.

    Of a search it is told, too, what share of its time goes to select, expand, play out and back up.
    """
    from malecon.warmup.steps import EVALUATION, RANDOM_GAMES, SEARCH, ensure_warm

    name = game_name(game)
    ensure_warm(name, RANDOM_GAMES, EVALUATION, SEARCH)
    from malecon.lab.benchmarks.bench import measure

    wanted = [board.strip() for board in boards.split(",")] if boards else None
    rows = []
    for row in measure(wanted, seconds, game=name, openspiel=openspiel):
        print(f"  {row.what}, {row.game} {row.board}: {row.per_second:,.0f} a second", file=sys.stderr)  # noqa: T201 (progress)
        rows.append(row)
    if as_json:
        typer.echo(json.dumps([row.as_dict() for row in rows], indent=2))
    else:
        _print_table(rows)


def _print_table(rows: list[Measurement]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table("what", "game", "board", "a second", "OpenSpiel", "ratio")
    for row in rows:
        theirs = f"{row.openspiel_per_second:,.0f}" if row.openspiel_per_second else "-"
        ratio = f"{row.ratio:.1f}" if row.ratio else "-"
        table.add_row(row.what, row.game, row.board, f"{row.per_second:,.0f}", theirs, ratio)
    searches = [row for row in rows if row.phases]
    phases = Table("share of time", "game", "board", *(searches[0].phases or () if searches else ()))
    for row in searches:
        phases.add_row(row.what, row.game, row.board, *(f"{share:.0%}" for share in (row.phases or {}).values()))
    for shown in (table, phases) if searches else (table,):
        for column in shown.columns[2:]:
            column.justify = "right"
        console.print(shown)
