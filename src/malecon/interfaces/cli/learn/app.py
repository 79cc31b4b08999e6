"""`malecon learn`: what players know by heart, learned from games of a player against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.learn.policy import policy

if TYPE_CHECKING:
    from rich.console import Console

    from malecon.kernel import Struct
    from malecon.lab.training.patterns import SelfPlaySettings

INTERRUPTED = 130
SHOWN = 10  # classes in the table

learn = typer.Typer(name="learn", no_args_is_help=True, help="Learn from games of a player against itself.")


@learn.callback()
def _learn() -> None:
    """Learn from games of a player against itself."""


learn.command()(policy)


@learn.command()
def patterns(
    games: Annotated[int, typer.Option("--games", "-n", help="How many games to play.")] = 5000,
    base: Annotated[int, typer.Option("--base", "-b", help="Cells on a side of the board, 2 to 14.")] = 5,
    simulations: Annotated[int, typer.Option(help="Simulations a move.")] = 1000,
    player: Annotated[str | None, typer.Option(help="Who plays. \\[default: uct(c=0.4)+rave(r=50)+mate]")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    out: Annotated[Path, typer.Option(help="Write the counts to this file.")] = Path("patterns.tsv"),
    plots: Annotated[Path | None, typer.Option(help="Draw weights and frequencies into this folder.")] = None,
) -> None:
    """Learn how often each local pattern is played. Ctrl-C ends early and keeps what is known by then."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    if not out.absolute().parent.is_dir() or out.is_dir():
        raise GameError(f"{out} cannot be written: --out takes a file in a folder that exists")
    ensure_warm("havannah", SEARCH)
    from rich.console import Console

    from malecon.lab.training.pattern_plots import load_matplotlib
    from malecon.lab.training.patterns import PLAYER, SelfPlaySettings

    if plots:
        load_matplotlib()
    settings = SelfPlaySettings(base, simulations, player or PLAYER, seed)
    counts, played = _play(settings, games, Console(stderr=True, highlight=False, markup=False))
    if counts is not None:
        _keep(settings, counts, played, out, plots)
    if played < games:
        raise typer.Exit(INTERRUPTED)


@learn.command()
def openings(
    base: Annotated[int, typer.Option("--base", "-b", help="Cells on a side of the board, 2 to 14.")] = 8,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations after each first stone.")] = 60_000,
    player: Annotated[str, typer.Option(help="Who judges.")] = "malecon",
    seed: Annotated[int, typer.Option(help="The same seed gives the same values.")] = 1,
) -> None:
    """Find the balanced first stones of a base: what the engine offers under the swap rule."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    ensure_warm("havannah", SEARCH)
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from malecon.lab.training.openings import distinct_cells, measure_openings

    found = measure_openings(base, simulations, player, seed)
    progress = Console(stderr=True)
    rows = list(track(found, "First stones", len(distinct_cells(base)), console=progress, transient=True))
    table = Table("first stone", "White's expected result")
    for row in sorted(rows, key=lambda row: row.imbalance):
        table.add_row(row.cell, f"{row.value:.1%}")
    Console(highlight=False).print(table)


def _play(settings: SelfPlaySettings, games: int, console: Console) -> tuple[Struct | None, int]:
    """Play with something to look at; return what is known at the end or at Ctrl-C, and from how many games."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from malecon.lab.training.patterns import count_patterns

    counts, played = None, 0
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)
        try:
            for played, counts in enumerate(count_patterns(settings, games), 1):
                bar.update(task, advance=1, description=f"{(counts.available > 0).sum()} classes seen")
                if not console.is_terminal and played * 10 // games > (played - 1) * 10 // games:
                    console.print(f"  {played:,} of {games:,} games, {(counts.available > 0).sum()} classes seen")
        except KeyboardInterrupt:
            console.print(f"Stopped after {played:,} games." if played else "Stopped before a game was over.")
    return counts, played


def _keep(settings: SelfPlaySettings, counts: Struct, games: int, out: Path, plots: Path | None) -> None:
    """Write the file, draw the plots, and show the most frequent classes."""
    from rich.console import Console
    from rich.table import Table

    from malecon.knowledge.havannah.pattern_weights import write_counts
    from malecon.knowledge.havannah.patterns import class_names
    from malecon.lab.training.pattern_plots import draw_plots, most_frequent

    write_counts(out, counts, settings.describe(games))
    paths = [out, *(draw_plots(counts, plots) if plots else [])]
    table = Table("class", "played", "available", "weight", title="The most frequent patterns", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for number in most_frequent(counts, SHOWN):
        played, available = int(counts.played[number]), int(counts.available[number])
        table.add_row(class_names()[number], f"{played:,}", f"{available:,}", f"{played / available:.3f}")
    console = Console(highlight=False, markup=False)
    console.print(table)
    seen = int((counts.available > 0).sum())
    console.print(f"{games:,} games, {counts.turns:,} turns, {seen} of {len(class_names())} classes seen.")
    console.print(f"Written: {', '.join(map(str, paths))}", soft_wrap=True)
