"""The class `Havannah`: positions with moves as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.display import Display, PieceNames, WinPattern
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.havannah import drawing, keys, rules  # noqa: F401 (keys registers its kernels)
from malecon.games.havannah.geometry import BOARD, MAX_CELLS, NUM_SYMMETRIES, Geometry, geometry
from malecon.games.havannah.notation import SWAP, read_cell
from malecon.games.outcome import Ending, Outcome
from malecon.games.picture import SYMBOLS, Line
from malecon.games.position import Position
from malecon.kernel import Structs

ENDING_BITS = ((rules.RING, Ending.RING), (rules.BRIDGE, Ending.BRIDGE), (rules.FORK, Ending.FORK))
DISPLAY = Display(
    shape="hex",
    boards=("4", "5", "6", "7", "8", "9", "10"),
    board_label="base {}",
    pieces=PieceNames("white stone", "black stone"),
    rules="White and Black take turns placing one stone on any empty cell; stones never move. "
    "The first player to complete one of these wins:",
    click_help="Click a cell to place a stone.",
    win_patterns=(
        WinPattern("ring", "a loop around at least one cell", "4", "c3 d3 c4 e4 d5 e5"),
        WinPattern("bridge", "any two corners connected", "4", "a4 b4 b3 c3 c2 d2 d1"),
        WinPattern(
            "fork",
            "any three sides connected; corners belong to no side",
            "4",
            "c1 c2 c3 d4 e4 f5 g5 d5 c5 c6",
        ),
    ),
)


class Havannah(Position):
    """A Havannah position: players place stones until a ring, bridge or fork wins.

    With `swap_rule` the second player may answer the first stone with `swap`: the stone turns black, White moves next.

    >>> position = Havannah(base=4, moves="d4 c3")
    >>> position.to_move
    <Colour.WHITE: 0>
    """

    game, title = "havannah", "Havannah"
    default_board, quick_board, extra_options = "8", "5", ("swap_rule",)
    bench_boards = ("4", "5", "6", "8", "10")
    move_help = ("a cell", "place a stone")
    display = DISPLAY
    setup_symbols = (SYMBOLS[WHITE], SYMBOLS[BLACK])
    struct_type, board_type, max_moves, max_plies = rules.POSITION, BOARD, MAX_CELLS, 640
    moves_vanish = True

    def __init__(self, base: int = 8, *, swap_rule: bool = False, moves: str | Iterable[str] = ()) -> None:
        self._base = geometry(base).base
        self._swap_rule = bool(swap_rule)
        self._is_setup = False
        super().__init__(rules.new_positions(self.geometry.board, base))
        self.play_all(moves)

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def base(self) -> int:
        """Number of cells on each side of the board."""
        return self._base

    @property
    def swap_rule(self) -> bool:
        """Whether the second player may take over the first stone."""
        return self._swap_rule

    @property
    def geometry(self) -> Geometry:
        """The board itself: cells, neighbours, sides, corners."""
        return geometry(self._base)

    @property
    def boards(self) -> Structs:
        """The board struct for kernels."""
        return self.geometry.board

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, row by row."""
        return self.geometry.names

    def stone(self, cell: str) -> Colour | None:
        """Return the colour of the stone on a cell; None if it is empty."""
        return self._stone(read_cell(cell, self._base))

    def stones(self, colour: Colour) -> list[str]:
        """Return the cells of a colour's stones."""
        return [name for cell, name in enumerate(self.cells) if self._stone(cell) == colour]

    def chain(self, cell: str) -> list[str]:
        """Return the cells of the chain to which a stone belongs."""
        number = read_cell(cell, self._base)
        if self._stone(number) is None:
            raise GameError(f"no stone on {self.cells[number]}")
        chains, label = self.struct.chains, self.struct.chains[number]
        colour = self._stone(number)
        return [self.cells[c] for c in range(len(self.cells)) if chains[c] == label and self._stone(c) == colour]

    def _stone(self, cell: int) -> Colour | None:
        column, row = self.geometry.coordinates[cell]
        for colour, rows in ((WHITE, self.struct.rows[0]), (BLACK, self.struct.rows[1])):
            if int(rows[row + 1]) >> (column + 1) & 1:  # a kernel call for each cell would be slow
                return colour
        return None

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """The empty cells row by row, and `swap` if it is legal."""
        if self.is_over:
            return []
        empty = sorted(self.struct.empties[: int(self.struct.num_moves)].tolist())
        return [self.cells[cell] for cell in empty] + [SWAP] * self.can_swap

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may swap: under the swap rule, in answer to the first stone."""
        return self._swap_rule and not self._is_setup and self.ply == 1 and self._resigned is None

    def swap(self) -> None:
        """Take over the first stone; the same as `play("swap")`."""
        self.play(SWAP)

    def parse_move(self, text: str) -> str:
        """Return a cell name or `swap`, in lower case."""
        word = text.strip().lower()
        return SWAP if word == SWAP else self.cells[read_cell(word, self._base)]

    @property
    def size(self) -> int:
        """The base."""
        return self._base

    @property
    def expected_moves_left(self) -> float:
        """A quarter of the empty cells: games between equals fill about half of the board."""
        return max(4.0, 0.5 * float(self.struct.num_moves) / 2)

    @property
    def num_codes(self) -> int:
        """One move for each cell."""
        return self.geometry.num_cells

    def move_code(self, move: str) -> int:
        """Return the number of a cell; `num_codes` for a swap."""
        return self.geometry.by_name.get(move, self.num_codes)

    def move_name(self, code: int) -> str:
        """Return the name of a cell."""
        return self.cells[code]

    def _check(self, move: str) -> None:
        if move == SWAP:
            if not self.can_swap:
                reason = "only in answer to the first stone" if self._swap_rule else "only under the swap rule"
                raise IllegalMoveError(f"swap is legal {reason}")
        elif (colour := self._stone(self.geometry.by_name[move])) is not None:
            raise IllegalMoveError(f"{move} is occupied by a {str(colour).lower()} stone")

    def _play(self, move: str) -> None:
        if move == SWAP:
            rules.swap_stone(self.struct, self.boards[0], self.geometry.by_name[self.moves[0]])
        else:
            rules.play_havannah(self.struct, self.boards[0], self.geometry.by_name[move])

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """Return the cells on which a colour, by default the side to move, wins at once."""
        return self.winning_cells(colour)

    def winning_cells(self, colour: Colour | None = None) -> list[str]:
        """Return the empty cells on which a colour, by default the side to move, wins at once."""
        if self.is_over:
            return []
        found = np.zeros(MAX_CELLS, np.uint16)
        side = self.to_move if colour is None else Colour(colour)
        count = rules.winning_cells(self.struct, self.boards[0], np.uint64(side), found)
        return [self.cells[cell] for cell in sorted(found[:count].tolist())]

    def _board_outcome(self) -> Outcome | None:
        struct = self.struct
        if struct.ending and self.last_move is not None:
            how = tuple(ending for bit, ending in ENDING_BITS if struct.ending & bit)
            return Outcome(self.to_move.other, how, tuple(self.chain(self.last_move)))
        return None if struct.num_moves else Outcome(None, (Ending.DRAW,))

    # --- symmetry, hashing, options --------------------------------------------------------------------------------

    def symmetric(self, symmetry: int) -> Self:
        """Return the image under one of the twelve symmetries: 0-5 rotations, 6-11 rotations of the mirror image."""
        if symmetry not in range(NUM_SYMMETRIES):
            raise GameError(f"symmetry must be 0 to {NUM_SYMMETRIES - 1}, not {symmetry}")
        images = self.geometry.symmetries[symmetry]
        image = self.start()
        if self._is_setup:
            stones = {int(to): stone for cell, to in enumerate(images) if (stone := image._stone(cell)) is not None}
            image._place_stones(stones)
        image.play_all(m if m == SWAP else self.cells[images[self.geometry.by_name[m]]] for m in self.moves)
        image._resigned = self._resigned
        return image

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of the stones and the side to move."""
        return self._hash(0)

    @property
    def canonical_zobrist(self) -> int:
        """A 64-bit hash shared by all twelve symmetric images."""
        return min(self._hash(symmetry) for symmetry in range(NUM_SYMMETRIES))

    def _hash(self, symmetry: int) -> int:
        geometry = self.geometry
        word = rules.hash_stones(self.struct, self.boards[0], geometry.symmetries[symmetry], geometry.zobrist)
        return int(word)

    def canonical(self) -> Self:
        """Return the canonical image, whose hash is `canonical_zobrist`."""
        return self.symmetric(min(range(NUM_SYMMETRIES), key=self._hash))

    def _key(self) -> tuple[Any, ...]:
        may_swap = self._swap_rule and not self._is_setup and self.ply <= 1
        return (self.game, self._base, self.struct.rows.tobytes(), self.to_move, may_swap, self._resigned)

    def _options(self) -> dict[str, Any]:
        return {"base": self._base} | ({"swap_rule": True} if self._swap_rule else {})

    @classmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Read the base."""
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", text):
            raise GameError(f"{text!r} is not a Havannah board; write its base, such as 8")
        return {"base": int(text)}

    @property
    def board_text(self) -> str:
        """The base."""
        return str(self._base)

    @property
    def board_description(self) -> str:
        """The base, and the swap rule if it applies."""
        return f"base {self._base}" + ", swap rule" * self._swap_rule

    def picture(self) -> list[Line]:
        """The board as lines of labels and cells, rows from the top."""
        return drawing.picture(self)

    def cells_of(self, move: str) -> tuple[str, ...]:
        """Return the cell; empty for a swap."""
        return () if move == SWAP else (move,)

    def cell_distance(self, one: str, other: str) -> int:
        """Return the number of steps between two cells."""
        (x1, y1), (x2, y2) = (self.geometry.coordinates[read_cell(cell, self._base)] for cell in (one, other))
        return max(abs(x1 - x2), abs(y1 - y2), abs((x1 - x2) - (y1 - y2)))

    @classmethod
    def precompile(cls) -> None:
        """Play a short game with a swap, list winning cells and compute a hash."""
        position = cls(base=4, swap_rule=True, moves="a1 swap b1 a2")
        position.winning_cells()
        _ = position.zobrist, position.outcome

    # --- setup -----------------------------------------------------------------------------------------------------

    @classmethod
    def from_stones(
        cls, base: int, white: Iterable[str] = (), black: Iterable[str] = (), to_move: Colour = WHITE
    ) -> Self:
        """Set up a position in which nobody has won yet."""
        stones: dict[int, Colour] = {}
        for colour, names in ((WHITE, white), (BLACK, black)):
            for name in names:
                cell = read_cell(name, base)
                if stones.setdefault(cell, colour) != colour:
                    raise GameError(f"{name} is listed for both White and Black")
        position = cls(base)
        position._place_stones(stones)
        position.struct.to_move = to_move
        return position

    @classmethod
    def from_text(cls, text: str, to_move: Colour | None = None) -> Self:
        """Set up a position from a drawing, as `str()` returns it: `O` White, `X` Black, `.` empty."""
        base, white, black = drawing.read_board(text)
        if to_move is None:
            to_move = WHITE if len(white) <= len(black) else BLACK
        return cls.from_stones(base, white, black, to_move)

    def _set_up(self, white: list[str], black: list[str], blocked: list[str], to_move: Colour) -> Self:  # noqa: ARG002
        return self.from_stones(self._base, white, black, to_move)

    def _place_stones(self, stones: dict[int, Colour]) -> None:
        """Replace all stones on the board; the side to move stays."""
        side = self.to_move
        self._structs = rules.new_positions(self.boards, self._base)
        self._is_setup = bool(stones)
        for cell, colour in stones.items():
            self.struct.to_move = colour
            if rules.play_havannah(self.struct, self.boards[0], cell):
                raise GameError(f"{colour} has already won on this board (stone on {self.cells[cell]})")
        self.struct.to_move = side

    def __str__(self) -> str:
        return drawing.text_board(self)

    def _repr_svg_(self) -> str:
        return drawing.svg_board(self)

    def _svg_centres(self) -> dict[str, tuple[float, float]]:
        return drawing.cell_centres(self.geometry)
