"""`malecon warmup`: compile now instead of at the first start."""

from __future__ import annotations

from typing import Annotated

import typer


def warmup(games: Annotated[list[str] | None, typer.Argument(help="Which games. \\[default: all]")] = None) -> None:
    """Compile everything now, so that the first game starts at once."""
    from rich.console import Console

    from malecon.interfaces.cli.boards import game_name
    from malecon.warmup.steps import all_steps, cache_folder, cold_steps, steps, warm_up

    wanted = [step for name in games for step in steps(game_name(name))] if games else all_steps()
    if cold := cold_steps(wanted):
        warm_up(cold, Console(stderr=True, highlight=False))
    else:
        typer.echo(f"Nothing to compile: {', '.join(step.name for step in wanted)} ready in {cache_folder()}")
