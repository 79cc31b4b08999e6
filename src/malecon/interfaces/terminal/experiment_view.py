"""Results of experiments beside those of the papers: a live display during a run, and tables."""

from __future__ import annotations

import time

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from malecon.interfaces.terminal.figures import WARNING, clock_text, percent_interval_text
from malecon.interfaces.terminal.interval_plot import Line, interval_plot
from malecon.lab.experiments.model import Experiment, PublishedResult
from malecon.lab.experiments.plan import PlannedRow
from malecon.lab.experiments.progress import Progress
from malecon.lab.matches.score import FAULT_COLUMNS, Score
from malecon.lab.statistics.comparison import Comparison, Sample, Verdict
from malecon.lab.statistics.intervals import wilson

STATUS_SECONDS = 15.0  # between two status lines if the output is not a terminal


def experiment_table(progress: Progress, experiment: Experiment) -> Table:
    """Return the rows of an experiment: our score, the paper's, both with intervals, and whether they agree.

    The kinds of forfeits are columns if there are any: without them the table fits into narrow terminals.
    """
    rows = progress.rows(experiment)
    with_paper = any(entry.row.paper for entry in rows)
    compared = any(entry.row.compare for entry in rows)
    faults = len(FAULT_COLUMNS) if any(progress.score(entry).forfeits for entry in rows) else 1
    table = Table(title=f"{experiment.id}: {experiment.title}", title_justify="left", title_style="bold")
    table.add_column("row")
    headings = ["ours", "95% interval", *(("paper", "95% interval") if with_paper else ())]
    for heading in (*headings, "games", *FAULT_COLUMNS[:faults]):
        table.add_column(heading, justify="right", no_wrap=True)
    if compared:
        table.add_column("different moves", justify="right")
    if with_paper:
        table.add_column("")
    for entry in rows:
        table.add_row(*_cells(entry, progress.score(entry), with_paper, compared, faults))
    return table


def _cells(entry: PlannedRow, score: Score, with_paper: bool, compared: bool, faults: int) -> list[str]:
    figure = entry.row.paper
    points, games = score.points_and_games(figure.colour if figure else "both")
    ours = [f"{points / games:.1%}", percent_interval_text(wilson(points, games))] if games else ["", ""]
    name = entry.row.name + (f" (as {figure.colour})" if figure and figure.colour != "both" else "")
    limit = "" if entry.until_decided else f" of {entry.match.games:,}"
    cells = [name, *ours, *(_paper(figure) if with_paper else ()), f"{score.games:,}{limit}"]
    cells += [f"{count:,}" for count in score.fault_totals[:faults]]
    if compared:
        ours_other = f"{score.differing_moves / score.games:.1f}" if score.games else ""
        paper_other = f" ({figure.differing_moves:g})" if figure and figure.differing_moves is not None else ""
        cells.append(ours_other + paper_other)
    if with_paper:
        cells.append(_verdict(points, games, figure) if figure and games else "")
    return cells


def _paper(figure: PublishedResult | None) -> tuple[str, str]:
    if figure is None:
        return "", ""
    if figure.bound:
        return f"{figure.bound} {figure.share:.1%}", ""
    sample = figure.sample
    return f"{figure.share:.1%}", "unknown" if sample.is_exact else percent_interval_text(sample.interval)


def _verdict(points: float, games: int, figure: PublishedResult) -> str:
    return str(Comparison(Sample.from_games(points, games), figure.sample).verdict)


class ExperimentView:
    """A run in progress: the table of the current experiment, a progress bar and the remaining time."""

    def __init__(self, progress: Progress, jobs: int) -> None:
        self.progress, self.jobs = progress, jobs
        self._last_line = time.monotonic()

    def __rich__(self) -> RenderableType:
        progress = self.progress
        bar = Table.grid(padding=(0, 1))
        done, total = progress.done, progress.total
        bar.add_row(self._games_text(), ProgressBar(total, done, width=30), self._clock())
        return Group(experiment_table(progress, progress.current), bar, Text(self._position_text(), style="dim"))

    def _position_text(self) -> str:
        experiments = self.progress.experiments
        number = experiments.index(self.progress.current) + 1
        return f"experiment {number} of {len(experiments)}; Ctrl-C stops, `malecon lab resume` continues"

    def _games_text(self) -> str:
        """Return the number of games and, if they are played until decided, of rows with a verdict."""
        progress = self.progress
        games = f"{progress.done:,} of {'about ' if progress.is_estimate else ''}{progress.total:,} games"
        if not progress.is_estimate:
            return games
        counts = progress.verdicts()
        agree, still_open = counts[Verdict.AGREES], counts[Verdict.OPEN]
        decided = counts.total() - still_open
        return f"{decided} of {counts.total()} rows decided ({agree} agree, {decided - agree} differ); {games}"

    def _clock(self) -> str:
        left = self.progress.seconds_left(self.jobs)
        return clock_text(self.progress.elapsed) + (f", about {clock_text(left)} left" if left is not None else "")

    def status_line(self) -> str | None:
        """Return the state in one line, or None if the last line is recent."""
        if time.monotonic() - self._last_line < STATUS_SECONDS:
            return None
        self._last_line = time.monotonic()
        progress = self.progress
        row = next(entry for entry in progress.planned if entry.match.key == progress.latest)
        score = progress.score(row)
        figure = f"{score.share:.1%} [{percent_interval_text(score.interval)}] after {score.games} games"
        figure += f", {len(score.forfeits)} forfeited" if score.forfeits else ""
        latest = f"{row.experiment.id}, {row.row.name}: {figure}"
        return f"{self._games_text()}, {self._clock()}; {latest}"


def print_table(console: Console, progress: Progress, experiment: Experiment) -> None:
    """Print the current table of an experiment, a plot of its intervals, and warnings about forfeited games."""
    console.print(experiment_table(progress, experiment))
    lines = [_plot_line(entry, progress.score(entry)) for entry in progress.rows(experiment)]
    for line in interval_plot(lines, console.width):
        console.print(line)
    for entry in progress.rows(experiment):
        score = progress.score(entry)
        for warning in filter(None, (score.forfeit_warning, score.repeat_warning)):
            console.print(f"{entry.row.name}: {warning}", style=WARNING, soft_wrap=True)


def _plot_line(entry: PlannedRow, score: Score) -> Line:
    figure = entry.row.paper
    points, games = score.points_and_games(figure.colour if figure else "both")
    return (
        entry.row.name,
        Sample.from_games(points, games) if games else None,
        figure.sample if figure else None,
    )
