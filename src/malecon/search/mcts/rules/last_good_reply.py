"""Last good reply (LGR, LGRF) and history: what playouts remember about single moves (stankiewicz2011, 2.2).

The tables are fields of `worker.tables`. A context is the last move or the last two. Moves are numbered from 0 to
`worker.sizes.num_moves`, and tables are indexed densely, so that small boards touch little memory.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import is_legal_move, steps_per_turn
from malecon.kernel import Struct, kernel, prefetch
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET

BEFORE_FIRST = MASK_OFFSET - np.uint64(
    1
)  # a stored reply r > 0 means move r - 1; r = 0 reads a mask that is never legal
SIGN = 32  # shifting a legal mask right by this gives all ones
MAX_PAIRS = 1 << 20
MOST_PLAYS = np.float32(1 << 23)  # float32 counts halves exactly up to here


@kernel
def player_at(worker: Struct, ply: int) -> np.uint64:
    """Return who made the move at a ply of this simulation."""
    return (np.uint64(worker.line.first_player) + np.uint64(ply) // steps_per_turn(worker.position)) & np.uint64(1)


@kernel
def pair(worker: Struct, first: int, second: int) -> np.uint64:
    """Return the table index of two consecutive moves; on large boards several pairs share one."""
    return (np.uint64(first) * worker.sizes.num_moves + np.uint64(second)) % np.uint64(MAX_PAIRS)


@kernel
def last_good_reply(worker: Struct, ply: int) -> int:
    """Return the stored legal reply to the last two moves, else to the last one, else `worker.no_move`.

    With masks both replies are read and one is picked without a branch, which would be unpredictable.
    """
    settings, tables = worker.settings, worker.tables
    if ply == 0:
        return worker.no_move
    player, last = np.uint64(worker.position.to_move), np.uint64(worker.line.moves[ply - 1])
    longer, shorter = np.uint64(0), np.uint64(tables.replies1[player, last])
    if ply > 1 and (settings.lgr2 or settings.lgrf2):
        longer = np.uint64(tables.replies2[player, pair(worker, worker.line.moves[ply - 2], last)])
    if worker.masks.enabled:
        mask = np.uint64(np.int64(worker.masks.legal[longer + BEFORE_FIRST]) >> SIGN)
        reply = (longer & mask) | (
            shorter & np.uint64(np.int64(worker.masks.legal[shorter + BEFORE_FIRST]) >> SIGN) & ~mask
        )
        return worker.no_move if reply == 0 else reply - np.uint64(1)
    if longer != 0 and is_legal_move(worker.position, worker.board, longer - np.uint64(1)):
        return longer - np.uint64(1)
    if shorter != 0 and is_legal_move(worker.position, worker.board, shorter - np.uint64(1)):
        return shorter - np.uint64(1)
    return worker.no_move


@kernel
def prefetch_replies(worker: Struct, ply: int) -> None:
    """Prefetch the reply to the last two moves; the table of single moves is small enough to be cached."""
    if ply > 1 and (worker.settings.lgr2 or worker.settings.lgrf2):
        row = player_at(worker, ply) * np.uint64(worker.tables.replies2.shape[1])
        prefetch(worker.tables, "replies2", row + pair(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1]))


@kernel
def store_replies(worker: Struct, start: int, winner: int) -> None:
    """Store the winner's playout moves as good replies; with forgetting, delete the loser's.

    The entry is always written, even if unchanged: the branch would be unpredictable.
    """
    settings, tables = worker.settings, worker.tables
    forgets = settings.lgrf1 or settings.lgrf2
    two = settings.lgr2 or settings.lgrf2
    for ply in range(max(start, 1), worker.line.ply):
        player = player_at(worker, ply)
        reply, last = np.uint64(worker.line.moves[ply]) + np.uint64(1), np.uint64(worker.line.moves[ply - 1])
        place = pair(worker, worker.line.moves[max(ply - 2, 0)], last)
        if player == winner:
            tables.replies1[player, last] = reply
            if two and ply > 1:
                tables.replies2[player, place] = reply
        elif forgets:
            stored = np.uint64(tables.replies1[player, last])
            tables.replies1[player, last] = np.uint64(0) if stored == reply else stored
            if two and ply > 1:
                stored = np.uint64(tables.replies2[player, place])
                tables.replies2[player, place] = np.uint64(0) if stored == reply else stored


@kernel
def count_history(worker: Struct, result: float) -> None:
    """Add every move of a simulation to the history of its player; `result` is White's."""
    tables = worker.tables
    for ply in range(worker.line.ply):
        player, move = player_at(worker, ply), np.uint64(worker.line.moves[ply])
        if tables.history_plays[player, move] < MOST_PLAYS:
            tables.history_plays[player, move] += np.float32(1)
            tables.history_wins[player, move] += result if player == 0 else np.float32(1) - result
