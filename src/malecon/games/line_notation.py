"""Positions of all games in one line of text, as FEN is for chess; `docs/notation.md` defines it.

havannah 4 4/5/2X3/3O3/6/5/4 w              stones, and the side to move
havannah 4+swap - d4                        the initial position, and moves
amazons 6x6 - resign                        White has resigned
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from malecon.games.catalogue import position_class
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError, check_type
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS, Cell

if TYPE_CHECKING:
    from malecon.games.position import Position

INITIAL, SWAP_FLAG, RESIGN = "-", "+swap", "resign"
SIDES = {"w": WHITE, "b": BLACK}
_ROW = re.compile(r"(?:[0-9]+|[A-Za-z#])*")
_ITEM = re.compile(r"[0-9]+|[A-Za-z#]")


def write_position(position: Position) -> str:
    """Return a position in one line, by its stones if these determine the rest of the game, else by its moves.

    >>> import malecon
    >>> write_position(malecon.Havannah(base=3, moves="c3 b2"))
    'havannah 3 3/1X2/2O2/4/3 w'
    >>> write_position(malecon.Havannah(base=3, swap_rule=True, moves="c3"))
    'havannah 3+swap - c3'
    """
    if position.ply or position != position.new_game():
        by_stones = _write_stones(position)
        if by_stones is not None:
            return by_stones
    return _write_moves(position)


def read_position(text: str) -> Position:
    """Return the position that a line describes; raise GameError if it describes none.

    >>> print(read_position("havannah 2 2/1O1/2 b"))
         a b
      1 . . c
     2 . O .
      3 . .
    """
    check_type(text, str, "a position in one line is text, such as 'havannah 4 - d4'")
    game, board, stones, *rest = [*text.split(), "", "", ""][: max(3, len(text.split()))]
    if not (game and board and stones):
        raise GameError(f"{text!r} is not a position; write GAME BOARD STONES SIDE, or GAME BOARD - MOVES")
    start = _start(game, board)
    if stones == INITIAL:
        return _play(start, rest)
    if not rest or rest[0] not in SIDES:
        raise GameError(f"{text!r} does not say who is to move; write w or b after the stones")
    return _play(_read_stones(start, stones, SIDES[rest[0]]), rest[1:])


def _write_stones(position: Position) -> str | None:
    """Return a line with the stones; None if they do not determine the rest of the game."""
    symbols = {cell.symbol for row in _rows(position) for cell in row} - {EMPTY}
    if position.is_over or not symbols <= set(position.setup_symbols):
        return None
    side = "w" if position.to_move == WHITE else "b"
    line = f"{position.game} {_board(position, swap=False)} {_row_texts(position)} {side}"
    try:
        return line if read_position(line) == position else None
    except GameError:
        return None


def _write_moves(position: Position) -> str:
    start = position.start()
    line = f"{start.game} {_board(start, swap=start.swap_rule)} "
    if start == start.new_game():
        line += INITIAL
    else:
        line += f"{_row_texts(start)} {'w' if start.to_move == WHITE else 'b'}"
    resigned = [RESIGN if position._resigned == position.to_move else f"{RESIGN}:{str(position._resigned)[0].lower()}"]
    return " ".join([line, *position.moves, *(resigned if position._resigned is not None else [])])


def _board(position: Position, *, swap: bool) -> str:
    return position.board_text.replace(" ", "_") + (SWAP_FLAG if swap else "")


def _rows(position: Position) -> list[list[Cell]]:
    """Return the cells row by row as they are drawn, from the top."""
    rows = [[cell for cell in line if isinstance(cell, Cell)] for line in position.picture()]
    return [row for row in rows if row]


def _row_texts(position: Position) -> str:
    """Return the rows with numbers for runs of empty cells."""
    texts = []
    for row in _rows(position):
        runs = [(symbol, len(list(cells))) for symbol, cells in groupby(cell.symbol for cell in row)]
        texts.append("".join(str(count) if symbol == EMPTY else symbol * count for symbol, count in runs))
    return "/".join(texts)


def _start(game: str, board: str) -> Position:
    rules = position_class(game)
    options: dict[str, Any] = rules.board_options(board.removesuffix(SWAP_FLAG).replace("_", " "))
    if board.endswith(SWAP_FLAG):
        if "swap_rule" not in rules.extra_options:
            raise GameError(f"{rules.title} has no swap rule; remove {SWAP_FLAG}")
        options["swap_rule"] = True
    return rules(**options)


def _read_stones(start: Position, text: str, side: Colour) -> Position:
    rows, texts = _rows(start), text.split("/")
    if len(texts) != len(rows):
        raise GameError(f"{len(texts)} rows of stones do not fit a board of {len(rows)} rows")
    cells: dict[str, list[str]] = {symbol: [] for symbol in (SYMBOLS[WHITE], SYMBOLS[BLACK], BLOCKED)}
    for number, (row, line) in enumerate(zip(rows, texts, strict=True), 1):
        symbols = _symbols(line)
        if len(symbols) != len(row) or not set(symbols) <= {EMPTY, *cells}:
            raise GameError(f"row {number} of the stones, {line!r}, does not fit {len(row)} cells of . O X and #")
        for cell, symbol in zip(row, symbols, strict=True):
            if symbol != EMPTY:
                cells[symbol].append(cell.name)
    white, black, blocked = cells.values()
    return start.set_up(white, black, blocked, side)


def _symbols(line: str) -> str:
    if not _ROW.fullmatch(line):
        return ""
    return "".join(EMPTY * int(item) if item.isdigit() else item for item in _ITEM.findall(line))


def _play(position: Position, words: list[str]) -> Position:
    for number, word in enumerate(words, 1):
        if word.startswith(RESIGN) and number == len(words):
            side = word.partition(":")[2]
            position.resign(SIDES.get(side))
        else:
            position.play(word)
    return position
