"""Conversion between game records and the API's game trees: flat lists of nodes, parents before children."""

from __future__ import annotations

import re
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME, GAMES
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW
from malecon.games.sgf.node import Node, Root
from malecon.games.sgf.reader import Check, never_stop
from malecon.games.sgf.record import GameRecord
from malecon.games.sgf.replay import Replay
from malecon.interfaces.web.marks import MarkReader, write_marks
from malecon.interfaces.web.positions import RESIGN, resigning_side, start_of, symbols_of
from malecon.interfaces.web.schema import MAX_COMMENT, MAX_NODES, JsonObject, Tree

TOO_LARGE = f"game is too large: at most {MAX_NODES:,} moves, variations included"
MAX_NAMES, MAX_VALUES = 6 * MAX_NODES, 4 * MAX_NODES
"""Property names and delimiters of a record, in characters, and property values; brackets in comments count."""
_VALUES = re.compile(r"\[[^\\\]]*(?:\\.?[^\\\]]*)*(?:\]|\Z)|\s+", re.DOTALL)
MAX_GAMES = 500
"""Games per text."""
SETUP_SYMBOLS = {"O": "white", "X": "black", "#": "blocked"}


def read_tree(text: str, check: Check = never_stop) -> JsonObject:
    """Parse the first game of a text; raise GameError if it is not a game record.

    `check` may raise an exception to stop.
    """
    if _is_too_large(text):
        raise GameError(TOO_LARGE)
    return _tree(GameRecord.parse(text, check=check))


def read_trees(text: str, check: Check = never_stop) -> list[JsonObject]:
    """Parse all games of a text; raise GameError if it is not a game record or too large."""
    if _is_too_large(text):
        raise GameError(TOO_LARGE)
    trees = []
    for record in GameRecord.parse_all(text):
        check()
        trees.append(_tree(record))
    if len(trees) > MAX_GAMES:
        raise GameError(f"the file has {len(trees)} games; import at most {MAX_GAMES} at once")
    return trees


def _tree(record: GameRecord) -> JsonObject:
    start, marks = record.start, MarkReader(record.start, record.coordinates)
    nodes = _rows(record, marks)
    if len(nodes) > MAX_NODES:
        raise GameError(TOO_LARGE)
    names = {"white": record.white, "black": record.black, "result": record.result, "event": record.event}
    comment = record.root.comment[:MAX_COMMENT]
    root = {"comment": comment, "marks": marks.read(record.root.properties)}
    return {"game": game_of(start), "nodes": nodes, **root, **names}


def _is_too_large(text: str) -> bool:
    """Return whether parsing a text would take long: the parser cannot be stopped."""
    names = _VALUES.sub("", text)
    return names.count(";") > MAX_NODES + 1 or len(names) > MAX_NAMES or text.count("[") > MAX_VALUES


def named_game(text: str) -> str:
    """Return the game that a record names, without parsing it; the default game if it is unclear."""
    match = re.search(r"GM\s*\[\s*(\w{1,20})\s*\]", text)
    name = match[1].lower() if match else DEFAULT_GAME
    return name if name in GAMES else DEFAULT_GAME


def game_of(start: Position) -> JsonObject:
    """Return an initial position in the form of a request."""
    answer: dict[str, Any] = {"game": start.game, "board": start.board_text, "swap": start.swap_rule, "setup": None}
    if start != start.new_game():
        placed: dict[str, Any] = {"white": [], "black": [], "blocked": []}
        for cell, symbol in symbols_of(start).items():
            placed[SETUP_SYMBOLS[symbol]].append(cell)
        answer |= {"swap": False, "setup": placed | {"to_move": str(start.to_move).lower()}}
    return answer


def _rows(record: GameRecord, marks: MarkReader) -> list[JsonObject]:
    """List moves and resignations; the children of a node without a move are attached to its parent."""
    indices: dict[int, int] = {id(record.root): -1}
    rows: list[JsonObject] = []
    for node in record.nodes():
        if node.parent is None:
            continue
        parent = indices[id(node.parent)]
        if node.move in (None, DRAW):
            indices[id(node)] = parent
            continue
        indices[id(node)] = len(rows)
        row: JsonObject = {"parent": parent, "move": _move_text(node), "comment": node.comment[:MAX_COMMENT]}
        if found := marks.read(node.properties):
            row["marks"] = found
        rows.append(row)
    return rows


def _move_text(node: Node) -> str:
    """Return a move in the form of a request: a resignation names its side."""
    return f"{RESIGN}:{str(node.colour).lower()}" if node.move == RESIGN else str(node.move)


def write_tree(tree: Tree, check: Check) -> str:
    """Write a tree as SGF; raise GameError if a move is illegal. `check` may raise an exception to stop."""
    record = GameRecord.from_position(start_of(tree.game), white=tree.white, black=tree.black)
    record.root.comment, record.date, record.event = tree.comment, tree.date, tree.event
    record.root.set_text("GN", tree.name)
    write_marks(record.root.properties, tree.marks)
    builder = TreeBuilder(record.root)
    for row in tree.nodes:
        check()
        builder.go_back(row.parent)
        node = builder.add(row.move)
        node.comment = row.comment
        write_marks(node.properties, row.marks)
    return record.sgf(check=check)


class TreeBuilder:
    """Builds a tree in depth-first order, so that each move is played only once."""

    def __init__(self, root: Root) -> None:
        self._replay = Replay(root.start)
        self._path: list[tuple[int, Node]] = [(-1, root)]
        self._count = 0

    def go_back(self, index: int) -> None:
        """Return to a node on the path to the last one; raise GameError if it is elsewhere."""
        while self._path[-1][0] != index:
            _, node = self._path.pop()
            if not self._path:
                raise GameError(f"node {self._count} cannot follow node {index}: list nodes in depth-first order")
            self._replay.undo(str(node.move))

    def add(self, move: str) -> Node:
        """Play a legal move and go to its node."""
        parent, replay = self._path[-1][1], self._replay
        if replay.is_over:
            raise GameError(replay.over_message)
        side = replay.position.to_move
        if move.startswith(RESIGN):
            named = resigning_side(move)
            move, side = RESIGN, side if named is None else named
        else:
            move = replay.position.check_move(move)
        same = (node for node in parent.children if node.move == move and node.colour == side)
        node = next(same, None) or Node(parent, move, side, {})
        replay.play(move, side)
        self._path.append((self._count, node))
        self._count += 1
        return node
