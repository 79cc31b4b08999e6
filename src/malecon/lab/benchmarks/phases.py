"""Sampling profile of the search: the share of time spent in selection, expansion, playouts and backup.

A worker stores its current phase in its struct. Compiled code runs without the GIL, so another thread can sample that
field several thousand times a second without slowing the search down.
"""

from __future__ import annotations

import threading
import time
from collections import Counter

from malecon.games.position import Position
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.mcts.worker import PHASES

MEMORY = 512 << 20
SAMPLING_SECONDS = 0.0003
BATCH = 2000  # simulations between two checks of the clock
WARM_UP = 100  # simulations


def phase_shares(player: str, start: Position, seconds: float) -> dict[str, float]:
    """Search a position with one thread and return the share of time of each phase."""
    texts = preset_texts(start.game, start.size)
    searcher = MctsSearcher(start, parse_player(player, texts, start.game).techniques(texts), MEMORY, seed=1)
    searcher.run(WARM_UP)  # compile, or load from the cache
    samples: Counter[int] = Counter()
    done = threading.Event()
    sampler = threading.Thread(target=_sample, args=(searcher, samples, done), name="sampler", daemon=True)
    sampler.start()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and searcher.run(BATCH):
        pass
    done.set()
    sampler.join()
    total = max(samples.total(), 1)
    return {name: samples[number] / total for number, name in enumerate(PHASES)}


def _sample(searcher: MctsSearcher, samples: Counter[int], done: threading.Event) -> None:
    phase = searcher.workers["phase"]
    while not done.wait(SAMPLING_SECONDS):
        samples[int(phase[0])] += 1
