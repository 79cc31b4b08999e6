"""`malecon lab export`, `replay` and `forget`: what becomes of games that were played."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.lab.options import (
    DATABASE,
    BudgetName,
    Database,
    Name,
    Names,
    open_store,
    plain_console,
    warm_for,
)

if TYPE_CHECKING:
    from malecon.lab.experiments.plan import PlannedRow
    from malecon.lab.matches.game import GameResult


class Form(StrEnum):
    """What an export can be."""

    CSV = "csv"
    JSON = "json"
    SGF = "sgf"
    ALL = "all"


Folder = Annotated[Path, typer.Option("--out", "-o", help="The folder to write into; made where there is none.")]


def _planned(names: list[str], budget: str) -> list[PlannedRow]:
    from malecon.lab.experiments.library import find_experiments
    from malecon.lab.experiments.plan import plan

    experiments = find_experiments(names)
    warm_for(experiments)
    return [entry for experiment in experiments for entry in plan(experiment, budget)]


def export(
    names: Names,
    to: Annotated[Form, typer.Option(help="What to write.")] = Form.ALL,
    out: Folder = Path("lab"),
    budget: BudgetName = "quick",
    database: Database = DATABASE,
) -> None:
    """Write figures and games to files: CSV, JSON, and every game as SGF."""
    from malecon.lab.experiments.export import FORMATS
    from malecon.lab.experiments.export import export as write

    with open_store(database) as store:
        planned = _planned(names, budget)
        if not any(store.results(entry.match) for entry in planned):
            raise GameError(f"{database}: has no games of {', '.join(names)} at the budget {budget}")
        paths = write(store, planned, out, FORMATS if to == Form.ALL else (to,))
    plain_console().print("Written: " + ", ".join(str(path) for path in paths), soft_wrap=True)


def replay(
    name: Name,
    row: Annotated[str, typer.Argument(metavar="ROW", help="The name of a row, or its number from 1.")],
    number: Annotated[int, typer.Argument(metavar="GAME", min=1, help="Which game of the row, from 1.")],
    budget: BudgetName = "quick",
    database: Database = DATABASE,
) -> None:
    """Play a single game again from its seed, print it as SGF, and say whether it is the game that was kept."""
    from malecon.lab.experiments.library import find_experiment

    experiment = find_experiment(name)
    chosen = experiment.row(row)
    warm_for([experiment], playing=True)
    from malecon.lab.experiments.plan import match_for_row
    from malecon.lab.matches.game import play_game
    from malecon.lab.matches.sgf_output import game_record

    match = match_for_row(experiment, chosen, budget)
    result = play_game(match, number - 1)
    typer.echo(game_record(match, result).sgf(), nl=False)
    if database.exists():
        with open_store(database) as store:
            kept = store.result(match, number - 1)
        plain_console(stderr=True).print(_compare(result, kept), soft_wrap=True)


def _compare(result: GameResult, kept: GameResult | None) -> str:
    """Whether a game is the one that was kept, and what may be the reason where it is not."""
    if kept is None:
        return "The database does not have this game."
    if kept.moves == result.moves:
        return f"The same {result.plies} moves as in the game of the database."
    pairs = zip(kept.moves, result.moves, strict=False)
    ply = next((ply for ply, (old, new) in enumerate(pairs, 1) if old != new), min(kept.plies, result.plies) + 1)
    why = (
        "the limits are in seconds"
        if kept.code == result.code
        else f"it was played by {kept.code}, this by {result.code}"
    )
    return f"The game of the database differs from move {ply} on; {why}."


def forget(
    names: Names,
    budget: BudgetName = "quick",
    database: Database = DATABASE,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove the games of experiments from a database, so that they are played anew."""
    with open_store(database) as store:
        matches = [entry.match for entry in _planned(names, budget)]
        count = sum(store.games_by_code(matches).values())
        if count and not yes and not typer.confirm(f"Remove {count:,} games from {database}?"):
            raise typer.Exit(1)
        typer.echo(f"Removed {store.delete_games(matches):,} games.")
