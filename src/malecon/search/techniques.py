"""The game-independent techniques, one declaration each; `catalogue` adds those of a game."""

from __future__ import annotations

from functools import cache

from malecon.games.catalogue import position_class
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.outside import check_names, outside_techniques
from malecon.knowledge.technique import Parameter, Technique

BANDIT, POOL, NGRAM = "bandit", "use of RAVE values in playouts", "N-gram length"

SELECTION = (
    Technique(
        "uct",
        "UCB1: the mean plus an exploration bound.",
        (
            Parameter("c", 0.4, "exploration constant", 0, 10),
            Parameter(
                "results",
                "plain",
                "plain: a win is 1, a loss 0; signed: a loss is -1, which halves c, and 0 is an even prior",
                choices=("plain", "signed"),
            ),
        ),
        "v + c sqrt(ln n_parent / n)",
        "joosten2009, stankiewicz2011",
        exclusive_group=BANDIT,
    ),
    Technique(
        "hoeffding",
        "Hoeffding's bound instead of UCB1.",
        (Parameter("k", 0.25, "exploration constant", 0, 10),),
        "v + sqrt(k ln(2 + n_parent) / n)",
        "teytaud2009",
        exclusive_group=BANDIT,
    ),
    Technique(
        "bernstein",
        "Bernstein's bound: explores less where results vary little.",
        (
            Parameter("k", 0.25, "exploration constant", 0, 10),
            Parameter(
                "second",
                "linear",
                "factor of the second term, which the paper leaves open: 3 sqrt(2) k or 3 sqrt(2 k)",
                choices=("linear", "root"),
            ),
        ),
        "v + sqrt(4 k v (1-v) ln(2 + n_parent) / n) + 3 sqrt(2) k ln(2 + n_parent) / n",
        "teytaud2009",
        exclusive_group=BANDIT,
    ),
    Technique(
        "rave",
        "Rapid action value estimation: a move's value includes simulations that play it later.",
        (
            Parameter("r", 50.0, "visits at which both estimates have equal weight", 0, 1e6),
            Parameter(
                "thinning",
                "on",
                "on: nodes with 1,024 visits count every 4th simulation, with 8,192 every 16th, with that weight",
                choices=("on", "off"),
            ),
            Parameter(
                "moves",
                "own",
                "own: later moves of the player to move; either: those of the opponent on the same cell, too",
                choices=("own", "either"),
            ),
        ),
        "(1-a) v + a r_move, a = r / (r + n)",
        "teytaud2009, stankiewicz2011",
    ),
    Technique(
        "inherit",
        "New nodes inherit the RAVE values of the same moves two plies up.",
        (Parameter("visits", 20.0, "weight of the inherited values, in RAVE visits", 0, 10000),),
    ),
    Technique(
        "extended_rave",
        "Adds the RAVE values of the move here and in the grandparent, fading with the move's losses.",
        (
            Parameter("w", 10.0, "weight", 0, 1000),
            Parameter("r", 50.0, "visits at which both tables have equal weight", 0, 1e6),
        ),
        "+ (a r' + (1-a) r) w / (losses + 1)",
        "fossel2010",
    ),
    Technique(
        "killer_rave",
        "RAVE counts only the decisive moves of a playout: those that win or stop a win.",
        (Parameter("moves", 20, "number of decisive moves counted, from the start of the playout", 1, 640),),
        paper="Lorentz 2011",
    ),
    Technique(
        "pool_rave",
        "Playouts choose among the moves with the best RAVE values at the last well-visited node of the path.",
        (
            Parameter("p", 0.5, "probability of using the pool", 0, 1),
            Parameter("size", 10, "moves in the pool", 1, 32),
            Parameter("visits", 50, "visits the node needs", 1, 1e6),
        ),
        paper="Rimmel, Teytaud, Teytaud 2011",
        exclusive_group=POOL,
    ),
    Technique(
        "rave_playout",
        "Playouts play the move with the best RAVE value at the last well-visited node of the path.",
        (
            Parameter("epsilon", 0.1, "probability of a default move", 0, 1),
            Parameter("visits", 50, "visits the node needs", 1, 1e6),
        ),
        paper="fossel2010",
        exclusive_group=POOL,
    ),
    Technique(
        "history",
        "Progressive history: adds the move's win rate in all playouts, fading with its losses here.",
        (Parameter("w", 10.0, "weight", 0, 1000),),
        "+ (w_move / n_move) w / (losses + 1)",
        "stankiewicz2011",
    ),
    Technique(
        "widening",
        "Progressive widening: only the first moves are open, ordered by priors and bonus or at random.",
        (
            Parameter("q", 1.0, "moves open at one visit", 1, 100),
            Parameter("p", 0.7, "growth exponent", 0.05, 1),
            Parameter(
                "schedule",
                "power",
                "power: by q and p; table: 5 moves up to 500 visits, 25 to 2,500, n/100 to 5,000, then 25 + n/200",
                choices=("power", "table"),
            ),
            Parameter(
                "keep", 0, "largest number of moves (forward pruning) unless all of them lose; 0: no limit", 0, 10000
            ),
        ),
        "q floor(n_parent^p) moves",
        "teytaud2009, lorentz2016",
    ),
    Technique(
        "eval_prior",
        "New moves start with the static evaluation after them as a prior.",
        (Parameter("visits", 10.0, "weight of the prior, in visits", 0, 10000, tuning_range=(0, 100)),),
        "(v n + chance visits) / (n + visits)",
        "lorentz2016",
    ),
    Technique(
        "implicit_minimax",
        "Implicit minimax: a move's value includes the minimax of static evaluations in the tree below it.",
        (Parameter("share", 0.4, "weight of the evaluation in a move's value", 0, 1),),
        "(1 - share) v + share m, m = minimax of evaluations below the move",
        "Lanctot et al. 2014",
    ),
    Technique(
        "fpu",
        "First-play urgency: the value of an unvisited move.",
        (Parameter("value", 1.0, "value of an unvisited move", -1, 1000),),
    ),
    Technique(
        "policy_first",
        "Below a number of visits the playout rules select the child, at random if they have no move.",
        (
            Parameter("visits", 50, "visits of the node", 0, 1e6),
            Parameter(
                "count",
                "simulations",
                "simulations: those through the node; all: its prior visits, too",
                choices=("simulations", "all"),
            ),
        ),
        paper="joosten2009",
    ),
    Technique(
        "root_exploration",
        "More exploration at the root.",
        (Parameter("factor", 6.0, "multiplier of the exploration constant", 0, 100),),
        paper="lorentz2016",
    ),
)
TREE = (
    Technique(
        "expand",
        "A child becomes a node after a number of visits.",
        (Parameter("visits", 1, "visits of the edge", 1, 10000),),
    ),
    Technique(
        "new_tree",
        "Every move of the game starts a new tree instead of keeping the subtree of the moves played.",
    ),
    Technique(
        "restart",
        "Several simulations in a row start at the last node of the path with many visits instead of the root.",
        (
            Parameter("visits", 1024, "visits the node needs", 16, 1e9, tuning_range=(256, 8192)),
            Parameter("simulations", 16, "simulations per restart node", 1, 64),
        ),
    ),
    Technique(
        "mcts_solver",
        "MCTS-Solver: proved wins, losses and draws propagate up the tree and prune it.",
        paper="stankiewicz2011",
    ),
    Technique(
        "threats",
        "Static threat detection on expansion: wins, forced replies and double threats.",
        (Parameter("plies", 3, "1: wins only; 2: also threats of the opponent; 3: also own double threats", 1, 3),),
        paper="Ewalds 2012",
    ),
    Technique(
        "pns",
        "Proof-number search in the background, which proves the root or its best move.",
        (
            Parameter("share", 0.05, "positions searched per simulation", 0, 100, tuning_range=(0, 1)),
            Parameter("moves", 100, "inactive while more moves than this are legal", 1, 1e6, tuning_range=(20, 300)),
        ),
        paper="Nagai 2002",
    ),
    Technique(
        "leaf_eval",
        "Mixes the static evaluation of the leaf into the result of a playout.",
        (
            Parameter("share", 0.3, "weight of the evaluation", 0, 1),
            Parameter("visits", 3, "visits from which a leaf has its own evaluation instead of its parent's", 1, 10000),
        ),
        "(1 - share) result + share evaluation",
    ),
    Technique(
        "playouts",
        "Several playouts per leaf.",
        (Parameter("n", 1, "playouts per leaf", 1, 100),),
    ),
    Technique(
        "ept",
        "Early playout termination: a playout stops after a number of moves and is evaluated.",
        (
            Parameter("moves", 8, "turns before the playout stops", 0, 2000, tuning_range=(0, 40)),
            Parameter(
                "result",
                "boolean",
                "boolean: a win for the side that the evaluation favours; graded: its chance",
                choices=("boolean", "graded"),
            ),
            Parameter(
                "parity",
                "off",
                "same: one turn less if otherwise the opponent of the searching side would be to move at the end",
                choices=("off", "same"),
            ),
            Parameter("share", 1.0, "share of playouts that stop early", 0, 1),
        ),
        paper="lorentz2016",
    ),
    Technique(
        "flat_monte_carlo",
        "Flat Monte Carlo: playouts for every legal move in turn, no tree (the Greedy agent).",
        paper="joosten2009",
    ),
    Technique(
        "cap",
        "Limits the simulations per move whatever the time, for weak levels.",
        (Parameter("simulations", 100, "simulations per move", 1, 1e9),),
    ),
    Technique(
        "proofs",
        "Plays the moves of packed proofs without a search, where a proof covers the position.",
    ),
    Technique(
        "final",
        "Final move selection.",
        (
            Parameter("by", "visits", "criterion of the best root move", choices=("visits", "value", "wins", "secure")),
            Parameter(
                "temperature",
                0.0,
                "0 plays the best move; larger values sample moves by exp(value / temperature)",
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
        (Parameter("tables", "keep", "keep or reset the tables between moves of the game", choices=("keep", "reset")),),
        paper="stankiewicz2011",
        exclusive_group="last-good-reply variant",
    )
    for name, doc in (
        ("lgr1", "Last good reply to the opponent's move."),
        ("lgr2", "Last good reply to the last two moves, falling back to one."),
        ("lgrf1", "LGR-1 with forgetting of replies that lost."),
        ("lgrf2", "LGR-2 with forgetting of replies that lost."),
    )
)
NGRAM_PARAMETERS = (
    Parameter("epsilon", 0.1, "probability of a default move", 0, 1),
    Parameter("gamma", 0.0, "share of the tables that is kept", 0, 1),
    Parameter("threshold", 0, "times a reply must have been played", 0, 1000, tuning_range=(0, 20)),
)
DECAY = Parameter(
    "decay", "turn", "apply gamma at each turn of the player, or at each move of the game", choices=("turn", "move")
)
NGRAMS = (
    Technique(
        "ngram1",
        "The reply with the best win ratio to the last move.",
        (*NGRAM_PARAMETERS, DECAY),
        paper="stankiewicz2011",
        exclusive_group=NGRAM,
    ),
    Technique(
        "ngram2",
        "The reply with the best win ratio to the last two moves, falling back to one.",
        (
            *NGRAM_PARAMETERS,
            Parameter("combine", "fallback", "fall back to one move, or average both", choices=("fallback", "average")),
            DECAY,
        ),
        paper="stankiewicz2011",
        exclusive_group=NGRAM,
    ),
)
MINIMAX = (
    Technique(
        "alphabeta",
        "Minimax instead of MCTS: alpha-beta with iterative deepening and a transposition table.",
        (
            Parameter("threats", 2, "depth of threat detection at every position; 0: none", 0, 3),
            Parameter("order", 2, "remaining depth from which moves are ordered by the evaluation after them", 1, 120),
            Parameter("width", 0, "moves searched there, the best by evaluation; 0: all", 0, 10_000),
        ),
        paper="lorentz2016",
    ),
)

GROUPS = {
    "Selection": SELECTION,
    "Tree": TREE,
    "Playouts: last good reply": REPLIES,
    "Playouts: N-grams": NGRAMS,
    "Minimax": MINIMAX,
}


def groups(game: str) -> dict[str, tuple[Technique, ...]]:
    """Return the techniques available to players of a game, by heading."""
    own = knowledge_of(game).techniques
    check_names(game, [technique for group in (*GROUPS.values(), own) for technique in group])
    found = {**GROUPS, f"Knowledge of {position_class(game).title}": own} if own else dict(GROUPS)
    if outside := tuple(each.declaration() for each in outside_techniques(game)):
        found["From other packages"] = outside
    return found


@cache
def catalogue(game: str) -> dict[str, Technique]:
    """Return the techniques available to players of a game, by name."""
    return {technique.name: technique for group in groups(game).values() for technique in group}
