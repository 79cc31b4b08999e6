"""Techniques of Havannah."""

from __future__ import annotations

from malecon.knowledge.technique import (
    BONUS,
    DEFAULT_MOVES,
    DROPS,
    ENDINGS,
    EVALUATES,
    NET,
    PRIORS,
    URGENT_MOVES,
    Parameter,
    Technique,
)

PRIOR_KINDS = ("joint_neighbour", "local_connections", "edge_corner", "edge_corner_own", "combination", "evaluation")
PLAYOUT_POLICY = "playout policy"
MOVE_POLICY = "move policy"

HAVANNAH = (
    Technique(
        "prior",
        "Initial wins and visits of new moves, by what they join.",
        (
            Parameter("kind", "joint_neighbour", "which heuristic", choices=PRIOR_KINDS),
            Parameter("weight", 1.0, "factor on wins and visits", 0, 100),
        ),
        "(v n + alpha) / (n + beta)",
        "stankiewicz2011",
        (PRIORS,),
    ),
    Technique(
        "bias",
        "Bonus of new moves near own stones, decaying with visits.",
        (
            Parameter("neighbour", 0.02, "for an adjacent own stone", 0, 10, tuning_range=(0, 0.2)),
            Parameter("two_bridge", 0.02, "for an intact two-bridge to an own stone", 0, 10, tuning_range=(0, 0.2)),
            Parameter("join", 0.02, "for each additional chain that the move joins", 0, 10, tuning_range=(0, 0.2)),
            Parameter(
                "contact", 0.01, "for each side and corner that the chain would touch", 0, 10, tuning_range=(0, 0.2)
            ),
            Parameter(
                "chain", 0.0, "for adjacent chains, by their stones divided by the base", 0, 10, tuning_range=(0, 0.2)
            ),
            Parameter("distance", 0.0, "for cells on the shortest own connection", 0, 10, tuning_range=(0, 0.2)),
            Parameter("block", 0.0, "for cells on the opponent's shortest connection", 0, 10, tuning_range=(0, 0.2)),
            Parameter("fade", 20.0, "visits after which half of the bonus is left", 0.1, 1e6),
        ),
        "+ bonus fade / (fade + n)",
        roles=(BONUS,),
    ),
    Technique(
        "policy",
        "Bonus of new moves by a learned policy, decaying with visits.",
        (
            Parameter("weight", 0.1, "factor on the log of the probability relative to the average move", 0, 10),
            Parameter("fade", 20.0, "visits after which half of the bonus is left", 0.1, 1e6),
        ),
        "+ weight ln(p num_moves) fade / (fade + n)",
        "after Huang, Arneson, Hayward, Mueller, Pawlewicz 2013",
        roles=(BONUS,),
        exclusive_group=MOVE_POLICY,
    ),
    Technique(
        "net",
        "A convolutional net, evaluated for every node: bonus of its moves, and correction of static evaluations.",
        (
            Parameter("weight", 0.1, "factor on the log of the probability relative to the average move", 0, 10),
            Parameter("fade", 20.0, "visits after which half of the bonus is left", 0.1, 1e6),
            Parameter("value", 1.0, "share of the net's value that counts in static evaluations below the node", 0, 1),
            Parameter(
                "visits",
                1,
                "visits of a node at which the net is evaluated; until then `policy` gives the bonus",
                *(1, 1e6),
                tuning_range=(1, 64),
            ),
            Parameter("weights", "net", "name of the net; net is the one that comes with the package", is_name=True),
        ),
        "+ weight ln(p num_moves) fade / (fade + n); logit(e_leaf) + value (logit(net) - logit(e_node))",
        roles=(BONUS, NET),
        exclusive_group=MOVE_POLICY,
    ),
    Technique(
        "distance",
        "Static evaluation: winning probability from the stones that both sides need for a bridge or fork.",
        (
            Parameter("slope", 0.4, "weight of each stone of the lead", 0, 10),
            Parameter("ratio", 1.0, "weight of each stone of the lead, divided by 1 + the smaller distance", 0, 10),
            Parameter("move", 0.15, "for being the side to move", -10, 10),
        ),
        "1 / (1 + exp(-x)), x = (T_other - T_own) (slope + ratio / (1 + min(T_own, T_other))) + move",
        roles=(EVALUATES,),
    ),
    Technique(
        "mate",
        "Havannah-Mate: a playout ends when the chain just played has two winning cells.",
        (Parameter("c", 3.0, "applies in the first cells / c plies of the playout", 1, 1000),),
        paper="stankiewicz2011, Lorentz 2011",
        roles=(ENDINGS,),
    ),
    Technique(
        "decisive",
        "Playouts play winning moves and block the opponent's winning cell.",
        (Parameter("c", 3.0, "applies in the first cells / c plies of the playout", 1, 1000),),
        roles=(URGENT_MOVES,),
    ),
    Technique(
        "rings",
        "Restricts the rings that count in playouts, as rings by chance dominate on large boards.",
        (
            Parameter("depth", 1.0, "share of the possible plies of a playout in which rings count", 0, 1),
            Parameter("permanent", 0, "stones from before the playout that a ring must contain", 0, 100),
        ),
        paper="Ewalds 2012",
        roles=(ENDINGS,),
    ),
    Technique(
        "nearest_neighbour",
        "Playout moves near the own last move, or near that of a random side.",
        (
            Parameter(
                "whose",
                "own",
                "own: the own last move; coin: that of either side, by a coin toss",
                choices=("own", "coin"),
            ),
            Parameter(
                "weights",
                "rank",
                "rank: the nearer of two random cells; distance: 2 D - d at distance d, D = 2 base - 1",
                choices=("rank", "distance"),
            ),
        ),
        paper="joosten2009",
        roles=(DEFAULT_MOVES,),
        exclusive_group=PLAYOUT_POLICY,
    ),
    Technique(
        "corners",
        "Playouts sometimes play on a free corner.",
        (Parameter("p", 0.1, "probability while a corner is free", 0, 1),),
        paper="fossel2010",
        roles=(DEFAULT_MOVES,),
    ),
    Technique(
        "proximity",
        "Playout moves near own stones, by rejection sampling.",
        (Parameter("distance", 2, "maximum distance to an own stone", 1, 2),),
        paper="fossel2010, Lorentz 2011",
        roles=(DEFAULT_MOVES,),
        exclusive_group=PLAYOUT_POLICY,
    ),
    Technique("two_bridge", "Playouts answer an intrusion into an own two-bridge.", roles=(URGENT_MOVES,)),
    Technique(
        "patterns",
        "Playout moves by the weight of the pattern around a cell, learned from self-play.",
        (
            Parameter(
                "choice",
                "roulette",
                "roulette: in proportion to the weights; greedy: the heaviest",
                choices=("roulette", "greedy"),
            ),
            Parameter("epsilon", 0.1, "share of uniformly random moves if greedy", 0, 1),
        ),
        "times played / times available",
        "stankiewicz2011",
        (DEFAULT_MOVES,),
        PLAYOUT_POLICY,
    ),
    Technique(
        "dead_cells",
        "Dead cells are never played, neither in the tree nor in playouts.",
        paper="stankiewicz2011",
        roles=(DROPS, DEFAULT_MOVES),
    ),
    Technique(
        "joint_playout",
        "Playout moves by the weights 40, 30 and 5 of neighbour, joint and other moves.",
        paper="stankiewicz2011",
        roles=(DEFAULT_MOVES,),
        exclusive_group=PLAYOUT_POLICY,
    ),
)
