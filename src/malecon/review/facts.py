"""Why a move was a mistake: facts about the position that it missed or allowed, for a sentence in any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.catalogue import knowledge_of
from malecon.review.review import MoveEvaluation

Fact: TypeAlias = dict[str, Any]


def mistake_facts(evaluation: MoveEvaluation, before: Position) -> list[Fact]:
    """Return what a move missed or allowed, the weightiest fact first; `before` is the position it was played in."""
    facts: list[Fact] = []
    after = before.copy()
    after.play(evaluation.move)
    if evaluation.proof == "win" and evaluation.after < 1.0:
        facts.append({"kind": "missedWin", "length": evaluation.length})
    open_wins = after.winning_moves() if not after.is_over else []
    if open_wins and evaluation.proof != "loss":
        facts.append({"kind": "unanswered", "cells": open_wins})
    elif evaluation.after_proof == "win" and evaluation.proof != "loss":
        facts.append({"kind": "allowsWin", "length": evaluation.after_length + 1})
    return facts or _connection_facts(evaluation, before, after)


def _connection_facts(evaluation: MoveEvaluation, before: Position, after: Position) -> list[Fact]:
    """Compare the stones that both sides need before the move and after the reply to it."""
    compute = knowledge_of(before.game).cell_costs
    replied = _after_reply(after, evaluation.reply)
    if compute is None or replied is None or replied.is_over:
        return []
    old, new = compute(before), compute(replied)
    own, other = evaluation.colour, evaluation.colour.other
    facts: list[Fact] = []
    if new[own].least > old[own].least:
        facts.append({"kind": "ownConnection", "before": old[own].least, "after": new[own].least})
    if new[other].least < old[other].least - 1:
        facts.append({"kind": "otherConnection", "before": old[other].least, "after": new[other].least})
    return facts


def _after_reply(after: Position, reply: Sequence[str]) -> Position | None:
    """Return the position after the first move of the reply."""
    if not reply:
        return None
    position = after.copy()
    try:
        position.play(reply[0])
    except GameError:
        return None
    return position
