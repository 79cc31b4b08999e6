"""What the commands of `malecon lab` share: options, the database, a console."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from rich.console import Console

    from malecon.lab.experiments.model import Experiment
    from malecon.lab.store.database import Store

DATABASE = Path("lab.sqlite")

Name = Annotated[str, typer.Argument(metavar="ID", help="The name of an experiment, or a file.")]
Names = Annotated[
    list[str],
    typer.Argument(metavar="ID...", help="Names of experiments, their beginnings such as teytaud2009, or files."),
]
BudgetName = Annotated[str, typer.Option("--budget", help="quick, full, or another that the file has.")]
Database = Annotated[
    Path, typer.Option("--database", "-d", envvar="MALECON_DATABASE", help="The file in which the games are kept.")
]

Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Games at a time on this machine.")]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", help="Play on a Dask cluster, by the address of its scheduler.")
]
CORES = os.cpu_count() or 1


def plain_console(*, stderr: bool = False) -> Console:
    """A console that prints what it is given."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def warm_for(experiments: Iterable[Experiment], *, playing: bool = False) -> None:
    """Compile what the games of experiments need, and where they will be played what their players do.

    A game that is not known is left to the plan to refuse.
    """
    from malecon.games.catalogue import GAMES
    from malecon.warmup.steps import SEARCH, ensure_warm

    rows = [row for experiment in experiments for row in experiment.rows]
    for game in sorted({row.game for row in rows} & set(GAMES)):
        players = {player for row in rows if row.game == game for player in (row.a, row.b)}
        ensure_warm(game, *([SEARCH] if playing else []), players=players if playing else ())


def open_store(database: Path) -> Store:
    """A database that must be there."""
    if not database.exists():
        raise GameError(f"{database}: there is no such database; malecon lab run ID makes one")
    from malecon.lab.store.database import Store

    return Store(database)
