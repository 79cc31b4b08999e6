"""`malecon warmup`: compile now instead of at the first start."""

from __future__ import annotations

import typer


def warmup() -> None:
    """Compile everything now, so that the first game starts at once."""
    from rich.console import Console

    from malecon.interfaces.warmup import STEPS, cache_folder, cold_steps, warm_up

    if steps := cold_steps():
        warm_up(steps, Console(stderr=True, highlight=False))
    else:
        typer.echo(f"Nothing to compile: {', '.join(step.name for step in STEPS)} ready in {cache_folder()}")
