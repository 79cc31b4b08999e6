"""The game tree of a record: each node is a move, or a comment between moves, with properties and children.

The first child continues the main line, the others are variations. Trees can be arbitrarily deep, so nothing here is
recursive: a tree is walked, copied and pickled as a flat list of rows, parents before children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeAlias

from malecon.games.colours import Colour
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN, Properties
from malecon.games.sgf.grammar import plain_text, raw_value
from malecon.games.sgf.replay import Replay

Row: TypeAlias = tuple[int, str | None, Colour | None, Properties]  # index of the parent's row; then as in Node


class Node:
    """A move of a record and its continuations."""

    __slots__ = ("__weakref__", "_children", "_parent", "_root", "colour", "move", "properties")

    def __init__(self, parent: Node | None, move: str | None, colour: Colour | None, properties: Properties) -> None:
        self._parent = parent
        self._children: list[Node] = []
        self.move = move
        """The move in the notation of the game, `resign` or `draw`; None at the root and in nodes without a move."""
        self.colour = colour
        """The player of the move; None if there is no move."""
        self.properties = properties
        """All other properties by name, as raw values with SGF's escapes; see `text`."""
        if parent is not None:
            self._root: Root = parent._root
            parent._children.append(self)

    # --- the tree ---------------------------------------------------------------------------------------------------

    @property
    def parent(self) -> Node | None:
        """The previous node; None at the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The next nodes: main line first, then variations."""
        return tuple(self._children)

    @property
    def root(self) -> Root:
        """The node before the first move."""
        return self._root

    def line(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1]._parent) is not None:
            nodes.append(parent)
        if nodes[-1] is not self._root:
            raise GameError("this node was removed from its record")
        return nodes[::-1]

    def main_line(self) -> Iterator[Node]:
        """Iterate over the nodes after this one, following first children."""
        node = self
        while node._children:
            node = node._children[0]
            yield node

    @property
    def end(self) -> Node:
        """The last node of the main line from here; this node if it has no children."""
        node = self
        while node._children:
            node = node._children[0]
        return node

    def walk(self) -> Iterator[Node]:
        """Iterate over this node and all nodes after it, each line before its variations."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node._children))

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The moves that lead here, without resignations and draws."""
        return [node.move for node in self.line() if node.move not in (None, RESIGN, DRAW)]

    def position(self) -> Position:
        """Return a new position after this node's move."""
        return self._replay().position

    def _replay(self) -> Replay:
        replay = Replay(self._root.start)
        for node in self.line():
            if node.move is not None and node.colour is not None:
                replay.play(node.move, node.colour)
        return replay

    def branch(self, move: str, *, colour: Colour | None = None) -> Node:
        """Play a legal move from here and return its node: an existing child or a new variation.

        `resign` and `draw` (by agreement) are moves too; either colour can resign.
        """
        replay = self._replay()
        if replay.is_over:
            raise IllegalMoveError(replay.over_message)
        position, word = replay.position, move.strip().lower()
        side = position.to_move
        if word in (RESIGN, DRAW):
            side = side if colour is None else Colour(colour)
        else:
            word = position.check_move(move)
            if colour is not None and colour != side:
                raise GameError(f"{move} cannot be played for {Colour(colour)}: {side} is to move")
        existing = (node for node in self._children if node.move == word and node.colour == side)
        return next(existing, None) or Node(self, word, side, {})

    def promote(self) -> None:
        """Make the line to this node the main line of the record."""
        for node in self.line()[1:]:
            siblings = node._parent._children if node._parent is not None else []
            siblings.remove(node)
            siblings.insert(0, node)

    def remove(self) -> None:
        """Remove this node and everything after it from the record."""
        if self._parent is None:
            raise GameError("the root cannot be removed; create a new record instead")
        self._parent._children.remove(self)
        self._parent = None

    # --- properties -------------------------------------------------------------------------------------------------

    def text(self, name: str) -> str:
        """Return the text of a property, such as `N`; empty if it is absent."""
        values = self.properties.get(name)
        return plain_text(values[0]) if values else ""

    def set_text(self, name: str, text: str) -> None:
        """Set a property to a single value; an empty text removes it."""
        if text:
            self.properties[name] = [raw_value(text)]
        else:
            self.properties.pop(name, None)

    @property
    def comment(self) -> str:
        """The comment on this node; empty if there is none."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    def __repr__(self) -> str:
        move = "no move" if self.move is None else f"{self.colour} {self.move}"
        return f"<{type(self).__name__}: {move}, {len(self._children)} children>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A node is copied and pickled with its whole tree."""
        number = next(index for index, node in enumerate(self._root.walk()) if node is self)
        return _nth_node, (self._root, number)


class Root(Node):
    """The node before the first move, with the initial position."""

    __slots__ = ("start",)

    def __init__(self, start: Position, properties: Properties | None = None) -> None:
        super().__init__(None, None, None, {} if properties is None else properties)
        self._root = self
        self.start = start

    @classmethod
    def from_rows(cls, start: Position, rows: Iterable[Row]) -> Self:
        """Build a tree from rows, the root first."""
        nodes: list[Node] = []
        for parent, move, colour, properties in rows:
            copied = {name: list(values) for name, values in properties.items()}
            nodes.append(Node(nodes[parent], move, colour, copied) if nodes else cls(start, copied))
        root = nodes[0]
        assert isinstance(root, cls)
        return root

    def rows(self) -> list[Row]:
        """Return the tree as a flat list, parents before children."""
        numbers: dict[int, int] = {}
        rows: list[Row] = []
        for node in self.walk():
            numbers[id(node)] = len(rows)
            rows.append((numbers.get(id(node._parent), -1), node.move, node.colour, node.properties))
        return rows

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_rows, (self.start, self.rows())


def _nth_node(root: Root, number: int) -> Node:
    return next(node for index, node in enumerate(root.walk()) if index == number)
