"""Results of experiments: our result of every row next to the published one, and whether they agree.

Reports, plots and CSV files are generated from these; this module only reads the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.experiments.library import find_experiments
from malecon.lab.experiments.model import Budget, Experiment, Row
from malecon.lab.experiments.plan import PlannedRow
from malecon.lab.experiments.runner import started_rows
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import EMPTY_BOARD, Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.comparison import Comparison, Sample, Verdict
from malecon.lab.store.database import Store

BOTH = "both"  # colours


@dataclass(frozen=True)
class RowResult:
    """A row of a table with the published result and ours."""

    row: Row
    match: Match
    score: Score
    """Score of all games."""
    ours: Sample | None
    """Our result, over the games that the published one covers; None if there are none."""
    differing_moves: float | None = None
    """Mean number of moves per game on which the players differ, if the match compares them."""

    @property
    def paper(self) -> Sample | None:
        """The published result, if there is one."""
        return self.row.paper.sample if self.row.paper else None

    @property
    def comparison(self) -> Comparison | None:
        """The comparison of both results, if both exist."""
        return Comparison(self.ours, self.paper) if self.ours and self.paper else None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the comparison, if both results exist."""
        return self.comparison.verdict if self.comparison else None

    @property
    def by_colour(self) -> dict[str, Comparison]:
        """The comparisons of A's games as White and as Black, as far as both results exist."""
        published = self.row.paper.colour_samples() if self.row.paper else {}
        played = {colour: self.score.points_and_games(colour) for colour in published}
        return {
            colour: Comparison(Sample.from_games(*played[colour]), sample)
            for colour, sample in published.items()
            if played[colour][1]
        }

    @property
    def disagrees(self) -> bool:
        """Whether the difference is significant."""
        return self.verdict in (Verdict.SIZE, Verdict.DIRECTION)

    @property
    def remarks(self) -> list[str]:
        """The explanation of a disagreement, and all notes, as far as they apply."""
        remarks = [self.comparison.explanation] if self.disagrees and self.comparison else []
        return remarks + self.notes

    @property
    def notes(self) -> list[str]:
        """The cause of a disagreement, the remark of the file, and warnings, as far as they apply."""
        cause = f"Cause: {self.row.cause}" if self.disagrees and self.row.cause else ""
        return [note for note in (cause, self.row.remark, self.forfeit_remark, self.score.repeat_warning) if note]

    @property
    def forfeit_remark(self) -> str:
        """A note on forfeited games, which is a warning if they are many; empty if there are none."""
        if not self.score.forfeits or self.score.forfeit_warning:
            return self.score.forfeit_warning
        return f"{len(self.score.forfeits)} games were forfeited; the first: {self.score.forfeits[0]}"


@dataclass(frozen=True)
class TableResult:
    """All rows of an experiment at one budget."""

    experiment: Experiment
    budget: str
    rows: tuple[RowResult, ...]
    machines: tuple[str, ...]
    """Machines that played the games, the most frequent first."""
    codes: tuple[str, ...]
    """Versions of the code that played the games, the most frequent first."""
    first: datetime | None
    last: datetime | None
    """Start of the first and the last game."""

    @property
    def name(self) -> str:
        """Name of the form `teytaud2009-rave, quick`."""
        return f"{self.experiment.id}, {self.budget}"

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(result.score.games for result in self.rows)

    @property
    def compares(self) -> bool:
        """Whether moves on which the players differ were counted."""
        return any(result.differing_moves is not None for result in self.rows)

    @property
    def colours(self) -> list[str]:
        """The colours of A for which the paper reports results of their own: White and Black, or none."""
        return list({colour: None for result in self.rows for colour in result.by_colour})

    def conditions(self) -> list[str]:
        """Return the distinct conditions of our games: game, board and budget."""
        conditions: dict[str, None] = {}
        for result in self.rows:
            budget: Budget = result.row.budgets[self.budget]
            board = ", ".join(f"{name} {value}" for name, value in result.row.options)
            board = board or position_class(result.row.game).default_board
            start = ", from the empty board" if result.row.openings == EMPTY_BOARD else ""
            conditions[f"{result.row.game}, {board}: {budget.describe()}{start}"] = None
        return list(conditions)

    def verdict_counts(self) -> Counter[Verdict]:
        """Return the number of rows with each verdict."""
        return Counter(result.verdict for result in self.rows if result.verdict)


def table_result(store: Store, planned: Sequence[PlannedRow]) -> TableResult:
    """Evaluate the stored games of the rows of one table at one budget."""
    rows, games = [], []
    for entry in planned:
        results = store.results(entry.match)
        rows.append(_row_result(entry.row, entry.match, results))
        games += results
    times = [datetime.fromtimestamp(game.started) for game in games if game.started]  # unknown if loaded from a file
    return TableResult(
        planned[0].experiment,
        planned[0].budget,
        tuple(rows),
        _most_common(game.machine for game in games if game.machine),
        _most_common(game.code for game in games),
        min(times, default=None),
        max(times, default=None),
    )


def _row_result(row: Row, match: Match, games: Sequence[GameResult]) -> RowResult:
    score = Score()
    for result in games:
        score.add(result)
    points, counted = score.points_and_games(row.paper.colour if row.paper else BOTH)
    differing_moves = score.differing_moves / score.games if row.compare and score.games else None
    return RowResult(row, match, score, Sample.from_games(points, counted) if counted else None, differing_moves)


def _most_common(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word, _ in Counter(words).most_common())


def load_results(store: Store, names: Sequence[str] = (), budget: str | None = None) -> list[TableResult]:
    """Evaluate the experiments that were started on a database: all, or those named; at all budgets, or at one."""
    chosen = {str(experiment.path) for experiment in find_experiments(list(names))}
    tables: dict[tuple[str, str], list[PlannedRow]] = {}
    for entry in started_rows(store):
        if (not names or str(entry.experiment.path) in chosen) and budget in (None, entry.budget):
            tables.setdefault((str(entry.experiment.path), entry.budget), []).append(entry)
    if not tables:
        raise GameError(f"{store.path} has no games of these experiments; play them with malecon lab run")
    return [table_result(store, planned) for planned in tables.values()]
