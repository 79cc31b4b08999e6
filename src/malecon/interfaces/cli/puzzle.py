"""`malecon puzzle`: solve, generate and check positions that have exactly one winning move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.games.sgf.files import naming
from malecon.interfaces.cli.console import INTERRUPTED, plain_console, progress_bar
from malecon.interfaces.cli.options import (
    GameName,
    Seed,
    check_output_file,
    parse_game,
    parse_limit,
    simulations_option,
)
from malecon.interfaces.terminal.puzzle import Opponent, PuzzleGame, failure_text, heading
from malecon.interfaces.terminal.screen import Prompt, Screen
from malecon.lab.training.puzzles import PLAYER, SMALL_BOARDS, PuzzleSettings, evaluate_player, make_puzzles
from malecon.players.player import Limit
from malecon.solver.puzzles import Puzzle, bundled_puzzles, check_puzzles, read_puzzle_file
from malecon.warmup.steps import PROOF, SEARCH, ensure_warm

T = TypeVar("T")
EXAM_SIMULATIONS = 5000
FAILED = 1  # exit code of an unsolved puzzle and of a set with errors

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="Number of the puzzle in `malecon puzzle list`.")]
Source = Annotated[Path | None, typer.Option("--file", help="File with a set of puzzles. \\[default: the bundled set]")]
Nodes = Annotated[int, typer.Option(min=1000, help="Maximum number of positions to search per move.")]


def list_puzzles(
    source: Source = None,
    board: Annotated[
        str | None, typer.Option("--board", "--base", "-b", help="List only puzzles on this board.")
    ] = None,
) -> None:
    """List the puzzles.

    Shows the board, the side to move, and the maximum number of plies to the win.
    """
    puzzles = _read(source)
    boards = sorted({puzzle.board for puzzle in puzzles})
    if board is not None and board not in boards:
        raise GameError(f"there are no puzzles on board {board}; choose one of {', '.join(boards)}")
    table = Table("puzzle", "game", "board", "ply", "to move", "plies to win")
    for number, puzzle in enumerate(puzzles, 1):
        if board in (None, puzzle.board):
            ply, side = puzzle.position.ply, str(puzzle.position.to_move)
            table.add_row(str(number), puzzle.game, puzzle.board, str(ply), side, str(puzzle.length))
    plain_console().print(table)


def show(number: Number, source: Source = None) -> None:
    """Show a puzzle."""
    chosen, screen = _choose(number, source), Screen()
    screen.say(heading(number, chosen))
    screen.show(chosen.position)


def play(number: Number, source: Source = None) -> None:
    """Solve a puzzle at the prompt, against best defence."""
    chosen = _choose(number, source, PROOF)
    try:
        solved = PuzzleGame(number, chosen, Prompt()).run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if not solved:
        raise typer.Exit(FAILED)


def try_move(
    number: Number, move: Annotated[str, typer.Argument(metavar="MOVE", help="Your answer.")], source: Source = None
) -> None:
    """Check whether a move solves a puzzle.

    The exit code is 0 if the move wins and 1 if it does not.
    """
    chosen = _choose(number, source, PROOF)
    side, tried = chosen.position.to_move, chosen.position.check_move(move)
    reply = Opponent(chosen).reply([], tried)
    if not reply.wins:
        typer.echo(f"{failure_text(tried, reply, str(side.other))}.")
        raise typer.Exit(FAILED)
    answer = f"; {side.other} resists longest with {reply.move}" if reply.move else ""
    typer.echo(f"{tried} wins{answer}.")


def solution(number: Number, source: Source = None) -> None:
    """Print the winning move and the main line."""
    chosen = _choose(number, source, PROOF)
    typer.echo(f"{chosen.position.to_move} plays {chosen.answer} and wins in at most {chosen.length} plies.")
    typer.echo(f"Line: {' '.join(Opponent(chosen).line())}")
    typer.echo(f'All moves: malecon solve --game {chosen.game} --board {chosen.board} --moves "{chosen.moves}" --all')


def make(
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write the puzzles to.")] = Path("puzzles.tsv"),
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Number of puzzles.")] = 100,
    game: GameName = None,
    boards: Annotated[
        str | None, typer.Option("--boards", "-b", help="Boards, separated by commas. \\[default: the small ones]")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Player of the games. \\[default: a weak one]")] = None,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per move of the games.")] = 30,
    nodes: Nodes = 15_000,
    seed: Seed = 1,
) -> None:
    """Generate puzzles from self-play.

    Ctrl-C stops the search for puzzles and writes those found so far.
    """
    name = parse_game(game)
    check_output_file(out, "--out")
    ensure_warm(name, SEARCH, PROOF)
    chosen = tuple(boards.split(",")) if boards else SMALL_BOARDS.get(name, (position_class(name).quick_board,))
    settings = PuzzleSettings(name, chosen, player or PLAYER, simulations, nodes, seed)
    found = _make(settings, count, plain_console(stderr=True))
    out.write_text("".join(f"{line}\n" for line in _file_lines(settings, count, found)), encoding="utf-8")
    typer.echo(f"Wrote {len(found)} puzzles to {out}")
    if len(found) < count:
        raise typer.Exit(INTERRUPTED)


def _make(settings: PuzzleSettings, count: int, console: Console) -> list[Puzzle]:
    found: list[Puzzle] = []
    with progress_bar("puzzles", count, console) as advance:
        try:
            for puzzle in make_puzzles(settings, count):
                found.append(puzzle)
                advance(f"board {puzzle.board}, {puzzle.length} plies")
        except KeyboardInterrupt:
            console.print(f"Stopped after {len(found)} of {count} puzzles.")
    return found


def _file_lines(settings: PuzzleSettings, count: int, puzzles: Sequence[Puzzle]) -> list[str]:
    """Return the lines of a puzzle file: the command that made it, then the puzzles sorted by board and length."""
    command = f"malecon puzzle make --count {count} --game {settings.game} --boards {','.join(settings.boards)}"
    command += f' --player "{settings.player}" --simulations {settings.simulations}'
    order = {board: index for index, board in enumerate(settings.boards)}
    ordered = sorted(puzzles, key=lambda puzzle: (order[puzzle.board], puzzle.length, puzzle.moves))
    return [
        f"# {command} --nodes {settings.nodes} --seed {settings.seed}",
        "# game, board, moves, the only winning move, maximum number of plies to the win",
        *map(str, ordered),
    ]


def check(
    source: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="File with a set of puzzles. \\[default: the bundled set]")
    ] = None,
    nodes: Nodes = 400_000,
) -> None:
    """Prove that every puzzle of a set has exactly one winning move."""
    puzzles = _read(source)
    _warm_games(puzzles, PROOF)
    flaws = checked = 0
    with _stopping(lambda: f"{checked - flaws} of {checked} puzzles are correct so far."):
        for _, flaw in _track(check_puzzles(puzzles, nodes), len(puzzles)):
            checked += 1
            if flaw:
                flaws += 1
                typer.echo(f"Puzzle {checked}: {flaw}")
    typer.echo(f"{len(puzzles) - flaws} of {len(puzzles)} puzzles are correct.")
    if flaws:
        raise typer.Exit(FAILED)


def exam(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Player; see `malecon players`.")] = "malecon",
    source: Source = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per puzzle.")] = None,
    simulations: Annotated[int | None, simulations_option(EXAM_SIMULATIONS)] = None,
    seed: Seed = 1,
) -> None:
    """Count how many puzzles a player solves.

    Also counts the puzzles for which the player proves the win.
    """
    limit = parse_limit(seconds, simulations, Limit(simulations=EXAM_SIMULATIONS))
    puzzles = _read(source)
    _warm_games(puzzles, SEARCH, PROOF)
    tried = solved = proved = 0
    with _stopping(lambda: f"{player} solves {solved} of {tried} puzzles so far and proves {proved} of them."):
        for is_solved, is_proved in _track(evaluate_player(puzzles, player, limit, seed), len(puzzles)):
            tried, solved, proved = tried + 1, solved + is_solved, proved + is_proved
    typer.echo(f"{player} solves {solved} of {len(puzzles)} puzzles and proves {proved} of them.")


def _read(source: Path | None) -> list[Puzzle]:
    if source is None:
        return bundled_puzzles()
    with naming(source):
        return read_puzzle_file(source)


def _choose(number: int, source: Path | None, *steps: str) -> Puzzle:
    """Return one puzzle of a set; compile its rules and the given steps."""
    puzzles = _read(source)
    if not 1 <= number <= len(puzzles):
        raise GameError(f"there is no puzzle {number}; choose a number from 1 to {len(puzzles)}")
    ensure_warm(puzzles[number - 1].game, *steps)
    return puzzles[number - 1]


def _warm_games(puzzles: list[Puzzle], *steps: str) -> None:
    for game in sorted({puzzle.game for puzzle in puzzles}):
        ensure_warm(game, *steps)


def _track(results: Iterator[T], total: int) -> Iterator[T]:
    """Show a progress bar on standard error if it is a terminal."""
    console = Console(stderr=True)
    yield from track(results, "Puzzles", total, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def _stopping(result: Callable[[], str]) -> Iterator[None]:
    """Print the result so far on Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"Stopped: {result()}")
        raise typer.Exit(INTERRUPTED) from None
