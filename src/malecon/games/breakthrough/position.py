"""Breakthrough as people use it: `malecon.Breakthrough()` and its moves as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from malecon.games.breakthrough import keys, rules  # noqa: F401 (keys: found by dispatch)
from malecon.games.breakthrough.geometry import BOARD, MAX_SQUARES, NUM_DIRECTIONS, WORD, Geometry, geometry
from malecon.games.breakthrough.notation import TAKES, move_text, read_move
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.display import Display
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.outcome import Outcome
from malecon.games.picture import SYMBOLS, Line
from malecon.games.position import Position
from malecon.games.squares import MAX_SIDE, Marks, picture, read_board, read_size, svg_board, text_board
from malecon.kernel import Structs, structs_from_bytes

BREAKTHROUGH, CAPTURE = "breakthrough", "capture"  # how games are won
HOW = ((rules.GOAL, BREAKTHROUGH), (rules.CAPTURE, CAPTURE))
USUAL_PIECE_ROWS = 2
DISPLAY = Display(
    boards=("6x6", "8x8", "10x10"),
    rules="Move one piece a step forward, straight or diagonally; pieces capture diagonally. "
    "The first player to reach the far row or to capture every enemy piece wins.",
    click_help="Click a piece, then its destination.",
)


class Breakthrough(Position):
    """A Breakthrough position: the first to reach the far row, or to take every enemy piece, wins.

    A piece steps one square forward, straight or diagonally, to an empty square, and captures diagonally forward only.
    White begins, from the rows at the bottom.

    >>> position = Breakthrough(moves="d2-d3 e7-e6")
    >>> position.to_move
    <Colour.WHITE: 0>
    """

    game, title = "breakthrough", "Breakthrough"
    default_board = quick_board = "8x8"
    bench_boards = ("6x6", "8x8", "10x10")
    move_help = ("a move", "step or capture")
    display = DISPLAY
    struct_type, board_type, max_moves = rules.POSITION, BOARD, NUM_DIRECTIONS * MAX_SQUARES
    max_plies = 4 * MAX_SIDE * MAX_SIDE  # two rows each, a row a step

    def __init__(
        self, rows: int = 8, columns: int = 8, *, piece_rows: int = USUAL_PIECE_ROWS, moves: str | Iterable[str] = ()
    ) -> None:
        self._geometry = geometry(rows, columns)
        if piece_rows not in (1, 2):
            raise GameError(f"Breakthrough begins with 1 or 2 rows of pieces a side, not {piece_rows!r}")
        self._piece_rows = int(piece_rows)
        pieces, squares = piece_rows * columns, rows * columns
        white, black = list(range(pieces)), list(range(squares - pieces, squares))
        super().__init__(rules.new_positions(self.boards, white, black, WHITE))
        self.play_all(moves)

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        """Rows of the board, from White's home to Black's."""
        return self._geometry.rows

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return self._geometry.columns

    @property
    def piece_rows(self) -> int:
        """Rows of pieces that each side begins with."""
        return self._piece_rows

    @property
    def geometry(self) -> Geometry:
        """The board itself."""
        return self._geometry

    @property
    def boards(self) -> Structs:
        """The board record for kernels."""
        return self._geometry.board

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all squares, from a1 along the rows."""
        return self._geometry.names

    def piece(self, square: str) -> Colour | None:
        """The colour of the piece on a square, None where it is empty."""
        return self._piece(self._geometry.read(square))

    def pieces(self, colour: Colour) -> list[str]:
        """The squares on which a colour has pieces."""
        bits = self._bits("pieces")[colour]
        return [name for square, name in enumerate(self.cells) if bits >> square & 1]

    def _bits(self, field: str) -> list[int]:
        """Boards of bits as numbers, read at once: a call of a kernel for each square would be slow."""
        boards: list[list[int]] = self._structs[field][0].tolist()
        return [sum(word << WORD * place for place, word in enumerate(words) if word) for words in boards]

    def _piece(self, square: int) -> Colour | None:
        white, black = self._bits("pieces")
        return WHITE if white >> square & 1 else BLACK if black >> square & 1 else None

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """The moves of the side to move, by the square where they begin."""
        return [] if self.is_over else self._listed_moves()

    def _listed_moves(self) -> list[str]:
        forward = self.columns if self.to_move == WHITE else -self.columns
        enemy, found = self._bits("pieces")[self.to_move.other], []
        for direction, steps in enumerate(self._bits("steps")):
            targets = [square for square, bit in enumerate(f"{steps:b}"[::-1]) if bit == "1"]
            found += [(target - forward - direction + 1, target) for target in targets]
        return [move_text(self._geometry, *move, bool(enemy >> move[1] & 1)) for move in sorted(found)]

    def parse_move(self, text: str) -> str:
        """A move as `a2-a3`, or `a2xb3` where an enemy piece stands on b3 now; the symbol may be missing or wrong."""
        source, target = read_move(text, self._geometry)
        return move_text(self._geometry, source, target, self._piece(target) == self.to_move.other)

    def _check(self, move: str) -> None:
        source, target = read_move(move, self._geometry)
        start, end = self.cells[source], self.cells[target]
        (y, x), (to_y, to_x) = divmod(source, self.columns), divmod(target, self.columns)
        forward = 1 if self.to_move == WHITE else -1
        if self._piece(source) != self.to_move:
            raise IllegalMoveError(f"{self.to_move} has no piece on {start}")
        if to_y - y != forward or abs(to_x - x) > 1:
            raise IllegalMoveError(f"{move}: a piece goes one square forward, straight or diagonally")
        if self._piece(target) == self.to_move:
            raise IllegalMoveError(f"{end} is taken by a piece of one's own")
        if x == to_x and self._piece(target) is not None:
            raise IllegalMoveError(f"{end} is blocked: a piece captures diagonally only")

    def _play(self, move: str) -> None:
        rules.play_breakthrough(self.struct, self.boards[0], np.uint64(self.move_code(move)))

    @property
    def num_codes(self) -> int:
        """Three moves for each square."""
        return NUM_DIRECTIONS * len(self.cells)

    def move_code(self, move: str) -> int:
        """3 x source + direction, where the way is 0 to the left, 1 straight on, 2 to the right."""
        source, target = read_move(move, self._geometry)
        return NUM_DIRECTIONS * source + target % self.columns - source % self.columns + 1

    def move_name(self, code: int) -> str:
        """The move of a number, for the side to move now."""
        source, direction = divmod(code, NUM_DIRECTIONS)
        target = source + (self.columns if self.to_move == WHITE else -self.columns) + direction - 1
        return move_text(self._geometry, source, target, self._piece(target) is not None)

    def cells_of(self, move: str) -> tuple[str, ...]:
        """Where a move begins and ends."""
        source, target = read_move(move, self._geometry)
        return self.cells[source], self.cells[target]

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """The moves by which a colour, by default the side to move, would win at once if it were its turn."""
        if self.is_over:
            return []
        twin = self.copy()
        twin.struct.to_move = side = self.to_move if colour is None else Colour(colour)
        rules.list_steps(twin.struct, twin.boards[0])
        last_piece, goal = int(self.struct.counts[side.other]) == 1, str(self.rows if side == WHITE else 1)
        return [
            move
            for move in twin._listed_moves()
            if self.cells_of(move)[1][1:] == goal or (last_piece and TAKES in move)
        ]

    def _board_outcome(self) -> Outcome | None:
        if not self.struct.ending or self.last_move is None:
            return None
        how = tuple(ending for bit, ending in HOW if self.struct.ending & bit)
        return Outcome(self.to_move.other, how, self.cells_of(self.last_move)[1:])

    # --- boards, values --------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Squares of the board."""
        return len(self.cells)

    @property
    def expected_moves_left(self) -> float:
        """Games between equals take about seven steps a column, both sides together."""
        return max(5.0, (7.0 * self.columns - self.ply) / 2)

    def mirrored(self) -> Self:
        """The position with left and right exchanged, its past included."""
        twin = self.start()
        white, black = ([self._mirror(name) for name in twin.pieces(colour)] for colour in (WHITE, BLACK))
        twin._set_up(white, black, twin.to_move)
        twin.play_all("-".join(map(self._mirror, self.cells_of(move))) for move in self.moves)
        twin._resigned = self._resigned
        return twin

    def _mirror(self, name: str) -> str:
        y, x = divmod(self._geometry.by_name[name], self.columns)
        return self.cells[y * self.columns + self.columns - 1 - x]

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of pieces and side to move."""
        return int(rules.hash_pieces(self.struct, self.boards[0]))

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.rows, self.columns, self.struct.pieces.tobytes(), self.to_move, self._resigned)

    def _options(self) -> dict[str, Any]:
        extra = {"piece_rows": self._piece_rows} if self._piece_rows != USUAL_PIECE_ROWS else {}
        return {"rows": self.rows, "columns": self.columns} | extra

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Rows x columns, and after a slash the rows of pieces where there is one: `8x8`, `5x4/1`."""
        match = re.fullmatch(r"([^/]*)(?:/\s*([0-9])\s*)?", text)
        if not match:
            raise GameError(f"a board of Breakthrough is written as 8x8, or 5x4/1 with one row of pieces, not {text!r}")
        rows, columns = read_size(match[1])
        return {"rows": rows, "columns": columns} | ({"piece_rows": int(match[2])} if match[2] else {})

    @property
    def board_description(self) -> str:
        """Rows x columns."""
        return f"{self.rows}x{self.columns}" + ", one row of pieces" * (self._piece_rows == 1)

    @classmethod
    def precompile(cls) -> None:
        """A short game to its end, and a hash."""
        position = cls(4, 2, moves="a2xb3")
        position.winning_moves()
        _ = position.zobrist, position.is_legal("a4xb3"), position.legal_moves

    @classmethod
    def _unpack(cls, data: bytes) -> Structs:
        return structs_from_bytes(data, rules.POSITION)

    # --- positions that were not played ----------------------------------------------------------------------------

    @classmethod
    def from_pieces(
        cls, rows: int, columns: int, white: Iterable[str], black: Iterable[str], to_move: Colour = WHITE
    ) -> Self:
        """A position set up by hand: both sides have pieces, and none stands on its goal row."""
        position = cls(rows, columns)
        position._set_up(list(white), list(black), Colour(to_move))
        return position

    @classmethod
    def from_text(cls, text: str, to_move: Colour = WHITE) -> Self:
        """A position from a drawn board, as `str()` gives it: `O` White, `X` Black, `.` empty."""
        board, symbols = read_board(text, SYMBOLS.values())
        placed = list(zip(board.names, symbols, strict=True))
        white, black = ([name for name, symbol in placed if symbol == SYMBOLS[colour]] for colour in (WHITE, BLACK))
        return cls.from_pieces(board.rows, board.columns, white, black, to_move)

    def _set_up(self, white: list[str], black: list[str], to_move: Colour) -> None:
        """Put these pieces on the board in place of all others."""
        squares = [sorted({self._geometry.read(name) for name in names}) for names in (white, black)]
        if both := set(squares[0]) & set(squares[1]):
            raise GameError(f"{self.cells[min(both)]} cannot hold a white and a black piece")
        for colour, own in zip((WHITE, BLACK), squares, strict=True):
            if not own:
                raise GameError(f"{colour} has no pieces: the game would be over")
            home, goal = (0, self.rows - 1) if colour == WHITE else (self.rows - 1, 0)
            if there := [square for square in own if square // self.columns == goal and goal != home]:
                raise GameError(f"{colour} has already won on this board (with the piece on {self.cells[there[0]]})")
        self._structs = rules.new_positions(self.boards, squares[0], squares[1], to_move)

    # --- pictures --------------------------------------------------------------------------------------------------

    def _symbols(self) -> list[str]:
        white, black = self._bits("pieces")
        symbols = {0: SYMBOLS[None], 1: SYMBOLS[WHITE], 2: SYMBOLS[BLACK]}
        return [symbols[(white >> square & 1) + 2 * (black >> square & 1)] for square in range(len(self.cells))]

    def picture(self) -> list[Line]:
        """White's home row at the bottom."""
        return picture(self._geometry, self._symbols())

    def __str__(self) -> str:
        last = self.cells_of(self.last_move)[1] if self.last_move else None
        return text_board(self._geometry, self._symbols(), last)

    def _repr_svg_(self) -> str:
        state = str(self.outcome) if self.outcome else f"{self.to_move} to move"
        last = self.cells_of(self.last_move) if self.last_move else ()
        marks = Marks(
            f"{self.description}, {self.ply} moves, {state}", last, self.outcome.cells if self.outcome else ()
        )
        return svg_board(self._geometry, self._symbols(), marks)
