"""The score of a match on the screen: a few lines that change while it goes on, and a table at its end."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B, Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.intervals import Interval
from malecon.lab.statistics.sprt import Sprt, sprt_bounds

LINE_EVERY = 10.0  # seconds between two lines where nothing can be redrawn
HEADINGS = ("", "points", "won", "drawn", "lost", "score", "95% interval", "Elo", "95% interval")
TABLE_WIDTH = 90  # where no terminal says how wide it is


class Scoreboard:
    """A match, its score so far, and the clock."""

    def __init__(self, match: Match, sprt: Sprt | None) -> None:
        self.match = match
        self.score = Score()
        self.sprt = sprt
        self.began = time.monotonic()
        self._last_line = self._first_result = self.began

    def add(self, result: GameResult) -> None:
        """Count a game."""
        if self.score.games == 0:
            self._first_result = time.monotonic()
        self.score.add(result)

    @property
    def verdict(self) -> str | None:
        """What a sequential test has accepted, if there is one and it has."""
        return self.sprt.verdict(self.score.pairs) if self.sprt else None

    @property
    def seconds(self) -> float:
        """How long the match has gone on."""
        return time.monotonic() - self.began

    # --- while it goes on -----------------------------------------------------------------------------------------

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
        yield f"  {score.share:.1%} [{percents(score.interval)}], Elo {elo(score.elo)} [{elos(score.elo_interval)}]"
        if self.sprt:
            bounds = "({:.2f}, {:.2f})".format(*sprt_bounds())
            yield f"  SPRT {self.sprt.elo0:g} or {self.sprt.elo1:g} Elo: {self.sprt.ratio(score.pairs):.2f} {bounds}"

    def _speeds(self) -> str:
        return f"  simulations a second: {_both(self.score.simulations_per_second, ',.0f')}"

    def _clock(self) -> str:
        """The time gone, and how long the rest will take; the first game does not count, for it waits for processes."""
        done = self.score.games
        if done < 2:
            return clock(self.seconds)
        left = clock((time.monotonic() - self._first_result) / (done - 1) * (self.match.games - done))
        return f"{clock(self.seconds)}, {'at most ' if self.sprt else ''}{left} left"

    def line_now_and_then(self) -> str | None:
        """The state in one line, where the last one was some time ago."""
        if time.monotonic() - self._last_line < LINE_EVERY:
            return None
        self._last_line = time.monotonic()
        words = [" ".join(line.split()) for line in (*self._score_lines(), self._speeds())]
        return f"{self.score.games} of {self.match.games} games, {self._clock()}; {'; '.join(words)}"

    # --- at the end -----------------------------------------------------------------------------------------------

    def final(self, console: Console) -> None:
        """Print the result: who played, the table, and what else there is to say."""
        console.print(f"A  {self.match.a}\nB  {self.match.b}", soft_wrap=True)
        wide = console if console.is_terminal else Console(width=TABLE_WIDTH, highlight=False)
        wide.print(self._table())
        for line in self._remarks():
            console.print(line, soft_wrap=True)

    def _table(self) -> Table:
        table = Table(*HEADINGS)
        for column in table.columns[1:]:
            column.justify = "right"
        score, (low, high), (elo_low, elo_high) = self.score, self.score.interval, self.score.elo_interval
        against = Interval(1 - high, 1 - low), Interval(-elo_high, -elo_low)
        table.add_row(*self._row(A, score.wins, score.interval, score.elo_interval))
        table.add_row(*self._row(B, score.losses, *against))
        return table

    def _row(self, side: int, won: int, interval: Interval, elo_interval: Interval) -> Iterator[str]:
        """The figures of A, or the same match seen by B."""
        score = self.score
        points = won + score.draws / 2
        share, difference = (score.share, score.elo) if side == A else (1 - score.share, -score.elo)
        yield from ("AB"[side], f"{points:g}", *map(str, (won, score.draws, score.games - won - score.draws)))
        yield from (f"{share:.1%}", percents(interval), elo(difference), elos(elo_interval))

    def _remarks(self) -> Iterator[str]:
        score = self.score
        if score.games:
            pairs = " ".join(str(count) for count in score.pairs)
            yield f"Pairs in which A made 0, 1/2, 1, 3/2, 2 points: {pairs}. White scored {score.white_share:.1%}."
            yield f"{score.games} games of {score.plies / score.games:.1f} plies in {clock(self.seconds)}."
            speeds, paces = _both(score.simulations_per_second, ",.0f"), _both(score.seconds_per_move, ".3f")
            yield f"Simulations a second: {speeds}; seconds a move: {paces}."
        if self.sprt:
            yield f"SPRT: {verdict_text(self.sprt, score)} (log likelihood ratio {self.sprt.ratio(score.pairs):.2f})."
        if score.forfeits:
            yield f"{len(score.forfeits)} of the games were forfeited; the first: {score.forfeits[0]}"


def _both(figure: Callable[[int], float], form: str) -> str:
    return f"A {figure(A):{form}}, B {figure(B):{form}}"


def verdict_text(sprt: Sprt, score: Score) -> str:
    """What a sequential test says about A."""
    match sprt.verdict(score.pairs):
        case "elo1":
            return f"accepted that A is {sprt.elo1:g} Elo stronger rather than {sprt.elo0:g}"
        case "elo0":
            return f"accepted that A is {sprt.elo0:g} Elo stronger rather than {sprt.elo1:g}"
    return f"undecided between {sprt.elo0:g} and {sprt.elo1:g} Elo"


def percents(interval: Interval) -> str:
    """An interval of shares."""
    return f"{100 * interval.low:.1f} to {interval.high:.1%}"


def elo(difference: float) -> str:
    """An Elo difference with its sign."""
    if math.isinf(difference):
        return "+inf" if difference > 0 else "-inf"
    return f"{round(difference):+d}"


def elos(interval: Interval) -> str:
    """An interval of Elo differences."""
    return f"{elo(interval.low)} to {elo(interval.high)}"


def clock(seconds: float) -> str:
    """A time as minutes and seconds, with hours where there are some."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
