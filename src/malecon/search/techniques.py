"""The techniques of the search that know no game, one declaration each; `catalogue` adds those of a game."""

from __future__ import annotations

from functools import cache

from malecon.games.catalogue import position_class
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.technique import Parameter, Technique

BANDIT, POOL, NGRAM = "bandit", "way to use RAVE values in playouts", "length of N-grams"

SELECTION = (
    Technique(
        "uct",
        "Upper confidence bound of a child's mean.",
        (
            Parameter("c", 0.4, "how much exploring counts", 0, 10),
            Parameter(
                "results",
                "plain",
                "plain: a win is 1, a loss 0; signed: a loss is -1, so c counts half",
                choices=("plain", "signed"),
            ),
        ),
        "v + c sqrt(ln n_parent / n)",
        "joosten2009, stankiewicz2011",
        exclusive_group=BANDIT,
    ),
    Technique(
        "hoeffding",
        "Hoeffding's bound.",
        (Parameter("k", 0.25, "how much exploring counts", 0, 10),),
        "v + sqrt(k ln(2 + n_parent) / n)",
        "teytaud2009",
        exclusive_group=BANDIT,
    ),
    Technique(
        "bernstein",
        "Bernstein's bound: explores less where results hardly vary.",
        (Parameter("k", 0.25, "how much exploring counts", 0, 10),),
        "v + sqrt(4 k v (1-v) ln(2 + n_parent) / n) + 3 sqrt(2) k ln(2 + n_parent) / n",
        "teytaud2009",
        exclusive_group=BANDIT,
    ),
    Technique(
        "rave",
        "Rapid action value estimation: a move is also judged by simulations that play it later.",
        (Parameter("r", 50.0, "visits at which both estimates weigh the same", 0, 1e6),),
        "(1-a) v + a r_move, a = r / (r + n)",
        "teytaud2009, stankiewicz2011",
    ),
    Technique(
        "inherit",
        "A new node starts with the RAVE values of the same moves two plies up.",
        (Parameter("visits", 20.0, "RAVE visits that these count for", 0, 10000),),
    ),
    Technique(
        "extended_rave",
        "Adds the RAVE value of the move here and in the grandparent, fading as the move loses.",
        (
            Parameter("w", 10.0, "weight", 0, 1000),
            Parameter("r", 50.0, "visits at which both tables weigh the same", 0, 1e6),
        ),
        "+ (a r' + (1-a) r) w / (losses + 1)",
        "fossel2010",
    ),
    Technique(
        "killer_rave",
        "RAVE counts only the decisive moves of a playout: those that win, and those that stop a win.",
        (Parameter("moves", 20, "how many of them, from the start of the playout", 1, 640),),
        paper="Lorentz 2011",
    ),
    Technique(
        "pool_rave",
        "Playouts choose among the moves of the best RAVE values at the last well-visited node of the path.",
        (
            Parameter("p", 0.5, "probability of looking into the pool", 0, 1),
            Parameter("size", 10, "moves in the pool", 1, 32),
            Parameter("visits", 50, "visits that the node needs", 1, 1e6),
        ),
        paper="Rimmel, Teytaud, Teytaud 2011",
        exclusive_group=POOL,
    ),
    Technique(
        "rave_playout",
        "Playouts play the move of the best RAVE value at the last well-visited node of the path.",
        (
            Parameter("epsilon", 0.1, "share of default moves", 0, 1),
            Parameter("visits", 50, "visits that the node needs", 1, 1e6),
        ),
        paper="fossel2010",
        exclusive_group=POOL,
    ),
    Technique(
        "history",
        "Progressive history: adds how well the move did in all playouts, fading as it loses here.",
        (Parameter("w", 10.0, "weight", 0, 1000),),
        "+ (w_move / n_move) w / (losses + 1)",
        "stankiewicz2011",
    ),
    Technique(
        "widening",
        "Progressive widening: only the first moves are open, the best by priors and bonus first, else in any order.",
        (
            Parameter("q", 1.0, "moves open at one visit", 1, 100),
            Parameter("p", 0.7, "growth", 0.05, 1),
            Parameter(
                "schedule",
                "power",
                "power: by q and p; table: 5 moves up to 500 visits, 25 to 2,500, n/100 to 5,000, then 25 + n/200",
                choices=("power", "table"),
            ),
            Parameter(
                "keep", 0, "never more moves than these (forward pruning), unless all of them lose; 0: all", 0, 10000
            ),
        ),
        "q floor(n_parent^p) moves",
        "teytaud2009, lorentz2016",
    ),
    Technique(
        "eval_prior",
        "New moves start with the chance that the evaluation gives after them.",
        (Parameter("visits", 10.0, "visits that it counts for", 0, 10000, tuning_range=(0, 100)),),
        "(v n + chance visits) / (n + visits)",
        "lorentz2016",
    ),
    Technique(
        "implicit_minimax",
        "Implicit mini-max: a move is also judged by evaluation, looked ahead over the tree below it.",
        (Parameter("share", 0.4, "share of the evaluation in a move's value", 0, 1),),
        "(1 - share) v + share m, m = max over the moves of the node below, seen by the other side",
        "Lanctot et al. 2014",
    ),
    Technique(
        "fpu",
        "First-play urgency: the value of a move that was never tried.",
        (Parameter("value", 1.0, "value of an untried move", -1, 1000),),
    ),
    Technique(
        "policy_first",
        "Below a number of visits the rules of playouts pick the child, by chance where they have no move.",
        (Parameter("visits", 50, "visits of the node", 0, 1e6),),
        paper="joosten2009",
    ),
    Technique(
        "root_exploration",
        "More exploring at the root.",
        (Parameter("factor", 6.0, "times the constant", 0, 100),),
        paper="lorentz2016",
    ),
)
TREE = (
    Technique(
        "expand", "A child becomes a node after some visits.", (Parameter("visits", 1, "visits of the edge", 1, 10000),)
    ),
    Technique(
        "restart",
        "Several simulations in a row start from the last node of a path with many visits, not from the root.",
        (
            Parameter("visits", 1024, "visits that the node needs", 16, 1e9, tuning_range=(256, 8192)),
            Parameter("simulations", 16, "simulations in a row", 1, 64),
        ),
    ),
    Technique("mcts_solver", "Proved wins, losses and draws go up the tree and prune it.", paper="stankiewicz2011"),
    Technique(
        "threats",
        "Looks for wins, forced replies and double threats when a node is made.",
        (Parameter("plies", 3, "1: wins only; 2: also threats of the opponent; 3: also own double threats", 1, 3),),
        paper="Ewalds 2012",
    ),
    Technique(
        "pns",
        "Proof-number search beside the tree: what it proves of the root and of the best move goes into the tree.",
        (
            Parameter("share", 0.05, "positions that it looks at for each simulation", 0, 100, tuning_range=(0, 1)),
            Parameter("moves", 100, "it sleeps where more moves than these are legal", 1, 1e6, tuning_range=(20, 300)),
        ),
        paper="Nagai 2002",
    ),
    Technique(
        "leaf_eval",
        "The result of a playout is mixed with the game's static evaluation of the leaf.",
        (
            Parameter("share", 0.3, "share of the evaluation", 0, 1),
            Parameter(
                "visits", 3, "visits from which a leaf has its own evaluation, not that of the move before", 1, 10000
            ),
        ),
        "(1 - share) result + share evaluation",
    ),
    Technique(
        "playouts",
        "Several playouts at each leaf.",
        (Parameter("n", 1, "playouts a leaf", 1, 100),),
    ),
    Technique(
        "ept",
        "Early playout termination: a playout stops after some moves, and the evaluation says who wins.",
        (
            Parameter("moves", 8, "turns of a playout", 0, 2000, tuning_range=(0, 40)),
            Parameter(
                "result",
                "boolean",
                "boolean: a win for whom the evaluation favours; graded: the chance that it gives",
                choices=("boolean", "graded"),
            ),
            Parameter(
                "parity",
                "off",
                "same: one turn less where else the opponent of the side that searches would be to move at the end",
                choices=("off", "same"),
            ),
            Parameter("share", 1.0, "share of the playouts that stop early", 0, 1),
        ),
        paper="lorentz2016",
    ),
    Technique(
        "flat_monte_carlo",
        "No tree: playouts for every legal move in turn (the Greedy agent).",
        paper="joosten2009",
    ),
    Technique(
        "cap",
        "Never more simulations a move than this, whatever the limit: for weak levels.",
        (Parameter("simulations", 100, "simulations a move", 1, 1e9),),
    ),
    Technique(
        "final",
        "How the move is chosen in the end.",
        (
            Parameter(
                "by", "visits", "what the best root move has most of", choices=("visits", "value", "wins", "secure")
            ),
            Parameter(
                "temperature",
                0.0,
                "0 plays the best; more also plays others, by exp(value / temperature)",
                0,
                10,
                tuning_range=(0, 0.2),
            ),
        ),
    ),
)
REPLIES = tuple(
    Technique(
        name,
        doc,
        (
            Parameter(
                "tables", "keep", "keep or reset the replies between moves of the game", choices=("keep", "reset")
            ),
        ),
        paper="stankiewicz2011",
        exclusive_group="kind of last good reply",
    )
    for name, doc in (
        ("lgr1", "Last good reply to the opponent's move."),
        ("lgr2", "Last good reply to the last two moves, else to one."),
        ("lgrf1", "LGR-1 that forgets replies which lost."),
        ("lgrf2", "LGR-2 that forgets replies which lost."),
    )
)
NGRAM_PARAMETERS = (
    Parameter("epsilon", 0.1, "share of default moves", 0, 1),
    Parameter("gamma", 0.0, "what is kept of the tables at each move of the game", 0, 1),
    Parameter("threshold", 0, "times a reply must have been played", 0, 1000, tuning_range=(0, 20)),
)
NGRAMS = (
    Technique(
        "ngram1",
        "The reply of the best win ratio to the last move.",
        NGRAM_PARAMETERS,
        paper="stankiewicz2011",
        exclusive_group=NGRAM,
    ),
    Technique(
        "ngram2",
        "The reply of the best win ratio to the last two moves, else to one.",
        (
            *NGRAM_PARAMETERS,
            Parameter("combine", "fallback", "fall back on one move, or average both", choices=("fallback", "average")),
        ),
        paper="stankiewicz2011",
        exclusive_group=NGRAM,
    ),
)
MINIMAX = (
    Technique(
        "alphabeta",
        "Mini-max instead of a tree: alpha-beta with iterative deepening and a table of positions.",
        (
            Parameter("threats", 2, "plies of threats looked for at every position; 0: none", 0, 3),
            Parameter("order", 2, "plies left from which moves are ordered by the evaluation after them", 1, 120),
            Parameter("width", 0, "moves looked at there, the best by evaluation; 0: all", 0, 10_000),
        ),
        paper="lorentz2016",
    ),
)

GROUPS = {
    "Choosing in the tree": SELECTION,
    "The tree and its use": TREE,
    "Playouts: last good replies": REPLIES,
    "Playouts: N-grams": NGRAMS,
    "Mini-max": MINIMAX,
}


def groups(game: str) -> dict[str, tuple[Technique, ...]]:
    """The techniques that a player of a game may have, under their headings."""
    own = knowledge_of(game).techniques
    return {**GROUPS, f"Knowledge of {position_class(game).title}": own} if own else GROUPS


@cache
def catalogue(game: str) -> dict[str, Technique]:
    """The techniques that a player of a game may have, by name."""
    return {technique.name: technique for group in groups(game).values() for technique in group}
