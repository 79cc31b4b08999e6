"""Playouts: a game played to its end by cheap rules, or cut short and evaluated (EPT, lorentz2016).

Without rules a playout is uniformly random. Rules are tried in order until one has a move: the game's urgent moves,
RAVE pools, last good replies, N-grams, then the game's default moves or chance.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    begin_playout,
    default_playout_move,
    evaluate,
    is_decided,
    monitored_plies,
    play,
    random_step,
    steps_per_turn,
    urgent_playout_move,
    win_counts,
)
from malecon.kernel import Struct, inline_kernel, kernel, random_float
from malecon.search.mcts.rules.last_good_reply import last_good_reply, prefetch_replies, store_replies
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET, NOT_LEGAL, fill_legal_masks
from malecon.search.mcts.rules.ngrams import best_reply, count_replies, prefetch_row
from malecon.search.mcts.rules.rave_pool import pool_move

ZERO, DRAW, ONE = np.float32(0), np.float32(0.5), np.float32(1)
UNDECIDED = np.float32(-1)
NEVER = np.int64(1 << 30)  # longer than any game
FEW_MOVES = np.uint64(128)  # up to this many moves the tables fit into the cache, and prefetching does not pay
GRADED, SAME = 1, 1  # ept(result=graded), ept(parity=same)


@inline_kernel
def play_out(worker: Struct) -> float:
    """Play the worker's position to the end; return White's result: 1, 0.5 or 0.

    Moves are appended to `worker.line.moves`. With early termination the result may be anything from 0 to 1.
    """
    last, result = last_ply(worker), UNDECIDED
    if not worker.settings.uniform:
        prepare_rules(worker)
        result = play_by_rules(worker, last)
    if result == UNDECIDED:
        result = play_uniformly(worker, last)
    if worker.settings.replies and result != DRAW:
        store_replies(worker, worker.line.playout_start, np.uint64(0) if result > DRAW else np.uint64(1))
    if worker.settings.ngrams:
        count_replies(worker, worker.line.playout_start, result)
    return result


@kernel
def last_ply(worker: Struct) -> int:
    """Return the ply at which this playout is cut short; NEVER if it is not."""
    settings = worker.settings
    if not settings.ept or (settings.ept_share < ONE and random_float(worker) >= settings.ept_share):
        return NEVER
    steps = np.int64(steps_per_turn(worker.position))
    turns = (worker.line.ply + steps - 1) // steps + settings.ept_moves
    if settings.ept_parity == SAME and turns & 1:  # turns count from the root, where the searching side moves
        turns += -1 if settings.ept_moves > 0 else 1
    return turns * steps


@kernel
def evaluated_result(worker: Struct) -> float:
    """Return White's result of a playout that was cut short."""
    chance = np.float32(evaluate(worker.position, worker.board, worker))
    if worker.settings.ept_result == GRADED:
        return chance
    return DRAW if chance == DRAW else ONE if chance > DRAW else ZERO


@inline_kernel
def play_uniformly(worker: Struct, last: int) -> float:
    """Play uniformly random moves to the end."""
    position, board = worker.position, worker.board
    ply = worker.line.ply
    while position.num_moves > 0 and ply < last:
        worker.line.moves[ply] = random_step(position, board, worker)
        ply += 1
        if position.ending != 0:
            worker.line.ply = ply
            return np.float32(position.to_move)  # the winner moved last, so Black to move means that White has won
    worker.line.ply = ply
    return DRAW if position.num_moves == 0 else evaluated_result(worker)


@inline_kernel
def play_by_rules(worker: Struct, last: int) -> float:
    """Play by the player's rules as long as they apply; return UNDECIDED if the game is not over then."""
    position, board, settings = worker.position, worker.board, worker.settings
    possible = np.float32(position.num_moves)
    notes_decisive = settings.killer_rave != 0
    watched = worker.line.playout_start + monitored_plies(position, board, worker) if settings.endings else np.int64(0)
    if not settings.chooses and not notes_decisive:
        last = min(last, watched)
    ply = worker.line.ply  # a local keeps it in a register
    while position.num_moves > 0 and ply < last:
        if notes_decisive:
            worker.line.decisive[ply] = 0
        move = play_one_move(worker, ply)
        ply += 1
        if position.ending == 0 and ply > watched:
            continue
        worker.line.ply = ply
        if position.ending != 0:
            if ply > watched or win_counts(
                position, board, worker, np.float32(ply - worker.line.playout_start) / possible
            ):
                worker.line.decisive[ply - 1] = 1
                return np.float32(position.to_move)
        elif is_decided(position, board, worker, move):
            return np.float32(position.to_move)
    worker.line.ply = ply
    return UNDECIDED


@inline_kernel
def play_one_move(worker: Struct, ply: int) -> np.uint64:
    """Play the move of the rules, or a random one; return it."""
    position, board = worker.position, worker.board
    move = np.uint64(choose_move(worker, ply)) if worker.settings.chooses else worker.no_move
    by_rule = move != worker.no_move
    if not by_rule:
        move = np.uint64(random_step(position, board, worker))
    worker.line.moves[ply] = move
    if worker.masks.enabled:
        worker.masks.legal[move + MASK_OFFSET] = NOT_LEGAL
    if worker.sizes.num_moves > FEW_MOVES:
        prefetch_tables(worker, ply + 1)
    if by_rule:
        play(position, board, move)
    return move


@kernel
def prefetch_tables(worker: Struct, ply: int) -> None:
    """Prefetch what the rules will read at a ply while the move before it is being played."""
    if worker.settings.replies:
        prefetch_replies(worker, ply)
    if worker.settings.ngrams:
        prefetch_row(worker, ply)


@kernel
def choose_move(worker: Struct, ply: int) -> int:
    """Return the move of the first rule that has one; `worker.no_move` leaves it to chance."""
    position, board, settings = worker.position, worker.board, worker.settings
    move = worker.no_move
    if settings.urgent_moves:
        move = np.uint64(urgent_playout_move(position, board, worker, ply))
    if move == worker.no_move and settings.pools:
        move = np.uint64(pool_move(worker))
    if move == worker.no_move and settings.replies:
        move = np.uint64(last_good_reply(worker, ply))
    if move == worker.no_move and settings.ngrams:
        move = np.uint64(best_reply(worker, ply))
    if move == worker.no_move and settings.default_moves:
        move = np.uint64(default_playout_move(position, board, worker, ply))
    return move


@kernel
def prepare_rules(worker: Struct) -> None:
    """Prepare the rules for a playout, or for a single choice by playout rules."""
    worker.line.playout_start = worker.line.ply
    begin_playout(worker.position, worker.board, worker)
    if worker.masks.enabled and (worker.settings.replies or worker.settings.ngrams):
        fill_legal_masks(worker)
