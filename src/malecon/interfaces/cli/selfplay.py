"""`malecon selfplay`: games of a player against itself, as data for learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from malecon.interfaces.cli.console import INTERRUPTED, plain_console, progress_bar
from malecon.interfaces.cli.match_options import TWO_CORES, Jobs
from malecon.interfaces.cli.options import BoardText, GameName, Memory, PlayerText, parse_game
from malecon.lab.selfplay import SelfplayPlan, play_shards
from malecon.warmup.steps import SEARCH, ensure_warm


def selfplay(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the shards; created if necessary.")],
    player: PlayerText = "malecon",
    game: GameName = None,
    board: BoardText = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 100,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations of every search.")] = 400,
    random_plies: Annotated[int, typer.Option(min=0, help="Largest number of random moves at the start.")] = 2,
    sampled_plies: Annotated[int, typer.Option(min=0, help="Moves after those that are sampled by visits.")] = 8,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    shard_games: Annotated[int, typer.Option(min=1, help="Games per file.")] = 32,
    jobs: Jobs = TWO_CORES,
    memory: Memory = 64,
) -> None:
    """Write games of self-play, with the visits of every search, as .npz files.

    Files that exist are not played again: run the same command again to continue. `malecon.read_selfplay` reads them.
    """
    name = parse_game(game)
    ensure_warm(name, SEARCH, players=[player])
    sampling = (random_plies, sampled_plies, seed, shard_games, memory)
    plan = SelfplayPlan(player, name, board or "", simulations, *sampling)
    console = plain_console(stderr=True)
    console.print(f"{plan.start().description}; {player}, {simulations} simulations per move", soft_wrap=True)
    done = 0
    with progress_bar("games", games, console) as advance:
        try:
            for path, count in play_shards(plan, folder, games, jobs):
                done += count
                for _ in range(count):
                    advance(path.name)
        except KeyboardInterrupt:
            console.print("Stopped; run the same command again to continue.")
            raise typer.Exit(INTERRUPTED) from None
    plain_console().print(f"Wrote {done:,} games to {folder}", soft_wrap=True)
