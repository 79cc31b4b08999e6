"""What a player expects of a search, whatever its method."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import Protocol

from malecon.games.position import Position


@dataclass(frozen=True)
class RootMove:
    """The statistics of one root move, from the point of view of the side to move."""

    move: str
    visits: int
    value: float
    """Mean result: 1 is a win, 0 a loss."""
    rave: float | None
    """Mean result of the simulations that played the move at any time; None without RAVE."""
    prior: float
    proof: str | None
    """`win`, `loss` or `draw` if proved."""
    length: int
    """Turns to the end of the proved line."""
    earlier_visits: tuple[int, ...] = ()
    """Visits of the earlier steps, in games whose turn has several."""

    @property
    def step_visits(self) -> tuple[int, ...]:
        """Visits of all steps; the better of two moves has more at the first difference."""
        return (*self.earlier_visits, self.visits)


class Searcher(Protocol):
    """A search on one position that can be stopped and continued."""

    threads: int
    is_ranked: bool
    """Whether `root_moves` come best first; otherwise the player chooses among them."""

    @property
    def proof(self) -> str | None:
        """The proved value of the root for the side to move: `win`, `loss`, `draw` or None."""

    @property
    def is_finished(self) -> bool:
        """Whether searching on cannot change anything."""

    def set_position(self, position: Position) -> None:
        """Search this position from now on, keeping what is still useful."""

    def run(self, simulations: int, seconds: float | None = None, stopped: Event | None = None) -> int:
        """Run this many simulations; return how many ran.

        It may end earlier: when the root is proved, after some seconds, or once another thread has set the event and
        called `halt`. With one thread, seconds and the event are ignored: the caller keeps batches short.
        """

    def halt(self) -> None:
        """End a run of several threads, from another thread."""

    def root_moves(self) -> list[RootMove]:
        """Return every root move."""

    def line(self, first: str, length: int = 12) -> list[str]:
        """Return the expected moves after a root move, that move included."""
