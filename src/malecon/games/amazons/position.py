"""The class `Amazons`: positions with moves as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from malecon.games.amazons import keys, rules  # noqa: F401 (keys registers its kernels)
from malecon.games.amazons.geometry import BOARD, MAX_AMAZONS, MAX_SIDE, NUM_SQUARES, Geometry, geometry
from malecon.games.amazons.move_indices import move_indices
from malecon.games.amazons.notation import move_text, read_layout, read_move
from malecon.games.arrays import check_index
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.display import Display, PieceNames
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.outcome import Outcome
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS
from malecon.games.square_position import SquarePosition
from malecon.games.squares import read_board, read_size
from malecon.kernel import Structs

BLOCKADE = "blockade"  # the ending: the opponent cannot move
MAX_SHOTS = 35  # of a queen in the middle of an empty board
DISPLAY = Display(
    boards=("6x6", "8x8", "10x10"),
    pieces=PieceNames("white amazon", "black amazon", blocked="arrow"),
    rules="Move an amazon like a chess queen, then shoot an arrow from its new square, again like a queen; the arrow "
    "blocks its square for the rest of the game. A player who cannot move loses.",
    click_help="Click an amazon, then its destination, then the target of the arrow.",
)


class Amazons(SquarePosition):
    """An Amazons position: an amazon moves and shoots an arrow, both like a queen; who cannot move loses.

    `columns` defaults to `rows`. `layout` gives other initial squares of the amazons, White's first:

    >>> Amazons(4, layout="a1 d1 / a4 d4").to_move
    <Colour.WHITE: 0>
    """

    game, title = "amazons", "Amazons"
    default_board, quick_board = "10x10", "6x6"
    bench_boards = ("6x6", "8x8", "10x10")
    move_help = ("from-to/arrow", "move an amazon and shoot")
    display = DISPLAY
    setup_symbols = (SYMBOLS[WHITE], SYMBOLS[BLACK], BLOCKED)
    struct_type, board_type, max_moves, max_plies = rules.POSITION, BOARD, rules.MAX_STEPS, 2 * NUM_SQUARES
    num_steps = 2
    _geometry: Geometry

    def __init__(
        self, rows: int = 10, columns: int | None = None, *, layout: str | None = None, moves: str | Iterable[str] = ()
    ) -> None:
        board = geometry(rows, rows if columns is None else columns)
        amazons: Mapping[Colour, Sequence[int]] = board.initial_amazons
        if layout is not None:
            amazons = dict(zip((WHITE, BLACK), read_layout(layout, board), strict=True))
        self._place_amazons(board, amazons)
        self.play_all(moves)

    def _place_amazons(self, board: Geometry, amazons: Mapping[Colour, Sequence[int]]) -> None:
        """Start with amazons on these squares."""
        taken: set[int] = set()
        for colour, squares in amazons.items():
            if not 1 <= len(squares) <= MAX_AMAZONS:
                raise GameError(f"{colour} has {len(squares)} amazons; each side needs 1 to {MAX_AMAZONS}")
            for square in squares:
                if square in taken:
                    raise GameError(f"{board.name(square)} is listed twice; a square holds one amazon")
                taken.add(square)
        self._geometry = board
        self._layout = {colour: tuple(squares) for colour, squares in amazons.items()}
        super().__init__(rules.new_positions(board, amazons))

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def geometry(self) -> Geometry:
        """The board itself."""
        return self._geometry

    @property
    def layout(self) -> str:
        """The initial squares of the amazons, in the form that the constructor takes."""
        return " / ".join(" ".join(map(self._geometry.name, self._layout[colour])) for colour in (WHITE, BLACK))

    def amazons(self, colour: Colour) -> list[str]:
        """Return the squares of a colour's amazons."""
        return [self._geometry.name(square) for square in self._amazons(colour)]

    def amazon(self, square: str) -> Colour | None:
        """Return the colour of the amazon on a square; None if there is none."""
        number = self._geometry.number(square)
        return next((colour for colour in (WHITE, BLACK) if number in self._amazons(colour)), None)

    @property
    def arrows(self) -> list[str]:
        """The squares blocked by arrows."""
        return [name for name, symbol in zip(self.cells, self._symbols(), strict=True) if symbol == BLOCKED]

    def is_empty(self, square: str) -> bool:
        """Return whether a square holds neither an amazon nor an arrow."""
        return self._is_empty(self._geometry.number(square))

    def _amazons(self, colour: Colour) -> list[int]:
        squares: list[int] = self.struct.amazons[colour, : int(self.struct.num_amazons[colour])].tolist()
        return squares

    def _is_empty(self, square: int) -> bool:
        row, column = divmod(square, MAX_SIDE)
        return not int(self.struct.lines[row]) >> column & 1

    def _symbols(self) -> list[str]:
        amazons = {square: SYMBOLS[colour] for colour in (WHITE, BLACK) for square in self._amazons(colour)}
        return [EMPTY if self._is_empty(square) else amazons.get(square, BLOCKED) for square in self._geometry.numbers]

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, amazon by amazon."""
        return [] if self.is_over else self._list_moves(self._structs, only_wins=False)

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """Return the moves by which a colour, by default the side to move, leaves the opponent without a move."""
        if self.is_over:
            return []
        structs = self._structs.copy()
        if colour is not None:
            structs[0].to_move = colour
            rules.begin_turn(structs[0], self.boards[0])
        return self._list_moves(structs, only_wins=True)

    def _list_moves(self, structs: Structs, *, only_wins: bool) -> list[str]:
        rows = self._move_rows(structs, only_wins=only_wins).tolist()
        return [move_text(self._geometry, *squares) for squares in rows]

    def _move_rows(self, structs: Structs, *, only_wins: bool) -> np.ndarray[Any, Any]:
        """Return uint8 [move, 3]: origin, target and arrow of each move."""
        found = np.zeros((MAX_SHOTS * int(structs[0].num_moves), 3), np.uint8)
        scratch = np.repeat(structs, 3)
        return found[: rules.list_moves(scratch, self.boards[0], found, only_wins)]

    def parse_move(self, text: str) -> str:
        """Return the canonical spelling of a move, such as `d1-d7/g7`."""
        return move_text(self._geometry, *read_move(text, self._geometry))

    def cells_of(self, move: str) -> tuple[str, ...]:
        """Return the origin, the arrow, and the target of the amazon."""
        origin, target, arrow = (self._geometry.name(square) for square in read_move(move, self._geometry))
        return origin, arrow, target

    def _check(self, move: str) -> None:
        origin, target, arrow = read_move(move, self._geometry)
        start, side = self._geometry.name(origin), self.to_move
        owner = self.amazon(start)
        if owner is None:
            raise IllegalMoveError(f"no amazon on {start}")
        if owner != side:
            raise IllegalMoveError(f"the amazon on {start} belongs to {owner}, but {side} is to move")
        self._check_line(origin, target, "move")
        moved = self.copy()
        rules.move_amazon(moved.struct, moved.boards[0], self._amazons(side).index(origin), np.uint64(target))
        moved._check_line(target, arrow, "shoot")

    def _check_line(self, start: int, end: int, verb: str) -> None:
        """Raise IllegalMoveError if a queen cannot move from `start` to `end`."""
        if rules.can_reach(self.struct, self.boards[0], start, end):
            return
        problem = f"an amazon on {self._geometry.name(start)} cannot {verb} to {self._geometry.name(end)}"
        (y, x), (to_y, to_x) = divmod(start, MAX_SIDE), divmod(end, MAX_SIDE)
        dx, dy = to_x - x, to_y - y
        steps = max(abs(dx), abs(dy))
        if steps == 0 or (dx and dy and abs(dx) != abs(dy)):
            raise IllegalMoveError(f"{problem}: not on a straight or diagonal line")
        path = [start + n * (dx // steps + MAX_SIDE * (dy // steps)) for n in range(1, steps + 1)]
        taken = self._geometry.name(next(square for square in path if not self._is_empty(square)))
        obstacle = "an arrow" if self.amazon(taken) is None else "an amazon"
        raise IllegalMoveError(f"{problem}: {obstacle} on {taken} is in the way")

    def _play(self, move: str) -> None:
        for step in self.move_steps(move):
            rules.play_amazons(self.struct, self.boards[0], step)

    def _board_outcome(self) -> Outcome | None:
        return None if self.struct.num_moves else Outcome(self.to_move.other, (BLOCKADE,))

    # --- steps -----------------------------------------------------------------------------------------------------

    @property
    def num_codes(self) -> int:
        """One number for each square of a shot, and as many for each amazon."""
        return NUM_SQUARES * (1 + int(max(self.struct.num_amazons)))

    def move_steps(self, move: str) -> tuple[int, ...]:
        """Return the kernels' numbers of the amazon's move and of the shot."""
        origin, target, arrow = read_move(move, self._geometry)
        return NUM_SQUARES * (1 + self._amazons(self.to_move).index(origin)) + target, arrow

    def move_of(self, steps: Sequence[int]) -> str:
        """Return the move that consists of these two steps."""
        amazon, target = divmod(steps[0], NUM_SQUARES)
        return move_text(self._geometry, self._amazons(self.to_move)[amazon - 1], target, steps[1])

    # --- indices ---------------------------------------------------------------------------------------------------

    @property
    def num_indices(self) -> int:
        """Number of indices of moves on this board; `move_indices` defines their order."""
        return move_indices(self._geometry).count

    def move_index(self, move: str) -> int:
        """Return the index of a move, legal or not; raise GameError if a queen cannot make it on an empty board."""
        index = int(move_indices(self._geometry).of_moves([read_move(move, self._geometry)])[0])
        if index < 0:
            raise GameError(f"{move} has no index: an amazon moves and shoots along straight or diagonal lines")
        return index

    def move_at(self, index: int) -> str:
        """Return the move with an index."""
        return move_text(self._geometry, *move_indices(self._geometry).squares(check_index(self, index)))

    def legal_mask(self) -> np.ndarray[Any, Any]:
        """Return bool [index]: which moves are legal, by their indices."""
        mask = np.zeros(self.num_indices, np.bool_)
        if not self.is_over:
            mask[move_indices(self._geometry).of_moves(self._move_rows(self._structs, only_wins=False))] = True
        return mask

    # --- hashing, options ------------------------------------------------------------------------------------------

    @property
    def expected_moves_left(self) -> float:
        """About a third of the empty squares: games leave some squares empty, and the last moves are easy."""
        return max(4.0, 0.35 * self._symbols().count(EMPTY))

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of the amazons, the arrows and the side to move."""
        return int(rules.hash_amazons(self.struct, self.boards[0]))

    @classmethod
    def precompile(cls) -> None:
        """Play a short game, list winning moves and compute a hash."""
        position = cls(4, moves="b1-b3/c2")
        position.winning_moves(WHITE)
        _ = position.zobrist, position.legal_moves, position.is_legal("b4-b2/a1")

    def _key(self) -> tuple[Any, ...]:
        amazons = tuple(tuple(sorted(self._amazons(colour))) for colour in (WHITE, BLACK))
        taken = self.struct.lines[: self.rows].tobytes()
        return (self.game, self.rows, self.columns, taken, amazons, self.to_move, self._resigned)

    def _options(self) -> dict[str, Any]:
        size = {"rows": self.rows, "columns": self.columns}
        return size | ({} if self._layout == self._geometry.initial_amazons else {"layout": self.layout})

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Read rows x columns and, after a colon, a layout: `8`, `6x5`, `4x4: a1 d1 / a4 d4`."""
        size, _, layout = text.partition(":")
        rows, columns = read_size(size)
        return {"rows": rows, "columns": columns} | ({"layout": layout.strip()} if layout.strip() else {})

    @property
    def board_text(self) -> str:
        """Rows x columns, and the layout after a colon if it is not the usual one."""
        return self._describe_board(": ")

    @property
    def board_description(self) -> str:
        """Rows x columns, and the layout if it is not the usual one."""
        return self._describe_board(", ")

    def _describe_board(self, separator: str) -> str:
        is_usual = self._layout == self._geometry.initial_amazons
        return f"{self.rows}x{self.columns}" + ("" if is_usual else separator + self.layout)

    # --- setup -----------------------------------------------------------------------------------------------------

    @classmethod
    def from_squares(
        cls,
        size: tuple[int, int],
        white: Iterable[str],
        black: Iterable[str],
        arrows: Iterable[str] = (),
        to_move: Colour = WHITE,
    ) -> Self:
        """Set up a position on a board of `size` (rows, columns)."""
        board = geometry(*size)
        position = cls.__new__(cls)
        sides = ((WHITE, white), (BLACK, black))
        position._place_amazons(board, {colour: [board.number(name) for name in names] for colour, names in sides})
        for name in arrows:
            if not position.is_empty(name):
                raise GameError(f"{name} cannot hold an arrow; it is already taken")
            rules.toggle_square(position.struct, position.boards[0], np.uint64(board.number(name)))
        position.struct.to_move = to_move
        rules.begin_turn(position.struct, position.boards[0])
        return position

    @classmethod
    def from_text(cls, text: str, to_move: Colour | None = None) -> Self:
        """Set up a position from a drawing, as `str()` returns it: `O` White, `X` Black, `#` arrow, `.` empty.

        Every move leaves one arrow, so by default White is to move if the number of arrows is even.
        """
        board, squares = read_board(text, (*SYMBOLS.values(), BLOCKED))
        white, black, arrows = (squares[symbol] for symbol in cls.setup_symbols)
        side = Colour(len(arrows) % 2) if to_move is None else to_move
        return cls.from_squares((board.rows, board.columns), white, black, arrows, side)

    def _set_up(self, white: list[str], black: list[str], blocked: list[str], to_move: Colour) -> Self:
        return self.from_squares((self.rows, self.columns), white, black, blocked, to_move)
