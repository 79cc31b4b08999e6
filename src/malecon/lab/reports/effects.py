"""Measured effect of each technique: games of a player with it against the same player without it.

The results ship with the package in `effects.tsv` and are shown by `malecon players rave` and the technique reference.
They come from a database of the experiments `techniques-...`:

    malecon lab run techniques --database techniques.sqlite
    python -m malecon.lab.reports.effects techniques.sqlite

Rows without games in the database stay unchanged.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from malecon.knowledge.technique import Technique
from malecon.lab.reports.results import RowResult, load_results
from malecon.lab.store.database import Store
from malecon.search.techniques import catalogue

FILE = Path(__file__).resolve().parent / "effects.tsv"
EXPERIMENTS, GAME = "techniques", "havannah"
MIN_GAMES = 400


@dataclass(frozen=True)
class Effect:
    """One row of an experiment: a player with a technique against one without it."""

    row: str
    """Name of the row, which begins with the name of the technique."""
    a: str
    b: str
    board: str
    simulations: int
    games: int
    share: float
    low: float
    high: float
    paper: str
    """The published result in words, if there is one."""
    remark: str

    @property
    def technique(self) -> str:
        """Name of the technique that A has and B lacks."""
        return re.split(r"\W", self.row)[0]

    @property
    def figure(self) -> str:
        """Share of the points of A with its 95% interval, in percent."""
        return f"{self.share:.1%} ({100 * self.low:.1f} to {100 * self.high:.1f})"

    @property
    def conditions(self) -> str:
        """Number of games, board and limit."""
        return f"{self.games} games, {self.board}, {self.simulations:,} simulations per move"


@cache
def effects() -> tuple[Effect, ...]:
    """Return all measured effects."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(map(_read, csv.DictReader(file, delimiter="\t")))


def effects_of(technique: Technique) -> list[Effect]:
    """Return the measured effects of a technique; there are none for techniques of other games."""
    if catalogue(GAME).get(technique.name) != technique:
        return []
    return [effect for effect in effects() if effect.technique == technique.name]


def _read(line: dict[str, str]) -> Effect:
    kinds: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "str": str}
    return Effect(**{field.name: kinds[str(field.type)](line[field.name]) for field in fields(Effect)})


def measure_effects(database: Path, min_games: int = MIN_GAMES) -> Iterator[Effect]:
    """Yield the effects of the rows of a database that have enough games."""
    with Store(database) as store:
        for table in load_results(store, [EXPERIMENTS]):
            found = [_effect(result) for result in table.rows if result.ours]
            yield from (effect for effect in found if effect.games >= min_games)


def _effect(result: RowResult) -> Effect:
    match, sample, row = result.match, result.ours, result.row
    assert sample is not None
    return Effect(
        row=row.name,
        a=match.a,
        b=match.b,
        board=" ".join(f"{name} {value}" for name, value in match.options),
        simulations=match.limits[0].simulations or 0,
        games=sample.games or 0,
        share=sample.share,
        low=sample.interval.low,
        high=sample.interval.high,
        paper=row.paper.describe() if row.paper else "",
        remark=row.remark,
    )


def update_file(found: Iterable[Effect]) -> int:
    """Replace or add rows of the shipped file; return their number."""
    new = {effect.row: effect for effect in found}
    before = {effect.row: effect for effect in (effects() if FILE.exists() else ())}
    lines = [asdict(effect) for effect in {**before, **new}.values()]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Effect)], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(
            {name: f"{value:.4f}" if isinstance(value, float) else value for name, value in line.items()}
            for line in lines
        )
    effects.cache_clear()
    return len(new)


def main() -> None:
    """Update the file from a database."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("database", type=Path)
    parser.add_argument("--games", type=int, default=MIN_GAMES, help="skip rows with fewer games")
    options = parser.parse_args()
    count = update_file(measure_effects(options.database, options.games))
    print(f"{FILE}: updated {count} rows; now run: make docs")


if __name__ == "__main__":
    main()
