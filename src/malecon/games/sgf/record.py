"""A game record: the initial position, a tree of moves, the players and the result.

    record = GameRecord(base=4, swap_rule=True, white="Ada", black="Bob")
    record.play("d4").comment = "the middle"
    print(record.sgf())

Headers and unknown properties are stored in the root node. The board determines the outcome; RE counts only if the
game is not over on the board, and is written back unchanged as long as the main line stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Self, overload

from malecon.games.catalogue import DEFAULT_GAME, position_class, sgf_dialect
from malecon.games.colours import Colour
from malecon.games.outcome import Ending, Outcome
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN
from malecon.games.sgf.files import naming, read_file, write_file
from malecon.games.sgf.grammar import plain_text, raw_value
from malecon.games.sgf.node import Node, Root
from malecon.games.sgf.reader import Check, ParsedGame, never_stop, read_games
from malecon.games.sgf.results import MainLine, StatedResult, result_text
from malecon.games.sgf.writer import write_game

__all__ = ["GameRecord", "Node"]


class Header:
    """A text header of the game, stored as a property of the root; empty if absent."""

    def __init__(self, name: str, doc: str) -> None:
        self.name = name
        self.__doc__ = doc

    @overload
    def __get__(self, record: None, owner: Any) -> Header: ...

    @overload
    def __get__(self, record: GameRecord, owner: Any) -> str: ...

    def __get__(self, record: GameRecord | None, owner: Any) -> Header | str:
        if record is None:
            return self
        text = record.root.text(self.name)
        return text if self.name == "GC" else text.replace("\n", " ")  # SimpleText has no line breaks

    def __set__(self, record: GameRecord, text: str) -> None:
        record.root.set_text(self.name, text)


class GameRecord:
    """A game with variations, comments and headers. `options` are those of the game, such as `base` and `swap_rule`."""

    white = Header("PW", "White's name.")
    black = Header("PB", "Black's name.")
    event = Header("EV", "The tournament or match.")
    round = Header("RO", "The round of the event.")
    date = Header("DT", "The date, in SGF as 2009-12-31.")
    place = Header("PC", "The place.")
    source = Header("SO", "The source of the record.")
    annotator = Header("AN", "The author of the comments.")
    comment = Header("GC", "A comment on the whole game; `root.comment` is the comment on the first position.")

    def __init__(self, game: str = DEFAULT_GAME, *, white: str = "", black: str = "", **options: Any) -> None:
        self._init_tree(Root(position_class(game)(**options)), sgf_dialect(game).coordinates[0])
        self.white, self.black = white, black

    def _init_tree(self, root: Root, coordinates: str) -> None:
        self._root = root
        self._stated: StatedResult | None = None
        self._replayed: tuple[MainLine, Outcome | None] | None = None
        self.coordinates = coordinates
        """The coordinates of the file that was read, and the default of `sgf`."""

    @classmethod
    def _from_parsed(cls, parsed: ParsedGame) -> Self:
        record = cls.__new__(cls)
        record._init_tree(parsed.root, parsed.coordinates)
        if parsed.result:
            dialect = sgf_dialect(record.game)
            loser = dialect.names_loser(parsed.coordinates)
            record._stated = StatedResult(parsed.result, loser, record._line(), dialect.endings)
        return record

    @classmethod
    def from_position(cls, position: Position, *, white: str = "", black: str = "") -> Self:
        """Create the record of the game that led to a position."""
        record = cls.__new__(cls)
        record._init_tree(Root(position.start()), sgf_dialect(position.game).coordinates[0])
        record.white, record.black = white, black
        node: Node = record.root
        replay = position.start()
        for move in position.moves:
            node = Node(node, move, replay.to_move, {})
            replay.play(move)
        outcome = position.outcome
        if outcome is not None and outcome.winner is not None and Ending.RESIGNATION in outcome.how:
            Node(node, RESIGN, outcome.winner.other, {})
        return record

    # --- the tree ---------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Root:
        """The node before the first move."""
        return self._root

    @property
    def start(self) -> Position:
        """A new copy of the position before the first move."""
        return self._root.start.copy()

    @property
    def game(self) -> str:
        """The name of the game, such as `havannah`."""
        return self._root.start.game

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game, such as `base` and `swap_rule`."""
        return self._root.start._options()

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        return self._root.end

    @property
    def moves(self) -> list[str]:
        """The moves of the main line, without resignations."""
        return self.end.moves

    def _repr_html_(self) -> str:
        """Show the headers, the last position and the moves, as notebooks do."""
        lines = [f"{label}: {escape(text)}" for label, text in self._headings() if text]
        moves = " ".join(f"{ply}. {escape(move)}" for ply, move in enumerate(self.moves, 1))
        picture = self.end.position()._repr_svg_()
        return f"<div><p>{'<br>'.join(lines)}</p>{picture}<p>{moves}</p></div>"

    def _headings(self) -> list[tuple[str, str]]:
        names = ("White", self.white), ("Black", self.black), ("Event", self.event), ("Result", self.result)
        return [("Game", self.start.description), *names]

    def nodes(self) -> Iterator[Node]:
        """Iterate over all nodes, each line before its variations."""
        return self._root.walk()

    def position(self, node: Node | None = None) -> Position:
        """Return the position at a node, by default at the end of the main line."""
        return (self.end if node is None else node).position()

    def positions(self) -> Iterator[Position]:
        """Iterate over copies of the positions of the main line, from the start."""
        position = self.start
        yield position.copy()
        for move in self.moves:
            position.play(move)
            yield position.copy()

    def play(self, move: str, *, colour: Colour | None = None) -> Node:
        """Append a legal move, `resign` or `draw` to the main line; use `Node.branch` for variations."""
        return self.end.branch(move, colour=colour)

    # --- the result -------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The outcome on the board or, failing that, the stated result; None if unknown."""
        if (outcome := self._board_outcome()) is not None:
            return outcome
        stated = self._valid_result()
        return stated.outcome if stated else None

    @property
    def result(self) -> str:
        """The result as in RE, such as `W+ring`, `B+resign` or `Draw`; empty if unknown.

        Set it for endings that the board does not show, such as `W+time`.
        """
        board = self._board_outcome()
        own = sgf_dialect(self.game).coordinates[0]
        return plain_text(self._raw_result(own) if board is None else result_text(board, names_loser=False))

    @result.setter
    def result(self, text: str) -> None:
        endings = sgf_dialect(self.game).endings
        self._stated = StatedResult(raw_value(text), False, self._line(), endings) if text else None

    @property
    def discrepancy(self) -> str | None:
        """How the stated result contradicts the board, in one line; None if it does not. The board counts."""
        stated = self._valid_result()
        return stated.contradiction(self._board_outcome()) if stated else None

    def _line(self) -> MainLine:
        nodes = self._root.main_line()
        return tuple((node.move, node.colour) for node in nodes if node.move is not None and node.colour is not None)

    def _valid_result(self) -> StatedResult | None:
        """Return the stated result if the main line has not changed since."""
        return self._stated if self._stated and self._stated.line == self._line() else None

    def _board_outcome(self) -> Outcome | None:
        """Return the outcome of the main line; cached, since it takes a replay."""
        line = self._line()
        if self._replayed is None or self._replayed[0] != line:
            agreed = bool(line) and line[-1][0] == DRAW
            self._replayed = line, Outcome(None, (Ending.DRAW,)) if agreed else self.position().outcome
        return self._replayed[1]

    def _raw_result(self, coordinates: str) -> str:
        """Return RE unchanged if it means the same in these coordinates, else in our own words."""
        loser = sgf_dialect(self.game).names_loser(coordinates)
        stated = self._valid_result()
        if stated and stated.can_be_kept(loser):
            return stated.raw
        return result_text(self.outcome, loser)

    # --- files ------------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, data: bytes | str, *, coordinates: str | None = None, check: Check = never_stop) -> Self:
        """Read the first game of an SGF or HGF text; `coordinates` overrides the detected coordinates.

        `check` is called before every node and may raise an exception to stop.
        """
        return cls._from_parsed(read_games(data, coordinates, only_first=True, check=check)[0])

    @classmethod
    def parse_all(cls, data: bytes | str, *, coordinates: str | None = None) -> list[Self]:
        """Read all games of a text."""
        return [cls._from_parsed(parsed) for parsed in read_games(data, coordinates, only_first=False)]

    @classmethod
    def read(cls, path: str | Path, *, coordinates: str | None = None) -> Self:
        """Read the first game of a file."""
        with naming(path):
            return cls.parse(read_file(path), coordinates=coordinates)

    @classmethod
    def read_all(cls, path: str | Path, *, coordinates: str | None = None) -> list[Self]:
        """Read all games of a file."""
        with naming(path):
            return cls.parse_all(read_file(path), coordinates=coordinates)

    def sgf(self, coordinates: str | None = None, *, check: Check = never_stop) -> str:
        """Return the record as SGF, by default in the coordinates in which it was read, `grid` for new records.

        `check` is called before every node and may raise an exception to stop.
        """
        coordinates = coordinates or self.coordinates
        return write_game(self._root, coordinates, self._raw_result(coordinates), check)

    def write(self, path: str | Path, *, coordinates: str | None = None) -> None:
        """Write the record to a file."""
        self.write_all([self], path, coordinates=coordinates)

    @staticmethod
    def write_all(records: Iterable[GameRecord], path: str | Path, *, coordinates: str | None = None) -> None:
        """Write several records to one file."""
        text = "".join(record.sgf(coordinates) for record in records)
        with naming(path):
            write_file(path, text)

    def copy(self) -> Self:
        """Return an independent copy of the record."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._root = Root.from_rows(self._root.start, self._root.rows())
        return copy

    __copy__ = copy

    def __str__(self) -> str:
        return self.sgf().rstrip("\n")

    def __repr__(self) -> str:
        names = f"{self.white or '?'} - {self.black or '?'}"
        return f"<{type(self).__name__}: {self.game}, {names}, {len(self.moves)} moves, {self.result or 'no result'}>"
