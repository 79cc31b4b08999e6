"""The score of a match: a live display while it runs, and a table at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from malecon.interfaces.terminal.figures import (
    WARNING,
    clock_text,
    elo_interval_text,
    elo_text,
    percent_interval_text,
)
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B, Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.intervals import Interval
from malecon.lab.statistics.sprt import Sprt

STATUS_SECONDS = 10.0  # between two status lines if the output is not a terminal
COUNTS, FAULTS = ("won", "drawn", "lost", "forfeits"), ("time", "crash")
FIGURES = ("score", "95% interval", "Elo", "95% interval")
WIDE = 92  # columns of a terminal that shows the kinds of forfeits even if there are none


class MatchView:
    """A match, its score so far and its duration."""

    def __init__(self, match: Match, sprt: Sprt | None) -> None:
        self.match = match
        self.score = Score()
        self.sprt = sprt
        self.began = time.monotonic()
        self._last_line = self._first_result = self.began

    def add(self, result: GameResult) -> None:
        """Add the result of a game to the score."""
        if self.score.games == 0:
            self._first_result = time.monotonic()
        self.score.add(result)

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the sequential test has accepted; None if it is undecided or there is no test."""
        return self.sprt.verdict(self.score.pairs) if self.sprt else None

    @property
    def seconds(self) -> float:
        """Seconds since the match began."""
        return time.monotonic() - self.began

    # --- live display --------------------------------------------------------------------------------------------

    def __rich__(self) -> RenderableType:
        score, games = self.score, self.match.games
        bar = Table.grid(padding=(0, 1))
        bar.add_row(f"{score.games} of {games} games", ProgressBar(games, score.games, width=30), self._clock())
        names = f"A  {self.match.a}\nB  {self.match.b}"
        lines = [Text(line) for line in (*self._score_lines(), self._speeds())]
        return Group(Text(names), bar, *lines)

    def _score_lines(self) -> Iterator[str]:
        score = self.score
        yield f"A {score.points:g} of {score.games} points: {score.wins} won, {score.draws} drawn, {score.losses} lost"
        elo = f"Elo {elo_text(score.elo)} [{elo_interval_text(score.elo_interval)}]"
        yield f"  {score.share:.1%} [{percent_interval_text(score.interval)}], {elo}"
        if self.sprt:
            bounds = "({:.2f}, {:.2f})".format(*self.sprt.bounds)
            yield f"  SPRT {self.sprt.elo0:g} or {self.sprt.elo1:g} Elo: {self.sprt.ratio(score.pairs):.2f} {bounds}"
        if score.forfeits:
            kinds = "forfeited: A {}, B {}", "on time: A {}, B {}", "crashed: A {}, B {}"
            counts = score.forfeit_counts, score.time_losses, score.crashes
            yield "  " + "; ".join(text.format(*count) for text, count in zip(kinds, counts, strict=True))

    def _speeds(self) -> str:
        return f"  simulations per second: {_both(self.score.simulations_per_second, ',.0f')}"

    def _clock(self) -> str:
        """Return the elapsed and the remaining time, estimated without the first game, which waits for processes."""
        done = self.score.games
        if done < 2:
            return clock_text(self.seconds)
        left = clock_text((time.monotonic() - self._first_result) / (done - 1) * (self.match.games - done))
        return f"{clock_text(self.seconds)}, {'at most ' if self.sprt else ''}{left} left"

    def status_line(self) -> str | None:
        """Return the state in one line, or None if the last line is recent."""
        if time.monotonic() - self._last_line < STATUS_SECONDS:
            return None
        self._last_line = time.monotonic()
        words = [" ".join(line.split()) for line in (*self._score_lines(), self._speeds())]
        return f"{self.score.games} of {self.match.games} games, {self._clock()}; {'; '.join(words)}"

    # --- result ---------------------------------------------------------------------------------------------------

    def print_result(self, console: Console) -> None:
        """Print the players, the table, and details of the match."""
        console.print(f"A  {self.match.a}\nB  {self.match.b}", soft_wrap=True)
        console.print(self._table(with_faults=bool(self.score.forfeits) or console.width >= WIDE))
        for line in self._remarks():
            console.print(line, soft_wrap=True)
        for warning in filter(None, (self.score.forfeit_warning, self.score.repeat_warning)):
            console.print(warning, style=WARNING, soft_wrap=True)

    def _table(self, *, with_faults: bool) -> Table:
        """Return the table; without the kinds of forfeits it fits into 80 columns."""
        table = Table("", *COUNTS, *(FAULTS if with_faults else ()), *FIGURES, collapse_padding=True)
        for column in table.columns[1:]:
            column.justify = "right"
        score, (low, high), (elo_low, elo_high) = self.score, self.score.interval, self.score.elo_interval
        against = Interval(1 - high, 1 - low), Interval(-elo_high, -elo_low)
        for side, intervals in ((A, (score.interval, score.elo_interval)), (B, against)):
            faults = (str(score.time_losses[side]), str(score.crashes[side])) if with_faults else ()
            counts, figures = self._counts(side), self._figures(side, *intervals)
            table.add_row("AB"[side], *counts, *faults, *figures)
        return table

    def _counts(self, side: int) -> list[str]:
        """Return the numbers of games that A or B won, drew, lost and forfeited."""
        score = self.score
        won = score.wins if side == A else score.losses
        return [str(count) for count in (won, score.draws, score.games - won - score.draws, score.forfeit_counts[side])]

    def _figures(self, side: int, interval: Interval, elo_interval: Interval) -> list[str]:
        """Return score and Elo difference from the point of view of A or B."""
        share, difference = (self.score.share, self.score.elo) if side == A else (1 - self.score.share, -self.score.elo)
        return [
            f"{share:.1%}",
            percent_interval_text(interval),
            elo_text(difference),
            elo_interval_text(elo_interval),
        ]

    def _remarks(self) -> Iterator[str]:
        score = self.score
        if score.games:
            pairs = " ".join(str(count) for count in score.pairs)
            yield f"Pairs in which A scored 0, 1/2, 1, 3/2, 2 points: {pairs}; White scored {score.white_share:.1%}"
            yield f"{score.games} games of {score.mean_plies:.1f} plies in {clock_text(self.seconds)}"
            speeds, paces = _both(score.simulations_per_second, ",.0f"), _both(score.seconds_per_move, ".3f")
            yield f"Simulations per second: {speeds}; seconds per move: {paces}"
        if self.sprt:
            yield f"SPRT: {verdict_text(self.sprt, score)} (log-likelihood ratio {self.sprt.ratio(score.pairs):.2f})"
        if score.forfeits and not score.forfeit_warning:
            yield f"Forfeited games: {len(score.forfeits)}; the first: {score.forfeits[0]}"


def _both(figure: Callable[[int], float], form: str) -> str:
    return f"A {figure(A):{form}}, B {figure(B):{form}}"


def verdict_text(sprt: Sprt, score: Score) -> str:
    """Return the result of the sequential test."""
    match sprt.verdict(score.pairs):
        case "elo1":
            return f"accepted that A is {sprt.elo1:g} Elo stronger, not {sprt.elo0:g}"
        case "elo0":
            return f"accepted that A is {sprt.elo0:g} Elo stronger, not {sprt.elo1:g}"
    return f"undecided between {sprt.elo0:g} and {sprt.elo1:g} Elo"
