"""The struct of switches and parameters that kernels read, built from the declarations of all techniques."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.kernel import Structs, new_structs
from malecon.knowledge.technique import BONUS, DEFAULT_MOVES, ENDINGS, NET, ROLES, URGENT_MOVES, Technique, Value
from malecon.search.techniques import catalogue

DERIVED = [
    ("exploits_only", "u1"),  # selection takes the largest cached value: no bound, history or widening
    ("explores", "u1"),  # selection adds an exploration bound
    ("extras", "u1"),  # selection adds terms from tables
    ("counts_raves", "u1"),  # some technique reads RAVE values
    ("mixes_raves", "u1"),  # RAVE values are part of an edge's value
    ("uniform", "u1"),  # playouts are uniformly random
    ("chooses", "u1"),  # some rule chooses playout moves
    ("replies", "u1"),  # any last-good-reply variant
    ("ngrams", "u1"),
    ("pools", "u1"),  # playouts use pools of moves with good RAVE values
    ("pool_p", "f4"),  # probability of using the pool
    ("pool_size", "i8"),
    ("pool_visits", "i8"),  # visits a node needs before its moves form a pool
    *((role, "u1") for role in ROLES),  # any of the game's techniques has this role
    ("fade", "f4"),  # visits after which half of a bonus is left
    ("two_bonuses", "u1"),  # two bonus techniques are on, each with a fade of its own
    ("second_fade", "f4"),
    ("correction_share", "f4"),  # share of the net's correction of static evaluations that counts
    ("correction_visits", "i8"),  # visits of a node at which the net is evaluated; 1: when it is created
    ("untried", "f4"),  # value of a move with neither visits nor prior
]
MAX_POOL = 32
CHOICES = ("replies", "ngrams", "pools", URGENT_MOVES, DEFAULT_MOVES)  # techniques that choose playout moves


def _field_types(technique: Technique) -> list[tuple[str, str]]:
    """Return a flag for the technique and a number for each parameter, in single precision as in the kernels."""
    kinds = [
        (f"{technique.name}_{parameter.name}", "f4" if isinstance(parameter.default, float) else "i8")
        for parameter in technique.parameters
    ]
    return [(technique.name, "u1"), *kinds]


@cache
def settings_type(game: str) -> np.dtype[Any]:
    """Return the dtype of a game's settings: its techniques, and what is derived from them."""
    fields = [field for technique in catalogue(game).values() for field in _field_types(technique)]
    return np.dtype(fields + DERIVED, align=True)


def new_settings(techniques: Mapping[str, Mapping[str, Value]], game: str) -> Structs:
    """Make the settings of a player (technique -> parameter -> value); parameters not given keep their defaults."""
    settings = new_structs(settings_type(game))
    record: Any = settings[0]
    for name, technique in catalogue(game).items():
        values = techniques.get(name, {})
        record[name] = name in techniques
        for parameter in technique.parameters:
            record[f"{name}_{parameter.name}"] = parameter.encode(values.get(parameter.name, parameter.default))
    active = [technique for technique in catalogue(game).values() if technique.name in techniques]
    for technique in active:
        for role in technique.roles:
            record[role] = True
    for technique in active:
        if NET in technique.roles:
            record.correction_share = record[f"{technique.name}_value"]
            record.correction_visits = record[f"{technique.name}_visits"]
    _set_fades(record, [technique.name for technique in active if BONUS in technique.roles])
    _derive(record)
    return settings


def _set_fades(record: Any, bonus_techniques: list[str]) -> None:
    """Set the fade of each bonus technique; a game has at most two."""
    if len(bonus_techniques) > 2:
        raise GameError(f"{', '.join(bonus_techniques)} are bonuses of moves; a player can have at most two of them")
    fades = [record[f"{name}_fade"] for name in bonus_techniques]
    record.fade, record.second_fade = [*fades, 1.0, 1.0][:2]
    record.two_bonuses = len(fades) == 2


def _derive(record: Any) -> None:
    bounds = (record.uct and record.uct_c > 0) or (record.hoeffding and record.hoeffding_k > 0)
    bounds = bounds or (record.bernstein and record.bernstein_k > 0)
    record.explores = bounds
    slow = bounds or record.history or record.extended_rave or record.widening or record.policy_first
    record.extras = record.history or record.extended_rave
    _derive_pools(record)
    record.counts_raves = record.rave or record.extended_rave or record.pools
    record.mixes_raves = record.rave and record.rave_r > 0
    record.exploits_only = not slow
    record.replies = record.lgr1 or record.lgr2 or record.lgrf1 or record.lgrf2
    record.ngrams = record.ngram1 or record.ngram2
    record.chooses = any(record[name] for name in CHOICES)
    record.uniform = not (record.chooses or record.killer_rave or record[ENDINGS])
    record.untried = record.fpu_value if record.fpu else 10.0
    if record.uct_results:  # signed
        record.uct_c *= 0.5


def _derive_pools(record: Any) -> None:
    """Set the pool fields; PoolRave and RAVE playouts differ in how they choose from a pool."""
    record.pools = record.pool_rave or record.rave_playout
    if record.rave_playout:
        record.pool_p, record.pool_size = 1 - record.rave_playout_epsilon, MAX_POOL
        record.pool_visits = record.rave_playout_visits
    else:
        record.pool_p, record.pool_size = record.pool_rave_p, record.pool_rave_size
        record.pool_visits = record.pool_rave_visits
