"""Positions: the Python interface that all games share.

A subclass holds the current state as one struct for the kernels (`structs`, an array of length one), defines the
notation of moves and describes its board. This class keeps the history: moves can be undone. Positions compare equal
if their boards are equal, whatever their histories.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np

from malecon.games import arrays
from malecon.games.colours import WHITE, Colour
from malecon.games.display import Display
from malecon.games.errors import GameError, IllegalMoveError, check_type
from malecon.games.line_notation import write_position
from malecon.games.outcome import Ending, Outcome
from malecon.games.picture import BLOCKED, Line
from malecon.games.svg import Marks, SvgOptions, decorate, read_marks
from malecon.kernel import Struct, Structs, structs_from_bytes


class Position(ABC):
    """A position of a game, with the moves that led to it. Moves are text in the notation of the game."""

    game: ClassVar[str]
    """Name of the game in the catalogue and in game records, such as `havannah`."""
    title: ClassVar[str]
    """Name of the game in prose, such as `Havannah`."""
    default_board: ClassVar[str]
    """The standard board, as `board_options` reads it."""
    quick_board: ClassVar[str]
    """A smaller board, for many fast games."""
    bench_boards: ClassVar[tuple[str, ...]]
    """Boards of the speed benchmark."""
    extra_options: ClassVar[tuple[str, ...]] = ()
    """Constructor arguments that are not part of the board, such as `swap_rule`."""
    move_help: ClassVar[tuple[str, str]] = ("a move", "play it")
    """What to type for a move and what it does, for the help of the terminal."""
    display: ClassVar[Display] = Display()
    """How interfaces draw and explain the game."""

    def __init__(self, structs: Structs) -> None:
        self._structs = structs
        self._history: list[tuple[str, Structs]] = []
        self._resigned: Colour | None = None

    # --- implemented by each game ----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def boards(self) -> Structs:
        """The board struct that kernels take with the position, as an array of length one."""

    @property
    @abstractmethod
    def legal_moves(self) -> list[str]:
        """The legal moves; empty if the game is over."""

    @abstractmethod
    def parse_move(self, text: str) -> str:
        """Return the canonical spelling of a move, legal or not; raise NotationError if the text is not a move."""

    @abstractmethod
    def _check(self, move: str) -> None:
        """Raise IllegalMoveError, with the reason, if a move in canonical spelling is illegal."""

    @abstractmethod
    def _play(self, move: str) -> None:
        """Play a legal move on the struct."""

    @abstractmethod
    def _board_outcome(self) -> Outcome | None:
        """Return the outcome on the board, resignations aside; None while the game goes on."""

    @abstractmethod
    def _options(self) -> dict[str, Any]:
        """Return the constructor arguments for a new game like this one."""

    @classmethod
    @abstractmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """Return the constructor arguments for a board such as `8` or `6x5`; raise GameError otherwise."""

    @property
    @abstractmethod
    def board_text(self) -> str:
        """The board as `board_options` reads it, such as `8` or `6x5`."""

    @property
    @abstractmethod
    def board_description(self) -> str:
        """The board and its rules in words, such as `base 8, swap rule`."""

    @abstractmethod
    def picture(self) -> list[Line]:
        """The board as lines of labels and cells."""

    @abstractmethod
    def cells_of(self, move: str) -> tuple[str, ...]:
        """Return the cells of a move, its destination last; empty for a swap."""

    @abstractmethod
    def _repr_svg_(self) -> str:
        """The board as an SVG picture."""

    struct_type: ClassVar[np.dtype[Any]]
    """Type of the position struct."""
    board_type: ClassVar[np.dtype[Any]]
    """Type of the board struct."""
    max_moves: ClassVar[int]
    """Number of different moves on the largest board; kernels number moves from 0."""
    max_plies: ClassVar[int]
    """Upper bound on the plies of a game on the largest board, at most 4096."""
    moves_vanish: ClassVar[bool] = False
    """Whether moves only ever remove legal moves, as in games in which stones are placed and stay."""

    @property
    @abstractmethod
    def num_codes(self) -> int:
        """Number of different moves on this board; `move_code` returns smaller numbers."""

    num_steps: ClassVar[int] = 1
    """Number of kernel moves that make up one move, such as 2 if a piece moves and then shoots."""

    def move_code(self, move: str) -> int:
        """Return the kernels' number of a one-step move; `num_codes` for a move that kernels never make."""
        raise NotImplementedError(f"a move of {self.game} has {self.num_steps} steps")

    def move_name(self, code: int) -> str:
        """Return the one-step move with a number."""
        raise NotImplementedError(f"a move of {self.game} has {self.num_steps} steps")

    def move_steps(self, move: str) -> tuple[int, ...]:
        """Return the kernels' numbers of the steps of a move."""
        return (self.move_code(move),)

    def move_of(self, steps: Sequence[int]) -> str:
        """Return the move that consists of these steps."""
        return self.move_name(steps[0])

    @property
    @abstractmethod
    def size(self) -> int:
        """The board size that selects an engine's preset."""

    @property
    @abstractmethod
    def expected_moves_left(self) -> float:
        """Estimated number of moves that the side to move has left, for time management."""

    # --- optional features -----------------------------------------------------------------------------------------

    setup_symbols: ClassVar[tuple[str, ...]] = ()
    """Symbols of `picture` that `set_up` can place; empty if the game does not support setup."""

    def set_up(
        self, white: Iterable[str], black: Iterable[str], blocked: Iterable[str] = (), to_move: Colour = WHITE
    ) -> Self:
        """Return a new position on this board with pieces on the given cells; `blocked` cells are out of play."""
        if not self.setup_symbols:
            raise GameError(f"{self.title} does not support setting up positions; play moves instead")
        for cells in (white, black, blocked):
            check_type(None if isinstance(cells, str) else cells, Iterable, "cells are a list of names, such as ['d4']")
        blocked = list(blocked)
        if blocked and BLOCKED not in self.setup_symbols:
            raise GameError(f"{self.title} has no blocked cells; leave blocked empty")
        return self._set_up(list(white), list(black), blocked, to_move)

    def _set_up(self, white: list[str], black: list[str], blocked: list[str], to_move: Colour) -> Self:
        """Do the work of `set_up` in a game that supports it."""
        raise NotImplementedError

    def cell_distance(self, one: str, other: str) -> int:  # noqa: ARG002
        """Return the number of steps between two cells."""
        raise GameError(f"{self.title} defines no distance between cells")

    # --- the current position --------------------------------------------------------------------------------------

    @property
    def struct(self) -> Struct:
        """The struct that kernels work on. Do not change it: the history would no longer match."""
        return self._structs[0]

    @property
    def structs(self) -> Structs:
        """The struct as an array of length one, the form in which kernels take it."""
        return self._structs

    @property
    def to_move(self) -> Colour:
        """The side to move, also after the end of the game."""
        return Colour(int(self.struct.to_move))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it goes on."""
        if self._resigned is not None:
            return Outcome(self._resigned.other, (Ending.RESIGNATION,))
        return self._board_outcome()

    @property
    def swap_rule(self) -> bool:
        """Whether the swap rule applies; always False in games without one."""
        return False

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may swap now."""
        return False

    @property
    def options(self) -> dict[str, Any]:
        """The constructor arguments for a new game like this one, such as `{"base": 8}`."""
        return self._options()

    @property
    def description(self) -> str:
        """The game and its board in words, such as `Havannah, base 8`."""
        return f"{self.title}, {self.board_description}"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return [move for move, _ in self._history]

    @property
    def ply(self) -> int:
        """The number of moves played so far."""
        return len(self._history)

    @property
    def last_move(self) -> str | None:
        """The last move; None at the start."""
        return self._history[-1][0] if self._history else None

    def is_legal(self, text: str) -> bool:
        """Return whether a move is legal."""
        try:
            self.check_move(text)
        except GameError:
            return False
        return True

    def check_move(self, text: str) -> str:
        """Return the canonical spelling of a legal move; raise NotationError or IllegalMoveError otherwise."""
        check_type(text, str, "a move is text, such as 'd4'")
        move = self.parse_move(text)
        if (outcome := self.outcome) is not None:
            raise IllegalMoveError(f"the game is over ({outcome}); call undo() to take back a move")
        self._check(move)
        return move

    def play(self, text: str) -> None:
        """Play a move, such as `position.play("d4")`."""
        move = self.check_move(text)
        before = self._structs
        self._structs = before.copy()  # the history is shared with copies of this position and never changes
        self._play(move)
        self._history.append((move, before))

    def play_all(self, moves: str | Iterable[str]) -> None:
        """Play several moves, given as a list or as text separated by spaces; all of them or none."""
        check_type(moves, Iterable, "moves are text, such as 'd4 e5', or a list of moves")
        played = self.ply
        try:
            for move in moves.split() if isinstance(moves, str) else moves:
                self.play(move)
        except GameError:
            while self.ply > played:
                self.undo()
            raise

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """Return the moves by which a colour, by default the side to move, wins at once.

        This default tries every move, for the side to move only. Games override it if they can find the moves faster,
        or for the opponent too, as if it were the opponent's turn.
        """
        if self.is_over or colour not in (None, self.to_move):
            return []
        trial, side, found = self.copy(), self.to_move, []
        for move in self.legal_moves:
            trial.play(move)
            if trial.outcome is not None and trial.outcome.winner == side:
                found.append(move)
            trial.undo()
        return found

    def undo(self) -> str:
        """Take back the last move or resignation and return it."""
        if self._resigned is not None:
            self._resigned = None
            return "resign"
        if not self._history:
            raise GameError("no move to take back")
        move, self._structs = self._history.pop()
        return move

    def resign(self, colour: Colour | None = None) -> None:
        """Resign for a colour, by default for the side to move."""
        if (outcome := self.outcome) is not None:
            raise IllegalMoveError(f"cannot resign: the game is over ({outcome})")
        self._resigned = self.to_move if colour is None else Colour(colour)

    # --- text, arrays and pictures ---------------------------------------------------------------------------------

    def notation(self) -> str:
        """Return the position in one line, which `malecon.read_position` reads; like FEN in chess."""
        return write_position(self)

    def to_planes(self) -> np.ndarray[Any, Any]:
        """Return the board as float32 [plane, row, column], from the view of the side to move.

        The planes are own pieces, those of the opponent, blocked cells, empty cells, cells of the board, the last move,
        and two of ones: if White is to move, and if the side to move may swap. Cell a1 is at row 0, column 0.
        """
        planes: np.ndarray[Any, Any] = arrays.planes(self)
        return planes

    def legal_mask(self) -> np.ndarray[Any, Any]:
        """Return bool [index]: which moves are legal, by their indices."""
        mask: np.ndarray[Any, Any] = arrays.legal_mask(self)
        return mask

    @property
    def num_indices(self) -> int:
        """Number of indices of moves on this board; the last is that of a swap, under the swap rule."""
        return arrays.num_indices(self)

    def move_index(self, move: str) -> int:
        """Return the index of a move, legal or not."""
        return arrays.move_index(self, move)

    def move_at(self, index: int) -> str:
        """Return the move with an index."""
        return arrays.move_at(self, index)

    def svg(
        self,
        *,
        arrows: Iterable[tuple[str, str]] = (),
        marks: Marks = (),
        size: int | None = None,
        orientation: int = 0,
        coordinates: bool = True,
    ) -> str:
        """Return the board as SVG, with arrows (pairs of cells) and marks (cells, or cells with a text each).

        `size` is the width in pixels, `orientation` the angle by which the board is turned clockwise, in degrees.
        """
        options = SvgOptions(tuple(arrows), read_marks(marks), size, orientation, coordinates)
        return decorate(self._repr_svg_(), self._svg_centres(), self.display.shape, options)

    def _svg_centres(self) -> dict[str, tuple[float, float]]:
        """Return the centre of each cell in the picture of `_repr_svg_`."""
        raise GameError(f"{self.title} does not say where its cells are drawn; only _repr_svg_() is possible")

    # --- copies and comparison -------------------------------------------------------------------------------------

    def continues(self, earlier: Position) -> bool:
        """Return whether this position was reached by playing on from an earlier one."""
        if type(self) is not type(earlier) or self.ply < earlier.ply:
            return False
        common = self._history[earlier.ply][1] if self.ply > earlier.ply else self._structs
        return self.moves[: earlier.ply] == earlier.moves and bool(common.tobytes() == earlier._structs.tobytes())

    def copy(self) -> Self:
        """Return an independent copy with the same history."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._structs = self._structs.copy()
        copy._history = list(self._history)
        return copy

    def new_game(self) -> Self:
        """Return the initial position on the same board."""
        return type(self)(**self._options())

    @classmethod
    def precompile(cls) -> None:
        """Run every kernel of the rules once, so that it is compiled."""
        position = cls(**cls.board_options(cls.quick_board))
        while moves := position.legal_moves:
            position.winning_moves()
            position.play(moves[0])

    def start(self) -> Self:
        """Return the position before the first move."""
        copy = self.copy()
        copy._resigned = None
        if copy._history:
            copy._structs = copy._history[0][1].copy()
            copy._history = []
        return copy

    @abstractmethod
    def _key(self) -> tuple[Any, ...]:
        """Return a key that is equal for positions in which the rest of the game is the same."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state["_structs"] = self._structs.tobytes()
        state["_history"] = [(move, structs.tobytes()) for move, structs in self._history]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._structs = structs_from_bytes(state["_structs"], self.struct_type)
        self._history = [(move, structs_from_bytes(data, self.struct_type)) for move, data in state["_history"]]

    def __repr__(self) -> str:
        options = [f"{name}={value!r}" for name, value in self._options().items()]
        moves = [f"moves={' '.join(self.moves)!r}"] if self._history else []
        return f"{type(self).__name__}({', '.join(options + moves)})"
