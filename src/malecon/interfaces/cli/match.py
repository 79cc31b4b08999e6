"""`malecon match`: many games between two players, with a confidence interval of the score."""

from __future__ import annotations

import json
import math
from collections.abc import Generator
from typing import Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli import match_options as options
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.cli.lab.options import ClusterAddress
from malecon.interfaces.cli.options import AsJson, BoardText, GameName, Memory, SwapRule, parse_pair
from malecon.interfaces.terminal.figures import WARNING
from malecon.interfaces.terminal.match_view import MatchView
from malecon.lab.matches.cluster import executor_for
from malecon.lab.matches.match_run import MatchRun
from malecon.lab.matches.score import FORFEITS_TO_STOP
from malecon.lab.statistics.sprt import ERROR_RATE, Sprt


def match(
    a: Annotated[str, typer.Argument(metavar="A", help="First player; see `malecon players`.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Second player.")],
    game: GameName = None,
    board: BoardText = None,
    swap: SwapRule = False,
    games: options.Games = 100,
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
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop when a sequential test accepts one of two Elo differences, such as 0,30."
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="Error rate of --sprt: accepting ELO1 though ELO0 is true.")
    ] = ERROR_RATE,
    beta: Annotated[float, typer.Option(help="Error rate of --sprt: accepting ELO0 though ELO1 is true.")] = ERROR_RATE,
    adjudicate: options.Adjudicate = False,
    max_forfeits: options.MaxForfeits = FORFEITS_TO_STOP,
    save: options.Save = None,
    events: options.Events = None,
    log: options.Log = None,
    database: options.DatabaseFile = None,
    resume: options.Resume = False,
    as_json: AsJson = False,
) -> None:
    """Play a match between two players.

    Games are played in pairs that share an opening. The score is shown with its 95% interval while the match runs.
    Before the first game, both players must make a legal move. Ctrl-C stops the match and prints the score so far.
    """
    test = _parse_sprt(sprt, alpha, beta)
    how = options.RunOptions(jobs, cluster, save, events, log, database, resume, max_forfeits)
    limits = {"seconds": seconds, "simulations": simulations, "clock": clock}
    play = {"games": games, "seed": seed, "memory": memory, "threads": threads, "adjudicate": adjudicate}
    options.warm_players(game, (a, b))
    conditions = options.parse_conditions(game, board, limits, swap=swap, openings=openings, plies=plies, **play)
    planned = conditions.match(a, b)
    view = MatchView(planned, test)
    with how.open([planned]) as run:
        finished = _play(run, view, how, conditions.text)
    _report(view, how, finished, as_json)


def _parse_sprt(text: str | None, alpha: float, beta: float) -> Sprt | None:
    if text is None:
        return None
    elo0, elo1 = parse_pair("--sprt", text, float)
    if elo0 is None or elo1 is None or not -1000 <= elo0 < elo1 <= 1000:
        raise GameError(f"--sprt takes two Elo differences, the smaller one first, such as 0,30, not {text!r}")
    return Sprt(elo0, elo1, alpha, beta)


def _play(run: MatchRun, view: MatchView, how: options.RunOptions, text: str) -> bool:
    """Play the match with its score on standard error; return False after Ctrl-C."""
    errors = plain_console(stderr=True)
    executor, parallel = executor_for(min(how.jobs, view.match.games), how.cluster)
    stored = f"; {len(run.stored)} games from the database" if run.stored else ""
    errors.print(f"{text}; {parallel} in parallel{stored}", soft_wrap=True)
    try:
        return follow(_count(run.play(executor, parallel), view), view, errors)
    except (GameError, OSError):
        if view.score.games:
            view.print_result(errors)
        raise


def _count(games: Any, view: MatchView) -> Generator[None, None, None]:
    """Add games to the score as they end, until there is a verdict."""
    try:
        for _, result in games:
            view.add(result)
            yield
            if view.verdict:
                return
    finally:
        games.close()


def _report(view: MatchView, how: options.RunOptions, finished: bool, as_json: bool) -> None:
    """Print the result, also after Ctrl-C."""
    errors, console = plain_console(stderr=True), plain_console()
    if as_json:
        typer.echo(json.dumps(_as_dict(view, finished), indent=2))
        if warning := view.score.forfeit_warning:
            errors.print(warning, style=WARNING, soft_wrap=True)
    else:
        view.print_result(console)
        if how.save:
            console.print(f"Games written to {how.save}", soft_wrap=True)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _as_dict(view: MatchView, finished: bool) -> dict[str, Any]:
    """Return the result as plain values; an infinite Elo difference is null, since JSON has no infinity."""
    planned, score = view.match, view.score
    return {
        "a": planned.a,
        "b": planned.b,
        "game": planned.game,
        **dict(planned.options),
        "limits": [{"seconds": limit.seconds, "simulations": limit.simulations} for limit in planned.limits],
        "clocks": list(planned.clocks),
        "threads": list(planned.threads),
        "openings": list(planned.openings) or "varied",
        "seed": planned.seed,
        "adjudicate": planned.adjudicate,
        "finished": finished,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
        "score": score.share,
        "interval": list(score.interval),
        "elo": _finite(score.elo),
        "elo_interval": [_finite(end) for end in score.elo_interval],
        "pairs": score.pairs,
        "white_score": score.white_share,
        "repeats": score.repeats,
        "plies": score.plies,
        "simulations_per_second": [score.simulations_per_second(side) for side in (0, 1)],
        "seconds_per_move": [score.seconds_per_move(side) for side in (0, 1)],
        "forfeits": score.forfeits,
        "forfeit_counts": score.forfeit_counts,
        "time_losses": score.time_losses,
        "crashes": score.crashes,
        "sprt": view.sprt.as_dict(score.pairs) if view.sprt else None,
        "seconds": view.seconds,
    }


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
