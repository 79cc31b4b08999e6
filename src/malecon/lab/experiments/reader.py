"""Reader of experiment files in TOML; errors name the file, the key, and what is expected.

A file contains what its rows share, and rows that add to it or override it. `toml/example.toml`, which
`malecon lab new` writes, documents the format. Braces in players and in the numbers of a budget are replaced by the
`values` of a row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from malecon.games.errors import GameError
from malecon.lab.experiments.model import ABOVE, BELOW, COLOURS, Budget, Experiment, Paper, PublishedResult, Row, Scalar
from malecon.lab.matches.match import EMPTY_BOARD

VARIED = "varied"
OPENINGS = {VARIED: (), "empty": EMPTY_BOARD}
T = TypeVar("T")
Types = type | tuple[type, ...]
NUMBER = (int, float)
TYPE_NAMES = {
    str: "a string",
    int: "an integer",
    float: "a number",
    dict: "a table",
    list: "an array",
    bool: "true or false",
}
TOP_KEYS = (
    "title",
    "notes",
    "seed",
    "x",
    "series",
    "compare",
    "openings",
    "paper",
    "game",
    "players",
    "budget",
    "vary",
    "row",
)
SHARE = "share"
FIGURES = (SHARE, ABOVE, BELOW)  # what a paper states: a share, or a bound of it
ROW_KEYS = ("name", "values", "a", "b", "game", "openings", "budget", "paper", "remark", "cause")


def read_experiment(path: Path) -> Experiment:
    """Read an experiment; raise GameError if the file is not a valid one."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GameError(f"{path}: not encoded in UTF-8") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: invalid TOML: {' '.join(str(error).split())}") from None
    return _experiment(TomlTable(str(path), "", data), path)


@dataclass
class TomlTable:
    """A table of the file with type checks; its path in the file is part of every error message."""

    file: str
    path: str
    data: Mapping[str, Any]

    def fail(self, key: str, problem: str) -> NoReturn:
        """Raise GameError for a key."""
        raise GameError(f"{self.file}: {self._name(key)}: {problem}")

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}".strip(".")

    def check_keys(self, known: tuple[str, ...]) -> None:
        """Fail if there is an unknown key."""
        for key in self.data:
            if key not in known:
                self.fail(key, f"unknown key; expected one of: {', '.join(known)}")

    def get(self, key: str, types: Types, default: T) -> Any | T:
        """Return a value of the given types, or the default if the key is missing."""
        if key not in self.data:
            return default
        value = self.data[key]
        wanted = types if isinstance(types, tuple) else (types,)
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            names = [TYPE_NAMES[float if kind is int and float in wanted else kind] for kind in wanted]
            self.fail(key, f"expected {' or '.join(dict.fromkeys(names))}")
        return value

    def require(self, key: str, types: Types) -> Any:
        """Return the value of a mandatory key."""
        if key not in self.data:
            self.fail(key, "missing")
        return self.get(key, types, None)

    def table(self, key: str) -> TomlTable:
        """Return a nested table, empty if the key is missing."""
        return TomlTable(self.file, self._name(key), self.get(key, dict, {}))


# --- experiment and rows ----------------------------------------------------------------------------------------------


def _experiment(keys: TomlTable, path: Path) -> Experiment:
    keys.check_keys(TOP_KEYS)
    rows = tuple(_row(keys, row) for row in _rows(keys))
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            keys.fail("row", f"two rows have the name {name!r}; names must be unique")
    seed, x, series = keys.get("seed", int, 1), keys.get("x", str, ""), keys.get("series", str, "")
    for key, value in (("x", x), ("series", series)):
        if value and not all(value in row.values for row in rows):
            keys.fail(key, f"every row must have the value {value!r}")
    title, notes = keys.require("title", str), keys.get("notes", str, "")
    return Experiment(path.stem, title, rows, path, _paper(keys), notes.strip(), seed, x, series)


def _paper(keys: TomlTable) -> Paper | None:
    if "paper" not in keys.data:
        return None
    paper = keys.table("paper")
    paper.check_keys(("name", "table", "conditions"))
    return Paper(paper.require("name", str), paper.require("table", str), paper.require("conditions", str))


def _rows(keys: TomlTable) -> list[TomlTable]:
    """Return the [[row]] tables, or one row for each combination of the arrays of [vary]."""
    rows: list[Any] = keys.get("row", list, [])
    vary = keys.table("vary")
    if bool(rows) == bool(vary.data):
        keys.fail("row", "expected either [[row]] tables or a [vary] table")
    if not rows:
        lists = [vary.require(name, list) for name in vary.data]
        values = [dict(zip(vary.data, choice, strict=True)) for choice in product(*lists)]
        rows = [{"values": choice} for choice in values]
    for row in rows:
        if not isinstance(row, dict):
            keys.fail("row", "expected tables; write [[row]] and the keys below it")
    return [TomlTable(keys.file, f"row {number}", row) for number, row in enumerate(rows, 1)]


def _row(top: TomlTable, keys: TomlTable) -> Row:
    keys.check_keys(ROW_KEYS)
    values = _values(keys)
    name = keys.get("name", str, ", ".join(f"{key} {_text(value)}" for key, value in values.items()))
    if not name:
        keys.fail("name", "missing; a row without values needs a name")
    players = top.table("players")
    players.check_keys(("a", "b"))
    a, b = (_player(keys if key in keys.data else players, key, values) for key in ("a", "b"))
    game = {**top.table("game").data, **keys.table("game").data}
    if not isinstance(game.get("name"), str):
        top.fail("game.name", "missing; give the name of the game, such as havannah")
    options = tuple((key, value) for key, value in game.items() if key != "name")
    return Row(
        name,
        a,
        b,
        game["name"],
        options,
        _budgets(top, keys, values),
        values,
        _published_result(keys),
        compare=top.get("compare", bool, False),
        openings=_openings(keys if "openings" in keys.data else top),
        remark=keys.get("remark", str, ""),
        cause=keys.get("cause", str, ""),
    )


def _openings(keys: TomlTable) -> tuple[str, ...]:
    """Read the openings: a name of `OPENINGS`, or an array of move sequences."""
    openings = keys.get("openings", (str, list), VARIED)
    if isinstance(openings, list) and openings and all(isinstance(moves, str) for moves in openings):
        return tuple(openings)
    if openings not in OPENINGS:
        keys.fail("openings", f"expected {' or '.join(map(repr, OPENINGS))}, or an array of move sequences")
    return OPENINGS[openings]


def _values(keys: TomlTable) -> dict[str, Scalar]:
    table = keys.table("values")
    return {name: table.require(name, (str, int, float)) for name in table.data}


def _text(value: Scalar) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _player(keys: TomlTable, key: str, values: Mapping[str, Scalar]) -> str:
    return _fill(keys, key, keys.require(key, str), values)


def _fill(keys: TomlTable, key: str, text: str, values: Mapping[str, Scalar]) -> str:
    try:
        return text.format_map(values)
    except (KeyError, ValueError, IndexError, AttributeError):
        known = ", ".join(f"{{{name}}}" for name in values) or "none"
        keys.fail(key, f"cannot fill in {text!r}; the values of the row are: {known}")


def _published_result(keys: TomlTable) -> PublishedResult | None:
    if "paper" not in keys.data:
        return None
    paper = keys.table("paper")
    paper.check_keys((*FIGURES, "margin", "games", "colour", "white", "black", "differing_moves"))
    given = [key for key in FIGURES if key in paper.data]
    if len(given) != 1:
        paper.fail("share", f"expected exactly one of: {', '.join(FIGURES)}")
    share, margin = paper.require(given[0], NUMBER), paper.get("margin", NUMBER, None)
    by_colour = _by_colour(paper)
    for key, number in ((given[0], share), ("margin", margin or 0), *zip(COLOURS[1:], by_colour or (), strict=False)):
        if not 0 <= number <= 1:
            paper.fail(key, f"expected a share from 0 to 1, not {number}")
    colour = paper.get("colour", str, "both")
    if colour not in COLOURS:
        paper.fail("colour", f"expected one of {', '.join(COLOURS)}, not {colour!r}")
    games, differing_moves = paper.get("games", int, None), paper.get("differing_moves", NUMBER, None)
    bound = given[0] if given[0] != SHARE else ""
    return PublishedResult(share, margin, games, colour, differing_moves, by_colour, bound)


def _by_colour(paper: TomlTable) -> tuple[float, float] | None:
    """Read the shares as White and as Black, which must be given together."""
    given = [colour for colour in COLOURS[1:] if colour in paper.data]
    if len(given) == 1:
        paper.fail(given[0], "give the shares as white and as black together, or neither")
    return (paper.require("white", NUMBER), paper.require("black", NUMBER)) if given else None


# --- budgets ----------------------------------------------------------------------------------------------------------


def _budgets(top: TomlTable, keys: TomlTable, values: Mapping[str, Scalar]) -> dict[str, Budget]:
    """Return every budget of the file with the overrides of the row."""
    shared, own = top.table("budget"), keys.table("budget")
    for name in own.data:
        if name not in shared.data:
            own.fail(name, f"unknown budget; the file defines: {', '.join(shared.data) or 'none'}")
    if not shared.data:
        top.fail("budget", "missing; add [budget.quick] with games, and simulations or seconds")
    return {name: _budget(shared.table(name), own.table(name), values) for name in shared.data}


def _budget(shared: TomlTable, own: TomlTable, values: Mapping[str, Scalar]) -> Budget:
    for keys in (shared, own):
        keys.check_keys(("games", "simulations", "seconds"))
    merged = TomlTable(shared.file, own.path if own.data else shared.path, {**shared.data, **own.data})
    games = merged.require("games", int)
    if games < 1:
        merged.fail("games", f"expected at least 1, not {games}")
    simulations, seconds = (_pair(merged, key, values) for key in ("simulations", "seconds"))
    if simulations is None and seconds is None:
        merged.fail("simulations", "missing; give simulations or seconds per move")
    pair = (int(simulations[0]), int(simulations[1])) if simulations else None
    return Budget(games, pair, seconds)


def _pair(keys: TomlTable, key: str, values: Mapping[str, Scalar]) -> tuple[float, float] | None:
    """Read one number for both players or an array of two; strings are filled in from the values of the row."""
    written = keys.get(key, (int, float, str, list), None)
    if written is None:
        return None
    entries = written if isinstance(written, list) else [written, written]
    numbers = [_number(keys, key, entry, values) for entry in entries]
    if len(numbers) != 2:
        keys.fail(key, f"expected a number, or an array of two for A and B, not {written!r}")
    return numbers[0], numbers[1]


def _number(keys: TomlTable, key: str, entry: Any, values: Mapping[str, Scalar]) -> float:
    text = _fill(keys, key, entry, values) if isinstance(entry, str) else str(entry)
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9 or (key == "simulations" and number != int(number)):
        keys.fail(key, f"expected {'an integer' if key == 'simulations' else 'a number'} above 0, not {entry!r}")
    return number
