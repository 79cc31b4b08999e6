"""`malecon lab run` and `resume`: play what experiments miss, with figures as they grow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.lab.options import (
    CORES,
    DATABASE,
    BudgetName,
    ClusterAddress,
    Database,
    Jobs,
    Names,
    open_store,
    plain_console,
    warm_for,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.console import Console

    from malecon.interfaces.terminal.experiment_view import LabBoard
    from malecon.lab.experiments.model import Experiment
    from malecon.lab.experiments.plan import PlannedRow
    from malecon.lab.store.database import Store

INTERRUPTED = 130
LOOKS = 1  # how often the screen is drawn anew, a second: drawing takes time from the games

Games = Annotated[int | None, typer.Option("--games", "-n", min=1, help="Games a row. \\[default: the budget's]")]


def run(
    names: Names,
    budget: BudgetName = "quick",
    games: Games = None,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = None,
    database: Database = DATABASE,
) -> None:
    """Play experiments and show each table. Games that the database has already are not played again."""
    from malecon.lab.experiments.library import find_experiments

    planned = _plan(find_experiments(names), budget, games)
    from malecon.lab.store.database import Store

    with Store(database) as store:
        play(store, planned, jobs, cluster)


def _plan(experiments: list[Experiment], budget: str, games: int | None) -> list[PlannedRow]:
    """The rows to play; an experiment that cannot be played here is told and left out where others are left."""
    planned: list[PlannedRow] = []
    refused: list[GameError] = []
    for experiment in experiments:
        try:
            warm_for([experiment], playing=True)
            from malecon.lab.experiments.plan import plan

            planned += plan(experiment, budget, games)
        except GameError as error:
            refused.append(error)
    if not planned:
        raise refused[0]
    for refusal in refused:
        plain_console(stderr=True).print(f"Left out: {refusal}", soft_wrap=True)
    return planned


def resume(jobs: Jobs = CORES, cluster: ClusterAddress = None, database: Database = DATABASE) -> None:
    """Go on with everything that was begun on a database and is not complete."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    store = open_store(database)
    for game in store.game_names():
        ensure_warm(game, SEARCH)
    from malecon.lab.experiments.runner import started_rows

    with store:
        asked = started_rows(store)
        open_tables = {(entry.experiment.source, entry.budget) for entry in asked if store.num_missing(entry.match)}
        if planned := [entry for entry in asked if (entry.experiment.source, entry.budget) in open_tables]:
            play(store, planned, jobs, cluster)
        else:
            plain_console().print(f"Everything that was begun in {database} is complete.", soft_wrap=True)


def play(store: Store, planned: list[PlannedRow], jobs: int, cluster: str | None = None) -> None:
    """Play the rows that are planned, then print every table; at Ctrl-C those that have begun."""
    from malecon.interfaces.terminal.experiment_view import LabBoard, print_table
    from malecon.lab.experiments.progress import Progress
    from malecon.lab.matches.cluster import executor_for

    progress, console, out = Progress(store, planned), plain_console(stderr=True), plain_console()
    left = progress.total - progress.done
    executor, jobs = executor_for(jobs, cluster)
    console.print(f"{left:,} games to play, {jobs} at a time; kept in {store.path}", soft_wrap=True)
    for line in _other_code(store, planned):
        console.print(line, soft_wrap=True)
    finished = _watch(store, LabBoard(progress, jobs), executor, console)
    for experiment in progress.experiments:
        if finished or any(progress.score(entry).games for entry in progress.rows(experiment)):
            print_table(out, progress, experiment)
    if not finished:
        console.print("Stopped; malecon lab resume goes on.")
        raise typer.Exit(INTERRUPTED)


def _watch(store: Store, board: LabBoard, executor: Executor, console: Console) -> bool:
    """Play with something to look at on standard error; False where Ctrl-C ended it."""
    from rich.live import Live

    from malecon.lab.experiments.runner import run as play_missing

    games = play_missing(store, list(board.progress.planned), executor, board.jobs)
    live = Live(board, console=console, transient=True, refresh_per_second=LOOKS)
    try:
        with live if console.is_terminal else nullcontext():
            for _ in games:
                board.progress.refresh()
                if not console.is_terminal and (line := board.line_now_and_then()):
                    console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        return False
    finally:
        games.close()
    return True


def _other_code(store: Store, planned: list[PlannedRow]) -> Iterator[str]:
    """Say where games that count were played by other code than this."""
    from malecon.lab.store.provenance import code_version

    codes = store.games_by_code(entry.match for entry in planned)
    others = sum(count for code, count in codes.items() if code != code_version())
    if others:
        yield f"{others:,} games that count were played by other code than {code_version()};"
        yield "  malecon lab forget removes games, and another --database keeps them apart."
