"""Move formats: the game's own notation, or points as GoGui writes them.

GoGui draws a square board, skips the letter I, writes capitals, counts rows from the bottom, and has no moves other
than points and passes. A move of several cells, such as `a2-a3`, is therefore played point by point, with the same
colour to move until it is complete, and a pass means a swap.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from malecon.games.errors import GameError, IllegalMoveError
from malecon.games.position import Position
from malecon.players.gtp_vertex import cells_of_move, from_vertex, move_to_vertices, to_vertex

SWAP, PASS = "swap", "pass"


class MoveFormat(ABC):
    """How the controller writes the moves of a position."""

    name: str

    @abstractmethod
    def show(self, move: str) -> str:
        """Return a move in this format."""

    @abstractmethod
    def legal(self, position: Position) -> list[str]:
        """List everything that `play` accepts now."""

    @abstractmethod
    def play(self, position: Position, text: str) -> None:
        """Play a move or its next point."""

    @abstractmethod
    def undo(self, position: Position) -> None:
        """Take back the last move or point."""

    @abstractmethod
    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play the move that `decide` returns, or its next point, and return it in this format."""

    def reset(self) -> None:  # noqa: B027 (formats of whole moves have no state)
        """Discard incomplete moves because the position has changed."""


class GridFormat(MoveFormat):
    """The game's own notation, in any case."""

    name = "grid"

    def show(self, move: str) -> str:
        """Return the move unchanged."""
        return move

    def legal(self, position: Position) -> list[str]:
        """List the legal moves."""
        return position.legal_moves

    def play(self, position: Position, text: str) -> None:
        """Play a move."""
        if text.lower() == PASS:
            raise IllegalMoveError(f"{position.game} has no pass")
        position.play(text)

    def undo(self, position: Position) -> None:
        """Take back a move."""
        position.undo()

    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play the move that `decide` returns."""
        move = decide()
        position.play(move)
        return move


class GoguiFormat(MoveFormat):
    """Points as GoGui writes them."""

    name = "gogui"

    def __init__(self) -> None:
        self._played: list[str] = []  # cells of an incomplete move
        self._planned: list[str] = []  # remaining cells of a generated move

    def reset(self) -> None:
        """Discard an incomplete move."""
        self._played, self._planned = [], []

    def show(self, move: str) -> str:
        """Return a move with GoGui's letters."""
        return "PASS" if move == SWAP else move_to_vertices(move)

    def legal(self, position: Position) -> list[str]:
        """List the next points of all legal moves that start with the points played."""
        next_cells = {cells[len(self._played)]: None for cells in self._candidates(position)}
        swap = [PASS] if position.is_legal(SWAP) and not self._played else []
        return [to_vertex(cell) for cell in next_cells] + swap

    def _candidates(self, position: Position) -> list[list[str]]:
        """List the cells of every legal move that starts with the cells played."""
        moves = [cells_of_move(move) for move in position.legal_moves if move != SWAP]
        return [cells for cells in moves if cells[: len(self._played)] == self._played]

    def play(self, position: Position, text: str) -> None:
        """Play a point, and the move if it is complete."""
        if text.lower() in (PASS, SWAP):
            position.play(SWAP)
            return
        cell = from_vertex(text)
        matching = [cells for cells in self._candidates(position) if cells[len(self._played)] == cell]
        if not matching:
            position.check_move(cell)  # raises a better error in games whose moves are single cells
            raise IllegalMoveError(f"{text} is not the next point of a legal move")
        self._played.append(cell)
        self._planned = self._planned[1:] if self._planned[:1] == [cell] else []
        self._complete(position)

    def _complete(self, position: Position) -> None:
        move = next((move for move in position.legal_moves if cells_of_move(move) == self._played), None)
        if move is not None:
            position.play(move)
            self.reset()

    def undo(self, position: Position) -> None:
        """Take back a point; the earlier points of a complete move stay."""
        self._planned = []
        if self._played:
            self._played.pop()
        else:
            self._played = cells_of_move(position.undo())[:-1]

    def generate(self, position: Position, decide: Callable[[], str]) -> str:
        """Play the next point of the generated move; generate one first if there is none."""
        if self._played and not self._planned:
            raise GameError(
                f"move {'-'.join(map(to_vertex, self._played))} is incomplete: undo it or play its next point"
            )
        if not self._planned:
            move = decide()
            if move == SWAP:
                position.play(SWAP)
                return self.show(SWAP)
            self._planned = cells_of_move(move)
        shown = to_vertex(self._planned[0])
        self.play(position, shown)
        return shown


MOVE_FORMATS: dict[str, type[MoveFormat]] = {kind.name: kind for kind in (GridFormat, GoguiFormat)}
