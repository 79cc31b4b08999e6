"""The table of a tournament: ratings while it runs, and at the end also the score of every pair."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon.interfaces.terminal.figures import WARNING, clock_text, elo_interval_text, elo_text
from malecon.interfaces.terminal.match_view import STATUS_SECONDS
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B, Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.ratings import Rating, rate

HEADINGS = ("", "player", "Elo", "95% interval", "points", "games", "forfeit", "time", "crash")


class TournamentView:
    """The players of a tournament and the scores of their matches."""

    def __init__(self, players: Sequence[str], matches: Sequence[Match]) -> None:
        self.players = list(players)
        self.matches = list(matches)
        self.scores = {match.key: Score() for match in matches}
        self.total = sum(match.games for match in matches)
        self._began = self._last_line = time.monotonic()

    def add(self, match: Match, result: GameResult) -> None:
        """Add a game."""
        self.scores[match.key].add(result)

    @property
    def done(self) -> int:
        """Number of games played."""
        return sum(score.games for score in self.scores.values())

    def ratings(self) -> list[Rating]:
        """Return the rating list, strongest first; the average player has 0 Elo."""
        pairs = {(match.a, match.b): self.scores[match.key] for match in self.matches}
        results = {pair: (score.points, score.games) for pair, score in pairs.items() if score.games}
        return rate(results, self.players).table()

    def faults(self, player: str) -> tuple[int, int, int]:
        """Return the games that a player forfeited, and of these the time losses and crashes."""
        found = [0, 0, 0]
        for match in self.matches:
            score = self.scores[match.key]
            for side in (A, B):
                if match.players[side] == player:
                    counts = score.forfeit_counts[side], score.time_losses[side], score.crashes[side]
                    found = [total + count for total, count in zip(found, counts, strict=True)]
        return found[0], found[1], found[2]

    # --- display ----------------------------------------------------------------------------------------------------

    def __rich__(self) -> RenderableType:
        heading = f"{self.done} of {self.total} games, {clock_text(time.monotonic() - self._began)}"
        return Group(Text(heading), self._table()) if self.done else Text(heading)

    def status_line(self) -> str | None:
        """Return the state in one line, or None if the last line is recent."""
        if time.monotonic() - self._last_line < STATUS_SECONDS:
            return None
        self._last_line = time.monotonic()
        leaders = ", ".join(f"{row.player} {elo_text(row.elo)}" for row in self.ratings()[:3])
        return f"{self.done} of {self.total} games; {leaders}"

    def _table(self) -> Table:
        table = Table(*HEADINGS, collapse_padding=True)
        for column in (table.columns[0], *table.columns[2:]):
            column.justify = "right"
        for rank, row in enumerate(self.ratings(), 1):
            figures = f"{row.points:g}", str(row.games), *map(str, self.faults(row.player))
            table.add_row(str(rank), row.player, elo_text(row.elo), elo_interval_text(row.interval), *figures)
        return table

    def print_result(self, console: Console) -> None:
        """Print the rating list, the score of every pair, and warnings."""
        console.print(self._table())
        for match in self.matches:
            score = self.scores[match.key]
            counts = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
            console.print(f"{match.a} against {match.b}: {score.points:g} of {score.games}; {counts}", soft_wrap=True)
        for score in self.scores.values():
            for warning in filter(None, (score.forfeit_warning, score.repeat_warning)):
                console.print(warning, style=WARNING, soft_wrap=True)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values; an infinite end of an interval is null."""
        return {
            "games": self.done,
            "ratings": [self._rating(row) for row in self.ratings()],
            "matches": [_match(match, self.scores[match.key]) for match in self.matches],
        }

    def _rating(self, row: Rating) -> dict[str, Any]:
        forfeits, time_losses, crashes = self.faults(row.player)
        ends = [end if math.isfinite(end) else None for end in row.interval]
        figures = {"player": row.player, "elo": row.elo, "interval": ends, "points": row.points, "games": row.games}
        return figures | {"forfeits": forfeits, "time_losses": time_losses, "crashes": crashes}


def _match(match: Match, score: Score) -> dict[str, Any]:
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses, "pairs": score.pairs}
    faults = {"forfeits": score.forfeit_counts, "time_losses": score.time_losses, "crashes": score.crashes}
    return {"a": match.a, "b": match.b, "games": score.games, "points": score.points} | counts | faults
