"""Results as text files, small enough for a repository and merged without counting a game twice.

    save_results(store, planned, Path("results"))      # one file per experiment, merged with what it contains
    shards = read_shards(Path("results/teytaud2009-rave.tsv"))
    load_results(store, shards, experiments_of(shards))

A line is a shard: up to `SHARD_GAMES` games of one row at one budget, played by one version of the code. `results` has
a letter for each game from number `first` on: W, D or L for a win, draw or loss of A, lower case if the loser
forfeited, and a dot for a game that is not part of the shard. A game is identified by its match and its number, as in
the database, so files of several machines can be loaded into one, in any order; a game that is already there stays.

The key of the match is a digest of everything that determines the games. A line whose row has changed since is
therefore recognised and not loaded. Moves are not part of a file; `malecon lab replay` plays any game again from its
seed.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NamedTuple

from malecon.games.errors import GameError
from malecon.lab.experiments.library import experiment_names, find_experiment
from malecon.lab.experiments.model import COLOURS, Experiment
from malecon.lab.experiments.plan import PlannedRow, distinct_matches, plan
from malecon.lab.experiments.runner import register
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B
from malecon.lab.store.database import Store
from malecon.players.player import FORFEIT

SHARD_GAMES = 100
WIN, DRAW, LOSS, NOT_PLAYED = "WDL."
WINNERS: dict[str, int | None] = {WIN: A, DRAW: None, LOSS: B}
LETTERS = {winner: letter for letter, winner in WINNERS.items()}
SUFFIX = ".tsv"


class Heading(NamedTuple):
    """The fields of a shard that all games of a row have in common."""

    experiment: str
    row: str
    budget: str
    a: str
    b: str
    match: str
    seed: int


@dataclass(frozen=True)
class Shard:
    """A line of a file."""

    experiment: str
    row: str
    budget: str
    a: str
    b: str
    match: str
    """Key of the match."""
    seed: int
    code: str
    white: str
    """Wins, draws and losses of A as White, such as 30-0-20; checked when a file is read."""
    black: str
    seconds: float
    """Total duration of the games."""
    differing_moves: int | None
    """Total over the games, if the match compares players."""
    first: int
    """Number of the first game."""
    results: str

    @property
    def heading(self) -> Heading:
        """What all games of the row have in common."""
        return Heading(*(getattr(self, name) for name in Heading._fields))

    def games(self) -> Iterator[GameResult]:
        """Yield the games; duration and differing moves are spread evenly."""
        numbers = [self.first + place for place, letter in enumerate(self.results) if letter != NOT_PLAYED]
        for place, number in enumerate(numbers):
            letter, moves = self.results[number - self.first], self.differing_moves
            yield GameResult(
                number,
                A if number % 2 == 0 else B,
                (),
                WINNERS[letter.upper()],
                FORFEIT if letter.islower() else "",
                forfeit_reason="reason not stored" if letter.islower() else "",
                differing_moves=None if moves is None else (moves + place) // len(numbers),
                seconds=self.seconds / len(numbers),
                code=self.code,
                machine="",
            )


class LoadedResults(NamedTuple):
    """Counts of what was loaded."""

    games: int
    new: int
    stale_lines: int
    """Lines of rows that have changed since, or do not exist any more."""


# --- writing ----------------------------------------------------------------------------------------------------------


def save_results(store: Store, planned: Sequence[PlannedRow], folder: Path) -> list[Path]:
    """Write the stored results of rows, merged with the files in the folder; return the paths of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for name in dict.fromkeys(entry.experiment.id for entry in planned):
        path = folder / f"{name}{SUFFIX}"
        collection = _Collection(read_shards(path) if path.exists() else [])
        for entry in planned:
            if entry.experiment.id == name:
                collection.add(_heading(entry), store.results(entry.match))
        if lines := list(collection.shards()):
            _write(path, lines)
            paths.append(path)
    return paths


def _heading(entry: PlannedRow) -> Heading:
    match = entry.match
    return Heading(entry.experiment.id, entry.row.name, entry.budget, match.a, match.b, match.key, match.seed)


@dataclass
class _Collection:
    """The games of a file by row and number; the first version of a game stays."""

    known: Iterable[Shard]
    rows: dict[Heading, dict[int, GameResult]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for shard in self.known:
            self.add(shard.heading, shard.games())

    def add(self, heading: Heading, games: Iterable[GameResult]) -> None:
        """Add the games of a row."""
        row = self.rows.setdefault(heading, {})
        for game in games:
            row.setdefault(game.number, game)

    def shards(self) -> Iterator[Shard]:
        """Yield all lines: by row, block of numbers and version of the code."""
        for heading, games in sorted(self.rows.items()):
            blocks: dict[tuple[int, str], list[GameResult]] = {}
            for number in sorted(games):
                blocks.setdefault((number // SHARD_GAMES, games[number].code), []).append(games[number])
            for (block, code), members in sorted(blocks.items()):
                yield _shard(heading, block * SHARD_GAMES, code, members)


def _shard(heading: Heading, first: int, code: str, games: Sequence[GameResult]) -> Shard:
    letters = {game.number: _letter(game) for game in games}
    differing = [game.differing_moves for game in games if game.differing_moves is not None]
    results = "".join(letters.get(number, NOT_PLAYED) for number in range(first, first + SHARD_GAMES))
    white, black = (_counts(results, colour) for colour in COLOURS[1:])
    seconds = round(sum(game.seconds for game in games), 1)
    total = sum(differing) if differing else None
    return Shard(*heading, code, white, black, seconds, total, first, results.rstrip(NOT_PLAYED))


def _letter(game: GameResult) -> str:
    letter = LETTERS[game.winner]
    return letter.lower() if game.is_forfeit else letter


def _counts(results: str, colour: str) -> str:
    """Return wins, draws and losses of A; it has White in the games with even numbers."""
    letters = results[0 if colour == "white" else 1 :: 2].upper()
    return "-".join(str(letters.count(letter)) for letter in (WIN, DRAW, LOSS))


def _write(path: Path, shards: Iterable[Shard]) -> None:
    names = [item.name for item in fields(Shard)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(names)
        for shard in shards:
            values = (getattr(shard, name) for name in names)
            writer.writerow("" if value is None else value for value in values)


# --- reading ----------------------------------------------------------------------------------------------------------


def read_shards(path: Path) -> list[Shard]:
    """Read a file; raise GameError if a line is damaged."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file, delimiter="\t"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise GameError(f"{path}: cannot be read as a file of results ({error})") from None
    return [_read_line(f"{path}, line {number}", line) for number, line in enumerate(lines, 2)]


def _read_line(where: str, line: dict[str, str]) -> Shard:
    try:
        texts = {name: line[name] for name in (*Heading._fields, "code", "white", "black", "results")}
        numbers = int(line["seed"]), float(line["seconds"]), int(line["first"])
        differing = int(line["differing_moves"]) if line["differing_moves"] else None
    except (KeyError, TypeError, ValueError):
        raise GameError(f"{where}: not a line of results; restore the file") from None
    values = texts | {"seed": numbers[0], "seconds": numbers[1], "first": numbers[2], "differing_moves": differing}
    shard = Shard(**values)  # type: ignore[arg-type]
    counted = tuple(_counts(shard.results, colour) for colour in COLOURS[1:])
    is_valid = set(shard.results.upper()) <= {*LETTERS.values(), NOT_PLAYED} and shard.first % SHARD_GAMES == 0
    if not is_valid or counted != (shard.white, shard.black):
        raise GameError(f"{where}: the results do not match the counts; restore the file")
    return shard


def experiments_of(shards: Iterable[Shard]) -> list[Experiment]:
    """Return the experiments that the shards belong to: shipped ones, or files in the current directory."""
    shipped = experiment_names()
    names = dict.fromkeys(shard.experiment for shard in shards)
    sources = [name if name in shipped else f"{name}.toml" for name in names]
    return [find_experiment(source) for source in sources if source in shipped or Path(source).is_file()]


def load_results(store: Store, shards: Sequence[Shard], experiments: Sequence[Experiment]) -> LoadedResults:
    """Add the games of shards to a database; games that are already there stay as they are."""
    entries = _entries(shards, experiments)
    _register_new(store, entries)
    rows = {_heading(entry): entry for entry in entries}
    games = new = stale = 0
    for shard in shards:
        if (entry := rows.get(shard.heading)) is None:
            stale += 1
            continue
        results = list(shard.games())
        games += len(results)
        new += store.add_all(entry.match, results)
    return LoadedResults(games, new, stale)


def _entries(shards: Sequence[Shard], experiments: Sequence[Experiment]) -> list[PlannedRow]:
    """Return the rows of the experiments at the budgets of the shards."""
    entries: list[PlannedRow] = []
    for experiment in experiments:
        budgets = dict.fromkeys(shard.budget for shard in shards if shard.experiment == experiment.id)
        entries += [entry for budget in budgets if budget in experiment.budgets for entry in plan(experiment, budget)]
    return entries


def _register_new(store: Store, entries: Sequence[PlannedRow]) -> None:
    """Register rows that were not requested on this database before, so that reports contain them."""
    known = {(row.source, row.budget, row.row) for row in store.registered_rows()}
    register(store, [e for e in entries if (e.experiment.source, e.budget, e.row.name) not in known])
    store.register_matches(*distinct_matches(entries))
