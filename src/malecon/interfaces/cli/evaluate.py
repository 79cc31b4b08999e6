"""`malecon eval`: what the static evaluation sees in a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import BoardText, GameName, position_from

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.interfaces.terminal.evaluation import EvaluationView


def evaluate(
    source: Annotated[Path | None, typer.Argument(help="A game record, SGF or HGF; - is standard input.")] = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d4 e5"; after those of a record.')] = "",
    game: GameName = None,
    board: BoardText = None,
    move: Annotated[
        int | None, typer.Option(min=0, help="The record after so many moves. \\[default: the end]")
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            "--player", "-p", help="Whose parameters turn the lead into a chance; malecon players lists them."
        ),
    ] = "malecon",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")] = False,
) -> None:
    """Evaluate a position without search: the chance of White, every term, and their numbers on the board."""
    from malecon.warmup.steps import EVALUATION, ensure_warm

    position = position_from(source, move, game, board)
    position.play_all(moves)
    if position.is_over:
        raise GameError(f"there is nothing to evaluate: the game is over ({position.outcome})")
    ensure_warm(position.game, EVALUATION)
    view = _view(position, player)
    if as_json:
        typer.echo(json.dumps(view.as_dict(), indent=2))
    else:
        _print(view)


def _view(position: Position, player: str) -> EvaluationView:
    from malecon.interfaces.terminal.evaluation import EvaluationView
    from malecon.knowledge.catalogue import knowledge_of
    from malecon.players.presets import preset_texts
    from malecon.players.spec import parse_player
    from malecon.search.static_eval import static_chance

    explain = knowledge_of(position.game).explain
    if explain is None:
        raise GameError(f"nothing is known of {position.title} by which a position could be evaluated")
    texts = preset_texts(position.game, position.size)
    techniques = parse_player(player, texts, position.game).techniques(texts)
    return EvaluationView(position, explain(position), static_chance(position, techniques))


def _print(view: EvaluationView) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(view.heading(), soft_wrap=True)
    console.print(str(view.position), soft_wrap=True)
    console.print()
    console.print(view.terms())
    for board in view.boards():
        console.print()
        console.print(board, soft_wrap=True)
