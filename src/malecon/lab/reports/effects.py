"""What each technique does: games with it against the same player without it, as the laboratory played them.

The figures ship with the package, so that `malecon players rave` and the reference page tell them. They are taken from
a database of the experiments `techniques-...` by

    malecon lab run techniques --database techniques.sqlite
    python -m malecon.lab.reports.effects techniques.sqlite

A row that the database has no games of stays as it was.
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


@dataclass(frozen=True)
class Effect:
    """One row of an experiment: a player with a technique against one without it."""

    row: str
    """Its name begins with that of the technique."""
    a: str
    b: str
    board: str
    simulations: int
    games: int
    share: float
    low: float
    high: float
    paper: str
    """The paper's figure, if there is one."""
    remark: str

    @property
    def technique(self) -> str:
        """The technique that A has and B has not."""
        return re.split(r"\W", self.row)[0]

    @property
    def figure(self) -> str:
        """A's share of the points with its 95% interval, in percent."""
        return f"{self.share:.1%} ({100 * self.low:.1f} to {100 * self.high:.1f})"

    @property
    def conditions(self) -> str:
        """How the games were played."""
        return f"{self.games} games, {self.board}, {self.simulations:,} simulations a move"


@cache
def effects() -> tuple[Effect, ...]:
    """All that was measured."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(map(_read, csv.DictReader(file, delimiter="\t")))


def effects_of(technique: Technique) -> list[Effect]:
    """What was measured of one technique; one of the same name in another game is another."""
    if catalogue(GAME).get(technique.name) != technique:
        return []
    return [effect for effect in effects() if effect.technique == technique.name]


def _read(line: dict[str, str]) -> Effect:
    kinds: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "str": str}
    return Effect(**{field.name: kinds[str(field.type)](line[field.name]) for field in fields(Effect)})


def measured(database: Path, least: int = 400) -> Iterator[Effect]:
    """The effects that the games of a database show; fewer games than `least` tell too little."""
    with Store(database) as store:
        for table in load_results(store, [EXPERIMENTS]):
            found = [_effect(finding) for finding in table.rows if finding.ours]
            yield from (effect for effect in found if effect.games >= least)


def _effect(finding: RowResult) -> Effect:
    match, sample, row = finding.match, finding.ours, finding.row
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


def write(found: Iterable[Effect]) -> int:
    """Renew rows of the file that ships, or add them; the others stay. Return how many were found."""
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
    """Renew the file from a database."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("database", type=Path)
    parser.add_argument("--games", type=int, default=400, help="leave out rows of fewer games")
    options = parser.parse_args()
    count = write(measured(options.database, options.games))
    print(f"{FILE}: {count} rows are new; now run: make docs")


if __name__ == "__main__":
    main()
