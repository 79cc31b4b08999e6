"""`malecon learn net`: train the net by self-play, generation after generation."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.lab.options import Jobs
from malecon.lab.extras import TRAIN, load
from malecon.lab.matches.cluster import executor_for
from malecon.lab.nets.generations import PASSED, LearningRun
from malecon.lab.nets.plan import BUDGETS, FILE, LearningPlan, open_plan, read_plan
from malecon.lab.nets.report import write_report
from malecon.warmup.steps import SEARCH, ensure_warm

PROGRESS_SECONDS = 15.0  # between two lines where there is no terminal
CLEAR_LINE = "\r\x1b[K"


def net(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the run; an existing run is continued.")],
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(BUDGETS),
            help="Size of a new run: small takes minutes on base 4, the others what they say per generation.",
        ),
    ] = None,
    generations: Annotated[int, typer.Option(min=1, help="Number of generations that the run should have.")] = 1,
    jobs: Jobs = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Address of a Dask scheduler whose workers play the games."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a value of the plan of a new run; repeatable."),
    ] = None,
) -> None:
    """Train the net by self-play, generation after generation.

    A generation plays games, trains a net on them, and lets it play the old one; the new net replaces the old one only
    if it wins a sequential test at equal time. Ctrl-C stops at any moment; the same command continues. The folder holds
    everything, so a run moves to another machine by copying it.
    """
    load("torch", "training a net", TRAIN)
    plan = _plan(folder, budget, changes or [])
    ensure_warm(plan.game, SEARCH)
    console, progress = plain_console(), _Progress(plain_console(stderr=True))
    run = LearningRun(folder, plan, jobs, progress)
    executor, in_flight = executor_for(jobs, cluster) if cluster else (None, None)
    try:
        while len(run.generations()) < generations:
            figures = run.run_generation(executor, in_flight)
            progress.end()
            console.print(_summary(figures), soft_wrap=True)
            write_report(run)
    except KeyboardInterrupt:
        progress.end()
        console.print(f"Stopped. Run the same command again to continue in {folder}.", soft_wrap=True)
        return
    finally:
        if executor is not None:
            executor.shutdown(cancel_futures=True)
    console.print(f"{run.champion()} is the strongest player of this run; see {write_report(run)}", soft_wrap=True)


def _plan(folder: Path, budget: str | None, changes: Iterable[str]) -> LearningPlan:
    """Return the plan of an existing run, or that of a new one from its options."""
    if (folder / FILE).exists() and budget is None and not changes:
        return read_plan(folder)
    if budget is not None and budget not in BUDGETS:
        raise GameError(f"--budget takes {' or '.join(BUDGETS)}, not {budget!r}")
    plan = BUDGETS[budget or "day"]
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or not hasattr(plan, name) or name == "selfplay":
            known = ", ".join(sorted(vars(plan)))
            raise GameError(f"--set takes NAME=VALUE with one of these names: {known}; not {change!r}")
        plan = replace(plan, **{name: _value(name, text, getattr(plan, name))})
    return open_plan(folder, plan)


def _value(name: str, text: str, default: Any) -> Any:
    try:
        if isinstance(default, tuple):
            return tuple(int(part) for part in text.split(","))
        return type(default)(text)
    except ValueError:
        raise GameError(f"--set {name} takes a value such as {_example(default)}, not {text!r}") from None


def _example(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


def _summary(figures: dict[str, Any]) -> str:
    gate = figures["gate"]
    outcome = "it replaces the old player" if gate["verdict"] == PASSED else "the old player stays"
    return (
        f"Generation {figures['generation']}: {figures['games']:,} games, "
        f"{sum(figures['positions'].values()):,} positions; against {gate['opponent']}: "
        f"{gate['wins']} won, {gate['draws']} drawn, {gate['losses']} lost ({gate['verdict']}): {outcome}"
    )


class _Progress:
    """Shows progress in one line of a terminal, or in a line from time to time."""

    def __init__(self, console: Console) -> None:
        self._console, self._last = console, 0.0

    def __call__(self, title: str, done: int, total: int) -> None:
        if self._console.is_terminal:
            self._console.file.write(f"{CLEAR_LINE}{title}: {done:,} of {total:,}")
            self._console.file.flush()
        elif time.monotonic() - self._last > PROGRESS_SECONDS:
            self._last = time.monotonic()
            self._console.print(f"{title}: {done:,} of {total:,}", soft_wrap=True)

    def end(self) -> None:
        """Clear the line."""
        if self._console.is_terminal:
            self._console.file.write(CLEAR_LINE)
