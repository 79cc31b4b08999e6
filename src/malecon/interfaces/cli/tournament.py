"""`malecon tournament`: a round robin or a gauntlet of several players."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli import match_options as options
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.cli.lab.options import ClusterAddress
from malecon.interfaces.cli.options import AsJson, BoardText, GameName, Memory, SwapRule
from malecon.interfaces.terminal.tournament_view import TournamentView
from malecon.lab.extras import load
from malecon.lab.matches.cluster import executor_for
from malecon.lab.matches.match_run import MatchRun, pairings
from malecon.lab.matches.score import FORFEITS_TO_STOP


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Players; see `malecon players`.")],
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Play the first player against all others, instead of a round robin.")
    ] = False,
    game: GameName = None,
    board: BoardText = None,
    swap: SwapRule = False,
    games: options.Games = 20,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    clock: options.Clock = None,
    threads: options.ThreadCounts = "1",
    memory: Memory = 512,
    jobs: options.Jobs = options.TWO_CORES,
    cluster: ClusterAddress = None,
    openings: options.OpeningsText = options.VARIED,
    plies: options.Plies = None,
    seed: options.MatchSeed = 1,
    adjudicate: options.Adjudicate = False,
    max_forfeits: options.MaxForfeits = FORFEITS_TO_STOP,
    save: options.Save = None,
    events: options.Events = None,
    log: options.Log = None,
    database: options.DatabaseFile = None,
    resume: options.Resume = False,
    as_json: AsJson = False,
) -> None:
    """Play a round robin or a gauntlet of several players.

    Everybody plays everybody, or with --gauntlet the first player plays all others. Every pair plays the same openings.
    The table shows Elo ratings with 95% intervals.
    """
    pairs = pairings(players, gauntlet=gauntlet)
    load("scipy", "a tournament")  # for the ratings: missing, it would be noticed after the first game
    how = options.RunOptions(jobs, cluster, save, events, log, database, resume, max_forfeits)
    limits = {"seconds": seconds, "simulations": simulations, "clock": clock}
    play = {"games": games, "seed": seed, "memory": memory, "threads": threads, "adjudicate": adjudicate}
    options.warm_players(game, players)
    conditions = options.parse_conditions(game, board, limits, swap=swap, openings=openings, plies=plies, **play)
    matches = [conditions.match(*pair) for pair in pairs]
    view = TournamentView(players, matches)
    with how.open(matches) as run:
        finished = _play(run, view, how, conditions.text)
    if as_json:
        typer.echo(json.dumps(view.as_dict() | {"finished": finished}, indent=2))
    else:
        view.print_result(plain_console())
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _play(run: MatchRun, view: TournamentView, how: options.RunOptions, text: str) -> bool:
    """Play with the table on standard error; return False after Ctrl-C."""
    errors = plain_console(stderr=True)
    executor, parallel = executor_for(how.jobs, how.cluster)
    stored = f"; {len(run.stored)} games from the database" if run.stored else ""
    errors.print(f"{text}; {view.total} games, {parallel} in parallel{stored}", soft_wrap=True)
    try:
        return follow(_count(run.play(executor, parallel), view), view, errors)
    except (GameError, OSError):
        if view.done:
            view.print_result(errors)
        raise


def _count(games: Any, view: TournamentView) -> Generator[None, None, None]:
    try:
        for match, result in games:
            view.add(match, result)
            yield
    finally:
        games.close()
