"""Parsed SGF trees to game trees, with every move checked for legality.

Files differ; this is what we accept:
- A file without GM is a game of `DEFAULT_GAME`, as on Little Golem.
- Coordinates: see the dialect of the game. If a file does not name them, we use those that make all moves legal.
- W and B must alternate; a wrong colour is an error, since the intended move would be a guess. Black may move first.
  A resignation belongs to the colour of its property, whoever is to move.
- A move in the root becomes a separate node. A node without a move is kept as a comment.
- Setup properties (AW, AB, AE, PL) belong to the root; anywhere else they are an error.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from malecon.games.catalogue import DEFAULT_GAME, GAMES, sgf_dialect
from malecon.games.errors import GameError, RecordError, check_type
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
MOVES_AND_SETUP = frozenset({*SETUP, *MOVE_COLOURS})
MANAGED = frozenset({"FF", "CA", "GM", "RE", *MOVE_COLOURS})  # root properties that `writer` sets for every game


Check: TypeAlias = Callable[[], object]
"""Called before every node; may raise an exception to stop."""


def never_stop() -> None:
    """Check that lets everything run to its end."""


@dataclass(frozen=True)
class ParsedGame:
    """A game of a file."""

    root: Root
    coordinates: str
    result: str
    """The raw value of RE; empty if absent."""


@dataclass(frozen=True)
class FlatTree:
    """A tree before interpretation, as rows of the parent's index and the properties."""

    rows: list[tuple[int, Properties]]
    dialect: SgfDialect

    @property
    def root(self) -> Properties:
        """The properties of the root."""
        return self.rows[0][1]


def read_games(
    data: bytes | str, coordinates: str | None, *, only_first: bool, check: Check = never_stop
) -> list[ParsedGame]:
    """Return the games of a file; detect the coordinates if they are not given."""
    check_type(data, (str, bytes), "a game record is text or bytes")
    games = []
    with _collector_paused():
        trees = parse_trees(data, only_first=only_first)
        for number, tree in enumerate(trees, 1):
            try:
                games.append(_read_game(_flatten(tree, check), coordinates, check))
            except GameError as error:
                raise RecordError(f"game {number}: {error}" if len(trees) > 1 else str(error)) from None
    return games


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Disable garbage collection: all objects stay alive, and collecting took half of the time of a large file."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _read_game(rows: list[tuple[int, Properties]], coordinates: str | None, check: Check) -> ParsedGame:
    flat = FlatTree(rows, _find_dialect(rows[0][1]))
    moves = [
        (MOVE_COLOURS[tag], plain_text(raw).strip())
        for _, node in rows
        for tag in MOVE_COLOURS
        for raw in node.get(tag, ())
    ]
    if coordinates is not None:
        check_coordinates(flat.dialect, coordinates)
    candidates = flat.dialect.likely_coordinates(flat.root, moves) if coordinates is None else [coordinates]
    problems = []
    for candidate in candidates:
        try:
            return _interpret(flat, moves, candidate, check)
        except GameError as error:
            problems.append(str(error))
    also = f" (invalid in {candidates[1]} coordinates too)" if len(set(problems)) > 1 else ""
    raise RecordError(problems[0] + also)


def check_coordinates(dialect: SgfDialect, coordinates: str) -> None:
    """Raise GameError if a game does not support these coordinates."""
    if coordinates not in dialect.coordinates:
        names = " or ".join(repr(name) for name in dialect.coordinates)
        raise GameError(f"coordinates of {dialect.game} must be {names}, not {str(coordinates)!r}")


def _find_dialect(root: Properties) -> SgfDialect:
    game = single_value(root, "GM") or DEFAULT_GAME
    if game.lower() not in GAMES:
        games = " or ".join(f"GM[{name}]" for name in GAMES)
        raise RecordError(f"GM[{shorten(game)}] is not a known game; write {games}")
    return sgf_dialect(game.lower())


def _flatten(tree: Any, check: Check) -> list[tuple[int, Properties]]:
    """Return the nodes of a tree, each line before its variations; not recursive, since trees can be deep."""
    root = _decode(tree.sequence[0])
    moves = {name: root.pop(name) for name in MOVE_COLOURS if name in root}
    rows = [(-1, root), (0, moves)] if moves else [(-1, root)]
    pending = [(tree, tree.sequence[1:], len(rows) - 1)]
    while pending:
        branch, sequence, parent = pending.pop()
        for properties in sequence:
            check()
            rows.append((parent, _decode(properties)))
            parent = len(rows) - 1
        pending += [(child, child.sequence, parent) for child in reversed(branch.children)]
    return rows


def _decode(properties: dict[str, list[bytes]]) -> Properties:
    if "" in properties:
        raise RecordError("a property name is all lower case; use capital letters")
    return {name: [str(value, "utf-8") for value in values] for name, values in properties.items()}


def _interpret(flat: FlatTree, moves: Sequence[WrittenMove], coordinates: str, check: Check) -> ParsedGame:
    """Return the game in the given coordinates; raise GameError if it is not legal in them."""
    start = flat.dialect.read_start(flat.root, moves, coordinates)
    rows = _play_through(flat, Replay(start), coordinates, check)
    parent, _, _, root = rows[0]
    result = root.get("RE", [""])[0]
    known = MANAGED | flat.dialect.start_properties
    rows[0] = (parent, None, None, {name: root[name] for name in root if name not in known})
    return ParsedGame(Root.from_rows(start, rows), coordinates, result)


def _play_through(flat: FlatTree, replay: Replay, coordinates: str, check: Check) -> list[Row]:
    """Return the rows with moves in the notation of the game; the replay undoes moves where a variation starts."""
    rows: list[Row] = []
    line: list[int] = []  # the rows from the root to the current node
    for index, (parent, node) in enumerate(flat.rows):
        check()
        while line and line[-1] != parent:
            if (undone := rows[line.pop()][1]) is not None:
                replay.undo(undone)
        move, colour = None, None
        where = f"move {replay.position.ply + 1}" + (" of a variation" if len(line) < index else "")
        if index and (written := _written_move(node, where)):
            colour, move = written[0], _play(flat.dialect, replay, written, coordinates, where)
            node = {name: node[name] for name in node if name not in MOVE_COLOURS}
        rows.append((parent, move, colour, node))
        line.append(index)
    return rows


def _written_move(node: Properties, where: str) -> WrittenMove | None:
    """Return colour and text of a node's move; None if it has none."""
    if MOVES_AND_SETUP.isdisjoint(node):
        return None
    if setup := [name for name in SETUP if name in node]:
        raise RecordError(f"before {where}: {setup[0]} is allowed in the root only")
    found = [(MOVE_COLOURS[tag], raw) for tag in MOVE_COLOURS for raw in node.get(tag, ())]
    if len(found) > 1:
        raise RecordError(f"{where}: one node has {len(found)} moves; write a node for each")
    return (found[0][0], plain_text(found[0][1]).strip()) if found else None


def _play(dialect: SgfDialect, replay: Replay, written: WrittenMove, coordinates: str, where: str) -> str:
    """Play a move of a file and return it in the notation of the game."""
    colour, text = written
    side = replay.position.to_move
    try:
        word = text.lower()
        move = word if word in (RESIGN, DRAW) else dialect.read_move(replay.position, text, coordinates)
        if colour != side and move not in (RESIGN, DRAW):
            raise RecordError(f"{side} is to move; write {COLOUR_LETTERS[side]}[{shorten(text)}]")
        replay.play(move, colour)
    except GameError as error:
        problem = replay.over_message if replay.is_over else error
        raise RecordError(f"{where}, {COLOUR_LETTERS[colour]}[{shorten(text)}]: {problem}") from None
    return move
