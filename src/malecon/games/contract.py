"""The kernel interface of a game: generic functions over its position struct.

A position struct has the fields `to_move` (WHITE or BLACK), `num_moves` (the number of legal moves) and `ending` (bits
that say how the last move won; 0 while the game goes on). A field named after the game identifies its structs; all
other fields are private to the game. Moves are small integers, players alternate, and a position without a winner and
without legal moves is a draw.

In most games a turn is one move. If it has several steps (an amazon moves, then shoots), each step is a move here:
`to_move` changes after the last step, and `steps_per_turn` returns their number.

Every game implements the rules and keys. The knowledge functions are optional; their bodies here are the defaults.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, generic, optional

WHITE = 0

# --- rules: every game implements them ------------------------------------------------------------------------------


@generic
def play(position: Struct, board: Struct, move: int) -> int:
    """Play a legal move for the side to move; return the ending bits, 0 if the game goes on."""


@generic
def legal_move(position: Struct, board: Struct, index: int) -> int:
    """Return the legal move with an index below `position.num_moves`, in an order that the game chooses."""


@generic
def is_legal_move(position: Struct, board: Struct, move: int) -> bool:
    """Return whether a move of this game is legal in this position."""


@generic
def copy_position(target: Struct, source: Struct, board: Struct) -> None:
    """Copy `source` to `target`."""


@generic
def random_step(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Play a uniformly random legal move, drawn with `rng_owner.rng`; return it and set `position.ending`."""


@optional
def steps_per_turn(position: Struct) -> int:
    """Return the number of moves that a player makes in each turn."""
    return np.uint64(1)


# --- hash keys: for searches with transposition tables --------------------------------------------------------------

NUM_KEYS = 12  # hash words per position, at most: one for each symmetric image


@generic
def start_keys(position: Struct, board: Struct, keys: Structs) -> None:
    """Compute the keys of a position from scratch."""


@generic
def key_after(position: Struct, board: Struct, keys: Structs, move: int) -> int:
    """Return the hash of the position after a legal move, given the keys before it; symmetric positions share a hash.

    Symmetric positions may have different hashes (a game may stop tracking symmetry). Different positions share a hash
    only by accident.
    """


@generic
def update_keys(position: Struct, board: Struct, keys: Structs, move: int) -> None:
    """Update the keys by a legal move that has not been played yet."""


@optional
def position_key(position: Struct, board: Struct) -> np.uint64:
    """Return a 64-bit hash of everything that affects the rest of the game; 0 if the game has no hash."""
    return np.uint64(0)


# --- knowledge: optional --------------------------------------------------------------------------------------------

# Results of `find_threats`: the low bits. The bits above hold a move or, for the last two kinds, a number of plies.
CALM, WINNING, FORCED, LOST, MATING, FEW, WON_LATER, LOST_LATER = 0, 1, 2, 3, 4, 5, 6, 7
KIND_BITS, KIND_MASK = np.uint64(3), np.uint64(7)


@optional
def find_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:
    """Detect immediate wins, forced moves and double threats for the side to move.

    Return one of CALM, WINNING (at once), FORCED, LOST (to a double threat), MATING (a move makes a double threat and
    the opponent has no threat) and FEW (every move for which `defends` is false loses at once), plus the winning or
    forced move above KIND_BITS. `plies` limits the depth: 1 finds WINNING only, 2 also FORCED, FEW and LOST, 3 also
    MATING. WON_LATER and LOST_LATER mean that the result is known without a single winning move; the bits above then
    hold the maximum number of plies. May write to `worker.scratch`.
    """
    return np.uint64(CALM)


@optional
def defends(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Return whether a legal move answers the threat after `find_threats` has returned FEW."""
    return True


@optional
def winning_sequence(position: Struct, board: Struct, worker: Struct) -> tuple[int, int]:
    """Search for a win of the side to move by threats that leave one reply each; return its first move and its plies.

    The plies are 0 if none is found. Called after `find_threats` has returned CALM or FORCED. May write to
    `worker.scratch`.
    """
    return np.uint64(0), np.uint64(0)


@optional
def threatened_sequence(position: Struct, board: Struct, worker: Struct) -> int:
    """Return the plies of such a win of the opponent if the side to move passes; 0 if none is found.

    If one is found, call `stops_sequence` on each move. Called after `find_threats` has returned CALM. May write to
    `worker.scratch`.
    """
    return np.uint64(0)


@optional
def stops_sequence(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Return whether a legal move may prevent the sequence that `threatened_sequence` has found; if not, it loses."""
    return True


@optional
def useful_replies(position: Struct, board: Struct, worker: Struct) -> int:
    """Estimate how many moves of the side to move do not lose at once, after `find_threats` has returned CALM."""
    return position.num_moves


@optional
def prepare_expansion(position: Struct, board: Struct, worker: Struct) -> None:
    """Analyse a position before its moves get priors and bonuses; keep the results in `worker.scratch`."""


@optional
def prior(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Return the prior of a move of the side to move: virtual wins and visits."""
    return np.float32(0), np.float32(0)


@optional
def move_bonus(position: Struct, board: Struct, worker: Struct, move: int) -> tuple[float, float]:
    """Return the bonuses on the value of a move by the game's first and second bonus technique, 0 for those off."""
    return np.float32(0), np.float32(0)


@optional
def evaluate(position: Struct, board: Struct, worker: Struct) -> float:
    """Return the static evaluation: White's chance to win, from 0 to 1. May write to `worker.scratch`."""
    return np.float32(0.5)


@optional
def net_inputs(position: Struct, board: Struct, worker: Struct) -> None:
    """Write the planes and globals of a position into `worker.scratch.net`, from the view of the side to move."""


@optional
def evaluate_by_net(position: Struct, board: Struct, worker: Struct) -> None:
    """Run the net on a position; `move_bonus` and `net_values` then return what it says."""


@optional
def net_values(position: Struct, board: Struct, worker: Struct) -> tuple[float, float]:
    """Return White's chance by the net, and the logit of that chance minus the logit of the static evaluation.

    Called after `evaluate_by_net`, or after `prepare_expansion` if that has run the net.
    """
    return np.float32(0.5), np.float32(0)


@optional
def evaluate_move(position: Struct, board: Struct, worker: Struct, move: int) -> float:
    """Return the mover's chance to win after a move, by static evaluation. May write to `worker.trial`."""
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
    """Return how noisy a legal move is for quiescence search: 0 quiet; captures and the like more, searched first."""
    return 0


@optional
def is_useless(position: Struct, board: Struct, move: int) -> bool:
    """Return whether a legal move is known to have no effect for either player."""
    return False


@optional
def begin_playout(position: Struct, board: Struct, worker: Struct) -> None:
    """Prepare the playout rules at the start of a playout; keep the results in `worker.scratch`."""


@optional
def urgent_playout_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return a playout move that takes precedence over all playout rules, or `worker.no_move`.

    `worker.line.moves[:ply]` are the moves of this simulation so far.
    """
    return worker.no_move


@optional
def default_playout_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return a playout move if no rule has chosen one, or `worker.no_move` for a uniformly random move."""
    return worker.no_move


@optional
def monitored_plies(position: Struct, board: Struct, worker: Struct) -> int:
    """Return the number of plies of a playout after which `is_decided` and `win_counts` need not be called."""
    return np.int64(1 << 30)


@optional
def is_decided(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Return whether the player of the last move has practically won, so that the playout may stop.

    The playout began at ply `worker.line.playout_start` of the simulation; `worker.line.ply` moves have been made.
    """
    return False


@optional
def win_counts(position: Struct, board: Struct, worker: Struct, share: float) -> bool:
    """Return whether the win by the last move counts; `share` is the fraction of the playout's moves played so far."""
    return True


OPTIONAL = (
    steps_per_turn,
    position_key,
    find_threats,
    defends,
    winning_sequence,
    threatened_sequence,
    stops_sequence,
    useful_replies,
    prepare_expansion,
    prior,
    move_bonus,
    evaluate,
    net_inputs,
    evaluate_by_net,
    net_values,
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
