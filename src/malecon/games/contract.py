"""What a game gives to kernels that know no game: a handful of functions over its position record.

A position record has the fields `to_move` (WHITE or BLACK), `num_moves` (how many moves are legal) and `how` (the ways
in which the last move won, as bits); a field named like the game marks its records, and everything else is the game's
own. Moves are small integers, players take turns, and where nobody has won and no move is left it is a draw.

A turn is one move in most games. Where it has several steps (an amazon moves, then it shoots), each step is a move
here: `to_move` changes after the last of them, and `steps_a_turn` tells how many there are.

The rules are the first part. The second is advice: a game that has none plays with the bodies that stand here.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, generic, optional

WHITE = 0

# --- rules: every game has them -------------------------------------------------------------------------------------


@generic
def play(position: Struct, board: Struct, move: int) -> int:
    """Play a legal move for the side to move; return the ways in which it wins as bits, 0 where the game goes on."""


@generic
def legal_move(position: Struct, board: Struct, index: int) -> int:
    """The legal move of an index below `position.num_moves`; the order is the game's own."""


@generic
def is_legal_move(position: Struct, board: Struct, move: int) -> bool:
    """Whether a move of the game is legal now."""


@generic
def copy_position(target: Struct, source: Struct, board: Struct) -> None:
    """Make `target` the position that `source` is."""


@generic
def random_step(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Play a uniformly random legal move by `rng_owner.rng`; return it, and leave what it did in `position.ending`."""


@optional
def steps_per_turn(position: Struct) -> int:
    """How many moves a player makes in a row, the same number in every turn."""
    return np.uint64(1)


# --- keys: for searches that know a position again -----------------------------------------------------------------

NUM_KEYS = 12  # words that a game may keep for a position: the hash of each symmetric image, in most games fewer


@generic
def start_keys(position: Struct, board: Struct, keys: Structs) -> None:
    """Fill `keys` from a whole position."""


@generic
def key_after(position: Struct, board: Struct, keys: Structs, move: int) -> int:
    """The hash of the position after a legal move, given the keys of the position before; alike for symmetric ones.

    Equal positions may have two hashes (a game may give symmetry up), two positions never have one but by accident.
    """


@generic
def update_keys(position: Struct, board: Struct, keys: Structs, move: int) -> None:
    """Change the keys of a position into those after a legal move; the move has not been played yet."""


@optional
def position_key(position: Struct, board: Struct) -> np.uint64:
    """A 64-bit hash of all that matters for what may follow; 0, for every position, where a game has none."""
    return np.uint64(0)


# --- advice: a game may have it -------------------------------------------------------------------------------------

# What a look for threats finds: the low bits of its answer. Above them stands a move, or for the last two a number.
CALM, WINNING, FORCED, LOST, MATING, FEW, WON_LATER, LOST_LATER = 0, 1, 2, 3, 4, 5, 6, 7
KIND_BITS, KIND_MASK = np.uint64(3), np.uint64(7)


@optional
def find_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:
    """What the side to move must know: it wins, one move is forced, or two threats at once have lost the game.

    The answer is one of CALM, WINNING (at once), FORCED, LOST, MATING (a move makes two threats at once, and the
    opponent has none) and FEW (all moves but those for which `defends` is true lose at once) plus, above KIND_BITS, the
    move that wins or defends. How far to look is given in `plies`: 1 sees WINNING only, 2 also FORCED, FEW and LOST, 3
    also MATING. Or it is WON_LATER or LOST_LATER, where the end is known though no single move makes it, plus the plies
    that it takes at most. `worker.scratch` may be written to.
    """
    return np.uint64(CALM)


@optional
def defends(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Whether a legal move answers the threat of which `find_threats` has just said FEW."""
    return True


@optional
def prepare_expansion(position: Struct, board: Struct, worker: Struct) -> None:
    """Look at the whole position once before its moves get a bonus; notes go to `worker.scratch`."""


@optional
def prior(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Wins and visits that a move of the side to move is given before it has been tried."""
    return np.float32(0), np.float32(0)


@optional
def move_bonus(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Return the bonuses on the value of a move by the game's first and second bonus technique, 0 for those off."""
    return np.float32(0), np.float32(0)


@optional
def evaluate(position: Struct, board: Struct, worker: Struct) -> float:
    """The chance, from 0 to 1, that White wins, judged without playing on; `worker.scratch` may be written to."""
    return np.float32(0.5)


@optional
def evaluate_move(position: Struct, board: Struct, worker: Struct, move: int) -> float:
    """The chance of the side to move after one of its moves, by evaluation; `worker.trial` may be written to."""
    trial = worker.trial
    copy_position(trial, position, board)
    if play(trial, board, move) != 0:
        return np.float32(1)
    if trial.num_moves == 0:
        return np.float32(0.5)
    chance = np.float32(evaluate(trial, board, worker))
    return chance if position.to_move == WHITE else np.float32(1) - chance


@optional
def noisiness(position: Struct, board: Struct, move: int) -> int:
    """How much a legal move may upset an evaluation made before it, as a capture does: 0 not at all; larger first."""
    return 0


@optional
def is_useless(position: Struct, board: Struct, move: int) -> bool:
    """Whether a legal move is known to change nothing for either player."""
    return False


@optional
def begin_playout(position: Struct, board: Struct, worker: Struct) -> None:
    """Look at a position from which moves are chosen by rules; notes for them go to `worker.scratch`."""


@optional
def urgent_playout_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """A playout move that comes before all others, as the settings say; `worker.no_move` where there is none.

    `worker.line.moves[:ply]` are the moves of this simulation so far.
    """
    return worker.no_move


@optional
def default_playout_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """A playout move where no rule has one, better than by chance; `worker.no_move` to leave it to chance."""
    return worker.no_move


@optional
def monitored_plies(position: Struct, board: Struct, worker: Struct) -> int:
    """For how many plies of a playout `is_decided` and `ends_playout` have anything to say."""
    return np.int64(1 << 30)


@optional
def is_decided(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Whether the player of the last move has as good as won, so that the playout may stop.

    The playout began at ply `worker.line.playout_start` of the simulation; `worker.line.ply` moves have been made.
    """
    return False


@optional
def win_counts(position: Struct, board: Struct, worker: Struct, share: float) -> bool:
    """Whether the win that the last move made counts; `share` of the playout's possible moves have been played."""
    return True


OPTIONAL = (
    steps_per_turn,
    position_key,
    find_threats,
    defends,
    prepare_expansion,
    prior,
    move_bonus,
    evaluate,
    evaluate_move,
    noisiness,
    is_useless,
    begin_playout,
    urgent_playout_move,
    default_playout_move,
    monitored_plies,
    is_decided,
    win_counts,
)
