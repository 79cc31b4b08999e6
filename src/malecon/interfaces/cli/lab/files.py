"""`malecon lab list`, `show` and `new`: experiment files, before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.lab.options import Name, board_text
from malecon.lab.experiments.library import EXAMPLE, FOLDER, experiment_names, find_experiment
from malecon.lab.experiments.model import QUICK, Experiment


def list_experiments() -> None:
    """List the experiments that come with the package."""
    table = Table("experiment", "rows", "quick games", "title", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for name in experiment_names():
        experiment = find_experiment(name)
        games = sum(row.budgets[QUICK].games for row in experiment.rows)
        table.add_row(name, str(len(experiment.rows)), f"{games:,}", experiment.title)
    console = plain_console()
    console.print(table)
    console.print(
        "Show one with `malecon lab show NAME` and play it with `malecon lab run NAME`; "
        "a prefix such as teytaud2009 selects several.",
        soft_wrap=True,
    )


def show(name: Name) -> None:
    """Show the players, budgets and published results of an experiment."""
    experiment, console = find_experiment(name), plain_console()
    for line in _heading(experiment):
        console.print(line, soft_wrap=True)
    for number, row in enumerate(experiment.rows, 1):
        board = ", ".join(filter(None, (row.game, board_text(row.options))))
        console.print(f"\n{number}. {row.name}  ({board})", soft_wrap=True)
        console.print(f"   A  {row.a}\n   B  {row.b}", soft_wrap=True)
        for budget, amount in row.budgets.items():
            console.print(f"   {budget}: {amount.describe()}", soft_wrap=True)
        if row.paper:
            console.print(f"   paper: {row.paper.describe()}", soft_wrap=True)
        if row.remark:
            console.print(f"   {row.remark}", soft_wrap=True)


def _heading(experiment: Experiment) -> list[str]:
    lines = [f"{experiment.id}: {experiment.title}"]
    if experiment.paper:
        lines.append(f"{experiment.paper.name}, {experiment.paper.table}: {experiment.paper.conditions}")
    if experiment.notes:
        lines.append(" ".join(experiment.notes.split()))
    return lines


def new(path: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, such as mine.toml.")]) -> None:
    """Write a commented example of an experiment file."""
    if path.exists():
        raise GameError(f"{path} already exists; choose another name")
    if path.suffix != ".toml":
        raise GameError(f"{path}: the name of an experiment file must end in .toml")
    text = (FOLDER / f"{EXAMPLE}.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("FILE", str(path)), encoding="utf-8")
    plain_console().print(f"Wrote {path}; edit it, then run: malecon lab run {path}", soft_wrap=True)
