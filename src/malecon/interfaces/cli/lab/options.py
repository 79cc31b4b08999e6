"""Options and helpers that the commands of `malecon lab` share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from malecon.games.catalogue import GAMES
from malecon.games.errors import GameError
from malecon.interfaces.cli.options import simulations_option
from malecon.lab.experiments.model import Experiment
from malecon.lab.extras import CLUSTER, load
from malecon.lab.store.database import Store
from malecon.players.player import Limit
from malecon.system import num_cores
from malecon.warmup.steps import SEARCH, ensure_warm

CORES = num_cores()
DATABASE = Path("lab.sqlite")
DEFAULT_LIMIT = Limit(simulations=1000)  # simulations rather than seconds, so that games can be repeated

Name = Annotated[str, typer.Argument(metavar="EXPERIMENT", help="Name of an experiment, or a file.")]
Names = Annotated[
    list[str],
    typer.Argument(metavar="EXPERIMENT", help="Names of experiments, prefixes such as teytaud2009, or files."),
]
BudgetName = Annotated[str, typer.Option("--budget", help="Budget: quick, full, or another one of the file.")]
Database = Annotated[
    Path, typer.Option("--database", "-d", envvar="MALECON_DATABASE", help="Database file of the games.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of games in parallel on this machine.")]


def _check_cluster(address: str | None) -> str | None:
    """Report a missing package before anything is compiled."""
    if address is not None:
        load("distributed", "--cluster", CLUSTER)
    return address


ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        callback=_check_cluster,
        help="Play on the Dask cluster with this scheduler.",
    ),
]
Simulations = Annotated[int | None, simulations_option(DEFAULT_LIMIT.simulations)]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Seconds per move, instead of simulations.")]


def warm_experiments(experiments: Iterable[Experiment], *, playing: bool = False) -> None:
    """Compile the rules of the experiments' games and, with `playing`, everything their players need.

    Unknown games are skipped here; planning the experiment reports them.
    """
    rows = [row for experiment in experiments for row in experiment.rows]
    for game in sorted({row.game for row in rows} & set(GAMES)):
        players = {player for row in rows if row.game == game for player in (row.a, row.b)}
        ensure_warm(game, *([SEARCH] if playing else []), players=players if playing else ())


def open_store(database: Path) -> Store:
    """Open an existing database; raise GameError if there is none."""
    if not database.exists():
        raise GameError(f"{database}: no such database; `malecon lab run` creates one")
    return Store(database)


def board_text(options: Iterable[tuple[str, object]]) -> str:
    """Return board options as text, such as `base 5`."""
    return ", ".join(f"{name} {value}" for name, value in options)
