"""The tree of a record: a node is a move (or a remark between moves) with its comment, properties and continuations.

The first child continues the main line, the others are variations. Trees may be as deep as a file makes them, so
nothing here calls itself: a tree is walked, copied and pickled as a flat list of rows, parents before children.
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

Row: TypeAlias = tuple[int, str | None, Colour | None, Properties]  # index of the parent's row, then as in Node


class Node:
    """One move of a record, and all that may follow it."""

    __slots__ = ("__weakref__", "_children", "_parent", "_root", "colour", "move", "properties")

    def __init__(self, parent: Node | None, move: str | None, colour: Colour | None, properties: Properties) -> None:
        self._parent = parent
        self._children: list[Node] = []
        self.move = move
        """The move in the game's notation, or `resign` or `draw`; None at the root and for a remark between moves."""
        self.colour = colour
        """Who made the move; None where there is none."""
        self.properties = properties
        """All else that the node has in a file, by name, as raw values: SGF's escapes are kept. See `text`."""
        if parent is not None:
            self._root: Root = parent._root
            parent._children.append(self)

    # --- around this node -------------------------------------------------------------------------------------------

    @property
    def parent(self) -> Node | None:
        """The node before; None at the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """What follows: the main line first, then variations."""
        return tuple(self._children)

    @property
    def root(self) -> Root:
        """The node before all moves."""
        return self._root

    def line(self) -> list[Node]:
        """The nodes that lead here, from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1]._parent) is not None:
            nodes.append(parent)
        if nodes[-1] is not self._root:
            raise GameError("this node was removed from its record; nothing leads to it")
        return nodes[::-1]

    def main_line(self) -> Iterator[Node]:
        """The nodes after this one, first children all the way."""
        node = self
        while node._children:
            node = node._children[0]
            yield node

    @property
    def end(self) -> Node:
        """The last node of the main line from here; the node itself where nothing follows."""
        node = self
        while node._children:
            node = node._children[0]
        return node

    def walk(self) -> Iterator[Node]:
        """This node and everything that follows, each line before its variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node._children))

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The moves on the board that lead here."""
        return [node.move for node in self.line() if node.move not in (None, RESIGN, DRAW)]

    def position(self) -> Position:
        """The position after this node's move; it is yours to change."""
        return self._replay().position

    def _replay(self) -> Replay:
        replay = Replay(self._root.start)
        for node in self.line():
            if node.move is not None and node.colour is not None:
                replay.play(node.move, node.colour)
        return replay

    def branch(self, move: str, *, colour: Colour | None = None) -> Node:
        """Continue from here by a legal move and return its node: the one that is there already, or a new variation.

        `resign` and `draw` (by agreement) are moves too; a colour other than the side to move can resign.
        """
        replay = self._replay()
        if ending := replay.ending:
            raise IllegalMoveError(ending)
        position, word = replay.position, move.strip().lower()
        side = position.to_move
        if word in (RESIGN, DRAW):
            side = side if colour is None else Colour(colour)
        else:
            word = position.check_move(move)
            if colour is not None and colour != side:
                raise GameError(f"{move} cannot be {Colour(colour)}'s move: it is {side}'s turn")
        same = (node for node in self._children if node.move == word and node.colour == side)
        return next(same, None) or Node(self, word, side, {})

    def promote(self) -> None:
        """Make the line to this node the main line of the record."""
        for node in self.line()[1:]:
            siblings = node._parent._children if node._parent is not None else []
            siblings.remove(node)
            siblings.insert(0, node)

    def remove(self) -> None:
        """Take this node and everything after it out of the record."""
        if self._parent is None:
            raise GameError("the root cannot be removed; make a new record instead")
        self._parent._children.remove(self)
        self._parent = None

    # --- texts ------------------------------------------------------------------------------------------------------

    def text(self, name: str) -> str:
        """The text of a property, such as `N`; empty where it is absent."""
        values = self.properties.get(name)
        return plain_text(values[0]) if values else ""

    def set_text(self, name: str, text: str) -> None:
        """Give a property one value, any text; an empty text removes it."""
        if text:
            self.properties[name] = [raw_value(text)]
        else:
            self.properties.pop(name, None)

    @property
    def comment(self) -> str:
        """What is said about this node; empty where nothing is."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    def __repr__(self) -> str:
        made = "no move" if self.move is None else f"{self.colour} {self.move}"
        return f"<{type(self).__name__}: {made}, {len(self._children)} continuations>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A node is copied and pickled with its whole tree."""
        number = next(index for index, node in enumerate(self._root.walk()) if node is self)
        return _nth_node, (self._root, number)


class Root(Node):
    """The node before the first move; it knows the position in which the game starts."""

    __slots__ = ("start",)

    def __init__(self, start: Position, properties: Properties | None = None) -> None:
        super().__init__(None, None, None, {} if properties is None else properties)
        self._root = self
        self.start = start

    @classmethod
    def grow(cls, start: Position, rows: Iterable[Row]) -> Self:
        """The tree of these rows; the first is the root's."""
        nodes: list[Node] = []
        for parent, move, colour, properties in rows:
            own = {name: list(values) for name, values in properties.items()}
            nodes.append(Node(nodes[parent], move, colour, own) if nodes else cls(start, own))
        root = nodes[0]
        assert isinstance(root, cls)
        return root

    def rows(self) -> list[Row]:
        """The tree as a flat list, parents before children."""
        numbers: dict[int, int] = {}
        rows: list[Row] = []
        for node in self.walk():
            numbers[id(node)] = len(rows)
            rows.append((numbers.get(id(node._parent), -1), node.move, node.colour, node.properties))
        return rows

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).grow, (self.start, self.rows())


def _nth_node(root: Root, number: int) -> Node:
    return next(node for index, node in enumerate(root.walk()) if index == number)
