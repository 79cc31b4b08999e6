"""What an Amazons position is worth: the fast evaluation and the slow one, as White's chance to win.

The weights of the slow one depend on how much is still fought for, which the term w measures: 70 at the start of the
usual game, 0 when the regions are separate and only squares count. They lie between three published sets of weights
(opening, middle, end) for t1, t2, c1, c2 and mobility.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import evaluate
from malecon.kernel import Struct, implements, kernel
from malecon.knowledge.amazons.techniques import KINDS
from malecon.knowledge.amazons.terms import C1, C2, MOBILITY, T1, T2, W, measure_terms
from malecon.knowledge.amazons.territory import territory

FAST, SLOW = range(len(KINDS))
SQUARES_TO_LOGIT = np.float32(0.25)  # a lead of eight squares is a chance of 88%

# By share of the squares that are fought for: rows are the end, the middle and the opening; t1 t2 c1 c2 mobility.
WEIGHTS = np.array(
    [[0.80, 0.10, 0.05, 0.05, 0.00], [0.30, 0.25, 0.20, 0.20, 0.05], [0.14, 0.37, 0.13, 0.13, 0.23]], np.float32
)
MIDDLE_SHARE = np.float32(0.35)  # of all squares, where the middle weights hold; twice as much is the opening


@kernel
def mix(terms: Struct, num_squares: int) -> float:
    """The weighted sum of the terms, in squares, White's less Black's."""
    phase = min(terms[W] / (MIDDLE_SHARE * np.float32(num_squares)), np.float32(2))
    lower = np.uint64(phase >= np.float32(1))
    share = phase - np.float32(lower)
    total = np.float32(0)
    for place, term in enumerate((T1, T2, C1, C2, MOBILITY)):
        low, high = WEIGHTS[lower, place], WEIGHTS[lower + np.uint64(1), place]
        total += (low + share * (high - low)) * terms[term]
    return total


@kernel
def lead_in_squares(position: Struct, board: Struct, scratch: Struct, kind: int) -> float:
    """How many squares White is ahead by one of the evaluations."""
    if kind == FAST:
        return territory(position, board, scratch)
    measure_terms(position, board, scratch)
    return mix(scratch.terms, board.num_squares)


@implements(evaluate, "amazons")
def evaluate_amazons(position: Struct, board: Struct, worker: Struct) -> float:
    """White's chance to win."""
    if position.ending != 0:
        return np.float32(position.to_move)
    lead = lead_in_squares(position, board, worker.scratch, worker.settings.evaluation_kind)
    return np.float32(1) / (np.float32(1) + np.exp(-SQUARES_TO_LOGIT * lead))
