"""`malecon match`: two players, many games, and how sure the score is."""

from __future__ import annotations

import json
import math
import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, board_options, game_name
from malecon.interfaces.cli.limits import describe, read_limits, two_numbers

if TYPE_CHECKING:
    from malecon.interfaces.terminal.match_view import Scoreboard
    from malecon.lab.matches.match import Match
    from malecon.lab.statistics.sprt import Sprt

SECONDS = 1.0
INTERRUPTED = 130

A_AND_B = "one number for both, or A's and B's with a comma between them"


def match(
    a: Annotated[str, typer.Argument(help="A player as text; malecon players lists what there is.")],
    b: Annotated[str, typer.Argument(help="Another one, or the same.")],
    game: GameName = None,
    board: BoardText = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many, in pairs with colours swapped.")] = 100,
    simulations: Annotated[str | None, typer.Option(help=f"Simulations a move: {A_AND_B}.")] = None,
    seconds: Annotated[str | None, typer.Option(help=f"Seconds a move: {A_AND_B}. \\[default: {SECONDS:g}]")] = None,
    threads: Annotated[str, typer.Option(help=f"Threads of a player: {A_AND_B}.")] = "1",
    memory: Annotated[int, typer.Option(help="Megabytes for the tree of each player.")] = 512,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Games at a time.")] = min(2, os.cpu_count() or 1),
    seed: Annotated[int, typer.Option(help="Decides openings and random numbers; the same seed, the same games.")] = 1,
    sprt: Annotated[
        str | None, typer.Option(help="Stop as soon as one of two Elo differences can be told from the other: 0,30.")
    ] = None,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="End a game as soon as the player to move has proved who wins.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Write the games to this SGF file as they end.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")] = False,
) -> None:
    """Let two players play each other: paired games, live score with its interval, stop when it is sure enough."""
    from malecon.warmup.steps import SEARCH, ensure_warm

    test, limits, name = _read_sprt(sprt), read_limits(seconds, simulations, SECONDS), game_name(game)
    ensure_warm(name, SEARCH, players=(a, b))
    from malecon.lab.matches.match import Match

    each = two_numbers("--threads", threads, int)
    assert each[0] is not None
    options = tuple(board_options(name, board, quick=True).items())
    planned = Match(
        *(a, b, limits, games, seed), game=name, options=options, memory=memory, threads=each, adjudicate=adjudicate
    )
    _report(planned, jobs, test, save, as_json)


def _read_sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    from malecon.lab.statistics.sprt import Sprt

    elo0, elo1 = two_numbers("--sprt", text, float)
    if elo0 is None or elo1 is None or not -1000 <= elo0 < elo1 <= 1000:
        raise GameError(f"--sprt takes two Elo differences, the smaller one first, such as 0,30, not {text!r}")
    return Sprt(elo0, elo1)


def _report(planned: Match, jobs: int, sprt: Sprt | None, save: Path | None, as_json: bool) -> None:
    """Play, and print what came of it, also where Ctrl-C ends it early."""
    from rich.console import Console

    from malecon.interfaces.terminal.match_view import Scoreboard

    board, console = Scoreboard(planned, sprt), Console(highlight=False, markup=False, emoji=False)
    try:
        finished = _play(board, jobs, save)
    except GameError:
        if board.score.games:
            board.final(Console(stderr=True, highlight=False, markup=False, emoji=False))
        raise
    if as_json:
        typer.echo(json.dumps(_as_object(board, finished), indent=2))
    else:
        board.final(console)
        if save:
            console.print(f"The games are in {save}.", soft_wrap=True)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _play(board: Scoreboard, jobs: int, save: Path | None) -> bool:
    """Play the games with something to look at on standard error; False where Ctrl-C ended them."""
    from rich.console import Console
    from rich.live import Live

    from malecon.lab.matches.executors import play_match
    from malecon.lab.matches.sgf_output import GameFile

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    file = GameFile(board.match, save) if save else None
    games = play_match(board.match, jobs)
    console.print(_heading(board.match, jobs), soft_wrap=True)
    try:
        with Live(board, console=console, transient=True) if console.is_terminal else nullcontext():
            for result in games:
                board.add(result)
                if file:
                    file.add(result)
                if board.verdict:
                    break
                if not console.is_terminal and (line := board.line_now_and_then()):
                    console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        return False
    finally:
        games.close()
    return True


def _heading(planned: Match, jobs: int) -> str:
    """What is played, before the first game is over."""
    first, second = (describe(limit) for limit in planned.limits)
    limit = first if first == second else f"A {first}, B {second}"
    return f"{planned.start().description}; {limit}; seed {planned.seed}; {jobs} at a time"


def _as_object(board: Scoreboard, finished: bool) -> dict[str, Any]:
    """The result as plain values; an Elo difference without end is null, for JSON has no word for it."""
    planned, score = board.match, board.score
    return {
        "a": planned.a,
        "b": planned.b,
        "game": planned.game,
        **dict(planned.options),
        "limits": [{"seconds": limit.seconds, "simulations": limit.simulations} for limit in planned.limits],
        "threads": list(planned.threads),
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
        "plies": score.plies,
        "simulations_per_second": [score.simulations_per_second(side) for side in (0, 1)],
        "seconds_per_move": [score.seconds_per_move(side) for side in (0, 1)],
        "forfeits": score.forfeits,
        "sprt": board.sprt.as_dict(score.pairs) if board.sprt else None,
        "seconds": board.seconds,
    }


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
