"""Playouts: a game played to its end by cheap rules.

Without any rule switched on a playout is uniformly random and costs nothing else. The rules are tried in order until
one has a move: the game's decisive moves, last good replies, N-grams, then chance or what the game puts in its place.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import advise, ends_playout, guide, is_decided, play, random_step
from malecon.kernel import Record, kernel
from malecon.search.pool import pool_move
from malecon.search.replies import best_reply, count_replies, last_good_reply, store_replies

DRAW = np.float32(0.5)


@kernel
def play_out(worker: Record) -> float:
    """Play the worker's position to the end; return White's result: 1, 0.5 or 0. Moves are noted in `worker.moves`."""
    if worker.settings.uniform:
        return play_uniformly(worker)
    start = worker.ply
    result = play_by_rules(worker)
    if worker.settings.replies and result != DRAW:
        store_replies(worker, start, np.uint64(0) if result > DRAW else np.uint64(1))
    if worker.settings.ngrams:
        count_replies(worker, start, result)
    return result


@kernel
def play_uniformly(worker: Record) -> float:
    """Play uniformly random moves."""
    position, board = worker.position, worker.board
    ply = worker.ply
    while position.num_moves > 0:
        worker.moves[ply] = random_step(position, board, worker)
        ply += 1
        if position.how != 0:
            worker.ply = ply
            return np.float32(position.to_move)  # the winner has moved: Black to move is White's win
    worker.ply = ply
    return DRAW


@kernel
def play_by_rules(worker: Record) -> float:
    """Play by the player's rules."""
    position, board, settings = worker.position, worker.board, worker.settings
    start, possible = worker.ply, np.float32(position.num_moves)
    while position.num_moves > 0:
        worker.decisive[worker.ply] = 0
        move = next_move(worker)
        worker.moves[worker.ply] = move
        worker.ply += 1
        if position.how != 0:
            if ends_playout(position, board, settings, np.float32(worker.ply - start) / possible):
                worker.decisive[worker.ply - 1] = 1
                return np.float32(position.to_move)
        elif is_decided(position, board, settings, move):
            return np.float32(position.to_move)
    return DRAW


@kernel
def next_move(worker: Record) -> int:
    """Play the next move of a playout and return it."""
    position, board, settings = worker.position, worker.board, worker.settings
    move = worker.no_move
    if settings.advice:
        move = np.uint64(advise(position, board, worker, worker.ply))
    if move == worker.no_move and settings.pool_rave:
        move = np.uint64(pool_move(worker))
    if move == worker.no_move and settings.replies:
        move = np.uint64(last_good_reply(worker, worker.ply))
    if move == worker.no_move and settings.ngrams:
        move = np.uint64(best_reply(worker, worker.ply))
    if move == worker.no_move and settings.guidance:
        move = np.uint64(guide(position, board, worker, worker.ply))
    if move == worker.no_move:
        return np.uint64(random_step(position, board, worker))
    play(position, board, move)
    return move
