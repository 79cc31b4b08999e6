"""Games and proved positions to check the rules and the solver against.

`tests/data` holds samples of our own making. Where the folder `../shared/data` exists, the tests that use the fixture
`data` run on its larger files, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from support import PROJECT

SAMPLE, SHARED = PROJECT / "tests" / "data", PROJECT.parent / "shared" / "data"


class Game(NamedTuple):
    """A game as Little Golem lists it."""

    number: str
    base: int
    winner: str
    """`W`, who moves first, `B`, or `?`."""
    ending: str
    """`fork`, `bridge`, `ring` or several of them joined by `+`, `resign` or `other`."""
    moves: list[str]


class ProvedPosition(NamedTuple):
    """A position of base 4 that White wins."""

    plies: int
    moves: str


@dataclass(frozen=True)
class GameData:
    """Files of games and positions."""

    games_file: Path
    proved_file: Path
    fewest_games: int
    is_sample: bool

    def games(self) -> list[Game]:
        """All games."""
        rows = _rows(self.games_file)
        assert len(rows) >= self.fewest_games
        return [Game(number, int(base), winner, ending, moves.split()) for number, base, winner, ending, moves in rows]

    def proved_positions(self, plies: int, every: int) -> list[ProvedPosition]:
        """The positions after at least so many plies; of large files, only one in `every`."""
        found = [ProvedPosition(int(row[0]), row[1]) for row in _rows(self.proved_file) if int(row[0]) >= plies]
        return found if self.is_sample else found[::every]


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


SOURCES = {"sample": GameData(SAMPLE / "games.tsv", SAMPLE / "base4_proved.tsv", 50, is_sample=True)}
if SHARED.is_dir():
    SOURCES["shared"] = GameData(SHARED / "littlegolem.tsv", SHARED / "base4_proved.tsv", 1500, is_sample=False)


@pytest.fixture(params=SOURCES.values(), ids=SOURCES.keys())
def data(request: pytest.FixtureRequest) -> GameData:
    """The sample, and the larger data where it exists."""
    found: GameData = request.param
    return found
