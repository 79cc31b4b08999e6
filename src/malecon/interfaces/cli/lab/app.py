"""`malecon lab`: experiments, those of the papers and one's own. This file puts its commands together."""

from __future__ import annotations

import typer

from malecon.interfaces.cli.lab.files import list_experiments, new, show
from malecon.interfaces.cli.lab.games import export, forget, replay
from malecon.interfaces.cli.lab.ladder import ladder
from malecon.interfaces.cli.lab.report import report
from malecon.interfaces.cli.lab.run import resume, run
from malecon.interfaces.cli.lab.tune import tune

lab = typer.Typer(name="lab", no_args_is_help=True, help="Experiments: every table of the papers, and your own.")
lab.command(name="list")(list_experiments)
for command in (show, run, resume, report, export, replay, forget, new, tune):
    lab.command()(command)
lab.add_typer(ladder)
