"""A game record as lines of plain text: headers, moves, result, comments and variations."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord, Node

HEADERS = ("white", "black", "event", "round", "date", "place", "source", "annotator", "comment")
LINE_LENGTH = 100


def position_after(record: GameRecord, moves: int | None = None) -> Position:
    """Return the position after a number of moves of the main line, by default at its end."""
    played = record.moves
    if moves is None or moves == len(played):
        return record.position()
    if moves > len(played):
        raise GameError(f"there is no position after move {moves}; the game has {len(played)} moves")
    position = record.start
    position.play_all(played[:moves])
    return position


def heading(record: GameRecord) -> Iterator[str]:
    """Yield the headers of a record and the description of its game."""
    for name in HEADERS:
        if text := one_line(getattr(record, name)):
            yield f"{name.capitalize()}: {text}"
    yield record.start.description


def body(record: GameRecord) -> Iterator[str]:
    """Yield the moves, the result, comments and variations."""
    yield numbered(record.moves) or "No moves."
    yield f"{record.outcome}." if record.outcome else f"Not finished; {record.position().to_move} to move."
    if record.discrepancy:
        yield f"But {record.discrepancy}."
    for node in record.nodes():
        if comment := one_line(node.comment):
            yield f"Comment {_location(node)}: {comment}"
    for node in record.nodes():
        for variation in node.children[1:]:
            line = [variation, *variation.main_line()]
            yield f"Variation {_location(node)}: {' '.join(each.move for each in line if each.move)}"


def _location(node: Node) -> str:
    moves = node.moves
    return f"after {len(moves)}.{moves[-1]}" if moves else "at the start"


def numbered(moves: list[str]) -> str:
    """Return moves with their numbers, wrapped into lines: `1.d4 2.e5 3.c3`."""
    return fill(" ".join(f"{number}.{move}" for number, move in enumerate(moves, 1)), LINE_LENGTH)


def one_line(text: str) -> str:
    """Return untrusted text safe for a terminal: one line without control characters."""
    return "".join(character if character.isprintable() else " " for character in text).strip()


def plain_report(record: GameRecord, position: Position) -> str:
    """Return the whole report as text, with the board between heading and body."""
    return "\n".join([*heading(record), "", str(position), "", *body(record)])
