"""A game in progress: what every game shares at the level of Python.

A subclass holds the present as one record for kernels (`structs`, an array of length one) and says how text becomes a
move. This class keeps the past: moves can be taken back, and equal positions compare equal whatever their past.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np

from malecon.games.colours import Colour
from malecon.games.display import Display
from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.outcome import Ending, Outcome
from malecon.games.picture import Line
from malecon.kernel import Struct, Structs


class Position(ABC):
    """A position of some game, with the moves that led to it. Moves are text in the game's own notation."""

    game: ClassVar[str]
    """The game's name, as the catalogue and game structs write it."""
    title: ClassVar[str]
    """The game's name, as sentences write it."""
    default_board: ClassVar[str]
    """The usual board, as `board_options` reads it."""
    quick_board: ClassVar[str]
    """A board for many quick games."""
    bench_boards: ClassVar[tuple[str, ...]]
    """Boards to measure speed on."""
    extra_options: ClassVar[tuple[str, ...]] = ()
    """Arguments of a new position besides those of the board, such as `swap_rule`."""
    move_help: ClassVar[tuple[str, str]] = ("a move", "play it")
    """What a person types for a move, and what that does."""
    display: ClassVar[Display] = Display()
    """How interfaces draw and explain the game."""

    def __init__(self, structs: Structs) -> None:
        self._structs = structs
        self._past: list[tuple[str, Structs]] = []
        self._resigned: Colour | None = None

    # --- what a game fills in --------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def boards(self) -> Structs:
        """The board record that kernels need beside the position, as an array of length one."""

    @property
    @abstractmethod
    def legal_moves(self) -> list[str]:
        """Every move that may be played now, in the notation of `play`; empty when the game is over."""

    @abstractmethod
    def parse_move(self, text: str) -> str:
        """The one right spelling of a move written by a person, legal or not; NotationError where it is none."""

    @abstractmethod
    def _check(self, move: str) -> None:
        """Raise IllegalMoveError, with the reason, where a well-spelt move cannot be played now."""

    @abstractmethod
    def _play(self, move: str) -> None:
        """Change the record by a legal move."""

    @abstractmethod
    def _board_outcome(self) -> Outcome | None:
        """How the board says that the game ended, if it did."""

    @abstractmethod
    def _options(self) -> dict[str, Any]:
        """The arguments that make the start of a game like this one."""

    @classmethod
    @abstractmethod
    def board_options(cls, text: str) -> dict[str, Any]:
        """The arguments that a board as people write it stands for: `8`, `6x5`; GameError where it is none."""

    @property
    @abstractmethod
    def board_description(self) -> str:
        """The board and its rules in words, such as `base 8, swap rule`."""

    @abstractmethod
    def picture(self) -> list[Line]:
        """The board as lines of labels and cells."""

    @abstractmethod
    def cells_of(self, move: str) -> tuple[str, ...]:
        """The cells that a move of this game is about, the one where it ends last; none for a swap."""

    @abstractmethod
    def _repr_svg_(self) -> str:
        """The board as an SVG picture."""

    struct_type: ClassVar[np.dtype[Any]]
    """The type of the position's record."""
    board_type: ClassVar[np.dtype[Any]]
    """The type of the board's record."""
    max_moves: ClassVar[int]
    """How many different moves the game has on its largest board: kernels number them from 0."""
    max_plies: ClassVar[int]
    """More plies than a game on the largest board can have, at most 4096."""
    moves_vanish: ClassVar[bool] = False
    """Whether a move takes moves away but never makes others legal, as where stones are placed and stay."""

    @property
    @abstractmethod
    def num_codes(self) -> int:
        """How many different moves this board has; `move_code` gives numbers below it."""

    num_steps: ClassVar[int] = 1
    """How many steps of kernels, each chosen by itself, make a move: an amazon moves, then it shoots."""

    def move_code(self, move: str) -> int:
        """The number by which kernels know a move of one step; `num_codes` for a move that they never make."""
        raise NotImplementedError(f"moves of {self.game} have {self.num_steps} steps")

    def move_name(self, code: int) -> str:
        """The move of one step that has a number."""
        raise NotImplementedError(f"moves of {self.game} have {self.num_steps} steps")

    def move_steps(self, move: str) -> tuple[int, ...]:
        """The numbers of the steps by which kernels make a move of this position."""
        return (self.move_code(move),)

    def move_of(self, steps: Sequence[int]) -> str:
        """The move of this position that steps make."""
        return self.move_name(steps[0])

    @property
    @abstractmethod
    def size(self) -> int:
        """The one number by which boards of the game differ for an engine's presets."""

    @property
    @abstractmethod
    def expected_moves_left(self) -> float:
        """A guess at how many more moves the side to move will make, for dividing a clock."""

    # --- the present -----------------------------------------------------------------------------------------------

    @property
    def struct(self) -> Struct:
        """The position as kernels see it. Changing it is at your own risk: the past knows nothing of it."""
        return self._structs[0]

    @property
    def structs(self) -> Structs:
        """The position as an array of one record, the form in which kernels take it."""
        return self._structs

    @property
    def to_move(self) -> Colour:
        """The colour whose turn it is, or would be if the game were not over."""
        return Colour(int(self.struct.to_move))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self._resigned is not None:
            return Outcome(self._resigned.other, (Ending.RESIGNATION,))
        return self._board_outcome()

    @property
    def swap_rule(self) -> bool:
        """Whether the second player may take over the first move, in games that have such a rule."""
        return False

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may take over the first move now."""
        return False

    @property
    def options(self) -> dict[str, Any]:
        """The arguments that make the start of a game like this one, such as `{"base": 8}`."""
        return self._options()

    @property
    def description(self) -> str:
        """The game and its board in words."""
        return f"{self.title}, {self.board_description}"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    # --- moves -----------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return [move for move, _ in self._past]

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._past)

    @property
    def last_move(self) -> str | None:
        """The move played last, None at the start."""
        return self._past[-1][0] if self._past else None

    def is_legal(self, text: str) -> bool:
        """Whether a move may be played now."""
        try:
            self.check_move(text)
        except GameError:
            return False
        return True

    def check_move(self, text: str) -> str:
        """The right spelling of a legal move; raise NotationError or IllegalMoveError where it is not one."""
        move = self.parse_move(text)
        if (outcome := self.outcome) is not None:
            raise IllegalMoveError(f"the game is over ({outcome}); undo() takes a move back")
        self._check(move)
        return move

    def play(self, text: str) -> None:
        """Play a move, such as `position.play("d4")`."""
        move = self.check_move(text)
        before = self._structs
        self._structs = before.copy()  # the past is shared with copies of this position and never changes
        self._play(move)
        self._past.append((move, before))

    def play_all(self, moves: str | Iterable[str]) -> None:
        """Play several moves, given one by one or as a text with spaces between them; all of them or none."""
        played = self.ply
        try:
            for move in moves.split() if isinstance(moves, str) else moves:
                self.play(move)
        except GameError:
            while self.ply > played:
                self.undo()
            raise

    def winning_moves(self, colour: Colour | None = None) -> list[str]:
        """The moves by which a colour, by default the side to move, wins at once.

        Here they are found by trying, for the side to move only; a game does better where it can tell them faster, and
        those of the side that waits as well, as if it were its turn.
        """
        if self.is_over or colour not in (None, self.to_move):
            return []
        twin, side, found = self.copy(), self.to_move, []
        for move in self.legal_moves:
            twin.play(move)
            if twin.outcome is not None and twin.outcome.winner == side:
                found.append(move)
            twin.undo()
        return found

    def undo(self) -> str:
        """Take back the last move, or a resignation, and return it."""
        if self._resigned is not None:
            self._resigned = None
            return "resign"
        if not self._past:
            raise GameError("there is no move to take back")
        move, self._structs = self._past.pop()
        return move

    def resign(self, colour: Colour | None = None) -> None:
        """Give up the game for a colour, by default for the side to move."""
        if (outcome := self.outcome) is not None:
            raise IllegalMoveError(f"the game is over ({outcome}); nobody can resign now")
        self._resigned = self.to_move if colour is None else Colour(colour)

    # --- values ----------------------------------------------------------------------------------------------------

    def continues(self, earlier: Position) -> bool:
        """Whether this position came about by playing on from an earlier one."""
        if type(self) is not type(earlier) or self.ply < earlier.ply:
            return False
        then = self._past[earlier.ply][1] if self.ply > earlier.ply else self._structs
        return self.moves[: earlier.ply] == earlier.moves and bool(then.tobytes() == earlier._structs.tobytes())

    def copy(self) -> Self:
        """An independent position with the same past."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._structs = self._structs.copy()
        twin._past = list(self._past)
        return twin

    def new_game(self) -> Self:
        """The usual start of a game on a board like this one."""
        return type(self)(**self._options())

    @classmethod
    def precompile(cls) -> None:
        """Use every kernel of the rules once, so that it is compiled."""
        position = cls(**cls.board_options(cls.quick_board))
        while moves := position.legal_moves:
            position.winning_moves()
            position.play(moves[0])

    def start(self) -> Self:
        """The position before the first move."""
        twin = self.copy()
        twin._resigned = None
        if twin._past:
            twin._structs = twin._past[0][1].copy()
            twin._past = []
        return twin

    @abstractmethod
    def _key(self) -> tuple[Any, ...]:
        """What makes two positions the same for all that may follow."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state["_structs"] = self._structs.tobytes()
        state["_past"] = [(move, structs.tobytes()) for move, structs in self._past]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._structs = self._unpack(state["_structs"])
        self._past = [(move, self._unpack(data)) for move, data in state["_past"]]

    @classmethod
    @abstractmethod
    def _unpack(cls, data: bytes) -> Structs:
        """The array of one record that these bytes hold."""

    def __repr__(self) -> str:
        options = [f"{name}={value!r}" for name, value in self._options().items()]
        moves = [f"moves={' '.join(self.moves)!r}"] if self._past else []
        return f"{type(self).__name__}({', '.join(options + moves)})"
