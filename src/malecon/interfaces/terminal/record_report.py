"""A game record in words: headers, moves, outcome, comments and variations, as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord, Node

HEADERS = ("white", "black", "event", "round", "date", "place", "source", "annotator", "comment")
LINE_LENGTH = 100


def position_after(record: GameRecord, moves: int | None = None) -> Position:
    """The board after so many moves of the main line, by default at its end."""
    played = record.moves
    if moves is None or moves == len(played):
        return record.position()
    if moves > len(played):
        raise GameError(f"the game has {len(played)} moves, so there is no board after {moves}")
    position = record.start
    position.play_all(played[:moves])
    return position


def heading(record: GameRecord) -> Iterator[str]:
    """What a record says before its moves: the headers that it has, then the game."""
    for name in HEADERS:
        if text := one_line(getattr(record, name)):
            yield f"{name.capitalize()}: {text}"
    yield record.start.description


def story(record: GameRecord) -> Iterator[str]:
    """The moves, how they ended, and what else the tree holds."""
    yield numbered(record.moves) or "No move was played."
    yield f"{record.outcome}." if record.outcome else f"Not finished; {record.position().to_move} to move."
    if record.discrepancy:
        yield f"But {record.discrepancy}."
    for node in record.nodes():
        if comment := one_line(node.comment):
            yield f"Comment {_place(node)}: {comment}"
    for node in record.nodes():
        for variation in node.children[1:]:
            line = [variation, *variation.main_line()]
            yield f"Variation {_place(node)}: {' '.join(each.move for each in line if each.move)}"


def _place(node: Node) -> str:
    moves = node.moves
    return f"after {len(moves)}.{moves[-1]}" if moves else "at the start"


def numbered(moves: list[str]) -> str:
    """Moves with their numbers, as many lines as it takes: `1.d4 2.e5 3.c3`."""
    return fill(" ".join(f"{number}.{move}" for number, move in enumerate(moves, 1)), LINE_LENGTH)


def one_line(text: str) -> str:
    """A text from a file made safe for a terminal: one line, and nothing that is not a sign."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def plain_report(record: GameRecord, position: Position) -> str:
    """The whole report as text, with the board between heading and story."""
    return "\n".join([*heading(record), "", str(position), "", *story(record)])
