"""What an experiment is: rows of players against players, the paper's figures, and how much is played.

    from malecon.lab.experiments.library import find_experiment
    experiment = find_experiment("stankiewicz2011-4.2")      # shipped, or the path of a file
    for row in experiment.rows:
        print(row.name, row.a, row.b, row.paper.share if row.paper else None)

Everything here is read from a TOML file by `experiment_reader`, which fills in what rows share, so that a `Row` is
complete in itself. Nothing here plays: `plan` makes a `Match` of a row and a budget, `store` keeps the games of a
match, `runner` plays those that are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.statistics.intervals import Interval, wilson

Scalar = str | int | float
QUICK, FULL = "quick", "full"
COLOURS = ("both", "white", "black")


@dataclass(frozen=True)
class Budget:
    """How many games a row has, and how long A and B think about a move."""

    games: int
    simulations: tuple[int, int] | None = None
    seconds: tuple[float, float] | None = None

    def describe(self) -> str:
        """The budget in words."""
        parts = [f"{_both(self.simulations)} simulations"] if self.simulations else []
        parts += [f"{_both(self.seconds)} s"] if self.seconds else []
        return f"{self.games:,} games, {' or '.join(parts)} a move"


def _both(pair: tuple[float, float]) -> str:
    first, second = (f"{number:,g}" if number < 1e6 else f"{number:,.0f}" for number in pair)
    return first if first == second else f"{first} against {second}"


@dataclass(frozen=True)
class PublishedResult:
    """A paper's figure for a row."""

    share: float
    """Points a game of A, 0 to 1."""
    margin: float | None = None
    """Half of the 95% interval, where the paper prints one."""
    games: int | None = None
    """How many games it comes from, where the paper says so."""
    colour: str = "both"
    """Which of A's games it counts: both colours, or `white` or `black` alone."""
    differing_moves: float | None = None
    """Moves of a game that the two players choose differently, where the paper counts them."""

    @property
    def interval(self) -> Interval | None:
        """The 95% interval: as printed, else by Wilson from the number of games; None where neither is known."""
        if self.margin is not None:
            return Interval(max(0.0, self.share - self.margin), min(1.0, self.share + self.margin))
        return wilson(self.share * self.games, self.games) if self.games else None

    def describe(self) -> str:
        """The figure in words."""
        text = f"{self.share:.1%}"
        text += f" \u00b1 {100 * self.margin:g}" if self.margin is not None else ""
        text += f" of {self.games:,} games" if self.games else ""
        text += f" as {self.colour}" if self.colour != "both" else ""
        return text + (f", {self.differing_moves:g} other moves a game" if self.differing_moves is not None else "")


@dataclass(frozen=True)
class Paper:
    """Where figures come from, and how they were measured."""

    name: str
    table: str
    conditions: str


@dataclass(frozen=True)
class Row:
    """One line of a table: A against B on a board, complete in itself."""

    name: str
    a: str
    b: str
    game: str
    options: tuple[tuple[str, Any], ...]
    """Of the empty board, such as base."""
    budgets: Mapping[str, Budget]
    values: Mapping[str, Scalar] = field(default_factory=dict)
    """What is varied, by name: for the axis and the series of a plot."""
    paper: PublishedResult | None = None
    compare: bool = False
    """Whether moves are counted that the player who is not to move would have chosen differently."""
    remark: str = ""


@dataclass(frozen=True)
class Experiment:
    """A table of a paper, or one's own."""

    id: str
    title: str
    rows: tuple[Row, ...]
    path: Path
    paper: Paper | None = None
    notes: str = ""
    """What is to be known besides: why our conditions are what they are."""
    seed: int = 1
    x: str = ""
    """The varied value that runs along a plot's axis; empty where rows are just names."""
    series: str = ""
    """The varied value that tells the lines of a plot apart."""

    @property
    def source(self) -> str:
        """What finds it again: the name of a shipped experiment, else the path of its file."""
        return self.id if self.path.parent == Path(__file__).parent / "toml" else str(self.path.resolve())

    @property
    def budgets(self) -> list[str]:
        """The names of the budgets, those of the file in its order."""
        return list(dict.fromkeys(name for row in self.rows for name in row.budgets))

    def row(self, text: str) -> Row:
        """A row by its name or its number from 1."""
        if text.isdigit() and 1 <= int(text) <= len(self.rows):
            return self.rows[int(text) - 1]
        for row in self.rows:
            if row.name == text:
                return row
        names = ", ".join(repr(row.name) for row in self.rows)
        raise GameError(f"{self.id} has no row {text!r}: give a number from 1 to {len(self.rows)}, or one of {names}")

    def budget(self, row: Row, name: str) -> Budget:
        """The budget of a row."""
        if name not in row.budgets:
            raise GameError(f"{self.id} has no budget {name!r}, but: {', '.join(self.budgets)}")
        return row.budgets[name]
