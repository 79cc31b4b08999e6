"""`malecon lab complexity`: measure the length of games, and compare Havannah's complexity with other games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.lab.options import DEFAULT_LIMIT, Simulations
from malecon.lab.extras import load
from malecon.lab.reports.game_space import PUBLISHED, draw_game_space, havannah_size, measure_length
from malecon.players.player import Limit
from malecon.warmup.steps import ensure_warm

PLAYER = "uct(c=1.2,results=signed)+policy_first(visits=50)+final(by=value)"  # the strongest agent of joosten2009


def complexity(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Player of both sides.")] = PLAYER,
    base: Annotated[int, typer.Option("--base", "-b", help="Cells per side of the board.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 20,
    simulations: Simulations = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the games.")] = 1,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw figure 4 of joosten2009 into a PNG file.")
    ] = None,
) -> None:
    """Measure the length of games and compare complexities.

    Prints table 1 of joosten2009, the complexities of other games, with Havannah's game tree at the measured length.
    """
    if plot:
        load("matplotlib", "a plot")
    limit = Limit(simulations=simulations) if simulations else DEFAULT_LIMIT
    ensure_warm("havannah")
    length = measure_length(player, base, limit, games, seed)
    ours = havannah_size(base, length)
    table = Table("game", "state space", "game tree")
    for game in (*PUBLISHED, ours):
        table.add_row(game.name, f"10^{game.state_space}", f"10^{game.game_tree}")
    console = plain_console()
    console.print(table)
    interval = f" ± {length.margin:.1f}" if games > 1 else ""
    console.print(f"Mean length of {games} games: {length.mean:.1f}{interval} plies", soft_wrap=True)
    if plot:
        draw_game_space(ours, plot)
        console.print(f"Wrote {plot}", soft_wrap=True)
