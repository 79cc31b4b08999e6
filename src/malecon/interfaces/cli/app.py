"""The table of all commands, and the entry point, which reports an error in one line with exit code 2."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.main import get_command

from malecon.games.errors import GameError
from malecon.interfaces.cli.lazy import LazyCommand, lazy_group
from malecon.version import __version__

GC_THRESHOLD = 100_000  # allocations between two garbage collections: collecting during imports is a tenth of start-up
UsageError: Any = typer.BadParameter.__bases__[0]  # click's class: typer bundles click or uses the installed one
PLAY, ANALYSE, RECORDS, MEASURE, SETUP = "Play", "Analyse", "Game records", "Measure and train", "Set up"


def _command(name: str, target: str, summary: str, panel: str | None = None) -> LazyCommand:
    return LazyCommand(name, f"malecon.interfaces.cli.{target}", summary, panel)


PUZZLE = lazy_group(
    "puzzle",
    "Solve puzzles: find the only winning move.",
    [
        _command("list", "puzzle:list_puzzles", "List the puzzles."),
        _command("show", "puzzle:show", "Show a puzzle."),
        _command("play", "puzzle:play", "Solve a puzzle at the prompt, against best defence."),
        _command("try", "puzzle:try_move", "Check whether a move solves a puzzle."),
        _command("solution", "puzzle:solution", "Print the winning move and the main line."),
        _command("make", "puzzle:make", "Generate puzzles from self-play."),
        _command("check", "puzzle:check", "Prove that every puzzle of a set has exactly one winning move."),
        _command("exam", "puzzle:exam", "Count how many puzzles a player solves."),
    ],
    PLAY,
)
LADDER = lazy_group(
    "ladder",
    "Maintain a rating list of players that play under the same conditions.",
    [
        _command("play", "lab.ladder:play", "Play the most informative games and print the rating list."),
        _command("show", "lab.ladder:show", "Print the rating list."),
        _command("add", "lab.ladder:add", "Add players to the rating list."),
        _command("drop", "lab.ladder:drop", "Remove players from the rating list."),
    ],
)
LAB = lazy_group(
    "lab",
    "Run experiments: the tables of the papers, or your own.",
    [
        _command("list", "lab.files:list_experiments", "List the experiments that come with the package."),
        _command("show", "lab.files:show", "Show the players, budgets and published results of an experiment."),
        _command("new", "lab.files:new", "Write a commented example of an experiment file."),
        _command("run", "lab.run:run", "Play the games of experiments and print their tables."),
        _command("resume", "lab.run:resume", "Continue every unfinished experiment in the database."),
        _command("report", "lab.report:report", "Write a report that compares our results with the papers."),
        _command("export", "lab.games:export", "Export results as CSV, JSON or LaTeX, and games as SGF."),
        _command("save", "lab.games:save", "Save results as text files that can be kept in a repository."),
        _command("load", "lab.games:load", "Load saved results into the database."),
        _command("replay", "lab.games:replay", "Replay one game from its seed and compare it with the stored game."),
        _command("forget", "lab.games:forget", "Delete the stored games of experiments."),
        _command("complexity", "lab.complexity:complexity", "Measure the length of games and compare complexities."),
        _command("tune", "lab.tune:tune", "Tune the parameters of a player."),
        LADDER,
    ],
    MEASURE,
)
LEARN = lazy_group(
    "learn",
    "Train the net, pattern weights, the move policy and opening values from games.",
    [
        _command("patterns", "learn.patterns:patterns", "Count how often each local pattern is played in self-play."),
        _command("openings", "learn.openings:openings", "Evaluate every first move, for the swap rule."),
        _command("net", "learn.net:net", "Train the net by self-play, generation after generation."),
        _command("policy", "learn.policy:policy", "Fit the move policy to recorded games and self-play."),
    ],
    MEASURE,
)
NEW = lazy_group(
    "new",
    "Write a package with a technique or a game of your own, to start from.",
    [
        _command(
            "technique",
            "new:technique",
            "Write a package with a technique of your own: a prior and a playout rule, with tests.",
        ),
        _command(
            "game",
            "new:game",
            "Write a package with a game of your own: rules, keys for the solver, notation, records, with tests.",
        ),
    ],
    SETUP,
)
COMMANDS = (
    _command("play", "play:play", "Play and analyse in the browser, or in the terminal.", PLAY),
    PUZZLE,
    _command("analyze", "analyze:analyze", "Analyse a position and list its best moves.", ANALYSE),
    _command("solve", "solve:solve", "Prove who wins a position with best play.", ANALYSE),
    _command("verify", "verify:verify", "Check a proof file against the rules of the game.", ANALYSE),
    _command("review", "review:review", "Review a game: evaluate each move and mark the mistakes.", ANALYSE),
    _command("eval", "evaluate:evaluate", "Show the static evaluation of a position, without search.", ANALYSE),
    _command("show", "records:show", "Show a game record.", RECORDS),
    _command("convert", "records:convert", "Convert game records to SGF, HGF, SVG or text.", RECORDS),
    _command("match", "match:match", "Play a match between two players.", MEASURE),
    _command("tournament", "tournament:tournament", "Play a round robin or a gauntlet of several players.", MEASURE),
    _command(
        "selfplay",
        "selfplay:selfplay",
        "Write games of self-play, with the visits of every search, as .npz files.",
        MEASURE,
    ),
    _command("bench", "bench:bench", "Measure the speed of the engine on this machine.", MEASURE),
    _command("complexity", "complexity:complexity", "Compute the state-space and game-tree size of Havannah.", MEASURE),
    LAB,
    LEARN,
    _command("players", "players:players", "List presets and techniques with their parameters.", SETUP),
    _command("gtp", "gtp:gtp", "Serve the Go Text Protocol on standard input and output.", SETUP),
    NEW,
    _command("warmup", "warmup:warmup", "Compile everything now instead of on first use.", SETUP),
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"malecon {__version__}")
        raise typer.Exit


def malecon(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Play, analyse and study Havannah, Breakthrough and Amazons. Start with `malecon play`."""


def _build_app() -> Any:
    root = typer.Typer(
        name="malecon",
        callback=malecon,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    group: Any = get_command(root)
    for command in COMMANDS:
        group.commands[command.name] = command
    return group


app = _build_app()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; always raises SystemExit."""
    gc.set_threshold(GC_THRESHOLD)
    _make_streams_safe()
    code = 0
    try:
        code = app.main(args=arguments, prog_name="malecon", standalone_mode=False)
    except UsageError as error:
        _fail_usage(error)
    except typer.Abort:
        _fail("aborted")
    except GameError as error:
        _fail(str(error))
    except MemoryError:
        _fail("out of memory; close other programs, or use a smaller --memory, fewer --jobs or a smaller board")
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    raise SystemExit(code or 0)


def _fail_usage(error: Any) -> NoReturn:
    """Report a usage error in one line; a group without a command prints its help instead."""
    if "NoArgs" in type(error).__name__:
        typer.echo(error.format_message(), nl=False)  # empty if typer has printed it already
        raise SystemExit(error.exit_code)
    _fail(f"{error.format_message().rstrip('.')}; see `{error.ctx.command_path} --help`")


def _make_streams_safe() -> None:
    """Replace undecodable bytes and unprintable characters by `?`, and a closed stream by /dev/null."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("r+", encoding="utf-8"))  # noqa: SIM115 (stays open)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> NoReturn:
    print(f"malecon: {message}", file=sys.stderr)  # noqa: T201 (the error message)
    raise SystemExit(2)
