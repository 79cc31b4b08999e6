"""From an experiment to its matches: one for each row at a budget."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from inspect import signature

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.experiments.model import Budget, Experiment, Row
from malecon.lab.matches.match import Match
from malecon.players.factory import make_player
from malecon.players.player import Limit

NOT_OPTIONS = ("moves",)  # parameters of a position that are not options of the board


@dataclass(frozen=True)
class PlannedRow:
    """A row at a budget, and its match."""

    experiment: Experiment
    row: Row
    budget: str
    match: Match
    until_decided: bool = False
    """Whether to stop at a verdict; the number of games of the match is then a limit."""

    def with_games(self, games: int) -> PlannedRow:
        """Return a copy with another number of games."""
        return replace(self, match=replace(self.match, games=games))

    def played_until_decided(self, max_games: int) -> PlannedRow:
        """Return a copy that stops at a verdict; a row without a published result keeps its number of games."""
        return replace(self.with_games(max_games), until_decided=True) if self.row.paper else self


def plan(experiment: Experiment, budget: str, games: int | None = None) -> list[PlannedRow]:
    """Return every row with its match; raise GameError if one cannot be played."""
    return [
        PlannedRow(experiment, row, budget, match_for_row(experiment, row, budget, games)) for row in experiment.rows
    ]


def distinct_matches(planned: Iterable[PlannedRow]) -> list[Match]:
    """Return each match once, with the largest number of games that a row requests."""
    matches: dict[str, Match] = {}
    for entry in planned:
        known = matches.get(entry.match.key)
        if known is None or known.games < entry.match.games:
            matches[entry.match.key] = entry.match
    return list(matches.values())


def match_for_row(experiment: Experiment, row: Row, budget: str, games: int | None = None) -> Match:
    """Return the match of a row; its seed is derived from the row's settings and the seed of the experiment.

    Equal rows, even in different files, have the same match and share its games.
    """
    chosen = experiment.budget(row, budget)
    try:
        _check_options(row)
        a, b = (make_player(text, game=row.game).name for text in (row.a, row.b))
        board = row.game, row.options, row.openings
        bare = Match(a, b, _limits(chosen), games or chosen.games, 0, *board, compare=row.compare)
    except GameError as error:
        reason = str(error).partition(" There are: ")[0]  # leave out the long list of techniques
        raise GameError(f"{experiment.id}: cannot play row {row.name!r}: {reason}") from None
    return replace(bare, seed=_seed(bare, experiment.seed))


def _check_options(row: Row) -> None:
    """Raise GameError if the game does not have one of the options."""
    known = [name for name in signature(position_class(row.game)).parameters if name not in NOT_OPTIONS]
    for name, _ in row.options:
        if name not in known:
            raise GameError(f"{row.game} has no option {name!r}; choose one of: {', '.join(known)}")


def _limits(budget: Budget) -> tuple[Limit, Limit]:
    simulations, seconds = budget.simulations or (None, None), budget.seconds or (None, None)
    return Limit(seconds[0], simulations[0]), Limit(seconds[1], simulations[1])


def _seed(match: Match, seed: int) -> int:
    """Return a seed of 48 bits, short enough to be typed."""
    text = json.dumps([match.key, seed])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
