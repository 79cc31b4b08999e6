"""`malecon learn policy`: fit the weights of the move policy for one base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from malecon.games.sgf.record import GameRecord
from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.options import HavannahBase, PlayerText, Seed, check_output_file
from malecon.knowledge.havannah.policy import read_weights, write_weights
from malecon.lab.training.policy import Fit, TrainingSet, add_games, add_self_play, fit_policy
from malecon.warmup.steps import SEARCH, ensure_warm


def policy(
    base: HavannahBase = 8,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Games to learn from: SGF, HGF, or TSV (id, base, winner, ending, moves); repeatable."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=0, help="Number of games of self-play.")] = 100,
    simulations: Annotated[int, typer.Option(min=1, help="Number of simulations per move of self-play.")] = 4000,
    player: PlayerText = "malecon",
    seed: Seed = 1,
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="File to write the weights to; it keeps those of other bases.")
    ] = Path("policy.tsv"),
) -> None:
    """Fit the move policy to recorded games and self-play.

    Ctrl-C stops the self-play and fits the policy to the games so far.
    """
    check_output_file(out, "--out")
    ensure_warm("havannah", SEARCH)
    turns = TrainingSet()
    num_read = sum(_add_records(path, base, turns) for path in records or [])
    num_played = _add_self_play(base, (player, simulations, seed, games), turns)
    fit = fit_policy(turns)
    weights = read_weights(out) if out.exists() else {}
    weights[base] = fit.weights
    write_weights(out, weights, "Weights of the policy's features by base; made by: malecon learn policy")
    _print(fit, f"{num_read:,} recorded games, {num_played:,} of {player} at {simulations:,} simulations per move", out)


def _add_records(path: Path, base: int, turns: TrainingSet) -> int:
    """Add the games of a file that were played on the base; return their number."""
    if path.suffix == ".tsv":
        rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#")
        games = [row[4].split() for row in rows if len(row) > 4 and row[1] == str(base)]
    else:
        games = [game.moves for game in GameRecord.read_all(path) if game.options.get("base") == base]
    for _ in track(add_games(games, base, turns), f"{path.name}", len(games), transient=True):
        pass
    return len(games)


def _add_self_play(base: int, settings: tuple[str, int, int, int], turns: TrainingSet) -> int:
    """Play games and add them; return their number."""
    player, simulations, seed, games = settings
    played = 0
    try:
        for number in track(range(games), "Self-play", transient=True):
            add_self_play(base, player, simulations, seed * 1_000_000 + number, turns)
            played += 1
    except KeyboardInterrupt:
        typer.echo(f"Stopped after {played} games.", err=True)
    return played


def _print(fit: Fit, source: str, out: Path) -> None:
    console = plain_console()
    console.print(f"{source}; {fit.num_turns:,} turns", soft_wrap=True)
    console.print(
        f"On held-out turns: cross-entropy {fit.cross_entropy:.3f} (uniform: {fit.uniform_cross_entropy:.3f}), "
        f"top-1 accuracy {fit.accuracy:.1%}",
        soft_wrap=True,
    )
    console.print(f"Wrote {out}", soft_wrap=True)
