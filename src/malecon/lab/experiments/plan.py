"""From an experiment to the matches to be played: one for each row at a budget."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from inspect import signature

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.experiments.model import Budget, Experiment, Row
from malecon.lab.matches.match import Match
from malecon.players.factory import make_player
from malecon.players.player import Limit

NO_OPTIONS = ("moves",)  # arguments of a board that are no options of the game


@dataclass(frozen=True)
class PlannedRow:
    """A row at a budget, and its match."""

    experiment: Experiment
    row: Row
    budget: str
    match: Match

    def with_games(self, games: int) -> PlannedRow:
        """The same with another number of games."""
        return replace(self, match=replace(self.match, games=games))


def plan(experiment: Experiment, budget: str, games: int | None = None) -> list[PlannedRow]:
    """Every row with its match; GameError in one line where one cannot be played here."""
    return [
        PlannedRow(experiment, row, budget, match_for_row(experiment, row, budget, games)) for row in experiment.rows
    ]


def match_for_row(experiment: Experiment, row: Row, budget: str, games: int | None = None) -> Match:
    """The match of a row: its seed comes from all that the row says and the experiment's own seed.

    Two rows that say the same, in whichever files, have the same match and share their games.
    """
    chosen = experiment.budget(row, budget)
    try:
        _check_options(row)
        a, b = (make_player(text, game=row.game).name for text in (row.a, row.b))
        bare = Match(a, b, _limits(chosen), games or chosen.games, 0, row.game, row.options, compare=row.compare)
    except GameError as error:
        reason = str(error).partition(" There are: ")[0]  # all techniques there are would drown it
        raise GameError(f"{experiment.id}, row {row.name!r}, cannot be played: {reason}") from None
    return replace(bare, seed=_seed(bare, experiment.seed))


def _check_options(row: Row) -> None:
    """Refuse options that boards of the game do not have."""
    known = [name for name in signature(position_class(row.game)).parameters if name not in NO_OPTIONS]
    for name, _ in row.options:
        if name not in known:
            raise GameError(f"{row.game} has no option {name!r}, but: {', '.join(known)}")


def _limits(budget: Budget) -> tuple[Limit, Limit]:
    simulations, seconds = budget.simulations or (None, None), budget.seconds or (None, None)
    return Limit(seconds[0], simulations[0]), Limit(seconds[1], simulations[1])


def _seed(match: Match, seed: int) -> int:
    """48 bits, so that a number stays short enough to be typed."""
    text = json.dumps([match.key, seed])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
