"""The tables in which a worker remembers moves from playout to playout, and when they are forgotten."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Record, lined_type
from malecon.search.ngrams import fade_ngrams, forget_ngrams, ngram_tables
from malecon.search.replies import MAX_PAIRS


def memory_type(max_moves: int) -> np.dtype[Any]:
    """The tables of a game with so many different moves; replies are stored plus one, so that 0 is none."""
    reply = np.min_scalar_type(max_moves + 1)  # small tables stay in the processor's cache
    return lined_type(
        [
            ("history_wins", "f4", (2, max_moves + 1)),
            ("history_plays", "f4", (2, max_moves + 1)),
            ("replies1", reply, (2, max_moves + 1)),
            ("replies2", reply, (2, min((max_moves + 1) ** 2, MAX_PAIRS))),
            *ngram_tables(max_moves),
        ]
    )


def forget(worker: Record) -> None:
    """Clear the tables that the player uses: another game begins. The others stay as they are, without real memory."""
    settings, memory = worker.settings, worker.memory
    if settings.history:
        memory.history_wins[:], memory.history_plays[:] = 0, 0
    if settings.replies:
        memory.replies1[:], memory.replies2[:] = 0, 0
    forget_ngrams(worker)


def start_turn(worker: Record) -> None:
    """Forget between two moves of the game what the player is told to forget."""
    settings, memory = worker.settings, worker.memory
    if any(settings[name] and settings[f"{name}_tables"] for name in ("lgr1", "lgr2", "lgrf1", "lgrf2")):
        memory.replies1[:] = 0
        memory.replies2[:] = 0
    fade_ngrams(worker)
