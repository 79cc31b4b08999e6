"""`malecon puzzle`: positions with one winning move, to solve at the prompt; and how more of them are made."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import GameName, game_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from malecon.lab.training.puzzles import PuzzleSettings
    from malecon.solver.puzzles import Puzzle

INTERRUPTED = 130
SIMULATIONS = 5000  # on a puzzle in an exam
WRONG = 1  # exit code of a try that fails, and of a set with a flaw

puzzle = typer.Typer(name="puzzle", no_args_is_help=True, help="Puzzles: one move wins. List, play, make, check.")

Number = Annotated[int, typer.Argument(help="Which puzzle; malecon puzzle list numbers them.")]
Source = Annotated[Path | None, typer.Option("--file", help="A set of one's own. \\[default: the one that ships]")]
Nodes = Annotated[int, typer.Option(min=1000, help="Positions to look at for one move at most.")]


def _read(source: Path | None) -> list[Puzzle]:
    from malecon.games.sgf.files import naming
    from malecon.solver.puzzles import bundled_puzzles, read_puzzle_file

    if source is None:
        return bundled_puzzles()
    with naming(source):
        return read_puzzle_file(source)


def _choose(number: int, source: Path | None, *parts: str) -> Puzzle:
    """One puzzle of a set; what is needed to work on it is compiled."""
    from malecon.warmup.steps import ensure_warm

    puzzles = _read(source)
    if not 1 <= number <= len(puzzles):
        raise GameError(f"there is no puzzle {number}: they are numbered from 1 to {len(puzzles)}")
    ensure_warm(puzzles[number - 1].game, *parts)
    return puzzles[number - 1]


@contextmanager
def _stopping(known: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C tell what is known by then."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"Stopped: {known()}")
        raise typer.Exit(INTERRUPTED) from None


@puzzle.callback()
def _puzzle() -> None:
    """Puzzles: positions with one winning move, proved."""


@puzzle.command("list")
def list_puzzles(
    source: Source = None,
    board: Annotated[str | None, typer.Option("--board", "--base", "-b", help="Only those on this board.")] = None,
) -> None:
    """List the puzzles: board, who is to move, and how many plies the win takes at most."""
    from rich.console import Console
    from rich.table import Table

    puzzles = _read(source)
    boards = sorted({one.board for one in puzzles})
    if board is not None and board not in boards:
        raise GameError(f"there is no puzzle on a board {board}; there are some on {', '.join(boards)}")
    table = Table("puzzle", "game", "board", "ply", "to move", "plies to win")
    for number, one in enumerate(puzzles, 1):
        if board in (None, one.board):
            ply, side = one.position.ply, str(one.position.to_move)
            table.add_row(str(number), one.game, one.board, str(ply), side, str(one.length))
    Console(highlight=False).print(table)


@puzzle.command()
def show(number: Number, source: Source = None) -> None:
    """Show a puzzle."""
    from malecon.interfaces.terminal.puzzle import heading
    from malecon.interfaces.terminal.screen import Screen

    chosen, screen = _choose(number, source), Screen()
    screen.say(heading(number, chosen))
    screen.show(chosen.position)


@puzzle.command()
def play(number: Number, source: Source = None) -> None:
    """Solve a puzzle at the prompt: you play the winner, the engine holds out as long as it can."""
    from malecon.warmup.steps import PROOF

    chosen = _choose(number, source, PROOF)
    from malecon.interfaces.terminal.puzzle import Puzzling
    from malecon.interfaces.terminal.screen import Prompt

    try:
        solved = Puzzling(number, chosen, Prompt()).run()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if not solved:
        raise typer.Exit(WRONG)


@puzzle.command("try")
def try_move(number: Number, move: Annotated[str, typer.Argument(help="Your answer.")], source: Source = None) -> None:
    """Try one move: whether it wins, and how the opponent answers."""
    from malecon.warmup.steps import PROOF

    chosen = _choose(number, source, PROOF)
    from malecon.interfaces.terminal.puzzle import Opponent, failure

    side, tried = chosen.position.to_move, chosen.position.check_move(move)
    reply = Opponent(chosen).reply([], tried)
    if not reply.wins:
        typer.echo(f"{failure(tried, reply, str(side.other))}.")
        raise typer.Exit(WRONG)
    answer = f"; {side.other} holds out longest with {reply.move}" if reply.move else ""
    typer.echo(f"{tried} wins{answer}.")


@puzzle.command()
def solution(number: Number, source: Source = None) -> None:
    """Tell the winning move and how the game may go on."""
    from malecon.warmup.steps import PROOF

    chosen = _choose(number, source, PROOF)
    from malecon.interfaces.terminal.puzzle import Opponent

    typer.echo(f"{chosen.position.to_move} plays {chosen.answer} and wins in {chosen.length} plies at most.")
    typer.echo(f"Line: {' '.join(Opponent(chosen).line())}")
    typer.echo(f'All moves: malecon solve --game {chosen.game} --board {chosen.board} --moves "{chosen.moves}" --all')


@puzzle.command()
def make(
    out: Annotated[Path, typer.Option(help="Write the puzzles to this file.")] = Path("puzzles.tsv"),
    number: Annotated[int, typer.Option("--count", "-n", min=1, help="How many.")] = 100,
    game: GameName = None,
    boards: Annotated[
        str | None, typer.Option("--boards", "-b", help="Boards in turn, such as 4,5,6. \\[default: the small ones]")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Who plays the games. \\[default: a careless one]")] = None,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a move in the games.")] = 30,
    nodes: Nodes = 15_000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same puzzles.")] = 1,
) -> None:
    """Make puzzles from games of a player against itself; Ctrl-C keeps those that are found by then."""
    from malecon.warmup.steps import PROOF, SEARCH, ensure_warm

    name = game_name(game)
    if out.is_dir() or not out.parent.is_dir():
        raise GameError(f"{out}: no puzzles can be written there; a file in a folder that exists would be right")
    ensure_warm(name, SEARCH, PROOF)
    from rich.console import Console

    from malecon.games.catalogue import position_class
    from malecon.lab.training.puzzles import PLAYER, SMALL_BOARDS, PuzzleSettings

    chosen = tuple(boards.split(",")) if boards else SMALL_BOARDS.get(name, (position_class(name).quick_board,))
    settings = PuzzleSettings(name, chosen, player or PLAYER, simulations, nodes, seed)
    found = _make(settings, number, Console(stderr=True, highlight=False, markup=False))
    out.write_text("".join(f"{line}\n" for line in _lines(settings, number, found)), encoding="utf-8")
    typer.echo(f"Written: {len(found)} puzzles to {out}")
    if len(found) < number:
        raise typer.Exit(INTERRUPTED)


def _make(settings: PuzzleSettings, number: int, console: Console) -> list[Puzzle]:
    from rich.progress import track

    from malecon.lab.training.puzzles import make_puzzles

    found: list[Puzzle] = []
    try:
        for one in track(
            make_puzzles(settings, number), "Puzzles", number, console=console, disable=not console.is_terminal
        ):
            found.append(one)
            if not console.is_terminal:
                console.print(f"{len(found)} of {number}: {one.board}, {one.length} plies", soft_wrap=True)
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(found)} of {number} puzzles.")
    return found


def _lines(settings: PuzzleSettings, number: int, puzzles: Sequence[Puzzle]) -> list[str]:
    """The file: how it was made, then the puzzles from short to long on each board."""
    command = f"malecon puzzle make --count {number} --game {settings.game} --boards {','.join(settings.boards)}"
    command += f' --player "{settings.player}" --simulations {settings.simulations}'
    places = {board: place for place, board in enumerate(settings.boards)}
    ordered = sorted(puzzles, key=lambda one: (places[one.board], one.length, one.moves))
    return [
        f"# {command} --nodes {settings.nodes} --seed {settings.seed}",
        "# game, board, moves, the only winning move, plies to the win at most",
        *map(str, ordered),
    ]


@puzzle.command()
def check(
    source: Annotated[Path | None, typer.Argument(help="A set of puzzles. \\[default: the one that ships]")] = None,
    nodes: Nodes = 400_000,
) -> None:
    """Check a set: each answer must be proved to win, and every other move not to."""
    from rich.console import Console
    from rich.progress import track

    from malecon.warmup.steps import PROOF, ensure_warm

    puzzles = _read(source)
    for name in sorted({one.game for one in puzzles}):
        ensure_warm(name, PROOF)
    from malecon.solver.puzzles import check_puzzles

    console, flaws = Console(stderr=True), 0
    results = track(
        check_puzzles(puzzles, nodes), "Checking", len(puzzles), console=console, disable=not console.is_terminal
    )
    checked = 0
    with _stopping(lambda: f"{checked - flaws} of {checked} puzzles are right so far."):
        for _, flaw in results:
            checked += 1
            if flaw:
                flaws += 1
                typer.echo(f"Puzzle {checked}: {flaw}")
    typer.echo(f"{len(puzzles) - flaws} of {len(puzzles)} puzzles are right.")
    if flaws:
        raise typer.Exit(WRONG)


@puzzle.command()
def exam(
    player: Annotated[str, typer.Argument(help="A player as text; malecon players lists what there is.")] = "malecon",
    source: Source = None,
    seconds: Annotated[float | None, typer.Option(help="How long on each puzzle.")] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="How many simulations on each. \\[default: 5000]")
    ] = None,
    seed: Annotated[int, typer.Option(help="With simulations, the same moves.")] = 1,
) -> None:
    """Let a player try every puzzle: how many it solves, and of how many it proves that they are won."""
    from rich.console import Console
    from rich.progress import track

    from malecon.players.player import Limit
    from malecon.warmup.steps import PROOF, SEARCH, ensure_warm

    limit = Limit(seconds=seconds, simulations=simulations or (None if seconds else SIMULATIONS))
    puzzles = _read(source)
    for name in sorted({one.game for one in puzzles}):
        ensure_warm(name, SEARCH, PROOF)
    from malecon.lab.training.puzzles import evaluate_player

    console, solved, proved = Console(stderr=True), 0, 0
    tries = track(
        evaluate_player(puzzles, player, limit, seed),
        "Puzzles",
        len(puzzles),
        console=console,
        disable=not console.is_terminal,
    )
    tried = 0
    with _stopping(lambda: f"{player} solves {solved} of {tried} puzzles so far and proves {proved} of them."):
        for is_solved, is_proved in tries:
            tried, solved, proved = tried + 1, solved + is_solved, proved + is_proved
    typer.echo(f"{player} solves {solved} of {len(puzzles)} puzzles and proves {proved} of them.")
