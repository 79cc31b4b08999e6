"""`malecon lab list`, `show` and `new`: the experiments themselves, before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.lab.options import Name, plain_console

if TYPE_CHECKING:
    from malecon.lab.experiments.model import Experiment


def list_experiments() -> None:
    """List the experiments that come with the package."""
    from rich.table import Table

    from malecon.lab.experiments.library import experiment_names, find_experiment
    from malecon.lab.experiments.model import QUICK

    table = Table("experiment", "rows", "games, quick", "title", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for name in experiment_names():
        experiment = find_experiment(name)
        games = sum(row.budgets[QUICK].games for row in experiment.rows)
        table.add_row(name, str(len(experiment.rows)), f"{games:,}", experiment.title)
    console = plain_console()
    console.print(table)
    console.print("malecon lab show ID tells more; malecon lab run ID... plays; teytaud2009 stands for teytaud2009-*.")


def show(name: Name) -> None:
    """Show an experiment: players, board, budgets, conditions and figures of the paper."""
    from malecon.lab.experiments.library import find_experiment

    experiment, console = find_experiment(name), plain_console()
    for line in _heading(experiment):
        console.print(line, soft_wrap=True)
    for number, row in enumerate(experiment.rows, 1):
        board = ", ".join([row.game, *(f"{key} {value}" for key, value in row.options)])
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


def new(path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as mine.toml.")]) -> None:
    """Write an example of an experiment, with comments, to change and run."""
    from malecon.lab.experiments.library import EXAMPLE, FOLDER

    if path.exists():
        raise GameError(f"{path} exists already; give another name")
    if path.suffix != ".toml":
        raise GameError(f"{path}: the name of an experiment's file ends in .toml")
    text = (FOLDER / f"{EXAMPLE}.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("FILE", str(path)), encoding="utf-8")
    plain_console().print(f"Written: {path}. Change it, then: malecon lab run {path}", soft_wrap=True)
