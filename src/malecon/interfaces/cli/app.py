"""The commands put together, and what every command does with a mistake: one line on standard error, exit code 2."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.analyze import analyze
from malecon.interfaces.cli.bench import bench
from malecon.interfaces.cli.complexity import complexity
from malecon.interfaces.cli.evaluate import evaluate
from malecon.interfaces.cli.gtp import gtp
from malecon.interfaces.cli.lab.app import lab
from malecon.interfaces.cli.learn.app import learn
from malecon.interfaces.cli.match import match
from malecon.interfaces.cli.play import play
from malecon.interfaces.cli.players import players
from malecon.interfaces.cli.puzzle import puzzle
from malecon.interfaces.cli.records import convert, show
from malecon.interfaces.cli.review import review
from malecon.interfaces.cli.solve import solve
from malecon.interfaces.cli.verify import verify
from malecon.interfaces.cli.warmup import warmup
from malecon.version import __version__

MANY_OBJECTS = 100_000  # new ones before garbage is looked for: while modules load there is none, a tenth of the start
UsageError: Any = typer.BadParameter.__bases__[0]  # typer may bring its own click or use the one beside it

app = typer.Typer(
    name="malecon",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, analyze, solve, verify, review, match, gtp, players, show, convert, complexity, bench, warmup):
    app.command()(command)
app.add_typer(lab)
app.command("eval")(evaluate)
app.add_typer(learn)
app.add_typer(puzzle)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"malecon {__version__}")
        raise typer.Exit


@app.callback()
def malecon(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Malecón: Havannah and other games on the command line. Start with [bold]malecon play[/bold]."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; always leaves by SystemExit."""
    gc.set_threshold(MANY_OBJECTS)
    _steady_streams()
    code = 0
    try:
        code = app(args=arguments, prog_name="malecon", standalone_mode=False)
    except UsageError as error:
        _fail_usage(error)
    except typer.Abort:
        _fail("stopped")
    except GameError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    raise SystemExit(code or 0)


def _fail_usage(error: Any) -> NoReturn:
    """What cannot be on the command line; a group of commands that was given none tells what it has."""
    if "NoArgs" in type(error).__name__:
        typer.echo(error.ctx.get_help(), nl=False)  # empty where typer has printed it itself
        raise SystemExit(error.exit_code)
    _fail(f"{error.format_message().rstrip('.')}; `{error.ctx.command_path} -h` tells what there is")


def _steady_streams() -> None:
    """Let no stream fail: odd bytes and signs that a terminal lacks become `?`, a closed stream an empty one."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("r+", encoding="utf-8"))  # noqa: SIM115 (for good)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> NoReturn:
    print(f"malecon: {message}", file=sys.stderr)  # noqa: T201 (the one line for a mistake)
    raise SystemExit(2)
