"""Techniques of Breakthrough."""

from __future__ import annotations

from malecon.knowledge.technique import BONUS, EVALUATES, NOISY, PRIORS, URGENT_MOVES, Parameter, Technique

BREAKTHROUGH = (
    Technique(
        "prior",
        "Initial wins and visits of new moves, by safety, distance to the goal and captures.",
        (
            Parameter("visits", 100.0, "weight of the prior in visits", 0, 10000, tuning_range=(0, 200)),
            Parameter("other", 0.3, "value of a move that is far from the goal, or neither safe nor a capture", 0, 1),
        ),
        "(v n + value visits) / (n + visits)",
        "Lorentz and Horey 2013",
        (PRIORS,),
    ),
    Technique(
        "evaluation",
        "Static evaluation: converts the lead in piece values into a winning probability.",
        (
            Parameter("scale", 25.0, "lead that gives a probability of 73%", 0.1, 1000, tuning_range=(5, 100)),
            Parameter("move", 3.0, "lead for being the side to move", -100, 100, tuning_range=(0, 20)),
            Parameter("hanging", 0.0, "share of its value that a hanging piece loses", 0, 1),
            Parameter("runner", 0.0, "lead for the nearest unstoppable piece", 0, 1000, tuning_range=(0, 200)),
        ),
        "1 / (1 + exp(-(lead + move) / scale))",
        "Lorentz and Horey 2013",
        (EVALUATES,),
    ),
    Technique(
        "decisive",
        "Playouts play winning moves and capture a piece that is about to win.",
        (),
        paper="lorentz2016",
        roles=(URGENT_MOVES,),
    ),
    Technique(
        "capture_penalty",
        "Captures start with a penalty, as early exchanges are almost always bad.",
        (
            Parameter("early", 0.1, "penalty while more than three quarters of the pieces remain", 0, 1),
            Parameter("middle", 0.05, "penalty while more than half remain", 0, 1),
            Parameter("late", 0.0, "penalty afterwards", 0, 1),
            Parameter("depth", 8, "tree depth at which the penalty has fallen linearly to 0", 1, 1000),
            Parameter("fade", 1e6, "visits after which half of the penalty is left", 0.1, 1e6),
        ),
        "- penalty (1 - depth / max)",
        "lorentz2016",
        (BONUS,),
    ),
    Technique(
        "quiescence",
        "Alpha-beta searches captures beyond its depth, those closest to the goal first.",
        roles=(NOISY,),
    ),
)
