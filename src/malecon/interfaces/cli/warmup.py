"""`malecon warmup`: compile everything before it is needed."""

from __future__ import annotations

from typing import Annotated

import typer

from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.options import parse_game
from malecon.warmup.steps import all_steps, cache_folder, cold_steps, repair_cache, steps, warm_up


def warmup(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games to compile. \\[default: all]")
    ] = None,
) -> None:
    """Compile everything now instead of on first use.

    Damaged files in the cache are removed and compiled again.
    """
    if damaged := repair_cache():
        typer.echo(f"Removed {damaged} damaged files from {cache_folder()}", err=True)
    wanted = [step for name in games for step in steps(parse_game(name))] if games else all_steps()
    if cold := cold_steps(wanted):
        warm_up(cold, plain_console(stderr=True))
    else:
        typer.echo(f"Nothing to compile: {', '.join(step.name for step in wanted)} are ready in {cache_folder()}")
