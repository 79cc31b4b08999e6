"""`malecon lab tune`: better values for a player's parameters, confirmed in fresh games."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from malecon.interfaces.cli.boards import BoardText, GameName, board_options, game_name
from malecon.interfaces.cli.lab.options import CORES, DATABASE, ClusterAddress, Database, Jobs, plain_console
from malecon.interfaces.cli.limits import describe

if TYPE_CHECKING:
    from malecon.interfaces.terminal.tuning_view import TuneBoard
    from malecon.lab.tuning.tuner import Tuner

INTERRUPTED = 130
SIMULATIONS = 1000
LOOKS = 1  # how often the screen is drawn anew, a second


def tune(
    player: Annotated[str, typer.Argument(help="The player to tune, such as malecon or uct(c=0.4)+rave(r=50).")],
    parameter: Annotated[
        list[str] | None,
        typer.Option("--parameter", "-k", help="A parameter to turn, such as rave.r. \\[default: all it has]"),
    ] = None,
    bounds: Annotated[
        list[str] | None, typer.Option("--range", "-r", help="Other bounds of a parameter, such as rave.r=100:2000.")
    ] = None,
    against: Annotated[str | None, typer.Option(help="Who judges. \\[default: the player as it is]")] = None,
    game: GameName = None,
    board: BoardText = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help=f"Simulations a move. \\[default: {SIMULATIONS}]")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds a move instead: then a parameter that slows the player down costs it.")
    ] = None,
    trials: Annotated[int, typer.Option(min=2, help="How many values to try.")] = 30,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games of a trial at most.")] = 40,
    confirm: Annotated[int, typer.Option(min=2, help="Fresh games of the winner against the player as it is.")] = 400,
    jobs: Jobs = CORES,
    cluster: ClusterAddress = None,
    seed: Annotated[int, typer.Option(help="Another seed, another search.")] = 1,
    database: Database = DATABASE,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")] = False,
) -> None:
    """Search better values for a player's parameters, and prove the best in fresh games against the player as it is.

    Games are kept: the same command goes on where it was left.
    """
    from malecon.lab.extras import load
    from malecon.warmup.steps import SEARCH, ensure_warm

    load("optuna", "tuning")
    name = game_name(game)
    ensure_warm(name, SEARCH)
    from malecon.interfaces.terminal.tuning_view import TuneBoard
    from malecon.lab.matches.cluster import executor_for
    from malecon.lab.matches.match_runner import MatchRunner
    from malecon.lab.store.database import Store
    from malecon.lab.tuning.parameters import active_techniques, player_text, tuned_parameters
    from malecon.lab.tuning.tuner import Tuner, TuningPlan
    from malecon.players.player import Limit

    options = board_options(name, board, quick=True)
    techniques = active_techniques(player, name, _size(name, options))
    text, parameters = player_text(techniques), tuned_parameters(techniques, parameter or [], bounds or [], name)
    limit = Limit(seconds, simulations if simulations or seconds else SIMULATIONS)
    plan = TuningPlan(text, against or text, limit, name, tuple(options.items()), trials, games, confirm, seed)
    plan.match(plan.player, plan.against, 2, "")  # both texts must be right before anything begins
    with Store(database) as store, MatchRunner(store, *executor_for(jobs, cluster)) as matches:
        screen = TuneBoard(Tuner(plan, techniques, parameters, matches))
        finished = _play(screen)
    _tell(screen, finished, as_json)


def _size(game: str, options: dict[str, Any]) -> int:
    """Of the board, by which presets differ."""
    from malecon.games.catalogue import position_class

    return position_class(game)(**options).size


def _play(screen: TuneBoard) -> bool:
    """Search and prove with something to look at on standard error; False where Ctrl-C ended it."""
    from rich.live import Live

    console = plain_console(stderr=True)
    plan = screen.tuner.plan
    board = ", ".join(f"{name} {value}" for name, value in plan.options)
    for words in (*screen.heading(), f"{plan.game}, {board}; {describe(plan.limit)}; against {plan.against}"):
        console.print(words, soft_wrap=True)
    live = Live(screen, console=console, transient=True, refresh_per_second=LOOKS)
    try:
        with live if console.is_terminal else nullcontext():
            for _ in screen.tuner.run():
                if not console.is_terminal and (line := screen.line_now_and_then()):
                    console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        return False
    return True


def _tell(screen: TuneBoard, finished: bool, as_json: bool) -> None:
    """Print what came of it, also where it was ended early."""
    if as_json:
        typer.echo(json.dumps(_as_object(screen.tuner, finished), indent=2))
    elif finished:
        screen.final(plain_console())
    if not finished:
        plain_console(stderr=True).print("Stopped; the same command goes on where it was left.")
        raise typer.Exit(INTERRUPTED)


def _as_object(tuner: Tuner, finished: bool) -> dict[str, Any]:
    """The result as plain values."""
    winner, proof = tuner.winner, tuner.confirmation
    trials = [
        {"values": trial.values, "score": trial.score.share, "games": trial.score.games, "pruned": trial.pruned}
        for trial in tuner.trials
    ]
    return {
        "player": tuner.plan.player,
        "against": tuner.plan.against,
        "finished": finished,
        "trials": trials,
        "winner": winner.player if winner else None,
        "values": winner.values if winner else None,
        "proof": {"games": proof.games, "score": proof.share, "interval": list(proof.interval), "pairs": proof.pairs},
        "verdict": tuner.verdict,
    }
