"""Amazons as people use it: `malecon.Amazons()` and its moves as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from malecon.games.amazons import keys, rules  # noqa: F401 (keys: found by dispatch)
from malecon.games.amazons.geometry import BOARD, MAX_AMAZONS, MAX_SIDE, NUM_SQUARES, Geometry, geometry
from malecon.games.amazons.notation import move_text, read_layout, read_move
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.display import Display, PieceNames
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.outcome import Outcome
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS, Line
from malecon.games.position import Position
from malecon.games.squares import Marks, picture, read_board, read_size, svg_board, text_board
from malecon.kernel import Structs, structs_from_bytes

BLOCKADE = "blockade"  # how games are won: the opponent cannot move
MOST_SHOTS = 35  # of a queen in the middle of an empty board
DISPLAY = Display(
    boards=("6x6", "8x8", "10x10"),
    pieces=PieceNames("white amazon", "black amazon", blocked="arrow"),
    rules="Move an amazon like a chess queen, then shoot an arrow from its new square, again like a queen; the arrow "
    "blocks its square for the rest of the game. A player who cannot move loses.",
    click_help="Click an amazon, then its destination, then the target of the arrow.",
)


class Amazons(Position):
    """An Amazons position: an amazon moves like a chess queen and shoots an arrow likewise; who cannot move loses.

    One number makes a square board. `layout` puts the amazons elsewhere, White's squares first:

    >>> Amazons(4, layout="a1 d1 / a4 d4").to_move
    <Colour.WHITE: 0>
    """

    game, title = "amazons", "Amazons"
    default_board, quick_board = "10x10", "6x6"
    bench_boards = ("6x6", "8x8", "10x10")
    move_help = ("from-to/arrow", "move an amazon and shoot")
    display = DISPLAY
    struct_type, board_type, max_moves, max_plies = rules.POSITION, BOARD, rules.MAX_STEPS, 2 * NUM_SQUARES
    num_steps = 2

    def __init__(
        self, rows: int = 10, columns: int | None = None, *, layout: str | None = None, moves: str | Iterable[str] = ()
    ) -> None:
        shape = geometry(rows, rows if columns is None else columns)
        amazons: Mapping[Colour, Sequence[int]] = shape.usual_start
        if layout is not None:
            amazons = dict(zip((WHITE, BLACK), read_layout(layout, shape), strict=True))
        self._set_up(shape, amazons)
        self.play_all(moves)

    def _set_up(self, shape: Geometry, amazons: Mapping[Colour, Sequence[int]]) -> None:
        """Begin with amazons on these squares."""
        taken: set[int] = set()
        for colour, squares in amazons.items():
            if not 1 <= len(squares) <= MAX_AMAZONS:
                raise GameError(f"each side has 1 to {MAX_AMAZONS} amazons; {colour} has {len(squares)}")
            for square in squares:
                if square in taken:
                    raise GameError(f"{shape.name(square)} can hold one amazon only")
                taken.add(square)
        self._geometry = shape
        self._layout = {colour: tuple(squares) for colour, squares in amazons.items()}
        super().__init__(rules.new_positions(shape, amazons))

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return self._geometry.rows

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return self._geometry.columns

    @property
    def geometry(self) -> Geometry:
        """The board itself."""
        return self._geometry

    @property
    def layout(self) -> str:
        """Where the amazons stood at the start, in the form that the constructor takes."""
        return " / ".join(" ".join(map(self._geometry.name, self._layout[colour])) for colour in (WHITE, BLACK))

    @property
    def boards(self) -> Structs:
        """The board record for kernels."""
        return self._geometry.board

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all squares, from a1 along the rows."""
        return self._geometry.names

    def amazons(self, colour: Colour) -> list[str]:
        """The squares of a colour's amazons."""
        return [self._geometry.name(square) for square in self._amazons(colour)]

    def amazon(self, square: str) -> Colour | None:
        """Whose amazon stands on a square; None where there is none."""
        number = self._geometry.number(square)
        return next((colour for colour in (WHITE, BLACK) if number in self._amazons(colour)), None)

    @property
    def arrows(self) -> list[str]:
        """The squares that arrows block."""
        return [name for name, symbol in zip(self.cells, self._symbols(), strict=True) if symbol == BLOCKED]

    def is_empty(self, square: str) -> bool:
        """Whether a square holds neither an amazon nor an arrow."""
        return self._is_empty(self._geometry.number(square))

    def _amazons(self, colour: Colour) -> list[int]:
        squares: list[int] = self.struct.amazons[colour, : int(self.struct.num_amazons[colour])].tolist()
        return squares

    def _is_empty(self, square: int) -> bool:
        row, column = divmod(square, MAX_SIDE)
        return not int(self.struct.lines[row]) >> column & 1

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """Every move, amazon by amazon."""
        return [] if self.is_over else self._listed_moves(self._structs, only_wins=False)

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """The moves by which a colour, by default the side to move, leaves the opponent without one."""
        if self.is_over:
            return []
        structs = self._structs.copy()
        if colour is not None:
            structs[0].to_move = colour
            rules.begin_turn(structs[0], self.boards[0])
        return self._listed_moves(structs, only_wins=True)

    def _listed_moves(self, structs: Structs, *, only_wins: bool) -> list[str]:
        found = np.zeros((MOST_SHOTS * int(structs[0].num_moves), 3), np.uint8)
        room = np.repeat(structs, 3)
        count = rules.list_moves(room, self.boards[0], found, only_wins)
        return [move_text(self._geometry, *squares) for squares in found[:count].tolist()]

    def parse_move(self, text: str) -> str:
        """A move such as `d1-d7/g7`."""
        return move_text(self._geometry, *read_move(text, self._geometry))

    def cells_of(self, move: str) -> tuple[str, ...]:
        """From, arrow, and where the amazon went."""
        origin, target, arrow = (self._geometry.name(square) for square in read_move(move, self._geometry))
        return origin, arrow, target

    def _check(self, move: str) -> None:
        origin, target, arrow = read_move(move, self._geometry)
        start, side = self._geometry.name(origin), self.to_move
        owner = self.amazon(start)
        if owner is None:
            raise IllegalMoveError(f"there is no amazon on {start}")
        if owner != side:
            raise IllegalMoveError(f"the amazon on {start} is {owner}'s, and {side} is to move")
        self._check_line(origin, target, "move")
        twin = self.copy()
        rules.move_amazon(twin.struct, twin.boards[0], self._amazons(side).index(origin), np.uint64(target))
        twin._check_line(target, arrow, "shoot")

    def _check_line(self, start: int, end: int, verb: str) -> None:
        """Raise IllegalMoveError where a queen could not go from one square to the other."""
        if rules.can_reach(self.struct, self.boards[0], start, end):
            return
        no_way = f"an amazon on {self._geometry.name(start)} cannot {verb} to {self._geometry.name(end)}"
        (y, x), (to_y, to_x) = divmod(start, MAX_SIDE), divmod(end, MAX_SIDE)
        dx, dy = to_x - x, to_y - y
        steps = max(abs(dx), abs(dy))
        if steps == 0 or (dx and dy and abs(dx) != abs(dy)):
            raise IllegalMoveError(f"{no_way}: only along a line, as a queen")
        way = [start + n * (dx // steps + MAX_SIDE * (dy // steps)) for n in range(1, steps + 1)]
        taken = self._geometry.name(next(square for square in way if not self._is_empty(square)))
        what = "an arrow" if self.amazon(taken) is None else "an amazon"
        raise IllegalMoveError(f"{no_way}: there is {what} on {taken}")

    def _play(self, move: str) -> None:
        for step in self.move_steps(move):
            rules.play_amazons(self.struct, self.boards[0], step)

    def _board_outcome(self) -> Outcome | None:
        return None if self.struct.num_moves else Outcome(self.to_move.other, (BLOCKADE,))

    # --- steps -----------------------------------------------------------------------------------------------------

    @property
    def num_codes(self) -> int:
        """A number for each square of a shot, and as many for each amazon."""
        return NUM_SQUARES * (1 + int(max(self.struct.num_amazons)))

    def move_steps(self, move: str) -> tuple[int, ...]:
        """The amazon's move and the shot, as kernels number them in this position."""
        origin, target, arrow = read_move(move, self._geometry)
        return NUM_SQUARES * (1 + self._amazons(self.to_move).index(origin)) + target, arrow

    def move_of(self, steps: Sequence[int]) -> str:
        """The move that two steps make in this position."""
        amazon, target = divmod(steps[0], NUM_SQUARES)
        return move_text(self._geometry, self._amazons(self.to_move)[amazon - 1], target, steps[1])

    # --- boards, values --------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Squares of the board."""
        return len(self.cells)

    @property
    def expected_moves_left(self) -> float:
        """A third of the empty squares: games between equals leave some empty, and the last moves take no thought."""
        return max(4.0, 0.35 * self._symbols().count(EMPTY))

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of amazons, arrows and side to move."""
        return int(rules.hash_amazons(self.struct, self.boards[0]))

    @classmethod
    def precompile(cls) -> None:
        """A short game, its winning moves and a hash."""
        position = cls(4, moves="b1-b3/c2")
        position.winning_moves(WHITE)
        _ = position.zobrist, position.legal_moves, position.is_legal("b4-b2/a1")

    def _key(self) -> tuple[Any, ...]:
        amazons = tuple(tuple(sorted(self._amazons(colour))) for colour in (WHITE, BLACK))
        taken = self.struct.lines[: self.rows].tobytes()
        return (self.game, self.rows, self.columns, taken, amazons, self.to_move, self._resigned)

    def _options(self) -> dict[str, Any]:
        size = {"rows": self.rows, "columns": self.columns}
        return size | ({} if self._layout == self._geometry.usual_start else {"layout": self.layout})

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Rows x columns, and a layout behind a colon: `8`, `6x5`, `4x4: a1 d1 / a4 d4`."""
        size, _, layout = text.partition(":")
        rows, columns = read_size(size)
        return {"rows": rows, "columns": columns} | ({"layout": layout.strip()} if layout.strip() else {})

    @property
    def board_description(self) -> str:
        """Rows x columns, and the layout where it is not the usual one."""
        usual = self._layout == self._geometry.usual_start
        return f"{self.rows}x{self.columns}" + ("" if usual else f", {self.layout}")

    @classmethod
    def _unpack(cls, data: bytes) -> Structs:
        return structs_from_bytes(data, rules.POSITION)

    # --- positions that were not played ----------------------------------------------------------------------------

    @classmethod
    def from_squares(
        cls,
        size: tuple[int, int],
        white: Iterable[str],
        black: Iterable[str],
        arrows: Iterable[str] = (),
        to_move: Colour = WHITE,
    ) -> Self:
        """A position set up by hand on a board of so many rows and columns."""
        shape = geometry(*size)
        position = cls.__new__(cls)
        sides = ((WHITE, white), (BLACK, black))
        position._set_up(shape, {colour: [shape.number(name) for name in names] for colour, names in sides})
        for name in arrows:
            if not position.is_empty(name):
                raise GameError(f"{name} cannot hold an arrow: it is taken already")
            rules.toggle_square(position.struct, position.boards[0], np.uint64(shape.number(name)))
        position.struct.to_move = to_move
        rules.begin_turn(position.struct, position.boards[0])
        return position

    @classmethod
    def from_text(cls, text: str, to_move: Colour | None = None) -> Self:
        """A position from a drawn board, as `str()` gives it: `O` White, `X` Black, `#` arrow, `.` empty.

        Every move leaves one arrow, so White is to move where their number is even, unless you say otherwise.
        """
        board, symbols = read_board(text, (*SYMBOLS.values(), BLOCKED))
        placed = list(zip(board.names, symbols, strict=True))
        kinds = (SYMBOLS[WHITE], SYMBOLS[BLACK], BLOCKED)
        white, black, arrows = ([name for name, symbol in placed if symbol == kind] for kind in kinds)
        side = Colour(len(arrows) % 2) if to_move is None else to_move
        return cls.from_squares((board.rows, board.columns), white, black, arrows, side)

    # --- pictures --------------------------------------------------------------------------------------------------

    def _symbols(self) -> list[str]:
        amazons = {square: SYMBOLS[colour] for colour in (WHITE, BLACK) for square in self._amazons(colour)}
        return [EMPTY if self._is_empty(square) else amazons.get(square, BLOCKED) for square in self._geometry.numbers]

    def picture(self) -> list[Line]:
        """The first row at the bottom."""
        return picture(self._geometry, self._symbols())

    def __str__(self) -> str:
        return text_board(
            self._geometry, self._symbols(), self.cells_of(self.last_move)[-1] if self.last_move else None
        )

    def _repr_svg_(self) -> str:
        state = str(self.outcome) if self.outcome else f"{self.to_move} to move"
        last = self.cells_of(self.last_move) if self.last_move else ()
        return svg_board(self._geometry, self._symbols(), Marks(f"{self.description}, {self.ply} moves, {state}", last))
