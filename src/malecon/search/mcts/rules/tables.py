"""The tables in which a worker remembers moves from playout to playout, and when they are cleared."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Struct, cache_aligned_dtype
from malecon.search.mcts.rules.last_good_reply import MAX_PAIRS
from malecon.search.mcts.rules.ngrams import clear_ngrams, decay_ngrams, ngram_tables


def tables_type(max_moves: int) -> np.dtype[Any]:
    """Return the dtype of the tables for a number of distinct moves; replies are stored plus one, 0 means none."""
    reply = np.min_scalar_type(max_moves + 1)  # small tables stay in the cache
    return cache_aligned_dtype(
        [
            ("history_wins", "f4", (2, max_moves + 1)),
            ("history_plays", "f4", (2, max_moves + 1)),
            ("replies1", reply, (2, max_moves + 1)),
            ("replies2", reply, (2, min((max_moves + 1) ** 2, MAX_PAIRS))),
            *ngram_tables(max_moves),
        ]
    )


def clear_tables(worker: Struct) -> None:
    """Clear the tables that the player uses, for a new game. Unused tables never occupy real memory."""
    settings, tables = worker.settings, worker.tables
    if settings.history:
        tables.history_wins[:], tables.history_plays[:] = 0, 0
    if settings.replies:
        tables.replies1[:], tables.replies2[:] = 0, 0
    clear_ngrams(worker)


def start_game_move(worker: Struct, num_moves: int) -> None:
    """Clear or decay the tables that the player does not keep, after a number of moves of the game."""
    settings, tables = worker.settings, worker.tables
    if any(settings[name] and settings[f"{name}_tables"] for name in ("lgr1", "lgr2", "lgrf1", "lgrf2")):
        tables.replies1[:] = 0
        tables.replies2[:] = 0
    decay_ngrams(worker, num_moves)
