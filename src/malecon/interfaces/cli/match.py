"""`malecon match`: many games between two players, with a confidence interval of the score."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Generator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.cli.options import (
    AsJson,
    BoardText,
    GameName,
    Memory,
    parse_board,
    parse_game,
    parse_limits,
    parse_pair,
)
from malecon.interfaces.terminal.figures import WARNING, limit_text
from malecon.interfaces.terminal.match_view import MatchView
from malecon.lab.matches.executors import play_match
from malecon.lab.matches.match import EMPTY_BOARD, Match
from malecon.lab.matches.sgf_output import GameFile
from malecon.lab.statistics.sprt import Sprt
from malecon.players.player import Limit
from malecon.warmup.steps import SEARCH, ensure_warm

DEFAULT = Limit(seconds=1)


class Openings(StrEnum):
    """Positions from which the pairs of a match start."""

    VARIED = "varied"
    EMPTY = "empty"


A_AND_B = "one number, or two for A and B such as 1,2"


def match(
    a: Annotated[str, typer.Argument(metavar="A", help="First player; see `malecon players`.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Second player.")],
    game: GameName = None,
    board: BoardText = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Number of games, played in pairs with colours swapped.")
    ] = 100,
    simulations: Annotated[str | None, typer.Option(help=f"Simulations per move: {A_AND_B}.")] = None,
    seconds: Annotated[str | None, typer.Option(help=f"Seconds per move: {A_AND_B}. \\[default: 1]")] = None,
    threads: Annotated[str, typer.Option(help=f"Threads per player: {A_AND_B}.")] = "1",
    memory: Memory = 512,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Number of games in parallel.")] = min(
        2, os.cpu_count() or 1
    ),
    openings: Annotated[
        Openings, typer.Option(help="Openings of the pairs: single moves in random order, or the empty board only.")
    ] = Openings.VARIED,
    seed: Annotated[int, typer.Option(help="Random seed of openings and players.")] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop when a sequential test accepts one of two Elo differences, such as 0,30."
        ),
    ] = None,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="End a game when the player to move has proved its result.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Write the games to this SGF file as they end.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match between two players.

    Games are played in pairs that share an opening. The score is shown with its 95% interval while the match runs.
    Ctrl-C stops the match and prints the score so far.
    """
    test, limits, name = _parse_sprt(sprt), parse_limits(seconds, simulations, DEFAULT), parse_game(game)
    ensure_warm(name, SEARCH, players=(a, b))
    each = parse_pair("--threads", threads, int)
    assert each[0] is not None
    options = tuple(parse_board(name, board, quick=True).items())
    planned = Match(
        *(a, b, limits, games, seed),
        game=name,
        options=options,
        openings=EMPTY_BOARD if openings is Openings.EMPTY else (),
        memory=memory,
        threads=each,
        adjudicate=adjudicate,
    )
    _report(MatchView(planned, test), jobs, save, as_json)


def _parse_sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    elo0, elo1 = parse_pair("--sprt", text, float)
    if elo0 is None or elo1 is None or not -1000 <= elo0 < elo1 <= 1000:
        raise GameError(f"--sprt takes two Elo differences, the smaller one first, such as 0,30, not {text!r}")
    return Sprt(elo0, elo1)


def _report(view: MatchView, jobs: int, save: Path | None, as_json: bool) -> None:
    """Play the match and print the result, also after Ctrl-C."""
    errors, console = plain_console(stderr=True), plain_console()
    try:
        games = _play(view, jobs, save)
        errors.print(_heading(view.match, jobs), soft_wrap=True)
        finished = follow(games, view, errors)
    except (GameError, OSError):
        if view.score.games:
            view.print_result(errors)
        raise
    if as_json:
        typer.echo(json.dumps(_as_dict(view, finished), indent=2))
        if warning := view.score.forfeit_warning:
            errors.print(warning, style=WARNING, soft_wrap=True)
    else:
        view.print_result(console)
        if save:
            console.print(f"Games written to {save}", soft_wrap=True)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _play(view: MatchView, jobs: int, save: Path | None) -> Generator[None, None, None]:
    """Return the games as they end; each is counted and saved before it is yielded."""
    file = GameFile(view.match, save) if save else None
    return _count(view, play_match(view.match, jobs), file)


def _count(view: MatchView, games: Any, file: GameFile | None) -> Generator[None, None, None]:
    try:
        for result in games:
            view.add(result)
            if file:
                file.add(result)
            yield
            if view.verdict:
                return
    finally:
        games.close()


def _heading(planned: Match, jobs: int) -> str:
    first, second = (limit_text(limit) for limit in planned.limits)
    limit = first if first == second else f"A {first}, B {second}"
    return f"{planned.start().description}; {limit}; seed {planned.seed}; {jobs} in parallel"


def _as_dict(view: MatchView, finished: bool) -> dict[str, Any]:
    """Return the result as plain values; an infinite Elo difference is null, since JSON has no infinity."""
    planned, score = view.match, view.score
    return {
        "a": planned.a,
        "b": planned.b,
        "game": planned.game,
        **dict(planned.options),
        "limits": [{"seconds": limit.seconds, "simulations": limit.simulations} for limit in planned.limits],
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
        "sprt": view.sprt.as_dict(score.pairs) if view.sprt else None,
        "seconds": view.seconds,
    }


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
