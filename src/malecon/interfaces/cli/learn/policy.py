"""`malecon learn policy`: fit the weights of the policy for a base, from recorded games and from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.lab.training.policy import Fit, TrainingSet


def policy(
    base: Annotated[int, typer.Option("--base", "-b", help="Cells on a side of the board, 2 to 14.")] = 8,
    records: Annotated[
        list[Path] | None,
        typer.Option(help="Games to learn from: SGF or HGF, or a table of id, base, winner, ending and moves (.tsv)."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=0, help="Games of self-play.")] = 100,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a move in self-play.")] = 4000,
    player: Annotated[str, typer.Option(help="Who plays.")] = "malecon",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    out: Annotated[Path, typer.Option(help="Write the weights here; other bases in the file are kept.")] = Path(
        "policy.tsv"
    ),
) -> None:
    """Learn which moves are likely. Ctrl-C ends self-play early and learns from what there is by then."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    if not out.absolute().parent.is_dir() or out.is_dir():
        raise GameError(f"{out} cannot be written: --out takes a file in a folder that exists")
    ensure_warm("havannah", SEARCH)
    from malecon.lab.training.policy import TrainingSet, fit_policy

    turns = TrainingSet()
    read = sum(_add_records(path, base, turns) for path in records or [])
    played = _add_self_play(base, (player, simulations, seed, games), turns)
    fit = fit_policy(turns)
    _write(out, base, fit)
    _tell(fit, f"{read:,} recorded games, {played:,} of {player} at {simulations:,} simulations a move", out)


def _add_records(path: Path, base: int, turns: TrainingSet) -> int:
    """Add the games of a file that were played on the base; say how many."""
    from rich.progress import track

    from malecon.games.sgf.record import GameRecord
    from malecon.lab.training.policy import add_games

    if path.suffix == ".tsv":
        rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#")
        games = [row[4].split() for row in rows if len(row) > 4 and row[1] == str(base)]
    else:
        games = [game.moves for game in GameRecord.read_all(path) if game.options.get("base") == base]
    for _ in track(add_games(games, base, turns), f"{path.name}", len(games), transient=True):
        pass
    return len(games)


def _add_self_play(base: int, how: tuple[str, int, int, int], turns: TrainingSet) -> int:
    """Play and add games; say how many."""
    from rich.progress import track

    from malecon.lab.training.policy import add_self_play

    player, simulations, seed, games = how
    played = 0
    try:
        for number in track(range(games), "Self-play", transient=True):
            add_self_play(base, player, simulations, seed * 1_000_000 + number, turns)
            played += 1
    except KeyboardInterrupt:
        typer.echo(f"Stopped after {played} games.", err=True)
    return played


def _write(out: Path, base: int, fit: Fit) -> None:
    """Put the weights of a base into a file, beside those of other bases."""
    from malecon.knowledge.havannah.policy import read_weights, write_weights

    weights = read_weights(out) if out.exists() else {}
    weights[base] = fit.weights
    write_weights(out, weights, "Weights of the policy's features by base; made by: malecon learn policy")


def _tell(fit: Fit, source: str, out: Path) -> None:
    typer.echo(f"{source}; {fit.num_turns:,} turns.")
    typer.echo(
        f"On turns kept aside: -ln(p) {fit.cross_entropy:.3f} (knowing nothing {fit.uniform_cross_entropy:.3f}); "
        f"the first guess is right {fit.accuracy:.1%} of the time."
    )
    typer.echo(f"Written: {out}")
