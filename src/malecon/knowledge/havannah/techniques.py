"""The techniques that know Havannah, one declaration each."""

from __future__ import annotations

from malecon.knowledge.technique import (
    BONUS,
    DEFAULT_MOVES,
    DROPS,
    ENDINGS,
    EVALUATES,
    PRIORS,
    URGENT_MOVES,
    Parameter,
    Technique,
)

PRIOR_KINDS = ("joint_neighbour", "local_connections", "edge_corner", "edge_corner_own", "combination", "evaluation")
WEIGHTS = "preference for cells in playouts"

HAVANNAH = (
    Technique(
        "prior",
        "New moves start with wins and visits by what they join.",
        (
            Parameter("kind", "joint_neighbour", "which knowledge", choices=PRIOR_KINDS),
            Parameter("weight", 1.0, "times wins and visits", 0, 100),
        ),
        "(v n + alpha) / (n + beta)",
        "stankiewicz2011",
        (PRIORS,),
    ),
    Technique(
        "bias",
        "A bonus for moves near own stones that fades with visits.",
        (
            Parameter("neighbour", 0.02, "for an own stone next to the cell", 0, 10, tuning_range=(0, 0.2)),
            Parameter("two_bridge", 0.02, "for an intact two-bridge to an own stone", 0, 10, tuning_range=(0, 0.2)),
            Parameter("join", 0.02, "for each further chain that the move joins", 0, 10, tuning_range=(0, 0.2)),
            Parameter(
                "contact", 0.01, "for each side and corner that the chain would touch", 0, 10, tuning_range=(0, 0.2)
            ),
            Parameter("chain", 0.0, "for joining chains of as many stones as the base", 0, 10, tuning_range=(0, 0.2)),
            Parameter("distance", 0.0, "for the cells of the own nearest connection", 0, 10, tuning_range=(0, 0.2)),
            Parameter("block", 0.0, "for the cells of the opponent's nearest connection", 0, 10, tuning_range=(0, 0.2)),
            Parameter("fade", 20.0, "visits after which half is left", 0.1, 1e6),
        ),
        "+ bonus fade / (fade + n)",
        roles=(BONUS,),
    ),
    Technique(
        "policy",
        "A bonus for moves that a learned guess of the best move finds likely, fading with visits.",
        (
            Parameter("weight", 0.1, "for each factor e that a move is likelier than the average", 0, 10),
            Parameter("fade", 20.0, "visits after which half is left", 0.1, 1e6),
        ),
        "+ weight ln(p num_moves) fade / (fade + n)",
        "after Huang, Arneson, Hayward, Mueller, Pawlewicz 2013",
        roles=(BONUS,),
    ),
    Technique(
        "distance",
        "How the stones that both need for a bridge or fork become a chance of winning, for techniques that evaluate.",
        (
            Parameter("slope", 0.4, "for each stone that a player is ahead", 0, 10),
            Parameter("ratio", 1.0, "for each stone, divided by the stones that are needed at least, plus one", 0, 10),
            Parameter("move", 0.15, "for being to move", -10, 10),
        ),
        "1 / (1 + exp(-x)), x = (T_other - T_own) (slope + ratio / (1 + min(T_own, T_other))) + move",
        roles=(EVALUATES,),
    ),
    Technique(
        "mate",
        "Havannah-Mate: a playout ends where the chain just played has two winning cells.",
        (Parameter("c", 3.0, "only in the first cells / c plies of the playout", 1, 1000),),
        paper="stankiewicz2011, Lorentz 2011",
        roles=(ENDINGS,),
    ),
    Technique(
        "decisive",
        "Playouts play winning moves, and stop the opponent's only winning cell.",
        (Parameter("c", 3.0, "only in the first cells / c plies of the playout", 1, 1000),),
        roles=(URGENT_MOVES,),
    ),
    Technique(
        "rings",
        "Which rings count in playouts: chance rings drown all else on large boards.",
        (
            Parameter("depth", 1.0, "share of the playout's possible plies in which rings count", 0, 1),
            Parameter("permanent", 0, "stones from before the playout that a ring must hold to count", 0, 100),
        ),
        paper="Ewalds 2012",
        roles=(ENDINGS,),
    ),
    Technique(
        "nearest_neighbour",
        "Playout moves near the last move of oneself, or of either player by a coin toss.",
        (Parameter("whose", "own", "whose last move", choices=("own", "coin")),),
        paper="joosten2009",
        roles=(DEFAULT_MOVES,),
        exclusive_group=WEIGHTS,
    ),
    Technique(
        "corners",
        "Playouts play on a free corner now and then.",
        (Parameter("p", 0.1, "how often, while there is one", 0, 1),),
        paper="fossel2010",
        roles=(DEFAULT_MOVES,),
    ),
    Technique(
        "proximity",
        "Playout moves near own stones, where a few throws of the dice find one.",
        (Parameter("distance", 2, "cells to the nearest own stone, at most", 1, 2),),
        paper="fossel2010, Lorentz 2011",
        roles=(DEFAULT_MOVES,),
        exclusive_group=WEIGHTS,
    ),
    Technique("two_bridge", "Playouts answer an intrusion into an own two-bridge.", roles=(URGENT_MOVES,)),
    Technique(
        "patterns",
        "Playout moves by the weight of the pattern around a cell, learned from games of a player against itself.",
        (
            Parameter(
                "choice",
                "roulette",
                "roulette: in proportion to the weights; greedy: the heaviest",
                choices=("roulette", "greedy"),
            ),
            Parameter("epsilon", 0.1, "share of random moves when greedy", 0, 1),
        ),
        "times played / times available",
        "stankiewicz2011",
        (DEFAULT_MOVES,),
        WEIGHTS,
    ),
    Technique(
        "dead_cells",
        "The two dead shapes are never played, in the tree and in playouts.",
        paper="stankiewicz2011",
        roles=(DROPS, DEFAULT_MOVES),
    ),
    Technique(
        "joint_playout",
        "Playout moves by the weights 40, 30, 5 of joint and neighbour moves.",
        paper="stankiewicz2011",
        roles=(DEFAULT_MOVES,),
        exclusive_group=WEIGHTS,
    ),
)
