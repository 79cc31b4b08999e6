"""`malecon lab run` and `resume`: play the missing games of experiments."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from typing import Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.cli.lab.options import (
    CORES,
    DATABASE,
    BudgetName,
    ClusterAddress,
    Database,
    Jobs,
    Names,
    open_store,
    warm_experiments,
)
from malecon.interfaces.terminal.experiment_view import ExperimentView, print_table
from malecon.lab.experiments.library import find_experiments
from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.plan import PlannedRow, plan
from malecon.lab.experiments.progress import MAX_GAMES, Progress
from malecon.lab.experiments.runner import run as play_missing
from malecon.lab.experiments.runner import started_rows
from malecon.lab.matches.cluster import executor_for
from malecon.lab.store.database import Store
from malecon.lab.store.provenance import code_version
from malecon.warmup.steps import SEARCH, ensure_warm

Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        min=1,
        help=f"Games per row, or their limit with --until. \\[default: as in the budget; {MAX_GAMES} with --until]",
    ),
]


class Until(StrEnum):
    """Conditions that end a run."""

    DECIDED = "decided"


def run(
    names: Names,
    budget: BudgetName = "quick",
    games: Games = None,
    until: Annotated[
        Until | None, typer.Option(help="Play every row until it agrees with the paper or differs from it.")
    ] = None,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = None,
    database: Database = DATABASE,
) -> None:
    """Play the games of experiments and print their tables.

    Games that the database already contains are not played again. Ctrl-C stops; `malecon lab resume` continues.
    """
    planned = _plan(find_experiments(names), budget, games)
    if until is Until.DECIDED:
        planned = [row.played_until_decided(games or MAX_GAMES) for row in planned]
    with Store(database) as store:
        _play(store, planned, jobs, cluster)


def resume(jobs: Jobs = CORES, cluster: ClusterAddress = None, database: Database = DATABASE) -> None:
    """Continue every unfinished experiment in the database."""
    store = open_store(database)
    for game in store.game_names():
        ensure_warm(game, SEARCH)
    with store:
        errors: list[GameError] = []
        started = started_rows(store, errors)
        _report_skipped(errors)
        progress = Progress(store, started)
        unfinished = {(row.experiment.source, row.budget) for row in started if progress.games_left(row)}
        if planned := [row for row in started if (row.experiment.source, row.budget) in unfinished]:
            _play(store, planned, jobs, cluster)
        elif errors:
            raise GameError(f"{database}: nothing else to resume")
        else:
            plain_console().print(f"Nothing to resume: every experiment in {database} is complete", soft_wrap=True)


def _plan(experiments: list[Experiment], budget: str, games: int | None) -> list[PlannedRow]:
    """Return the rows to play; skip an experiment that cannot be played here if others can."""
    planned: list[PlannedRow] = []
    errors: list[GameError] = []
    for experiment in experiments:
        try:
            warm_experiments([experiment], playing=True)
            planned += plan(experiment, budget, games)
        except GameError as error:
            errors.append(error)
    if not planned:
        raise errors[0]
    _report_skipped(errors)
    return planned


def _report_skipped(errors: list[GameError]) -> None:
    for error in errors:
        plain_console(stderr=True).print(f"Skipped: {error}", soft_wrap=True)


def _play(store: Store, planned: list[PlannedRow], jobs: int, cluster: str | None) -> None:
    """Play the missing games, then print every table, or after Ctrl-C those with games."""
    progress, console, out = Progress(store, planned), plain_console(stderr=True), plain_console()
    executor, parallel = executor_for(jobs, cluster)
    missing = f"{'about ' if progress.is_estimate else ''}{progress.total - progress.done:,} games to play"
    console.print(f"{missing}, {parallel} in parallel; stored in {store.path}", soft_wrap=True)
    _warn_about_other_versions(store, planned)
    games = _refresh(progress, play_missing(store, planned, executor, parallel))
    finished = follow(games, ExperimentView(progress, parallel), console)
    for experiment in progress.experiments:
        if finished or any(progress.score(row).games for row in progress.rows(experiment)):
            print_table(out, progress, experiment)
    if not finished:
        console.print("Stopped; continue with: malecon lab resume")
        raise typer.Exit(INTERRUPTED)


def _refresh(progress: Progress, games: Any) -> Generator[None, None, None]:
    """Update the progress after every game."""
    try:
        for _ in games:
            progress.refresh()
            yield
    finally:
        games.close()


def _warn_about_other_versions(store: Store, planned: list[PlannedRow]) -> None:
    """Report how many of the stored games were played by another version of the code."""
    codes = store.games_by_code(row.match for row in planned)
    if others := sum(count for code, count in codes.items() if code != code_version()):
        plain_console(stderr=True).print(
            f"{others:,} stored games were played by other versions of the code than {code_version()}; "
            "delete them with `malecon lab forget`, or use another --database",
            soft_wrap=True,
        )
