"""A complete game in one file: players fill a row of cells in turn; three own stones in a row win.

A test adds it to the catalogue. It is also an example to read: `docs/add_a_game.md` explains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from malecon.games.colours import BLACK, WHITE
from malecon.games.contract import copy_position, is_legal_move, legal_move, play, random_step
from malecon.games.errors import GameError, IllegalMoveError, NotationError
from malecon.games.outcome import Ending, Outcome
from malecon.games.picture import SYMBOLS, Cell, Label, Line
from malecon.games.position import Position
from malecon.games.sgf.dialect import Properties, SgfDialect, WrittenMove, single_value
from malecon.kernel import Struct, Structs, implements, kernel, new_structs, random_below

# --- rules ------------------------------------------------------------------------------------------------------------

MAX_CELLS = 32
ONE, THREE = np.uint64(1), np.uint64(3)
BOARD = np.dtype([("num_cells", "u8")])
POSITION = np.dtype(
    [
        ("num_moves", "u8"),
        ("stones", "u8", 2),
        ("corridor", "u1"),
        ("to_move", "u1"),
        ("ending", "u1"),
        ("unused", "u1", 5),
    ]
)


@kernel
def nth_empty(position: Struct, board: Struct, index: int) -> np.uint64:
    """Return the empty cell with `index` empty cells to its left."""
    rest = np.uint64(index)
    for cell in range(board.num_cells):
        if ((position.stones[0] | position.stones[1]) >> np.uint64(cell)) & ONE == 0:
            if rest == 0:
                return np.uint64(cell)
            rest -= ONE
    return np.uint64(MAX_CELLS)


@implements(play, "corridor")
def play_corridor(position: Struct, board: Struct, move: int) -> int:
    """Place a stone; three in a row win."""
    stones = position.stones[position.to_move] | (ONE << np.uint64(move))
    position.stones[position.to_move] = stones
    position.to_move ^= np.uint8(1)
    position.num_moves -= ONE
    position.ending = np.uint8(stones & (stones >> ONE) & (stones >> np.uint64(2)) != 0)
    return position.ending


@implements(legal_move, "corridor")
def legal_cell(position: Struct, board: Struct, index: int) -> int:
    """Return the empty cells from the left."""
    return nth_empty(position, board, index)


@implements(is_legal_move, "corridor")
def is_empty(position: Struct, board: Struct, move: int) -> bool:
    """Return whether a cell is empty."""
    return ((position.stones[0] | position.stones[1]) >> np.uint64(move)) & ONE == 0


@implements(copy_position, "corridor")
def copy_corridor(target: Struct, source: Struct, board: Struct) -> None:
    """Copy everything."""
    target.num_moves, target.to_move, target.ending = source.num_moves, source.to_move, source.ending
    target.stones[0], target.stones[1] = source.stones[0], source.stones[1]


@implements(random_step, "corridor")
def random_stone(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Place a stone on a random empty cell."""
    cell = nth_empty(position, board, random_below(rng_owner, position.num_moves))
    play_corridor(position, board, cell)
    return cell


# --- positions --------------------------------------------------------------------------------------------------------


class Corridor(Position):
    """A row of cells called 1, 2, 3, ..."""

    game, title = "corridor", "Corridor"
    default_board, quick_board, bench_boards = "9", "7", ("9",)
    struct_type, board_type, max_moves, max_plies = POSITION, BOARD, MAX_CELLS, MAX_CELLS

    def __init__(self, length: int = 9, *, moves: str | Iterable[str] = ()) -> None:
        if not 3 <= length <= MAX_CELLS:
            raise GameError(f"a corridor needs 3 to {MAX_CELLS} cells, not {length}")
        self._length = length
        structs = new_structs(POSITION)
        structs[0].num_moves, structs[0].corridor = length, 1
        super().__init__(structs)
        self.play_all(moves)

    @property
    def boards(self) -> Structs:
        boards = new_structs(BOARD)
        boards[0].num_cells = self._length
        return boards

    @property
    def legal_moves(self) -> list[str]:
        return [] if self.is_over else [self.move_name(code) for code in range(self._length) if self._sign(code) == "."]

    def parse_move(self, text: str) -> str:
        word = text.strip()
        if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= self._length:
            raise NotationError(f"{text!r} is not a cell; write 1 to {self._length}")
        return str(int(word))

    def _check(self, move: str) -> None:
        if self._sign(self.move_code(move)) != ".":
            raise IllegalMoveError(f"{move} is occupied")

    def _play(self, move: str) -> None:
        play_corridor(self.struct, self.boards[0], np.uint64(self.move_code(move)))

    def _board_outcome(self) -> Outcome | None:
        if self.struct.ending:
            return Outcome(self.to_move.other, ("three",))
        return None if self.struct.num_moves else Outcome(None, (Ending.DRAW,))

    def _sign(self, cell: int) -> str:
        for colour in (WHITE, BLACK):
            if int(self.struct.stones[colour]) >> cell & 1:
                return SYMBOLS[colour]
        return SYMBOLS[None]

    @property
    def num_codes(self) -> int:
        return self._length

    def move_code(self, move: str) -> int:
        return int(move) - 1

    def move_name(self, code: int) -> str:
        return str(code + 1)

    @property
    def size(self) -> int:
        return self._length

    @property
    def expected_moves_left(self) -> float:
        return float(self.struct.num_moves) / 2

    def _key(self) -> tuple[Any, ...]:
        return self.game, self._length, self.struct.stones.tobytes(), self.to_move, self._resigned

    def _options(self) -> dict[str, Any]:
        return {"length": self._length}

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        if not text.isdigit():
            raise GameError(f"{text!r} is not a corridor; write its length, such as 9")
        return {"length": int(text)}

    @property
    def board_text(self) -> str:
        return str(self._length)

    @property
    def board_description(self) -> str:
        return f"{self._length} cells"

    def picture(self) -> list[Line]:
        cells = [Cell(self.move_name(cell), self._sign(cell), cell % 2) for cell in range(self._length)]
        return [[Label("corridor")], [Label("> "), *cells], [Label("")]]

    def cells_of(self, move: str) -> tuple[str, ...]:
        return (move,)

    def __str__(self) -> str:
        return "\n".join(["corridor", "> " + " ".join(map(self._sign, range(self._length))), ""])

    def _repr_svg_(self) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{self.description}</title></svg>'


# --- structs ----------------------------------------------------------------------------------------------------------


class CorridorSgf(SgfDialect):
    """The length as SZ."""

    game, endings = "corridor", ("three",)

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Corridor:
        return Corridor(int(single_value(root, "SZ")))

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:
        return {"SZ": [str(start.size)]}
