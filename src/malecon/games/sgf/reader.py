"""SGF trees to game records: who moved what, checked move by move.

What is accepted, where files differ:
- A file without GM is Havannah's, as Little Golem's are.
- Coordinates: see the game's dialect. Where a file does not say which, the reading that makes all moves legal counts.
- W and B must follow the turns, for a tag that disagrees leaves two guesses about what was meant. The first move may be
  Black's: then Black starts. A resignation is its tag's, whoever's turn it is.
- A move in the root becomes a node of its own. A node without a move is kept as a remark.
- Setup stones (AW, AB, AE, PL) belong to the root; later in the tree they are an error, since no game was played so.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME, GAMES, sgf_dialect
from malecon.games.errors import GameError, RecordError
from malecon.games.sgf.dialect import (
    COLOUR_LETTERS,
    DRAW,
    MOVE_COLOURS,
    RESIGN,
    Properties,
    SgfDialect,
    WrittenMove,
    single_value,
)
from malecon.games.sgf.grammar import parse_trees, plain_text, shorten
from malecon.games.sgf.node import Root, Row
from malecon.games.sgf.replay import Replay

SETUP = ("AW", "AB", "AE", "PL")
MEANINGFUL = frozenset({*SETUP, *MOVE_COLOURS})
MANAGED = frozenset({"FF", "CA", "GM", "RE", *MOVE_COLOURS})  # root properties that are written anew, in every game


@dataclass(frozen=True)
class ParsedGame:
    """A game as it was found in a file."""

    root: Root
    coordinates: str
    result: str
    """The raw value of RE, empty where there is none."""


@dataclass(frozen=True)
class FlatTree:
    """A tree as flat rows, before anything in it is understood: the parent's index and the properties."""

    rows: list[tuple[int, Properties]]
    dialect: SgfDialect

    @property
    def root(self) -> Properties:
        """The properties of the root."""
        return self.rows[0][1]


def read_games(data: bytes | str, coordinates: str | None, *, only_first: bool) -> list[ParsedGame]:
    """The games of a file. Coordinates are found out where they are not given."""
    readings = []
    with _collector_paused():
        trees = parse_trees(data, only_first=only_first)
        for number, tree in enumerate(trees, 1):
            try:
                readings.append(_read_game(tree, coordinates))
            except GameError as error:
                raise RecordError(f"game {number}: {error}" if len(trees) > 1 else str(error)) from None
    return readings


@contextmanager
def _collector_paused() -> Iterator[None]:
    """ParsedGame makes objects that all stay; looking for garbage among them took half of the time of a large file."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _read_game(tree: Any, coordinates: str | None) -> ParsedGame:
    rows = _flatten(tree)
    flat = FlatTree(rows, _form(rows[0][1]))
    moves = [
        (MOVE_COLOURS[tag], plain_text(raw).strip())
        for _, node in rows
        for tag in MOVE_COLOURS
        for raw in node.get(tag, ())
    ]
    if coordinates is not None:
        check_coordinates(flat.dialect, coordinates)
    readings = flat.dialect.likely_coordinates(flat.root, moves) if coordinates is None else [coordinates]
    problems = []
    for attempt in readings:
        try:
            return _understand(flat, moves, attempt)
        except GameError as error:
            problems.append(str(error))
    also = f" (and as {readings[1]} coordinates it is wrong too)" if len(set(problems)) > 1 else ""
    raise RecordError(problems[0] + also)


def check_coordinates(dialect: SgfDialect, coordinates: str) -> None:
    """Raise GameError where a game cannot be written in these coordinates."""
    if coordinates not in dialect.coordinates:
        names = " or ".join(repr(name) for name in dialect.coordinates)
        raise GameError(f"coordinates of {dialect.game} are {names}, not {str(coordinates)!r}")


def _form(root: Properties) -> SgfDialect:
    game = single_value(root, "GM") or DEFAULT_GAME
    if game.lower() not in GAMES:
        games = " or ".join(f"GM[{name}]" for name in GAMES)
        raise RecordError(f"GM[{shorten(game)}] is no game that is known here; {games} would be right")
    return sgf_dialect(game.lower())


def _flatten(tree: Any) -> list[tuple[int, Properties]]:
    """The nodes of a tree, each line before its variations. The tree may be too deep to call oneself on it."""
    root = _decode(tree.sequence[0])
    moves = {name: root.pop(name) for name in MOVE_COLOURS if name in root}
    rows = [(-1, root), (0, moves)] if moves else [(-1, root)]
    waiting = [(tree, tree.sequence[1:], len(rows) - 1)]
    while waiting:
        branch, sequence, parent = waiting.pop()
        for properties in sequence:
            rows.append((parent, _decode(properties)))
            parent = len(rows) - 1
        waiting += [(child, child.sequence, parent) for child in reversed(branch.children)]
    return rows


def _decode(properties: dict[str, list[bytes]]) -> Properties:
    if "" in properties:
        raise RecordError("a property's name is all in lower case: capital letters would be right")
    return {name: [str(value, "utf-8") for value in values] for name, values in properties.items()}


def _understand(flat: FlatTree, moves: Sequence[WrittenMove], coordinates: str) -> ParsedGame:
    """The game under one reading of its coordinates; GameError where that does not work."""
    start = flat.dialect.read_start(flat.root, moves, coordinates)
    rows = _play_through(flat, Replay(start), coordinates)
    parent, _, _, root = rows[0]
    result = root.get("RE", [""])[0]
    known = MANAGED | flat.dialect.start_properties
    rows[0] = (parent, None, None, {name: root[name] for name in root if name not in known})
    return ParsedGame(Root.grow(start, rows), coordinates, result)


def _play_through(flat: FlatTree, replay: Replay, coordinates: str) -> list[Row]:
    """All moves, in the game's notation; the replay follows the tree, taking moves back where a variation begins."""
    rows: list[Row] = []
    line: list[int] = []  # the rows that lead to the present
    for index, (parent, node) in enumerate(flat.rows):
        while line and line[-1] != parent:
            if (undone := rows[line.pop()][1]) is not None:
                replay.undo(undone)
        move, colour = None, None
        place = f"move {replay.position.ply + 1}" + (" of a variation" if len(line) < index else "")
        if index and (written := _written_move(node, place)):
            colour, move = written[0], _play(flat.dialect, replay, written, coordinates, place)
            node = {name: node[name] for name in node if name not in MOVE_COLOURS}
        rows.append((parent, move, colour, node))
        line.append(index)
    return rows


def _written_move(node: Properties, place: str) -> WrittenMove | None:
    """The colour and text of a node's move, None where it has none."""
    if MEANINGFUL.isdisjoint(node):
        return None
    if setup := [name for name in SETUP if name in node]:
        raise RecordError(f"before {place}: {setup[0]} sets up stones in the middle of a game; only the root may")
    found = [(MOVE_COLOURS[tag], raw) for tag in MOVE_COLOURS for raw in node.get(tag, ())]
    if len(found) > 1:
        raise RecordError(f"{place}: there are {len(found)} moves in one node; a node each would be right")
    return (found[0][0], plain_text(found[0][1]).strip()) if found else None


def _play(dialect: SgfDialect, replay: Replay, written: WrittenMove, coordinates: str, place: str) -> str:
    """Play a move as a file has it and return it in the game's notation."""
    colour, text = written
    side = replay.position.to_move
    try:
        word = text.lower()
        move = word if word in (RESIGN, DRAW) else dialect.read_move(replay.position, text, coordinates)
        if colour != side and move not in (RESIGN, DRAW):
            raise RecordError(f"it is {side}'s turn; {COLOUR_LETTERS[side]}[{shorten(text)}] would be right")
        replay.play(move, colour)
    except GameError as error:
        problem = replay.ending or error
        raise RecordError(f"{place}, {COLOUR_LETTERS[colour]}[{shorten(text)}]: {problem}") from None
    return move
