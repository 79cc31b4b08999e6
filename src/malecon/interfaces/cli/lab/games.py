"""`malecon lab export`, `replay` and `forget`: work with the games that were played."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.lab.options import (
    DATABASE,
    BudgetName,
    Database,
    Name,
    Names,
    open_store,
    warm_experiments,
)
from malecon.lab.experiments.export import FORMATS
from malecon.lab.experiments.export import export as write_files
from malecon.lab.experiments.library import find_experiment, find_experiments
from malecon.lab.experiments.plan import PlannedRow, match_for_row, plan
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.matches.sgf_output import game_record


class Format(StrEnum):
    """Formats of an export."""

    CSV = "csv"
    JSON = "json"
    SGF = "sgf"
    ALL = "all"


def export(
    names: Names,
    to: Annotated[Format, typer.Option(help="Format to write.")] = Format.ALL,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder to write to; created if necessary.")
    ] = Path("lab"),
    budget: BudgetName = "quick",
    database: Database = DATABASE,
) -> None:
    """Export results as CSV or JSON, and games as SGF."""
    with open_store(database) as store:
        planned = _plan(names, budget)
        if not any(store.results(row.match) for row in planned):
            raise GameError(f"{database}: no games of {', '.join(names)} with budget {budget}")
        paths = write_files(store, planned, out, FORMATS if to == Format.ALL else (to,))
    plain_console().print("Wrote " + ", ".join(str(path) for path in paths), soft_wrap=True)


def replay(
    name: Name,
    row: Annotated[str, typer.Argument(metavar="ROW", help="Name of a row, or its number from 1.")],
    number: Annotated[int, typer.Argument(metavar="GAME", min=1, help="Number of the game in the row, from 1.")],
    budget: BudgetName = "quick",
    database: Database = DATABASE,
) -> None:
    """Replay one game from its seed and compare it with the stored game.

    The game is printed as SGF on standard output, the comparison on standard error.
    """
    experiment = find_experiment(name)
    chosen = experiment.row(row)
    warm_experiments([experiment], playing=True)
    match = match_for_row(experiment, chosen, budget)
    result = play_game(match, number - 1)
    typer.echo(game_record(match, result).sgf(), nl=False)
    if database.exists():
        with open_store(database) as store:
            stored = store.result(match, number - 1)
        plain_console(stderr=True).print(_compare(result, stored), soft_wrap=True)


def forget(
    names: Names,
    budget: BudgetName = "quick",
    database: Database = DATABASE,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete the stored games of experiments."""
    with open_store(database) as store:
        matches = [row.match for row in _plan(names, budget)]
        count = sum(store.games_by_code(matches).values())
        if count and not yes and not typer.confirm(f"Delete {count:,} games from {database}?"):
            raise typer.Exit(1)
        typer.echo(f"Deleted {store.delete_games(matches):,} games.")


def _plan(names: list[str], budget: str) -> list[PlannedRow]:
    experiments = find_experiments(names)
    warm_experiments(experiments)
    return [row for experiment in experiments for row in plan(experiment, budget)]


def _compare(result: GameResult, stored: GameResult | None) -> str:
    """Return whether the games are equal, or the probable reason why they differ."""
    if stored is None:
        return "The database does not contain this game."
    if stored.moves == result.moves:
        return f"Identical to the game in the database ({result.plies} moves)."
    pairs = zip(stored.moves, result.moves, strict=False)
    ply = next((ply for ply, (old, new) in enumerate(pairs, 1) if old != new), min(stored.plies, result.plies) + 1)
    reason = (
        "its limits are in seconds"
        if stored.code == result.code
        else f"it was played by version {stored.code}, this one by {result.code}"
    )
    return f"The game in the database differs from move {ply} on: {reason}."
