"""The record of switches and knobs that kernels read, made from the declarations of all techniques."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from malecon.kernel import Records, new_records
from malecon.knowledge.technique import Technique, Value
from malecon.search.techniques import CATALOGUE

ADVICE = ("decisive", "two_bridge")  # before last good replies and N-grams
GUIDANCE = ("nearest", "patterns", "joint_playout", "dead_cells")  # after them, in place of chance


def _field_types(technique: Technique) -> list[tuple[str, str]]:
    """A flag for the technique, and a number for each knob: float32, so that kernels stay in single precision."""
    kinds = [
        (f"{technique.name}_{knob.name}", "f4" if isinstance(knob.default, float) else "i8") for knob in technique.knobs
    ]
    return [(technique.name, "u1"), *kinds]


SETTINGS = np.dtype(
    [field for technique in CATALOGUE.values() for field in _field_types(technique)]
    + [
        ("exploits_only", "u1"),  # selection is the largest cached value: no bound, history or widening
        ("explores", "u1"),  # a bandit adds its bound
        ("extras", "u1"),  # terms that selection adds from tables
        ("counts_raves", "u1"),  # something reads RAVE values
        ("mixes_raves", "u1"),  # they have a share in a move's value
        ("uniform", "u1"),  # playouts are uniformly random
        ("replies", "u1"),  # any of the last good replies
        ("ngrams", "u1"),
        ("advised", "u1"),  # any rule of the game that comes first in playouts
        ("guided", "u1"),  # any rule of the game that comes last
        ("untried", "f4"),  # value of a move about which nothing is known
    ],
    align=True,
)


def new_settings(techniques: Mapping[str, Mapping[str, Value]]) -> Records:
    """The settings of a player: technique -> knob -> value; knobs that are not named have their defaults."""
    settings = new_records(SETTINGS)
    record: Any = settings[0]
    for name, technique in CATALOGUE.items():
        values = techniques.get(name, {})
        record[name] = name in techniques
        for knob in technique.knobs:
            record[f"{name}_{knob.name}"] = knob.number(values.get(knob.name, knob.default))
    _derive(record)
    return settings


def _derive(record: Any) -> None:
    bounds = (record.uct and record.uct_c > 0) or (record.hoeffding and record.hoeffding_k > 0)
    bounds = bounds or (record.bernstein and record.bernstein_k > 0)
    record.explores = bounds
    slow = bounds or record.history or record.extended_rave or record.widening or record.policy_first
    record.extras = record.history or record.extended_rave
    record.counts_raves = record.rave or record.extended_rave or record.pool_rave
    record.mixes_raves = record.rave and record.rave_r > 0
    record.exploits_only = not slow
    record.replies = record.lgr1 or record.lgr2 or record.lgrf1 or record.lgrf2
    record.ngrams = record.ngram1 or record.ngram2
    record.advised = any(record[name] for name in ADVICE)
    record.guided = any(record[name] for name in GUIDANCE)
    rules = ("replies", "ngrams", "advised", "guided", "mate", "rings", "pool_rave", "killer_rave")
    record.uniform = not any(record[name] for name in rules)
    record.untried = record.fpu_value if record.fpu else 10.0
    if record.uct_results:  # signed
        record.uct_c *= 0.5
