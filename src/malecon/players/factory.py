"""Players from text, the same text everywhere.

`random`, a preset's name, techniques joined by `+`, or `gtp:` and the command or name of another engine.
"""

from __future__ import annotations

import re

from malecon.players.engine import Engine
from malecon.players.external import PREFIX, GtpPlayer
from malecon.players.player import Player
from malecon.players.random import NOBODY, RANDOM, RandomPlayer
from malecon.players.spec import read_knobs

MEMORY = 512  # megabytes of a player's tree
_RANDOM = re.compile(r"\s*random\s*(?:\(([^()]*)\))?\s*")


def make_player(text: str, *, game: str | None = None, seed: int = 0, memory: int = MEMORY, threads: int = 1) -> Player:
    """The player of a text, for a game where one is named; GameError with what there is where it names none.

    >>> make_player("random", seed=1).name
    'random'
    >>> make_player("uct(0.4)+rave").name
    'uct(c=0.4)+rave'
    """
    if match := _RANDOM.fullmatch(text):
        return RandomPlayer(seed, str(dict(read_knobs(RANDOM, match[1] or "")).get("near", NOBODY)))
    if text.strip().startswith(PREFIX):
        return GtpPlayer(text, seed=seed, memory=memory, threads=threads)
    return Engine(text, game=game, threads=threads, memory=memory, seed=seed)
