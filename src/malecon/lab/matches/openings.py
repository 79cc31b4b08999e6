"""Openings of a match: random moves, or the lines of a file."""

from __future__ import annotations

import random
from pathlib import Path

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord

RECORD_SUFFIXES = (".sgf", ".hgf")
MAX_TRIES = 100  # random lines per opening, before the board counts as too small


def random_openings(start: Position, plies: int, count: int, seed: int) -> tuple[str, ...]:
    """Return different openings of random moves after which the game goes on and no move wins at once.

    >>> import malecon
    >>> random_openings(malecon.Havannah(base=4), 2, 2, seed=1)
    ('a4 c1', 'a4 g6')
    """
    if plies < 1:
        raise GameError(f"random openings need at least one move, not {plies}")
    source, found = random.Random(f"{seed} random openings {plies}"), dict[str, None]()
    for _ in range(MAX_TRIES * count):
        position = start.copy()
        while position.ply < start.ply + plies and not position.is_over:
            position.play(source.choice([move for move in position.legal_moves if move != "swap"]))
        if not position.is_over and not position.winning_moves():
            found[" ".join(position.moves)] = None
        if len(found) == count:
            break
    if not found:
        raise GameError(f"no open position after {plies} random moves on this board; use fewer moves")
    return tuple(found)


def read_openings(path: Path, start: Position, plies: int | None = None) -> tuple[str, ...]:
    """Read openings: the games of an SGF or HGF file, or moves line by line; # begins a comment.

    With `plies`, lines are cut there. Every opening is checked; games of a record must be on the board of the match.
    """
    lines = _record_lines(path, start) if path.suffix.lower() in RECORD_SUFFIXES else _text_lines(path)
    openings: dict[str, None] = {}
    for number, moves in lines:
        position = start.copy()
        try:
            position.play_all(moves[:plies])
        except GameError as error:
            raise GameError(f"{path}: opening {number}: {error}") from None
        if position.is_over:
            raise GameError(f"{path}: opening {number}: the game is over ({position.outcome}); cut it with --plies")
        openings[" ".join(position.moves)] = None
    if not openings:
        raise GameError(f"{path} has no openings; write the moves of one opening in each line, such as: d4 e5")
    return tuple(openings)


def _text_lines(path: Path) -> list[tuple[int, list[str]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"cannot read the openings {path}: {error}") from None
    lines = [(number, line.partition("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, moves) for number, moves in lines if moves]


def _record_lines(path: Path, start: Position) -> list[tuple[int, list[str]]]:
    records = GameRecord.read_all(path)
    for number, record in enumerate(records, 1):
        if record.start.new_game().board_text != start.board_text or record.game != start.game:
            raise GameError(f"{path}: game {number} is {record.start.description}; the match is {start.description}")
    return [(number, record.moves) for number, record in enumerate(records, 1)]
