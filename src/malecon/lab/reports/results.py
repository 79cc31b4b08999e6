"""What was found, table by table: our figure of every row beside the paper's, and whether they agree.

Reports, plots and CSV files are made of this; it reads the database and writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.experiments.library import find_experiments
from malecon.lab.experiments.model import Budget, Experiment, PublishedResult, Row
from malecon.lab.experiments.plan import PlannedRow
from malecon.lab.experiments.runner import started_rows
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import Score
from malecon.lab.statistics.comparison import Comparison, Sample, Verdict
from malecon.lab.store.database import Store

BOTH = "both"  # colours


@dataclass(frozen=True)
class RowResult:
    """A row of a table: what the paper says, and what our games say."""

    row: Row
    match: Match
    score: Score
    """Of all games."""
    ours: Sample | None
    """Of the games that the paper's figure counts; None before the first of them."""
    differing_moves: float | None = None
    """Moves of a game that the two players choose differently, on average, where that was asked."""

    @property
    def paper(self) -> Sample | None:
        """The paper's figure, if there is one."""
        return published_sample(self.row.paper) if self.row.paper else None

    @property
    def comparison(self) -> Comparison | None:
        """Both, where there are both."""
        return Comparison(self.ours, self.paper) if self.ours and self.paper else None

    @property
    def verdict(self) -> Verdict | None:
        """Whether they agree, where there are both."""
        return self.comparison.verdict if self.comparison else None

    @property
    def disagrees(self) -> bool:
        """Whether there is something to explain."""
        return self.verdict in (Verdict.SIZE, Verdict.DIRECTION)


@dataclass(frozen=True)
class TableResult:
    """A table at one budget."""

    experiment: Experiment
    budget: str
    rows: tuple[RowResult, ...]
    machines: tuple[str, ...]
    """Where its games were played, the most of them first."""
    codes: tuple[str, ...]
    """And by which versions of the code."""
    first: datetime | None
    last: datetime | None
    """When the first game began and the last one."""

    @property
    def name(self) -> str:
        """Such as `teytaud2009-rave, quick`."""
        return f"{self.experiment.id}, {self.budget}"

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(finding.score.games for finding in self.rows)

    def conditions(self) -> list[str]:
        """How our games were played, each different budget of a row once."""
        kinds: dict[str, None] = {}
        for finding in self.rows:
            budget: Budget = finding.row.budgets[self.budget]
            board = ", ".join(f"{name} {value}" for name, value in finding.row.options)
            board = board or position_class(finding.row.game).default_board
            kinds[f"{finding.row.game}, {board}: {budget.describe()}"] = None
        return list(kinds)

    def verdict_counts(self) -> Counter[Verdict]:
        """How many rows have each verdict."""
        return Counter(finding.verdict for finding in self.rows if finding.verdict)


def published_sample(figure: PublishedResult) -> Sample:
    """A paper's figure with its interval; a bare one where the paper gives neither interval nor number of games."""
    if figure.interval is None:
        return Sample.exactly(figure.share)
    return Sample(figure.share, figure.interval, figure.games)


def table_result(store: Store, planned: Sequence[PlannedRow]) -> TableResult:
    """What the games of a database say about the rows of one table at one budget."""
    rows, results = [], []
    for entry in planned:
        games = store.results(entry.match)
        rows.append(_finding(entry.row, entry.match, games))
        results += games
    times = [datetime.fromtimestamp(result.began) for result in results]
    return TableResult(
        planned[0].experiment,
        planned[0].budget,
        tuple(rows),
        _most_common(result.machine for result in results),
        _most_common(result.code for result in results),
        min(times, default=None),
        max(times, default=None),
    )


def _finding(row: Row, match: Match, games: Sequence[GameResult]) -> RowResult:
    score = Score()
    for result in games:
        score.add(result)
    points, counted = score.points_and_games(row.paper.colour if row.paper else BOTH)
    differing_moves = score.differing_moves / score.games if row.compare and score.games else None
    return RowResult(row, match, score, Sample.of(points, counted) if counted else None, differing_moves)


def _most_common(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word, _ in Counter(words).most_common())


def load_results(store: Store, names: Sequence[str] = (), budget: str | None = None) -> list[TableResult]:
    """The tables that were begun on a database, or those of the names; at every budget, or at one."""
    chosen = {str(experiment.path) for experiment in find_experiments(list(names))}
    tables: dict[tuple[str, str], list[PlannedRow]] = {}
    for entry in started_rows(store):
        if (not names or str(entry.experiment.path) in chosen) and budget in (None, entry.budget):
            tables.setdefault((str(entry.experiment.path), entry.budget), []).append(entry)
    if not tables:
        raise GameError(f"{store.path}: has no games of such an experiment; malecon lab run plays them")
    return [table_result(store, planned) for planned in tables.values()]
