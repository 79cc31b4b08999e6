"""Playouts: a game played to its end by cheap rules, or for some moves and then judged (EPT, lorentz2016).

Without any rule switched on a playout is uniformly random and costs nothing else. The rules are tried in order until
one has a move: the game's decisive moves, last good replies, N-grams, then chance or what the game puts in its place.
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
from malecon.search.mcts.rules.last_good_reply import fetch_replies, last_good_reply, store_replies
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET, TAKEN, fill_legal_masks
from malecon.search.mcts.rules.ngrams import best_reply, count_replies, fetch_row
from malecon.search.mcts.rules.rave_pool import pool_move

ZERO, DRAW, ONE = np.float32(0), np.float32(0.5), np.float32(1)
UNDECIDED = np.float32(-1)
NEVER = np.int64(1 << 30)  # more plies than any game has
FEW_MOVES = np.uint64(128)  # tables of a board with no more lie near enough to the processor
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
    """The ply at which this playout stops wherever it is."""
    settings = worker.settings
    if not settings.ept or (settings.ept_share < ONE and random_float(worker) >= settings.ept_share):
        return NEVER
    steps = np.int64(steps_per_turn(worker.position))
    turns = (worker.line.ply + steps - 1) // steps + settings.ept_moves
    if settings.ept_parity == SAME and turns & 1:  # turns count from the root, where the side that searches moves
        turns += -1 if settings.ept_moves > 0 else 1
    return turns * steps


@kernel
def evaluated_result(worker: Struct) -> float:
    """White's result where a playout stops early: nobody has won, and somebody can move."""
    chance = np.float32(evaluate(worker.position, worker.board, worker))
    if worker.settings.ept_result == GRADED:
        return chance
    return DRAW if chance == DRAW else ONE if chance > DRAW else ZERO


@inline_kernel
def play_uniformly(worker: Struct, last: int) -> float:
    """Play uniformly random moves."""
    position, board = worker.position, worker.board
    ply = worker.line.ply
    while position.num_moves > 0 and ply < last:
        worker.line.moves[ply] = random_step(position, board, worker)
        ply += 1
        if position.ending != 0:
            worker.line.ply = ply
            return np.float32(position.to_move)  # the winner has moved: Black to move is White's win
    worker.line.ply = ply
    return DRAW if position.num_moves == 0 else evaluated_result(worker)


@inline_kernel
def play_by_rules(worker: Struct, last: int) -> float:
    """Play by the player's rules as long as they have a say; UNDECIDED where the game goes on by chance, or is full."""
    position, board, settings = worker.position, worker.board, worker.settings
    possible = np.float32(position.num_moves)
    notes_decisive = settings.killer_rave != 0
    watched = worker.line.playout_start + monitored_plies(position, board, worker) if settings.endings else np.int64(0)
    if not settings.chooses and not notes_decisive:
        last = min(last, watched)
    ply = worker.line.ply  # from memory it would come later, every time
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
    """Play the move of the rules, or one by chance; return it."""
    position, board = worker.position, worker.board
    move = np.uint64(choose_move(worker, ply)) if worker.settings.chooses else worker.no_move
    by_rule = move != worker.no_move
    if not by_rule:
        move = np.uint64(random_step(position, board, worker))
    worker.line.moves[ply] = move
    if worker.masks.enabled:
        worker.masks.legal[move + MASK_OFFSET] = TAKEN
    if worker.sizes.num_moves > FEW_MOVES:
        fetch_tables(worker, ply + 1)
    if by_rule:
        play(position, board, move)
    return move


@kernel
def fetch_tables(worker: Struct, ply: int) -> None:
    """Ask for what rules will look up for a ply, while the move before it is being played."""
    if worker.settings.replies:
        fetch_replies(worker, ply)
    if worker.settings.ngrams:
        fetch_row(worker, ply)


@kernel
def choose_move(worker: Struct, ply: int) -> int:
    """The move of the first of the player's rules that has one; `worker.no_move` to leave it to chance."""
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
    """Let the rules know that a playout, or one choice by its rules, begins here."""
    worker.line.playout_start = worker.line.ply
    begin_playout(worker.position, worker.board, worker)
    if worker.masks.enabled and (worker.settings.replies or worker.settings.ngrams):
        fill_legal_masks(worker)
