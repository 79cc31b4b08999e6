"""Options that several commands share, and the functions that parse their values.

A default that differs between commands is written into the help text by `seconds_option` and `simulations_option`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from malecon.games.catalogue import DEFAULT_GAME, GAMES, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.player import Limit
from malecon.proofs.book import add_proof_file, load_books

T = TypeVar("T")


class Coordinates(StrEnum):
    """How a game record writes cells."""

    GRID = "grid"
    LITTLEGOLEM = "littlegolem"


def seconds_option(default: float) -> Any:
    """Return `--seconds` with its default in the help text."""
    return typer.Option("--seconds", help=f"Thinking time in seconds. \\[default: {default:g}]")


def simulations_option(default: int | None = None) -> Any:
    """Return `--simulations`, with its default in the help text if it has one."""
    text = "Number of simulations per move." + (f" \\[default: {default}]" if default else "")
    return typer.Option("--simulations", help=text)


GameName = Annotated[
    str | None,
    typer.Option("--game", "-g", help=f"Game: {', '.join(GAMES)}. \\[default: {DEFAULT_GAME}]"),
]
BoardText = Annotated[
    str | None,
    typer.Option("--board", "--base", "-b", help="Board: the base of Havannah, such as 8, or rows x columns: 8x8."),
]
HavannahBase = Annotated[int, typer.Option("--base", "-b", help="Cells per side of the board, 2 to 14.")]
SwapRule = Annotated[bool, typer.Option("--swap/--no-swap", help="Play with the swap rule.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="Game record (SGF or HGF); - reads standard input.")]
OptionalRecordFile = Annotated[
    Path | None, typer.Argument(metavar="RECORD", help="Game record (SGF or HGF); - reads standard input.")
]
RecordCoordinates = Annotated[
    Coordinates | None, typer.Option("--coordinates", help="Coordinates of the record. \\[default: detect them]")
]
GameNumber = Annotated[int, typer.Option("--game", min=1, help="Number of the game in a file with several games.")]
MoveNumber = Annotated[
    int | None, typer.Option("--move", min=0, help="Use the position after this many moves. \\[default: the last]")
]
MovesText = Annotated[
    str, typer.Option("--moves", help='Moves to play first, such as "d4 e5"; after those of a record.')
]
PlayerText = Annotated[str, typer.Option("--player", "-p", help="Player to use; see `malecon players`.")]
Threads = Annotated[int, typer.Option("--threads", help="Number of search threads.")]
Memory = Annotated[int, typer.Option("--memory", help="Memory per search tree, in megabytes.")]
Seed = Annotated[
    int, typer.Option("--seed", help="Random seed; a search of N simulations on one thread is reproducible.")
]
ProofFile = Annotated[
    Path | None,
    typer.Option(
        "--proof", metavar="FILE", help="Packed proof for players such as `perfect`, besides the bundled ones."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")]


def parse_game(text: str | None) -> str:
    """Return the name of a game, by default Havannah; raise GameError if it is unknown."""
    name = DEFAULT_GAME if text is None else text.strip().lower()
    if name not in GAMES:
        raise GameError(f"unknown game {name!r}; choose one of {', '.join(GAMES)}")
    return name


def parse_board(game: str, board: str | None, *, swap: bool = False, quick: bool = False) -> dict[str, Any]:
    """Return the arguments of a new position on a board, by default the usual one or, with `quick`, a small one."""
    rules = position_class(game)
    options = rules.board_options(board or (rules.quick_board if quick else rules.default_board))
    if swap and "swap_rule" not in rules.extra_options:
        raise GameError(f"{rules.title} has no swap rule; omit --swap")
    return options | ({"swap_rule": True} if swap else {})


def new_position(game: str, board: str | None, *, swap: bool = False) -> Position:
    """Return the initial position of a game."""
    return position_class(game)(**parse_board(game, board, swap=swap))


def parse_limit(seconds: float | None, simulations: int | None, default: Limit) -> Limit:
    """Return the limit that two options set, or the default if both are absent."""
    return default if seconds is None and simulations is None else Limit(seconds, simulations)


def parse_limits(seconds: str | None, simulations: str | None, default: Limit) -> tuple[Limit, Limit]:
    """Return the limits of players A and B, from options with one value for both or two with a comma."""
    first, second = zip(
        parse_pair("--seconds", seconds, float), parse_pair("--simulations", simulations, int), strict=True
    )
    return parse_limit(*first, default), parse_limit(*second, default)


def parse_pair(option: str, text: str | None, number: Callable[[str], T]) -> tuple[T, T] | tuple[None, None]:
    """Return the values of an option for players A and B: `2` is for both, `1,2` for one each."""
    if text is None:
        return None, None
    try:
        values = [number(word) for word in text.split(",")]
    except ValueError:
        values = []
    if len(values) not in (1, 2):
        raise GameError(f"{option} takes one number, or two separated by a comma for A and B, not {text!r}")
    return values[0], values[-1]


def use_proof(path: Path | None) -> None:
    """Verify a user's packed proof and let players use it; raise GameError if it has a flaw."""
    if path is not None:
        load_books([path])
        add_proof_file(path)


def check_output_file(path: Path, option: str) -> None:
    """Raise GameError if a file cannot be created there, before the work begins."""
    if path.is_dir():
        raise GameError(f"{option} {path} is a folder; name a file")
    if not path.absolute().parent.is_dir():
        raise GameError(f"{option} {path}: the folder {path.parent} does not exist; create it first")
