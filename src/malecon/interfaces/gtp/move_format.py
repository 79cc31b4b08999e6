"""How moves go over the wire: in the game's own notation, or point by point as GoGui has them.

GoGui draws a square board, leaves out the letter I, writes capitals, counts rows from the bottom, and knows no move but
a point or a pass. So a move of several cells, such as `a2-a3`, is played by its points one after the other, the same
colour being to move until it is complete; and a pass is a swap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.position import Position
from malecon.players.gtp_vertex import cells_of_move, from_vertex, move_to_vertices, to_vertex

SWAP, PASS = "swap", "pass"


class MoveFormat(ABC):
    """The moves of a position as a controller writes them."""

    name: str

    @abstractmethod
    def show(self, move: str) -> str:
        """A move as this wire writes it."""

    @abstractmethod
    def legal(self, position: Position) -> list[str]:
        """Everything that `play` takes now."""

    @abstractmethod
    def play(self, position: Position, text: str) -> None:
        """Play a move, or the next part of one."""

    @abstractmethod
    def undo(self, position: Position) -> None:
        """Take back what was played last."""

    @abstractmethod
    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play what is decided, or the next part of it, and return it as this wire writes it."""

    def reset(self) -> None:  # noqa: B027 (nothing to forget where moves are whole)
        """Forget parts of moves: the position is another one."""


class GridFormat(MoveFormat):
    """Moves in the game's own notation, in either case."""

    name = "grid"

    def show(self, move: str) -> str:
        """The move itself."""
        return move

    def legal(self, position: Position) -> list[str]:
        """The legal moves."""
        return position.legal_moves

    def play(self, position: Position, text: str) -> None:
        """Play a move."""
        if text.lower() == PASS:
            raise IllegalMoveError(f"nobody can pass in {position.game}")
        position.play(text)

    def undo(self, position: Position) -> None:
        """Take back a move."""
        position.undo()

    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play what is decided."""
        move = decide()
        position.play(move)
        return move


class GoguiFormat(MoveFormat):
    """Points as GoGui writes them."""

    name = "gogui"

    def __init__(self) -> None:
        self._played: list[str] = []  # the cells of a move that is not complete
        self._planned: list[str] = []  # the rest of a move that was decided

    def reset(self) -> None:
        """Forget what is not complete."""
        self._played, self._planned = [], []

    def show(self, move: str) -> str:
        """The same move with GoGui's letters."""
        return "PASS" if move == SWAP else move_to_vertices(move)

    def legal(self, position: Position) -> list[str]:
        """The next points of all legal moves that begin with what was played."""
        ahead = {cells[len(self._played)]: None for cells in self._candidates(position)}
        swap = [PASS] if position.is_legal(SWAP) and not self._played else []
        return [to_vertex(cell) for cell in ahead] + swap

    def _candidates(self, position: Position) -> list[list[str]]:
        """The cells of every legal move that begins with those played."""
        moves = [cells_of_move(move) for move in position.legal_moves if move != SWAP]
        return [cells for cells in moves if cells[: len(self._played)] == self._played]

    def play(self, position: Position, text: str) -> None:
        """Play a point; the move is made when it is complete."""
        if text.lower() in (PASS, SWAP):
            position.play(SWAP)
            return
        cell = from_vertex(text)
        matching = [cells for cells in self._candidates(position) if cells[len(self._played)] == cell]
        if not matching:
            position.check_move(cell)  # says what is wrong with it where a move is one cell
            raise IllegalMoveError(f"no move has {text} as its next point")
        self._played.append(cell)
        self._planned = self._planned[1:] if self._planned[:1] == [cell] else []
        self._complete(position)

    def _complete(self, position: Position) -> None:
        move = next((move for move in position.legal_moves if cells_of_move(move) == self._played), None)
        if move is not None:
            position.play(move)
            self.reset()

    def undo(self, position: Position) -> None:
        """Take back a point; of a complete move the other points stay."""
        self._planned = []
        if self._played:
            self._played.pop()
        else:
            self._played = cells_of_move(position.undo())[:-1]

    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play the next point of what was decided, after deciding where nothing is."""
        if self._played and not self._planned:
            raise GameError(f"the move {'-'.join(map(to_vertex, self._played))} is not complete: undo it or play on")
        if not self._planned:
            move = decide()
            if move == SWAP:
                position.play(SWAP)
                return self.show(SWAP)
            self._planned = cells_of_move(move)
        shown = to_vertex(self._planned[0])
        self.play(position, shown)
        return shown


WIRES: dict[str, type[MoveFormat]] = {wire.name: wire for wire in (GridFormat, GoguiFormat)}
