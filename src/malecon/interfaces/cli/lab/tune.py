"""`malecon lab tune`: search for better parameters of a player and confirm them in new games."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from malecon.games.catalogue import position_class
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.cli.lab.options import (
    CORES,
    DATABASE,
    DEFAULT_LIMIT,
    ClusterAddress,
    Database,
    Jobs,
    Seconds,
    Simulations,
    board_text,
)
from malecon.interfaces.cli.options import AsJson, BoardText, GameName, parse_board, parse_game, parse_limit
from malecon.interfaces.terminal.figures import limit_text
from malecon.interfaces.terminal.tuning_view import TuningView
from malecon.lab.extras import load
from malecon.lab.matches.cluster import executor_for
from malecon.lab.matches.match_runner import MatchRunner
from malecon.lab.matches.score import Score
from malecon.lab.store.database import Store
from malecon.lab.tuning.parameters import active_techniques, player_text, tuned_parameters
from malecon.lab.tuning.tuner import Tuner, TuningPlan
from malecon.warmup.steps import SEARCH, ensure_warm


def tune(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Player to tune, such as malecon or uct(c=0.4)+rave(r=50).")
    ],
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME", help="Parameter to tune, such as rave.r; may be repeated. \\[default: all]"
        ),
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option("--range", "-r", metavar="NAME=LOW:HIGH", help="Range of a parameter, such as rave.r=100:2000."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Opponent of the trials. \\[default: the original player]")
    ] = None,
    game: GameName = None,
    board: BoardText = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    trials: Annotated[int, typer.Option(min=2, help="Number of settings to try.")] = 30,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Maximum number of games per trial.")] = 40,
    confirm: Annotated[
        int, typer.Option(min=2, help="Number of new games between the best setting and the original player.")
    ] = 400,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = None,
    seed: Annotated[int, typer.Option(help="Random seed of the search.")] = 1,
    database: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Tune the parameters of a player.

    Searches for better values, and confirms the best ones in new games against the original player. With --seconds, a
    setting that slows the player down pays for it. Games are stored: run the same command again to continue.
    """
    load("optuna", "tuning")
    name = parse_game(game)
    ensure_warm(name, SEARCH)
    options = parse_board(name, board, quick=True)
    techniques = active_techniques(player, name, position_class(name)(**options).size)
    text, parameters = player_text(techniques), tuned_parameters(techniques, names or [], bounds or [], name)
    limit = parse_limit(seconds, simulations, DEFAULT_LIMIT)
    plan = TuningPlan(text, against or text, limit, name, tuple(options.items()), trials, games, confirm, seed)
    plan.match(plan.player, plan.against, 2, "")  # raises GameError if a player is invalid
    with Store(database) as store, MatchRunner(store, *executor_for(jobs, cluster)) as matches:
        view = TuningView(Tuner(plan, techniques, parameters, matches))
        finished = _run(view)
    _print_result(view, finished, as_json)


def _run(view: TuningView) -> bool:
    console, plan = plain_console(stderr=True), view.tuner.plan
    conditions = f"{plan.game}, {board_text(plan.options)}; {limit_text(plan.limit)}; against {plan.against}"
    for line in (*view.heading(), conditions):
        console.print(line, soft_wrap=True)
    return follow(view.tuner.run(), view, console)


def _print_result(view: TuningView, finished: bool, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_as_dict(view.tuner, finished), indent=2))
    elif finished:
        view.print_result(plain_console())
    if not finished:
        plain_console(stderr=True).print("Stopped; run the same command again to continue.")
        raise typer.Exit(INTERRUPTED)


def _as_dict(tuner: Tuner, finished: bool) -> dict[str, Any]:
    winner, score = tuner.winner, tuner.confirmation
    trials = [
        {
            "values": trial.values,
            "score": trial.score.share,
            "games": trial.score.games,
            **_faults(trial.score),
            "pruned": trial.pruned,
        }
        for trial in tuner.trials
    ]
    return {
        "player": tuner.plan.player,
        "against": tuner.plan.against,
        "finished": finished,
        "trials": trials,
        "winner": winner.player if winner else None,
        "values": winner.values if winner else None,
        "confirmation": {
            "games": score.games,
            "score": score.share,
            "interval": list(score.interval),
            "pairs": score.pairs,
            **_faults(score),
        },
        "verdict": tuner.verdict,
    }


def _faults(score: Score) -> dict[str, list[int]]:
    """Return the games that the tuned player and its opponent forfeited, and of these the time losses and crashes."""
    return {"forfeit_counts": score.forfeit_counts, "time_losses": score.time_losses, "crashes": score.crashes}
