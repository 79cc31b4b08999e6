"""`malecon lab export`, `save`, `load`, `replay` and `forget`: work with the games that were played."""

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
from malecon.lab.experiments.result_files import experiments_of, load_results, read_shards, save_results
from malecon.lab.experiments.runner import started_rows
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.matches.sgf_output import game_record
from malecon.lab.reports.latex import render_latex
from malecon.lab.reports.results import table_result
from malecon.lab.store.database import Store
from malecon.warmup.steps import ensure_warm

RESULTS = Path("results")  # default folder of saved results


class Format(StrEnum):
    """Formats of an export."""

    CSV = "csv"
    JSON = "json"
    SGF = "sgf"
    LATEX = "latex"
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
    """Export results as CSV, JSON or LaTeX, and games as SGF."""
    with open_store(database) as store:
        planned = _plan(names, budget)
        if not any(store.results(row.match) for row in planned):
            raise GameError(f"{database}: no games of {', '.join(names)} with budget {budget}")
        paths = write_files(store, planned, out, FORMATS if to == Format.ALL else (to,))
        if to in (Format.LATEX, Format.ALL):
            paths += _write_latex(store, planned, out)
    plain_console().print("Wrote " + ", ".join(str(path) for path in paths), soft_wrap=True)


def _write_latex(store: Store, planned: list[PlannedRow], folder: Path) -> list[Path]:
    """Write a file for every table; return their paths."""
    paths: list[Path] = []
    for source in dict.fromkeys(row.experiment.source for row in planned):
        table = table_result(store, [row for row in planned if row.experiment.source == source])
        paths.append(folder / f"{table.experiment.id}-{table.budget}.tex")
        paths[-1].write_text(render_latex(table), encoding="utf-8")
    return paths


def save(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="EXPERIMENT", help="Names of experiments. \\[default: all in the database]"),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder to write to; created if necessary.")
    ] = RESULTS,
    database: Database = DATABASE,
) -> None:
    """Save results as text files that can be kept in a repository.

    Writes one line for up to 100 games. Results that the files already contain stay in them, so the files of several
    machines can be merged by loading and saving.
    """
    with open_store(database) as store:
        for game in store.game_names():
            ensure_warm(game)
        chosen = {experiment.source for experiment in find_experiments(names or [])}
        planned = [row for row in started_rows(store) if not names or row.experiment.source in chosen]
        paths = save_results(store, planned, out)
    if not paths:
        raise GameError(f"{database} has no games of these experiments; play them with malecon lab run")
    plain_console().print("Wrote " + ", ".join(str(path) for path in paths), soft_wrap=True)


def load(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help=f"Files, or folders of files. \\[default: {RESULTS}]")
    ] = None,
    database: Database = DATABASE,
) -> None:
    """Load saved results into the database.

    `malecon lab run` then continues from them. Games that the database already contains are not loaded again.
    """
    files = [file for path in paths or [RESULTS] for file in (sorted(path.glob("*.tsv")) if path.is_dir() else [path])]
    if not files:
        raise GameError(f"no files of results in {', '.join(map(str, paths or [RESULTS]))}")
    shards = [shard for file in files for shard in read_shards(file)]
    experiments = experiments_of(shards)
    warm_experiments(experiments)
    with Store(database) as store:
        loaded = load_results(store, shards, experiments)
    console = plain_console()
    console.print(f"Loaded {loaded.games:,} games into {database}, {loaded.new:,} of them new", soft_wrap=True)
    if loaded.stale_lines:
        console.print(f"Skipped {loaded.stale_lines:,} lines whose experiment or row has changed since", soft_wrap=True)


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
    if not stored.moves:
        same = (stored.white, stored.winner) == (result.white, result.winner)
        return f"The database has only the result of this game, which is {'the same' if same else 'another one'}."
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
