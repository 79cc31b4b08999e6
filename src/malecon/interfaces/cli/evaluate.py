"""`malecon eval`: the static evaluation of a position."""

from __future__ import annotations

import json
from dataclasses import replace

import typer

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.cli.console import plain_console
from malecon.interfaces.cli.options import (
    AsJson,
    BoardText,
    GameName,
    MoveNumber,
    MovesText,
    OptionalRecordFile,
    PlayerText,
)
from malecon.interfaces.cli.sources import read_position
from malecon.interfaces.terminal.evaluation import EvaluationView
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.evaluation import Evaluation, Term
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.net_eval import NetOpinion, net_opinion
from malecon.search.static_eval import static_chance
from malecon.warmup.steps import EVALUATION, ensure_warm

LEAST_SHARE = 0.01  # probabilities below it are not shown


def evaluate(
    source: OptionalRecordFile = None,
    moves: MovesText = "",
    game: GameName = None,
    board: BoardText = None,
    move: MoveNumber = None,
    player: PlayerText = "malecon",
    as_json: AsJson = False,
) -> None:
    """Show the static evaluation of a position, without search.

    Prints White's winning chance, every term of the evaluation, and boards with the values of cells. The parameters of
    --player convert the lead into a chance.
    """
    position = read_position(source, move, game, board)
    position.play_all(moves)
    if position.is_over:
        raise GameError(f"nothing to evaluate: the game is over ({position.outcome})")
    ensure_warm(position.game, EVALUATION)
    view = _view(position, player)
    if as_json:
        typer.echo(json.dumps(view.as_dict(), indent=2))
    else:
        _print(view)


def _view(position: Position, player: str) -> EvaluationView:
    explain = knowledge_of(position.game).explain
    if explain is None:
        raise GameError(f"{position.title} has no static evaluation")
    texts = preset_texts(position.game, position.size)
    techniques = parse_player(player, texts, position.game).techniques(texts)
    evaluation = explain(position)
    if knowledge_of(position.game).net is not None:
        evaluation = _with_net(evaluation, net_opinion(position))
    return EvaluationView(position, evaluation, static_chance(position, techniques))


def _with_net(evaluation: Evaluation, opinion: NetOpinion) -> Evaluation:
    """Add what the net says: the chances, and the probability of each move that has one percent or more."""
    likely = {move: f"{100 * share:.0f}" for move, share in opinion.policy.items() if share >= LEAST_SHARE}
    term = Term("chance by the net (%)", 100 * opinion.chance, 100 - 100 * opinion.chance)
    maps = {**evaluation.maps, "probability of each move by the net, in percent": likely}
    return replace(evaluation, terms=[*evaluation.terms, term], maps=maps)


def _print(view: EvaluationView) -> None:
    console = plain_console()
    console.print(view.heading(), soft_wrap=True)
    console.print(str(view.position), soft_wrap=True)
    console.print()
    console.print(view.terms())
    for board in view.boards():
        console.print()
        console.print(board, soft_wrap=True)
