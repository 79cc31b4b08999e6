"""Where the time of a search goes: to select, to expand, to play out, to back up.

A worker writes down which of these it is at. Compiled code runs without the interpreter's lock, so a second thread can
look at that word some thousand times a second; the share of looks is the share of time, and nothing is slowed down.
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
BETWEEN_LOOKS = 0.0003  # seconds
BATCH = 2000  # simulations between two looks at the clock
WARMING = 100


def phase_shares(player: str, start: Position, seconds: float) -> dict[str, float]:
    """Search from a position with one thread for some seconds; phase -> share of the time."""
    texts = preset_texts(start.game, start.size)
    searcher = MctsSearcher(start, parse_player(player, texts, start.game).techniques(texts), MEMORY, seed=1)
    searcher.run(WARMING)  # compile, or load from the cache
    seen: Counter[int] = Counter()
    over = threading.Event()
    onlooker = threading.Thread(target=_look_on, args=(searcher, seen, over), name="onlooker", daemon=True)
    onlooker.start()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and searcher.run(BATCH):
        pass
    over.set()
    onlooker.join()
    looks = max(seen.total(), 1)
    return {name: seen[number] / looks for number, name in enumerate(PHASES)}


def _look_on(searcher: MctsSearcher, seen: Counter[int], over: threading.Event) -> None:
    phase = searcher.workers["phase"]
    while not over.wait(BETWEEN_LOOKS):
        seen[int(phase[0])] += 1
