"""A search for better parameters on the screen: what is tried, the best so far, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from malecon.interfaces.terminal.match_view import clock, elo, elos, percents
from malecon.lab.tuning.tuner import CONFIRMATION, FINAL, GAINED, LOST, SEARCH, Trial, Tuner

LINE_EVERY = 15.0  # seconds between two lines where nothing can be redrawn
SHOWN = 5  # trials in the table


class TuneBoard:
    """A tuner, seen from outside."""

    def __init__(self, tuner: Tuner) -> None:
        self.tuner = tuner
        self._began = self._last_line = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has gone on."""
        return time.monotonic() - self._began

    # --- while it goes on -------------------------------------------------------------------------------------------

    def __rich__(self) -> RenderableType:
        done, total = self._progress()
        bar = Table.grid(padding=(0, 1))
        bar.add_row(self._place(), ProgressBar(total, done, width=30), clock(self.seconds))
        return Group(bar, self._trials(), Text(self._now()))

    def _progress(self) -> tuple[int, int]:
        """Steps done and to do of the phase."""
        tuner = self.tuner
        match tuner.phase:
            case "search":
                return len(tuner.trials), tuner.plan.trials
            case "final":
                return sum(trial.score.games for trial in tuner.finalists), 2 * tuner.plan.games * len(tuner.finalists)
        return tuner.confirmation.games, tuner.plan.confirmation_games

    def _place(self) -> str:
        done, total = self._progress()
        words = {SEARCH: f"search: {done} of {total} trials", FINAL: "final: the best again, in other games"}
        return words.get(self.tuner.phase, f"proof: {done} of {total} fresh games")

    def _now(self) -> str:
        """What is played now."""
        tuner = self.tuner
        if tuner.phase == CONFIRMATION:
            score = tuner.confirmation
            return f"{_score_text(score.share, score.games, percents(score.interval))} as it was"
        return _line(tuner.current) if tuner.current else ""

    def _trials(self) -> Table:
        table = Table("best trials", "score", "95% interval", "games", box=None, pad_edge=False)
        best = sorted(self.tuner.trials, key=lambda trial: -trial.score.interval.low)
        for trial in [trial for trial in best if trial.score.games][:SHOWN]:
            score = trial.score
            table.add_row(_values(trial), f"{score.share:.1%}", percents(score.interval), str(score.games))
        return table

    def line_now_and_then(self) -> str | None:
        """The state in one line, where the last one was some time ago."""
        if time.monotonic() - self._last_line < LINE_EVERY:
            return None
        self._last_line = time.monotonic()
        return f"{self._place()}, {clock(self.seconds)}; {self._now()}"

    # --- before and after -------------------------------------------------------------------------------------------

    def heading(self) -> Iterator[str]:
        """What is searched."""
        yield f"Tuning {self.tuner.plan.player}"
        for parameter in self.tuner.parameters:
            yield f"  {parameter.name}: now {parameter.value}, tried {parameter.span}"

    def final(self, console: Console) -> None:
        """Print what came of it."""
        console.print(self._trials())
        for line in self.remarks():
            console.print(line, soft_wrap=True)

    def remarks(self) -> Iterator[str]:
        """The verdict in plain words."""
        tuner = self.tuner
        games = sum(trial.score.games for trial in tuner.trials)
        confirmed = tuner.confirmation.games
        yield f"{len(tuner.trials)} trials, {games:,} games, and {confirmed:,} to confirm; {clock(self.seconds)}."
        if tuner.winner is None:
            yield "Nothing was gained: no values that were tried did better than those it has. It stays as it is."
            return
        score = tuner.confirmation
        figures = f"{score.share:.1%} [{percents(score.interval)}], Elo {elo(score.elo)} [{elos(score.elo_interval)}]"
        yield f"Winner: {tuner.winner.player}"
        yield f"  against the player as it was, in {score.games:,} fresh games: {figures}"
        if tuner.verdict == GAINED:
            yield "Gained: the winner is better than the player as it was."
        elif tuner.verdict == LOST:
            yield "Nothing was gained: the winner of the search is worse in fresh games. It stays as it is."
        else:
            yield "Nothing was gained that these games can show: the interval holds 50%. It stays as it is."


def _line(trial: Trial) -> str:
    text = _score_text(trial.score.share, trial.score.games, percents(trial.score.interval))
    return f"trial {trial.number + 1}: {_values(trial)}: {text}"


def _score_text(share: float, games: int, interval: str) -> str:
    return f"{share:.1%} [{interval}] in {games} games" if games else "no game yet"


def _values(trial: Trial) -> str:
    return ", ".join(f"{name}={value}" for name, value in trial.values.items())
