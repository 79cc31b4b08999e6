"""The board widget of notebooks.

from malecon.interfaces.notebook.widget import Board

board = Board(malecon.Havannah(base=5))     # click a cell to move, then "Engine move"
board                                       # shows it
board.position, board.thought               # what was played, and what the engine thinks of it

The picture is drawn by `Position.svg`; `board.js` shows it and sends clicks back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.players.engine import Engine
from malecon.players.gtp_vertex import cells_of_move
from malecon.players.player import Limit
from malecon.players.thought import Thought

try:
    import anywidget
    import traitlets
except ImportError:
    raise GameError("the board of notebooks needs anywidget: pip install 'malecon[notebook]'") from None

LIMIT = Limit(seconds=1.0)
SHOWN_MOVES = 5


class Board(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]
    """A board to play and analyse on; a move of several cells is clicked cell by cell."""

    _esm = Path(__file__).with_name("board.js")
    svg = traitlets.Unicode("").tag(sync=True)
    centres = traitlets.Dict({}).tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)

    def __init__(self, position: Position | None = None, player: str = "malecon", limit: Limit = LIMIT) -> None:
        super().__init__()
        self.position = position.copy() if position is not None else Havannah(base=5)
        self.engine, self.limit = Engine(player, game=self.position.game, memory=128), limit
        self.thought: Thought | None = None
        """What the engine said last; None after a move."""
        self._clicked: list[str] = []
        self.on_msg(lambda _widget, content, _buffers: self.handle(content))
        self._show()

    def handle(self, message: dict[str, Any]) -> None:
        """React to a click on a cell (`{"type": "cell", "cell": "d4"}`) or on a button."""
        try:
            if message["type"] == "cell":
                self._click(message["cell"])
            else:
                {"move": self.engine_move, "analyse": self.analyse, "undo": self.undo, "reset": self.reset}[
                    message["type"]
                ]()
        except GameError as error:
            self._clicked = []
            self._show(str(error))

    def play(self, move: str) -> None:
        """Play a move."""
        self.position.play(move)
        self._changed()

    def engine_move(self) -> Thought:
        """Let the engine choose and play a move."""
        thought = self.engine.decide(self.position, self.limit)
        thought.carry_out(self.position)
        self._changed(f"{thought.move}, value {thought.value:.0%}")
        return thought

    def analyse(self) -> Thought:
        """Search the position and number the best moves on the board."""
        self.thought = self.engine.decide(self.position, self.limit)
        self._show(f"best: {' '.join(self.thought.line)}; {self.thought.value:.0%}")
        return self.thought

    def undo(self) -> None:
        """Take back a move."""
        self.position.undo()
        self._changed()

    def reset(self) -> None:
        """Start again from the first position."""
        self.position = self.position.start()
        self._changed()

    def _click(self, cell: str) -> None:
        """Play the move whose cells have been clicked; keep the cells of an incomplete one."""
        self._clicked.append(cell)
        count = len(self._clicked)
        fitting = [move for move in self.position.legal_moves if cells_of_move(move)[:count] == self._clicked]
        if not fitting:
            self._clicked = []
            self.position.check_move(cell)  # raises the reason if the cell itself is a move
            raise GameError(f"no move begins on {cell}")
        if len(cells_of_move(fitting[0])) == count:
            self.play(fitting[0])
        else:
            self._show()

    def _changed(self, text: str = "") -> None:
        self._clicked, self.thought = [], None
        self._show(text)

    def _show(self, text: str = "") -> None:
        position = self.position
        marks = dict.fromkeys(self._clicked, "")
        for rank, row in enumerate(self.thought.moves[:SHOWN_MOVES] if self.thought else (), 1):
            marks |= dict.fromkeys(position.cells_of(row.move)[-1:], str(rank))
        self.svg, self.centres = position.svg(marks=marks), position._svg_centres()
        state = str(position.outcome) if position.outcome else f"{position.to_move} to move"
        self.status = f"{state}; {text}" if text else state
