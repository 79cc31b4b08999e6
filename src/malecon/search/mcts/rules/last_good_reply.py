"""What playouts remember of single moves: last good replies (LGR) and history (section 2.2 of stankiewicz2011).

Tables lie in `worker.tables`. A context is the last move or the last two; `worker.sizes.num_moves` different moves are
numbered from 0, and tables are indexed densely by them, so that a small board uses little and clears quickly.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import is_legal_move, steps_per_turn
from malecon.kernel import Struct, kernel, prefetch
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET

BEFORE_FIRST = MASK_OFFSET - np.uint64(1)  # where the mark of a stored reply is, and none where there is no reply
SIGN = 32  # shifted by so many places, a mark of what is legal is all ones
MAX_PAIRS = 1 << 20
MOST_PLAYS = np.float32(1 << 23)  # then a ratio is known well enough; float32 counts wins in halves up to here


@kernel
def player_at(worker: Struct, ply: int) -> np.uint64:
    """Who made the move of a ply of this simulation, which begins with a new turn."""
    return (np.uint64(worker.line.first_player) + np.uint64(ply) // steps_per_turn(worker.position)) & np.uint64(1)


@kernel
def pair(worker: Struct, first: int, second: int) -> np.uint64:
    """The place of two moves in a row in a table of pairs; on large boards several share one."""
    return (np.uint64(first) * worker.sizes.num_moves + np.uint64(second)) % np.uint64(MAX_PAIRS)


@kernel
def last_good_reply(worker: Struct, ply: int) -> int:
    """The stored reply to the last two moves, else to the last one, where it is legal; else `worker.no_move`.

    Where moves are marked, both replies are read and one is picked without a branch: processors cannot guess which.
    """
    settings, memory = worker.settings, worker.tables
    if ply == 0:
        return worker.no_move
    player, last = np.uint64(worker.position.to_move), np.uint64(worker.line.moves[ply - 1])
    longer, shorter = np.uint64(0), np.uint64(memory.replies1[player, last])
    if ply > 1 and (settings.lgr2 or settings.lgrf2):
        longer = np.uint64(memory.replies2[player, pair(worker, worker.line.moves[ply - 2], last)])
    if worker.masks.enabled:
        mark = np.uint64(np.int64(worker.masks.legal[longer + BEFORE_FIRST]) >> SIGN)
        reply = (longer & mark) | (
            shorter & np.uint64(np.int64(worker.masks.legal[shorter + BEFORE_FIRST]) >> SIGN) & ~mark
        )
        return worker.no_move if reply == 0 else reply - np.uint64(1)
    if longer != 0 and is_legal_move(worker.position, worker.board, longer - np.uint64(1)):
        return longer - np.uint64(1)
    if shorter != 0 and is_legal_move(worker.position, worker.board, shorter - np.uint64(1)):
        return shorter - np.uint64(1)
    return worker.no_move


@kernel
def fetch_replies(worker: Struct, ply: int) -> None:
    """Ask for the reply to the last two moves before it is looked up; those to one move are few and near."""
    if ply > 1 and (worker.settings.lgr2 or worker.settings.lgrf2):
        row = player_at(worker, ply) * np.uint64(worker.tables.replies2.shape[1])
        prefetch(worker.tables, "replies2", row + pair(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1]))


@kernel
def store_replies(worker: Struct, start: int, winner: int) -> None:
    """Store the winner's playout moves as good replies; with forgetting, delete the loser's.

    What is stored is always written again, since no processor can guess whether the reply is the one that was stored.
    """
    settings, memory = worker.settings, worker.tables
    forgets = settings.lgrf1 or settings.lgrf2
    two = settings.lgr2 or settings.lgrf2
    for ply in range(max(start, 1), worker.line.ply):
        player = player_at(worker, ply)
        reply, last = np.uint64(worker.line.moves[ply]) + np.uint64(1), np.uint64(worker.line.moves[ply - 1])
        place = pair(worker, worker.line.moves[max(ply - 2, 0)], last)
        if player == winner:
            memory.replies1[player, last] = reply
            if two and ply > 1:
                memory.replies2[player, place] = reply
        elif forgets:
            stored = np.uint64(memory.replies1[player, last])
            memory.replies1[player, last] = np.uint64(0) if stored == reply else stored
            if two and ply > 1:
                stored = np.uint64(memory.replies2[player, place])
                memory.replies2[player, place] = np.uint64(0) if stored == reply else stored


@kernel
def count_history(worker: Struct, result: float) -> None:
    """Add every move of a simulation to the history of its player; `result` is White's."""
    memory = worker.tables
    for ply in range(worker.line.ply):
        player, move = player_at(worker, ply), np.uint64(worker.line.moves[ply])
        if memory.history_plays[player, move] < MOST_PLAYS:
            memory.history_plays[player, move] += np.float32(1)
            memory.history_wins[player, move] += result if player == 0 else np.float32(1) - result
