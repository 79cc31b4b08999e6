"""Which game on which board, as options of several commands say it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from malecon.games.catalogue import DEFAULT_GAME, GAMES, position_class
from malecon.games.errors import GameError

if TYPE_CHECKING:
    from pathlib import Path

    from malecon.games.position import Position

GameName = Annotated[
    str | None,
    typer.Option("--game", "-g", help=f"Which game: {', '.join(GAMES)}. \\[default: {DEFAULT_GAME}]"),
]
BoardText = Annotated[
    str | None,
    typer.Option(
        "--board", "--base", "-b", help="The board: Havannah's base such as 8, or rows x columns such as 8x8."
    ),
]


def game_name(text: str | None) -> str:
    """The game that an option names; GameError where there is no such game."""
    name = DEFAULT_GAME if text is None else text.strip().lower()
    if name not in GAMES:
        raise GameError(f"--game {name!r} is no game that is known here: {', '.join(GAMES)} would be right")
    return name


def board_options(game: str, board: str | None, *, swap: bool = False, quick: bool = False) -> dict[str, Any]:
    """The arguments of a new position: those of the board, by default the game's usual one, or that of quick games."""
    rules = position_class(game)
    options = rules.board_options(board or (rules.quick_board if quick else rules.default_board))
    if swap and "swap_rule" not in rules.extra_options:
        raise GameError(f"{rules.title} has no swap rule: leave --swap out")
    return options | ({"swap_rule": True} if swap else {})


def new_position(game: str, board: str | None, *, swap: bool = False) -> Position:
    """The start of a game."""
    return position_class(game)(**board_options(game, board, swap=swap))


def position_from(
    source: Path | None, move: int | None, game: str | None, board: str | None, *, swap: bool = False
) -> Position:
    """A record's position after so many moves, or the start of a game; its rules are compiled if need be."""
    from malecon.interfaces.cli.records import read_records
    from malecon.interfaces.terminal.record_report import position_after
    from malecon.warmup.steps import ensure_warm

    if source is None:
        name = game_name(game)
        ensure_warm(name)
        return new_position(name, board, swap=swap)
    if game is not None or board is not None:
        raise GameError("a game record brings its own board: leave --game and --board out")
    return position_after(read_records(source)[0], move)
