"""`malecon learn patterns`: count local patterns in self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from malecon.interfaces.cli.console import INTERRUPTED, plain_console, progress_bar
from malecon.interfaces.cli.options import HavannahBase, Seed, check_output_file
from malecon.kernel import Struct
from malecon.knowledge.havannah.pattern_weights import write_counts
from malecon.knowledge.havannah.patterns import class_names
from malecon.lab.training.pattern_plots import draw_plots, load_matplotlib, most_frequent
from malecon.lab.training.patterns import PLAYER, SelfPlaySettings, count_patterns
from malecon.warmup.steps import SEARCH, ensure_warm

TABLE_ROWS = 10


def patterns(
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games to play.")] = 5000,
    base: HavannahBase = 5,
    simulations: Annotated[int, typer.Option(help="Number of simulations per move.")] = 1000,
    player: Annotated[str, typer.Option(help="Player of the games.")] = PLAYER,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write the counts to.")] = Path("patterns.tsv"),
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Plot weights and frequencies to this folder.")
    ] = None,
) -> None:
    """Count how often each local pattern is played in self-play.

    Ctrl-C stops and writes the counts so far.
    """
    check_output_file(out, "--out")
    ensure_warm("havannah", SEARCH)
    if plots:
        load_matplotlib()
    settings = SelfPlaySettings(base, simulations, player, seed)
    counts, played = _play(settings, games)
    if counts is not None:
        write_counts(out, counts, settings.describe(played))
        paths = [out, *(draw_plots(counts, plots) if plots else [])]
        _print(counts, played, paths)
    if played < games:
        raise typer.Exit(INTERRUPTED)


def _play(settings: SelfPlaySettings, games: int) -> tuple[Struct | None, int]:
    """Return the counts and the number of games, at the end or at Ctrl-C."""
    console, counts, played = plain_console(stderr=True), None, 0
    with progress_bar("games", games, console) as advance:
        try:
            for counts in count_patterns(settings, games):
                played += 1
                advance(f"{(counts.available > 0).sum()} classes seen")
        except KeyboardInterrupt:
            console.print(f"Stopped after {played:,} games." if played else "Stopped before the first game ended.")
    return counts, played


def _print(counts: Struct, games: int, paths: list[Path]) -> None:
    """Print the most frequent classes and the files that were written."""
    table = Table("class", "played", "available", "weight", title="Most frequent patterns", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for number in most_frequent(counts, TABLE_ROWS):
        played, available = int(counts.played[number]), int(counts.available[number])
        table.add_row(class_names()[number], f"{played:,}", f"{available:,}", f"{played / available:.3f}")
    console = plain_console()
    console.print(table)
    seen = int((counts.available > 0).sum())
    console.print(f"{games:,} games, {counts.turns:,} turns, {seen} of {len(class_names())} classes seen")
    console.print(f"Wrote {', '.join(map(str, paths))}", soft_wrap=True)
