"""Players from text, the same text everywhere.

`random`, a preset, techniques joined by `+`, `openspiel`, or `gtp:` followed by the command or name of another engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from malecon.games.errors import GameError, check_type
from malecon.knowledge.technique import Technique, Value
from malecon.players.engine import Engine
from malecon.players.external import PREFIX, GtpPlayer
from malecon.players.openspiel.player import OPENSPIEL, OpenSpielPlayer
from malecon.players.player import Player, check_seed
from malecon.players.random import RANDOM, RandomPlayer
from malecon.players.spec import read_parameters

MEMORY = 512  # megabytes of a player's tree
_CALL = re.compile(r"\s*([a-z]+)\s*(?:\(([^()]*)\))?\s*")


def make_player(
    text: str, *, game: str | None = None, seed: int = 0, memory: int = MEMORY, threads: int = 1, external: bool = True
) -> Player:
    """Make the player that a text describes; raise GameError, listing what exists, if it describes none.

    With `external=False` a text that would start another program is refused.

    >>> make_player("random", seed=1).name
    'random'
    >>> make_player("uct(0.4)+rave").name
    'uct(c=0.4)+rave'
    """
    check_type(text, str, "a player is text, such as 'malecon' or 'uct(c=0.4)+rave'")
    check_seed(seed)
    if (parameters := _call(RANDOM, text)) is not None:
        return RandomPlayer(seed, **{name: str(value) for name, value in parameters.items()})
    if (parameters := _call(OPENSPIEL, text)) is not None:
        return OpenSpielPlayer(dict(parameters), seed, memory)
    if text.strip().startswith(PREFIX):
        if not external:
            raise GameError(f"{PREFIX} players are not allowed here; choose a preset or techniques joined by +")
        return GtpPlayer(text, seed=seed, memory=memory, threads=threads)
    return Engine(text, game=game, threads=threads, memory=memory, seed=seed)


def _call(technique: Technique, text: str) -> Mapping[str, Value] | None:
    """Return the parameters if the text is this name alone, with or without brackets; else None."""
    match = _CALL.fullmatch(text)
    if match is None or match[1] != technique.name:
        return None
    return dict(read_parameters(technique, match[2] or ""))
