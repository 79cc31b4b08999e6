"""Positions on boards of squares: the part that chess-like games share."""

from __future__ import annotations

from abc import abstractmethod

from malecon.games.picture import Line
from malecon.games.position import Position
from malecon.games.squares import Highlights, Squares, picture, square_centres, svg_board, text_board
from malecon.kernel import Structs


class SquarePosition(Position):
    """A position on a board of squares; a game defines the symbol on each square."""

    _geometry: Squares

    @abstractmethod
    def _symbols(self) -> list[str]:
        """Return the symbol on every square, in the order of `cells`."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._geometry.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._geometry.columns

    @property
    def boards(self) -> Structs:
        """The board struct for kernels."""
        return self._geometry.board

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of all squares, from a1 along the rows."""
        return self._geometry.names

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.cells)

    def picture(self) -> list[Line]:
        """The board as lines of labels and cells, White's first row at the bottom."""
        return picture(self._geometry, self._symbols())

    def __str__(self) -> str:
        last = self.cells_of(self.last_move)[-1] if self.last_move else None
        return text_board(self._geometry, self._symbols(), last)

    def _svg_centres(self) -> dict[str, tuple[float, float]]:
        return square_centres(self._geometry)

    def _repr_svg_(self) -> str:
        outcome = self.outcome
        state = str(outcome) if outcome else f"{self.to_move} to move"
        title = f"{self.description}, {self.ply} moves, {state}"
        last = self.cells_of(self.last_move) if self.last_move else ()
        return svg_board(self._geometry, self._symbols(), Highlights(title, last, outcome.cells if outcome else ()))
