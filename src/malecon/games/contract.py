"""What a game gives to kernels that know no game: a handful of functions over its position record.

A position record has the fields `to_move` (WHITE or BLACK) and `num_moves` (how many moves are legal); everything else
is the game's own. Moves are small integers.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Record, generic


@generic
def play(position: Record, board: Record, move: int) -> int:
    """Play a legal move for the side to move; return the ways in which it wins as bits, 0 where the game goes on."""


@generic
def legal_move(position: Record, board: Record, index: int) -> int:
    """The legal move of an index below `position.num_moves`; the order is the game's own."""


@generic
def copy_position(target: Record, source: Record, board: Record) -> None:
    """Make `target` the position that `source` is."""


@generic
def random_step(position: Record, board: Record, dice: Record) -> int:
    """Play a uniformly random legal move by `dice.rng`; return it, and leave what it did in `position.how`."""


CALM, WINNING, FORCED, LOST, MATING = 0, 1, 2, 3, 4  # what a look for threats finds: the low bits of its answer
KIND_BITS, KIND_MASK = np.uint64(3), np.uint64(7)  # the move stands above them


@generic
def find_threats(position: Record, board: Record, worker: Record, plies: int) -> int:
    """What the side to move must know: it wins, one move is forced, or two threats at once have lost the game.

    The answer is one of CALM, WINNING (at once), FORCED, LOST and MATING (a move makes two threats at once, and the
    opponent has none) plus, above KIND_BITS, the move that wins or defends. How far to look is given in `plies`: 1 sees
    WINNING only, 2 also FORCED and LOST, 3 also MATING. `worker.scratch` may be written to.
    """


@generic
def survey(position: Record, board: Record, worker: Record) -> None:
    """Look at the whole position once before its moves get a bonus; notes go to `worker.scratch`."""


@generic
def prior(position: Record, board: Record, worker: Record, move: int) -> tuple[float, float]:
    """Wins and visits that a move of the side to move is given before it has been tried."""


@generic
def bias(position: Record, board: Record, worker: Record, move: int) -> float:
    """A bonus on the value of a move of the side to move, before it has been tried."""


@generic
def is_useless(position: Record, board: Record, move: int) -> bool:
    """Whether a legal move is known to change nothing for either player."""


@generic
def is_legal_move(position: Record, board: Record, move: int) -> bool:
    """Whether a move of the game is legal now."""


@generic
def advise(position: Record, board: Record, worker: Record, ply: int) -> int:
    """A playout move that comes before all others, as the settings say; `worker.no_move` where there is none.

    `worker.moves[:ply]` are the moves of this simulation so far.
    """


@generic
def guide(position: Record, board: Record, worker: Record, ply: int) -> int:
    """A playout move where no rule has one, better than by chance; `worker.no_move` to leave it to chance."""


@generic
def is_decided(position: Record, board: Record, settings: Record, move: int) -> bool:
    """Whether the player of the last move has as good as won, so that the playout may stop."""


@generic
def ends_playout(position: Record, board: Record, settings: Record, share: float) -> bool:
    """Whether the win that the last move made counts; `share` of the playout's possible moves have been played."""
