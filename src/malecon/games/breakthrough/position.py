"""The class `Breakthrough`: positions with moves as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from malecon.games.breakthrough import keys, rules  # noqa: F401 (keys registers its kernels)
from malecon.games.breakthrough.geometry import BOARD, MAX_SQUARES, NUM_DIRECTIONS, WORD, Geometry, geometry
from malecon.games.breakthrough.notation import CAPTURES, move_text, read_move
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.display import Display
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.outcome import Outcome
from malecon.games.picture import SYMBOLS
from malecon.games.square_position import SquarePosition
from malecon.games.squares import MAX_SIDE, read_board, read_size

BREAKTHROUGH, CAPTURE = "breakthrough", "capture"  # endings
ENDING_BITS = ((rules.GOAL, BREAKTHROUGH), (rules.CAPTURE, CAPTURE))
DEFAULT_PIECE_ROWS = 2
DISPLAY = Display(
    boards=("6x6", "8x8", "10x10"),
    rules="Move one piece a step forward, straight or diagonally; pieces capture diagonally. "
    "The first player to reach the far row or to capture every enemy piece wins.",
    click_help="Click a piece, then its destination.",
)


class Breakthrough(SquarePosition):
    """A Breakthrough position: the first to reach the far row, or to capture every enemy piece, wins.

    A piece steps one square forward, straight or diagonally, to an empty square, and captures diagonally forward only.
    White starts, from the rows at the bottom.

    >>> position = Breakthrough(moves="d2-d3 e7-e6")
    >>> position.to_move
    <Colour.WHITE: 0>
    """

    game, title = "breakthrough", "Breakthrough"
    default_board = quick_board = "8x8"
    bench_boards = ("6x6", "8x8", "10x10")
    move_help = ("a move", "step or capture")
    display = DISPLAY
    setup_symbols = (SYMBOLS[WHITE], SYMBOLS[BLACK])
    struct_type, board_type, max_moves = rules.POSITION, BOARD, NUM_DIRECTIONS * MAX_SQUARES
    max_plies = 4 * MAX_SIDE * MAX_SIDE  # two rows of pieces a side, one row per step
    _geometry: Geometry

    def __init__(
        self, rows: int = 8, columns: int = 8, *, piece_rows: int = DEFAULT_PIECE_ROWS, moves: str | Iterable[str] = ()
    ) -> None:
        self._geometry = geometry(rows, columns)
        if piece_rows not in (1, 2):
            raise GameError(f"piece_rows must be 1 or 2, not {piece_rows!r}")
        self._piece_rows = int(piece_rows)
        pieces, squares = piece_rows * columns, rows * columns
        white, black = list(range(pieces)), list(range(squares - pieces, squares))
        super().__init__(rules.new_positions(self.boards, white, black, WHITE))
        self.play_all(moves)

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def piece_rows(self) -> int:
        """Rows of pieces that each side starts with."""
        return self._piece_rows

    @property
    def geometry(self) -> Geometry:
        """The board itself."""
        return self._geometry

    def piece(self, square: str) -> Colour | None:
        """Return the colour of the piece on a square; None if it is empty."""
        return self._piece(self._geometry.read(square))

    def pieces(self, colour: Colour) -> list[str]:
        """Return the squares of a colour's pieces."""
        bits = self._bits("pieces")[colour]
        return [name for square, name in enumerate(self.cells) if bits >> square & 1]

    def _bits(self, field: str) -> list[int]:
        """Return the bit boards of a field as integers; a kernel call for each square would be slow."""
        boards: list[list[int]] = self._structs[field][0].tolist()
        return [sum(word << WORD * index for index, word in enumerate(words) if word) for words in boards]

    def _piece(self, square: int) -> Colour | None:
        white, black = self._bits("pieces")
        return WHITE if white >> square & 1 else BLACK if black >> square & 1 else None

    def _symbols(self) -> list[str]:
        white, black = self._bits("pieces")
        symbols = {0: SYMBOLS[None], 1: SYMBOLS[WHITE], 2: SYMBOLS[BLACK]}
        return [symbols[(white >> square & 1) + 2 * (black >> square & 1)] for square in range(len(self.cells))]

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, ordered by their first square."""
        return [] if self.is_over else self._list_moves()

    def _list_moves(self) -> list[str]:
        forward = self.columns if self.to_move == WHITE else -self.columns
        enemy, found = self._bits("pieces")[self.to_move.other], []
        for direction, steps in enumerate(self._bits("steps")):
            targets = [square for square, bit in enumerate(f"{steps:b}"[::-1]) if bit == "1"]
            found += [(target - forward - direction + 1, target) for target in targets]
        return [move_text(self._geometry, *move, bool(enemy >> move[1] & 1)) for move in sorted(found)]

    def parse_move(self, text: str) -> str:
        """Return a move as `a2-a3`, or `a2xb3` if b3 holds an enemy piece; the separator may be missing or wrong."""
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
            raise IllegalMoveError(f"{move}: a piece moves one square forward, straight or diagonally")
        if self._piece(target) == self.to_move:
            raise IllegalMoveError(f"{end} is occupied by {self.to_move}'s own piece")
        if x == to_x and self._piece(target) is not None:
            raise IllegalMoveError(f"{end} is blocked: a piece captures diagonally only")

    def _play(self, move: str) -> None:
        rules.play_breakthrough(self.struct, self.boards[0], np.uint64(self.move_code(move)))

    @property
    def num_codes(self) -> int:
        """Three moves for each square."""
        return NUM_DIRECTIONS * len(self.cells)

    def move_code(self, move: str) -> int:
        """Return 3 x source + direction: 0 left, 1 straight, 2 right."""
        source, target = read_move(move, self._geometry)
        return NUM_DIRECTIONS * source + target % self.columns - source % self.columns + 1

    def move_name(self, code: int) -> str:
        """Return the move with a number, for the side to move."""
        source, direction = divmod(code, NUM_DIRECTIONS)
        target = source + (self.columns if self.to_move == WHITE else -self.columns) + direction - 1
        return move_text(self._geometry, source, target, self._piece(target) is not None)

    def cells_of(self, move: str) -> tuple[str, ...]:
        """Return the squares where a move starts and ends."""
        source, target = read_move(move, self._geometry)
        return self.cells[source], self.cells[target]

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """Return the moves that win at once for a colour, by default the side to move, if it were its turn."""
        if self.is_over:
            return []
        trial = self.copy()
        trial.struct.to_move = side = self.to_move if colour is None else Colour(colour)
        rules.list_steps(trial.struct, trial.boards[0])
        last_piece, goal = int(self.struct.counts[side.other]) == 1, str(self.rows if side == WHITE else 1)
        return [
            move
            for move in trial._list_moves()
            if self.cells_of(move)[1][1:] == goal or (last_piece and CAPTURES in move)
        ]

    def _board_outcome(self) -> Outcome | None:
        if not self.struct.ending or self.last_move is None:
            return None
        how = tuple(ending for bit, ending in ENDING_BITS if self.struct.ending & bit)
        return Outcome(self.to_move.other, how, self.cells_of(self.last_move)[1:])

    @property
    def expected_moves_left(self) -> float:
        """Games between equals take about seven moves per column, both sides together."""
        return max(5.0, (7.0 * self.columns - self.ply) / 2)

    # --- symmetry, hashing, options --------------------------------------------------------------------------------

    def mirrored(self) -> Self:
        """Return the position with left and right exchanged, history included."""
        mirror = self.start()
        white, black = ([self._mirror(name) for name in mirror.pieces(colour)] for colour in (WHITE, BLACK))
        mirror._place_pieces(white, black, mirror.to_move)
        mirror.play_all("-".join(map(self._mirror, self.cells_of(move))) for move in self.moves)
        mirror._resigned = self._resigned
        return mirror

    def _mirror(self, name: str) -> str:
        y, x = divmod(self._geometry.by_name[name], self.columns)
        return self.cells[y * self.columns + self.columns - 1 - x]

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of the pieces and the side to move."""
        return int(rules.hash_pieces(self.struct, self.boards[0]))

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.rows, self.columns, self.struct.pieces.tobytes(), self.to_move, self._resigned)

    def _options(self) -> dict[str, Any]:
        extra = {"piece_rows": self._piece_rows} if self._piece_rows != DEFAULT_PIECE_ROWS else {}
        return {"rows": self.rows, "columns": self.columns} | extra

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Read rows x columns and, after a slash, the number of rows of pieces: `8x8`, `5x4/1`."""
        match = re.fullmatch(r"([^/]*)(?:/\s*([0-9])\s*)?", text)
        if not match:
            raise GameError(f"{text!r} is not a Breakthrough board; write 8x8, or 5x4/1 for one row of pieces")
        rows, columns = read_size(match[1])
        return {"rows": rows, "columns": columns} | ({"piece_rows": int(match[2])} if match[2] else {})

    @property
    def board_text(self) -> str:
        """Rows x columns, and `/1` if there is one row of pieces."""
        return f"{self.rows}x{self.columns}" + "/1" * (self._piece_rows == 1)

    @property
    def board_description(self) -> str:
        """Rows x columns, and the rows of pieces if there is only one."""
        return f"{self.rows}x{self.columns}" + ", one row of pieces" * (self._piece_rows == 1)

    @classmethod
    def precompile(cls) -> None:
        """Play a short game to its end and compute a hash."""
        position = cls(4, 2, moves="a2xb3")
        position.winning_moves()
        _ = position.zobrist, position.is_legal("a4xb3"), position.legal_moves

    # --- setup -----------------------------------------------------------------------------------------------------

    @classmethod
    def from_pieces(
        cls, rows: int, columns: int, white: Iterable[str], black: Iterable[str], to_move: Colour = WHITE
    ) -> Self:
        """Set up a position: both sides must have pieces, and none may stand on its goal row."""
        position = cls(rows, columns)
        position._place_pieces(list(white), list(black), Colour(to_move))
        return position

    @classmethod
    def from_text(cls, text: str, to_move: Colour = WHITE) -> Self:
        """Set up a position from a drawing, as `str()` returns it: `O` White, `X` Black, `.` empty."""
        board, squares = read_board(text, SYMBOLS.values())
        white, black = squares[SYMBOLS[WHITE]], squares[SYMBOLS[BLACK]]
        return cls.from_pieces(board.rows, board.columns, white, black, to_move)

    def _set_up(self, white: list[str], black: list[str], blocked: list[str], to_move: Colour) -> Self:  # noqa: ARG002
        return self.from_pieces(self.rows, self.columns, white, black, to_move)

    def _place_pieces(self, white: list[str], black: list[str], to_move: Colour) -> None:
        """Replace all pieces on the board."""
        squares = [sorted({self._geometry.read(name) for name in names}) for names in (white, black)]
        if both := set(squares[0]) & set(squares[1]):
            raise GameError(f"{self.cells[min(both)]} is listed for both White and Black")
        for colour, own in zip((WHITE, BLACK), squares, strict=True):
            if not own:
                raise GameError(f"{colour} has no pieces; each side needs at least one")
            goal = self.rows - 1 if colour == WHITE else 0
            if winners := [square for square in own if square // self.columns == goal]:
                raise GameError(f"{colour} has already won on this board (piece on {self.cells[winners[0]]})")
        self._structs = rules.new_positions(self.boards, squares[0], squares[1], to_move)
