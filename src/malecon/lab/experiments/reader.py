"""Reading experiments from TOML files; a mistake is told in one line with the file, the key and what would be right.

A file gives what its rows share, and rows that add to it or replace it. `malecon lab new` writes a commented example
(`experiments/example.toml`, which is also the reference of the format). Braces in players' texts and in numbers of a
budget are filled in from a row's `values`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from malecon.games.errors import GameError
from malecon.lab.experiments.model import COLOURS, Budget, Experiment, Paper, PublishedResult, Row, Scalar

T = TypeVar("T")
Kinds = type | tuple[type, ...]
NUMBER = (int, float)
WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    dict: "a table",
    list: "a list",
    bool: "true or false",
}
TOP = ("title", "notes", "seed", "x", "series", "compare", "paper", "game", "players", "budget", "vary", "row")
ROW = ("name", "values", "a", "b", "game", "budget", "paper", "remark")


def read_experiment(path: Path) -> Experiment:
    """The experiment of a file; GameError in one line where it is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GameError(f"{path}: an experiment is written in UTF-8, and this is not") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: no TOML: {' '.join(str(error).split())}") from None
    return _experiment(Keys(str(path), "", data), path)


@dataclass
class Keys:
    """A table of the file, read key by key with its place at hand for messages."""

    file: str
    place: str
    data: Mapping[str, Any]

    def fail(self, key: str, right: str) -> NoReturn:
        """Say what is wrong with a key, and what would be right."""
        raise GameError(f"{self.file}: {self._name(key)}: {right}")

    def _name(self, key: str) -> str:
        return f"{self.place}.{key}".strip(".")

    def only(self, known: tuple[str, ...]) -> None:
        """Refuse keys that mean nothing."""
        for key in self.data:
            if key not in known:
                self.fail(key, f"there is no such key here, but: {', '.join(known)}")

    def get(self, key: str, kinds: Kinds, default: T) -> Any | T:
        """A value of some type, or a default where it is missing."""
        if key not in self.data:
            return default
        value = self.data[key]
        wanted = kinds if isinstance(kinds, tuple) else (kinds,)
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            words = " or ".join(WORDS[kind] for kind in wanted if kind is not float or int not in wanted)
            self.fail(key, f"takes {words.replace('a whole number', 'a number') if float in wanted else words}")
        return value

    def need(self, key: str, kinds: Kinds) -> Any:
        """A value that must be there."""
        if key not in self.data:
            self.fail(key, "is missing")
        return self.get(key, kinds, None)

    def table(self, key: str) -> Keys:
        """A table within this one, empty where it is missing."""
        return Keys(self.file, self._name(key), self.get(key, dict, {}))


# --- the parts of a file ----------------------------------------------------------------------------------------------


def _experiment(keys: Keys, path: Path) -> Experiment:
    keys.only(TOP)
    rows = tuple(_row(keys, row) for row in _rows(keys))
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            keys.fail("row", f"two rows are called {name!r}; give each a name of its own")
    seed, x, series = keys.get("seed", int, 1), keys.get("x", str, ""), keys.get("series", str, "")
    for key, value in (("x", x), ("series", series)):
        if value and not all(value in row.values for row in rows):
            keys.fail(key, f"{value!r} must stand among the values of every row")
    title, notes = keys.need("title", str), keys.get("notes", str, "")
    return Experiment(path.stem, title, rows, path, _paper(keys), notes.strip(), seed, x, series)


def _paper(keys: Keys) -> Paper | None:
    if "paper" not in keys.data:
        return None
    paper = keys.table("paper")
    paper.only(("name", "table", "conditions"))
    return Paper(paper.need("name", str), paper.need("table", str), paper.need("conditions", str))


def _rows(keys: Keys) -> list[Keys]:
    """The rows as written, or those that the lists of `vary` make together."""
    written: list[Any] = keys.get("row", list, [])
    vary = keys.table("vary")
    if bool(written) == bool(vary.data):
        keys.fail("row", "write rows as [[row]], or lists of values under [vary]: one of the two")
    if not written:
        lists = [vary.need(name, list) for name in vary.data]
        values = [dict(zip(vary.data, choice, strict=True)) for choice in product(*lists)]
        written = [{"values": choice} for choice in values]
    for row in written:
        if not isinstance(row, dict):
            keys.fail("row", "takes tables: write [[row]] and keys below it")
    return [Keys(keys.file, f"row {number}", row) for number, row in enumerate(written, 1)]


def _row(top: Keys, keys: Keys) -> Row:
    keys.only(ROW)
    values = _values(keys)
    name = keys.get("name", str, ", ".join(f"{key} {_word(value)}" for key, value in values.items()))
    if not name:
        keys.fail("name", "is missing; a row without values needs one")
    players = top.table("players")
    players.only(("a", "b"))
    a, b = (_player(keys if key in keys.data else players, key, values) for key in ("a", "b"))
    game = {**top.table("game").data, **keys.table("game").data}
    if not isinstance(game.get("name"), str):
        top.fail("game.name", "is missing; write the game's name, such as havannah")
    options = tuple((key, value) for key, value in game.items() if key != "name")
    compare, remark = top.get("compare", bool, False), keys.get("remark", str, "")
    return Row(name, a, b, game["name"], options, _budgets(top, keys, values), values, _figure(keys), compare, remark)


def _values(keys: Keys) -> dict[str, Scalar]:
    table = keys.table("values")
    return {name: table.need(name, (str, int, float)) for name in table.data}


def _word(value: Scalar) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _player(keys: Keys, key: str, values: Mapping[str, Scalar]) -> str:
    return _fill(keys, key, keys.need(key, str), values)


def _fill(keys: Keys, key: str, text: str, values: Mapping[str, Scalar]) -> str:
    try:
        return text.format_map(values)
    except (KeyError, ValueError, IndexError, AttributeError):
        known = ", ".join(f"{{{name}}}" for name in values) or "nothing"
        keys.fail(key, f"{text!r} can be filled in with {known} of the row's values only")


def _figure(keys: Keys) -> PublishedResult | None:
    if "paper" not in keys.data:
        return None
    paper = keys.table("paper")
    paper.only(("share", "margin", "games", "colour", "differing_moves"))
    share, margin = paper.need("share", NUMBER), paper.get("margin", NUMBER, None)
    for key, number in (("share", share), ("margin", margin or 0)):
        if not 0 <= number <= 1:
            paper.fail(key, f"is a share from 0 to 1, not {number}")
    colour = paper.get("colour", str, "both")
    if colour not in COLOURS:
        paper.fail("colour", f"is one of {', '.join(COLOURS)}, not {colour!r}")
    return PublishedResult(
        share, margin, paper.get("games", int, None), colour, paper.get("differing_moves", NUMBER, None)
    )


# --- budgets ----------------------------------------------------------------------------------------------------------


def _budgets(top: Keys, keys: Keys, values: Mapping[str, Scalar]) -> dict[str, Budget]:
    """Every budget of the file, with what the row says otherwise."""
    shared, own = top.table("budget"), keys.table("budget")
    for name in own.data:
        if name not in shared.data:
            own.fail(name, f"the file has no budget of that name, but: {', '.join(shared.data) or 'none'}")
    if not shared.data:
        top.fail("budget", "is missing; write [budget.quick] with games, and simulations or seconds")
    return {name: _budget(shared.table(name), own.table(name), values) for name in shared.data}


def _budget(shared: Keys, own: Keys, values: Mapping[str, Scalar]) -> Budget:
    for keys in (shared, own):
        keys.only(("games", "simulations", "seconds"))
    merged = Keys(shared.file, own.place if own.data else shared.place, {**shared.data, **own.data})
    games = merged.need("games", int)
    if games < 1:
        merged.fail("games", f"a row has one game or more, not {games}")
    simulations, seconds = (_pair(merged, key, values) for key in ("simulations", "seconds"))
    if simulations is None and seconds is None:
        merged.fail("simulations", "is missing; write simulations or seconds a move")
    whole = (int(simulations[0]), int(simulations[1])) if simulations else None
    return Budget(games, whole, seconds)


def _pair(keys: Keys, key: str, values: Mapping[str, Scalar]) -> tuple[float, float] | None:
    """One number for both players, or a list of A's and B's; a text is filled in from the row's values."""
    written = keys.get(key, (int, float, str, list), None)
    if written is None:
        return None
    entries = written if isinstance(written, list) else [written, written]
    numbers = [_number(keys, key, entry, values) for entry in entries]
    if len(numbers) != 2:
        keys.fail(key, f"takes a number, or a list of two for A and B, not {written!r}")
    return numbers[0], numbers[1]


def _number(keys: Keys, key: str, entry: Any, values: Mapping[str, Scalar]) -> float:
    text = _fill(keys, key, entry, values) if isinstance(entry, str) else str(entry)
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9 or (key == "simulations" and number != int(number)):
        keys.fail(key, f"takes {'a whole number' if key == 'simulations' else 'a number'} above 0, not {entry!r}")
    return number
