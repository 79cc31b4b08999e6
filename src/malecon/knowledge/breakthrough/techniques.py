"""The techniques that know Breakthrough, one declaration each."""

from __future__ import annotations

from malecon.knowledge.technique import BONUS, EVALUATES, NOISY, PRIORS, URGENT_MOVES, Parameter, Technique

BREAKTHROUGH = (
    Technique(
        "prior",
        "New moves start with wins and visits: safe moves by how near they come to the goal, captures, and all others.",
        (
            Parameter("visits", 100.0, "visits that the prior counts for", 0, 10000, tuning_range=(0, 200)),
            Parameter("other", 0.3, "value of a move that is neither safe nor a capture, or far from the goal", 0, 1),
        ),
        "(v n + value visits) / (n + visits)",
        "Lorentz and Horey 2013",
        (PRIORS,),
    ),
    Technique(
        "evaluation",
        "How the worth of pieces is turned into a chance of winning.",
        (
            Parameter("scale", 25.0, "lead at which the chance is 73%", 0.1, 1000, tuning_range=(5, 100)),
            Parameter("move", 3.0, "lead that being to move is worth", -100, 100, tuning_range=(0, 20)),
            Parameter("hanging", 0.0, "share of its worth that a piece loses where it can be taken for nothing", 0, 1),
            Parameter(
                "runner", 0.0, "lead for the first piece that nobody can stop any more", 0, 1000, tuning_range=(0, 200)
            ),
        ),
        "1 / (1 + exp(-(lead + move) / scale))",
        "Lorentz and Horey 2013",
        (EVALUATES,),
    ),
    Technique(
        "decisive",
        "Playouts play winning moves, and take the piece that would win next.",
        (),
        paper="lorentz2016",
        roles=(URGENT_MOVES,),
    ),
    Technique(
        "capture_penalty",
        "Captures start with a penalty on their value: early exchanges are almost always bad.",
        (
            Parameter("early", 0.1, "while more than three quarters of the pieces are there", 0, 1),
            Parameter("middle", 0.05, "while more than half are there", 0, 1),
            Parameter("late", 0.0, "from then on", 0, 1),
            Parameter("depth", 8, "at this depth of the tree it is gone; up to there it falls evenly", 1, 1000),
            Parameter("fade", 1e6, "visits after which half is left", 0.1, 1e6),
        ),
        "- penalty (1 - depth / max)",
        "lorentz2016",
        (BONUS,),
    ),
    Technique(
        "quiescence",
        "Mini-max looks at captures beyond its depth, the nearest to the goal first.",
        roles=(NOISY,),
    ),
)
