"""A search for better parameters: a live display of the trials, and the result."""

from __future__ import annotations

import time
from collections.abc import Iterator

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
from malecon.lab.matches.score import FAULT_COLUMNS, Score
from malecon.lab.tuning.tuner import CONFIRMATION, FINAL, GAINED, LOST, SEARCH, Trial, Tuner

STATUS_SECONDS = 15.0  # between two status lines if the output is not a terminal
TABLE_ROWS = 5
UNCHANGED = "keep the original player"


class TuningView:
    """A display of a tuner."""

    def __init__(self, tuner: Tuner) -> None:
        self.tuner = tuner
        self._began = self._last_line = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began

    # --- live display -----------------------------------------------------------------------------------------------

    def __rich__(self) -> RenderableType:
        done, total = self._progress()
        bar = Table.grid(padding=(0, 1))
        bar.add_row(self._phase_text(), ProgressBar(total, done, width=30), clock_text(self.seconds))
        return Group(bar, self._trials(), Text(self._current_text()))

    def _progress(self) -> tuple[int, int]:
        """Return the finished and the total number of steps in the current phase."""
        tuner = self.tuner
        if tuner.phase == SEARCH:
            return len(tuner.trials), tuner.plan.trials
        if tuner.phase == FINAL:
            return sum(trial.score.games for trial in tuner.finalists), 2 * tuner.plan.games * len(tuner.finalists)
        return tuner.confirmation.games, tuner.plan.confirmation_games

    def _phase_text(self) -> str:
        done, total = self._progress()
        if self.tuner.phase == SEARCH:
            return f"search: {done} of {total} trials"
        if self.tuner.phase == FINAL:
            return f"final between the best trials: {done} of {total} games"
        return f"confirmation: {done} of {total} new games"

    def _current_text(self) -> str:
        tuner = self.tuner
        if tuner.phase == CONFIRMATION:
            return f"{_score_text(tuner.confirmation)} against the original player"
        if trial := tuner.current:
            return f"trial {trial.number + 1}: {_values_text(trial)}: {_score_text(trial.score)}"
        return ""

    def _trials(self) -> Table:
        table = Table("best trials", "score", "95% interval", "games", *FAULT_COLUMNS, box=None, pad_edge=False)
        best = sorted(self.tuner.trials, key=lambda trial: -trial.score.interval.low)
        for trial in [trial for trial in best if trial.score.games][:TABLE_ROWS]:
            score = trial.score
            interval = percent_interval_text(score.interval)
            counts = [str(count) for count in (score.games, *score.fault_totals)]
            table.add_row(_values_text(trial), f"{score.share:.1%}", interval, *counts)
        return table

    def status_line(self) -> str | None:
        """Return the state in one line, or None if the last line is recent."""
        if time.monotonic() - self._last_line < STATUS_SECONDS:
            return None
        self._last_line = time.monotonic()
        return f"{self._phase_text()}, {clock_text(self.seconds)}; {self._current_text()}"

    # --- before and after -------------------------------------------------------------------------------------------

    def heading(self) -> Iterator[str]:
        """Yield the player, and each parameter with its value and range."""
        yield f"Tuning {self.tuner.plan.player}"
        for parameter in self.tuner.parameters:
            yield f"  {parameter.name}: currently {parameter.value}, range {parameter.span}"

    def print_result(self, console: Console) -> None:
        """Print the best trials and the result of the confirmation."""
        console.print(self._trials())
        for line in self.remarks():
            console.print(line, soft_wrap=True)
        if warning := self.tuner.forfeit_warning:
            console.print(warning, style=WARNING, soft_wrap=True)

    def remarks(self) -> Iterator[str]:
        """Yield the result in words."""
        tuner, score = self.tuner, self.tuner.confirmation
        games = sum(trial.score.games for trial in tuner.trials)
        yield f"{len(tuner.trials)} trials, {games:,} games, {score.games:,} to confirm; {clock_text(self.seconds)}"
        if tuner.winner is None:
            yield f"No improvement: no trial did better than the current values; {UNCHANGED}."
            return
        elo = f"Elo {elo_text(score.elo)} [{elo_interval_text(score.elo_interval)}]"
        yield f"Winner: {tuner.winner.player}"
        yield f"  against the original player: {_score_text(score)}, {elo}"
        if tuner.verdict == GAINED:
            yield "Improvement: the winner is stronger than the original player."
        elif tuner.verdict == LOST:
            yield f"No improvement: the winner of the search loses in new games; {UNCHANGED}."
        else:
            yield f"No significant improvement: the interval contains 50%; {UNCHANGED}."


def _score_text(score: Score) -> str:
    if not score.games:
        return "no games yet"
    return f"{score.share:.1%} [{percent_interval_text(score.interval)}] in {score.games:,} games"


def _values_text(trial: Trial) -> str:
    return ", ".join(f"{name}={value}" for name, value in trial.values.items())
