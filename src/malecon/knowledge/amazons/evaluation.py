"""Static evaluation of Amazons, fast and slow, as White's winning probability.

The fast evaluation is the term t1 of Lieberum (2005): which side's queens reach each square first. The slow one mixes
all his terms.

The weights of the slow evaluation depend on how many squares are still contested, measured by the term w: 70 at the
start of the standard game, 0 once the regions are separate and only squares count. They are interpolated between three
published sets (opening, middle game, endgame) for t1, t2, c1, c2 and mobility.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import evaluate
from malecon.kernel import Struct, implements, kernel
from malecon.kernel.bits import count_bits
from malecon.knowledge.amazons.bits import amazon_bits, empty_bits, find_propagators, queen_moves
from malecon.knowledge.amazons.techniques import KINDS
from malecon.knowledge.amazons.terms import C1, C2, MOBILITY, T1, T2, TIE, W, measure_terms

FAST, SLOW = range(len(KINDS))
SQUARES_TO_LOGIT = np.float32(0.25)  # a lead of eight squares is a probability of 88%

# Rows by the share of contested squares: endgame, middle game, opening. Columns: t1, t2, c1, c2, mobility.
WEIGHTS = np.array(
    [[0.80, 0.10, 0.05, 0.05, 0.00], [0.30, 0.25, 0.20, 0.20, 0.05], [0.14, 0.37, 0.13, 0.13, 0.23]], np.float32
)
MIDDLE_SHARE = np.float32(0.35)  # contested share of the middle-game weights; twice that is the opening


@kernel
def interpolate_terms(terms: Struct, num_squares: int) -> float:
    """Return the weighted sum of the terms, White's lead in squares."""
    phase = min(terms[W] / (MIDDLE_SHARE * np.float32(num_squares)), np.float32(2))
    lower = np.uint64(phase >= np.float32(1))
    share = phase - np.float32(lower)
    total = np.float32(0)
    for column, term in enumerate((T1, T2, C1, C2, MOBILITY)):
        low, high = WEIGHTS[lower, column], WEIGHTS[lower + np.uint64(1), column]
        total += (low + share * (high - low)) * terms[term]
    return total


@kernel
def lead_in_squares(position: Struct, board: Struct, scratch: Struct, kind: int) -> float:
    """Return White's lead in squares by one of the evaluations."""
    if kind == FAST:
        return territory(position, board, scratch)
    measure_terms(position, board, scratch)
    return interpolate_terms(scratch.terms, board.num_squares)


@kernel
def territory(position: Struct, board: Struct, scratch: Struct) -> float:
    """Return White's squares minus Black's; a square belongs to the side that needs fewer moves to it."""
    empty_low, empty_high = empty_bits(position)
    find_propagators(scratch, empty_low, empty_high)
    white_low, white_high = amazon_bits(position, board, np.uint64(0))
    black_low, black_high = amazon_bits(position, board, np.uint64(1))
    free_low, free_high = empty_low, empty_high  # not reached so far
    squares, ties = np.int64(0), np.int64(0)
    while free_low | free_high:
        white_low, white_high = queen_moves(scratch, empty_low, empty_high, white_low, white_high)
        black_low, black_high = queen_moves(scratch, empty_low, empty_high, black_low, black_high)
        white_low, white_high, black_low, black_high = (
            white_low & free_low,
            white_high & free_high,
            black_low & free_low,
            black_high & free_high,
        )
        if not (white_low | white_high | black_low | black_high):
            break
        squares += np.int64(count_bits(white_low & ~black_low) + count_bits(white_high & ~black_high))
        squares -= np.int64(count_bits(black_low & ~white_low) + count_bits(black_high & ~white_high))
        ties += np.int64(count_bits(white_low & black_low) + count_bits(white_high & black_high))
        free_low &= ~(white_low | black_low)
        free_high &= ~(white_high | black_high)
    return np.float32(squares) + (TIE if position.to_move == 0 else -TIE) * np.float32(ties)


@implements(evaluate, "amazons")
def evaluate_amazons(position: Struct, board: Struct, worker: Struct) -> float:
    """Return White's winning probability."""
    if position.ending != 0:
        return np.float32(position.to_move)
    lead = lead_in_squares(position, board, worker.scratch, worker.settings.evaluation_kind)
    return np.float32(1) / (np.float32(1) + np.exp(-SQUARES_TO_LOGIT * lead))
