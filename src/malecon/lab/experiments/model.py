"""The model of an experiment: rows of players against players, published results, and budgets.

    from malecon.lab.experiments.library import find_experiment
    experiment = find_experiment("stankiewicz2011-4.2")      # a shipped experiment, or the path of a file
    for row in experiment.rows:
        print(row.name, row.a, row.b, row.paper.share if row.paper else None)

`reader` reads all of it from a TOML file and merges what rows share, so that a `Row` is complete in itself. `plan`
turns a row and a budget into a `Match`, `store` keeps the games of matches, and `runner` plays the missing ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.statistics.comparison import Sample

Scalar = str | int | float
QUICK = "quick"
COLOURS = ("both", "white", "black")
ABOVE, BELOW = "above", "below"


@dataclass(frozen=True)
class Budget:
    """Number of games of a row, and limits per move of A and B."""

    games: int
    simulations: tuple[int, int] | None = None
    seconds: tuple[float, float] | None = None

    def describe(self) -> str:
        """Return the budget in words."""
        limits = [f"{_both(self.simulations)} simulations"] if self.simulations else []
        limits += [f"{_both(self.seconds)} s"] if self.seconds else []
        return f"{self.games:,} games, {' or '.join(limits)} per move"


def _both(pair: tuple[float, float]) -> str:
    first, second = (f"{number:,g}" if number < 1e6 else f"{number:,.0f}" for number in pair)
    return first if first == second else f"{first} against {second}"


@dataclass(frozen=True)
class PublishedResult:
    """The result that a paper reports for a row."""

    share: float
    """Mean points per game of A, from 0 to 1, or the bound of a claim such as "over 75%"."""
    margin: float | None = None
    """Half width of the 95% interval, if the paper gives one."""
    games: int | None = None
    """Number of games, if the paper states it."""
    colour: str = "both"
    """The games of A it covers: `both` colours, or only those as `white` or `black`."""
    differing_moves: float | None = None
    """Mean number of moves per game on which the players differ, if the paper reports it."""
    by_colour: tuple[float, float] | None = None
    """Shares of A in its games as White and as Black, half of the games each, if the paper reports them."""
    bound: str = ""
    """`above` or `below` if the paper only claims that the share is on that side of `share`."""

    @property
    def sample(self) -> Sample:
        """The result as a sample, exact if the paper gives neither an interval nor a number of games."""
        if self.bound:
            return Sample.bound(self.share, 1.0) if self.bound == ABOVE else Sample.bound(0.0, self.share)
        return Sample.published(self.share, self.margin, self.games)

    def colour_samples(self) -> dict[str, Sample]:
        """Return the results by colour of A, if the paper reports them."""
        games = self.games // 2 if self.games else None
        shares = zip(COLOURS[1:], self.by_colour or (), strict=False)
        return {colour: Sample.published(share, games=games) for colour, share in shares}

    def describe(self) -> str:
        """Return the result in words."""
        text = f"{self.bound} {self.share:.1%}".strip()
        text += f" \u00b1 {100 * self.margin:g}" if self.margin is not None else ""
        text += f" of {self.games:,} games" if self.games else ""
        text += f" as {self.colour}" if self.colour != "both" else ""
        text += " ({:.1%} as White, {:.1%} as Black)".format(*self.by_colour) if self.by_colour else ""
        return text + (
            f", {self.differing_moves:g} differing moves per game" if self.differing_moves is not None else ""
        )


@dataclass(frozen=True)
class Paper:
    """The paper that reports the results, and its conditions."""

    name: str
    table: str
    conditions: str


@dataclass(frozen=True)
class Row:
    """A row of a table: A against B on a board."""

    name: str
    a: str
    b: str
    game: str
    options: tuple[tuple[str, Any], ...]
    """Options of the board, such as base."""
    budgets: Mapping[str, Budget]
    values: Mapping[str, Scalar] = field(default_factory=dict)
    """The varied values by name, used for the axis and the series of a plot."""
    paper: PublishedResult | None = None
    compare: bool = False
    """Whether to count the moves for which the opponent would have chosen another one."""
    openings: tuple[str, ...] = ()
    """Openings of the games, as in `Match.openings`."""
    remark: str = ""
    cause: str = ""
    """The measured cause, if our result differs from the paper's and the cause is known."""


@dataclass(frozen=True)
class Experiment:
    """A table of rows, from a paper or not."""

    id: str
    title: str
    rows: tuple[Row, ...]
    path: Path
    paper: Paper | None = None
    notes: str = ""
    """Remarks, such as the reasons for our conditions."""
    seed: int = 1
    x: str = ""
    """Name of the value on the x axis of the plot; empty if rows have names only."""
    series: str = ""
    """Name of the value that separates the panels of the plot."""

    @property
    def source(self) -> str:
        """Argument of `find_experiment` that returns it: the name of a shipped experiment, else a path."""
        return self.id if self.path.parent == Path(__file__).parent / "toml" else str(self.path.resolve())

    @property
    def budgets(self) -> list[str]:
        """Names of the budgets in the order of the file."""
        return list(dict.fromkeys(name for row in self.rows for name in row.budgets))

    def row(self, text: str) -> Row:
        """Return a row by its name, or by its number from 1."""
        if text.isdigit() and 1 <= int(text) <= len(self.rows):
            return self.rows[int(text) - 1]
        for row in self.rows:
            if row.name == text:
                return row
        names = ", ".join(repr(row.name) for row in self.rows)
        raise GameError(f"{self.id} has no row {text!r}; give a number from 1 to {len(self.rows)}, or one of {names}")

    def budget(self, row: Row, name: str) -> Budget:
        """Return a budget of a row."""
        if name not in row.budgets:
            raise GameError(f"{self.id} has no budget {name!r}; choose one of: {', '.join(self.budgets)}")
        return row.budgets[name]
