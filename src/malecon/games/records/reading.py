"""SGF trees to game records: who moved what, checked move by move.

What is accepted, where files differ:
- A file without GM is Havannah's, as Little Golem's are.
- Coordinates: see the game's form. Where a file does not say which, the reading that makes all moves legal counts.
- W and B must follow the turns, for a tag that disagrees leaves two guesses about what was meant. The first move may be
  Black's: then Black starts. A resignation is its tag's, whoever's turn it is.
- A move in the root becomes a node of its own. A node without a move is kept as a remark.
- Setup stones (AW, AB, AE, PL) belong to the root; later in the tree they are an error, since no game was played so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from malecon.games.catalogue import GAMES, record_form
from malecon.games.colours import Colour
from malecon.games.errors import GameError, RecordError
from malecon.games.records.form import DRAW, NAMES, RESIGN, TAGS, Form, Properties, WrittenMove, single_value
from malecon.games.records.grammar import parse_trees, plain_text, shorten
from malecon.games.records.node import Root, Row
from malecon.games.records.replay import Replay

SETUP = ("AW", "AB", "AE", "PL")
OWNED = frozenset({"FF", "CA", "GM", "RE", *TAGS})  # root properties that are written anew, in every game


@dataclass(frozen=True)
class Reading:
    """A game as it was found in a file."""

    root: Root
    coordinates: str
    result: str
    """The raw value of RE, empty where there is none."""


@dataclass(frozen=True)
class Sheet:
    """A tree as flat rows, before anything in it is understood: the parent's index and the properties."""

    rows: list[tuple[int, Properties]]
    form: Form

    @property
    def root(self) -> Properties:
        """The properties of the root."""
        return self.rows[0][1]


def read_games(data: bytes | str, coordinates: str | None, *, only_first: bool) -> list[Reading]:
    """The games of a file. Coordinates are found out where they are not given."""
    trees = parse_trees(data, only_first=only_first)
    readings = []
    for number, tree in enumerate(trees, 1):
        try:
            readings.append(_read_game(tree, coordinates))
        except GameError as error:
            raise RecordError(f"game {number}: {error}" if len(trees) > 1 else str(error)) from None
    return readings


def _read_game(tree: Any, coordinates: str | None) -> Reading:
    rows = _flatten(tree)
    sheet = Sheet(rows, _form(rows[0][1]))
    moves = [(TAGS[tag], plain_text(raw).strip()) for _, node in rows for tag in TAGS for raw in node.get(tag, ())]
    if coordinates is not None:
        check_coordinates(sheet.form, coordinates)
    readings = sheet.form.readings(sheet.root, moves) if coordinates is None else [coordinates]
    problems = []
    for attempt in readings:
        try:
            return _understand(sheet, moves, attempt)
        except GameError as error:
            problems.append(str(error))
    also = f" (and as {readings[1]} coordinates it is wrong too)" if len(set(problems)) > 1 else ""
    raise RecordError(problems[0] + also)


def check_coordinates(form: Form, coordinates: str) -> None:
    """Raise GameError where a game cannot be written in these coordinates."""
    if coordinates not in form.coordinates:
        names = " or ".join(repr(name) for name in form.coordinates)
        raise GameError(f"coordinates of {form.game} are {names}, not {coordinates!r}")


def _form(root: Properties) -> Form:
    game = single_value(root, "GM") or "havannah"
    if game.lower() not in GAMES:
        games = " or ".join(f"GM[{name}]" for name in GAMES)
        raise RecordError(f"GM[{shorten(game)}] is no game that is known here; {games} would be right")
    return record_form(game.lower())


def _flatten(tree: Any) -> list[tuple[int, Properties]]:
    """The nodes of a tree, each line before its variations. The tree may be too deep to call oneself on it."""
    rows: list[tuple[int, Properties]] = []
    waiting = [(tree, -1)]
    while waiting:
        branch, parent = waiting.pop()
        for properties in branch.sequence:
            for node in _decode(properties, is_root=not rows):
                rows.append((parent, node))
                parent = len(rows) - 1
        waiting.extend((child, parent) for child in reversed(branch.children))
    return rows


def _decode(properties: dict[str, list[bytes]], is_root: bool) -> Iterator[Properties]:
    """The properties as text; of a root that has moves, the root and the moves apart."""
    if "" in properties:
        raise RecordError("a property's name is all in lower case: capital letters would be right")
    node = {name: [str(value, "utf-8") for value in values] for name, values in properties.items()}
    moves = {name: node.pop(name) for name in TAGS if is_root and name in node}
    yield node
    if moves:
        yield moves


def _understand(sheet: Sheet, moves: Sequence[WrittenMove], coordinates: str) -> Reading:
    """The game under one reading of its coordinates; GameError where that does not work."""
    start = sheet.form.start(sheet.root, moves, coordinates)
    rows = _play_through(sheet, Replay(start), coordinates)
    parent, _, _, root = rows[0]
    result = root.get("RE", [""])[0]
    known = OWNED | sheet.form.owned
    rows[0] = (parent, None, None, {name: root[name] for name in root if name not in known})
    return Reading(Root.grow(start, rows), coordinates, result)


def _play_through(sheet: Sheet, replay: Replay, coordinates: str) -> list[Row]:
    """All moves, in the game's notation; the replay follows the tree, taking moves back where a variation begins."""
    rows: list[Row] = []
    line: list[int] = []  # the rows that lead to the present
    for index, (parent, node) in enumerate(sheet.rows):
        while line and line[-1] != parent:
            if (undone := rows[line.pop()][1]) is not None:
                replay.undo(undone)
        move, colour = None, None
        if index and (written := _written_move(node, replay)):
            colour, move = written[0], _play(sheet.form, replay, written, coordinates)
            node = {name: node[name] for name in node if name not in TAGS}
        rows.append((parent, move, colour, node))
        line.append(index)
    return rows


def _written_move(node: Properties, replay: Replay) -> WrittenMove | None:
    """The colour and text of a node's move, None where it has none."""
    number = replay.position.ply + 1
    if setup := [name for name in SETUP if name in node]:
        raise RecordError(f"before move {number}: {setup[0]} sets up stones in the middle of a game; only the root may")
    found = [(TAGS[tag], raw) for tag in TAGS for raw in node.get(tag, ())]
    if len(found) > 1:
        raise RecordError(f"move {number}: there are {len(found)} moves in one node; a node each would be right")
    return (found[0][0], plain_text(found[0][1]).strip()) if found else None


def _play(form: Form, replay: Replay, written: WrittenMove, coordinates: str) -> str:
    """Play a move as a file has it and return it in the game's notation."""
    colour, text = written
    position, word = replay.position, text.lower()
    try:
        replay.check_goes_on()
        move = word if word in (RESIGN, DRAW) else form.read_move(position, text, coordinates)
        if move not in (RESIGN, DRAW) and colour != position.to_move:
            side = position.to_move
            raise RecordError(f"it is {side}'s turn; {NAMES[side]}[{shorten(text)}] would be right")
        replay.play(move, Colour(colour))
    except GameError as error:
        raise RecordError(f"move {position.ply + 1}, {NAMES[colour]}[{shorten(text)}]: {error}") from None
    return move
