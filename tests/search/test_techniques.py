"""Every technique can be switched on and changes the search; selection follows its formulas; pools and killers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from support.searching import edges, new_searcher, search, table

from malecon import Havannah
from malecon.games.contract import copy_position
from malecon.players.engine import Engine
from malecon.players.move_choice import choose_move, sample_move
from malecon.players.player import Limit
from malecon.search.mcts.rules.rave_pool import fill_pools, pool_move
from malecon.search.mcts.select import counted_visits, edge_by_playout_rules, num_open_edges
from malecon.search.searcher import RootMove
from malecon.search.techniques import catalogue

CATALOGUE = catalogue("havannah")
MIDDLE_GAME = "e5 c4 f6 d3 g6 c5 d6 e4 b3 c3"  # base 5
CLOSE_FIGHT = "c3 a1 c2 b2 d3 c1"  # base 3, wins within a few plies

# The player to which a technique is added, and how it is written, where "uct+rave" and the bare name will not do.
ADDED_TO = {
    "uct": "rave",
    "hoeffding": "rave",
    "bernstein": "rave",
    "rave": "uct",
    "final": "",
    "cap": "",
    "threats": "uct+rave+mcts_solver",
    "root_exploration": "uct",
    "extended_rave": "rave",
    "inherit": "rave",
    "fpu": "uct",
    "distance": "uct+rave+leaf_eval",
    "restart": "rave",
    "net": "rave+leaf_eval+expand(visits=3)",
}
WRITTEN = {
    "restart": "restart(visits=16)",
    "distance": "distance(slope=2)",
    "expand": "expand(visits=4)",
    "playouts": "playouts(n=3)",
    "rings": "rings(depth=0.3)",
}
ENGINE_ONLY = ("final", "cap", "proofs")  # they choose a move or end the search; the search itself is the same
NOT_HERE = (*ENGINE_ONLY, "alphabeta", "pns", "new_tree")  # searches of their own; seen when the game goes on


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name not in NOT_HERE])
def test_every_technique_changes_the_search(name: str) -> None:
    player, written = ADDED_TO.get(name, "uct+rave"), WRITTEN.get(name, name)
    position = Havannah(5, moves=MIDDLE_GAME)
    if name in ("mcts_solver", "threats"):
        position = Havannah(3, moves=CLOSE_FIGHT)
    without, with_it = (table(search(text, position, 1000)) for text in (player, f"{player}+{written}"))
    assert without != with_it
    assert {row[0] for row in with_it} <= set(position.legal_moves)


@pytest.mark.parametrize("name", [name for name in CATALOGUE if CATALOGUE[name].parameters and name not in NOT_HERE])
def test_every_parameter_changes_the_search(name: str) -> None:
    others = {
        "uct.results": "signed",
        "extended_rave.r": 0,
        "pool_rave.visits": 3,
        "pool_rave.size": 2,
        "killer_rave.moves": 1,
        "policy_first.visits": 3,
        "rave_playout.visits": 3,
        "rings.permanent": 3,
        "threats.plies": 1,
        "proximity.distance": 1,
        "leaf_eval.visits": 1,
        "bernstein.k": 0.01,
        "patterns.epsilon": 0.9,
        "restart.visits": 16,
        "restart.simulations": 2,
    }
    needs = {"killer_rave": "decisive(c=1)", "bias": "uct(c=0)", "policy_first": "prior"}
    fixed = {"patterns.epsilon": "choice=greedy", "ngram2.combine": "threshold=0", "restart.simulations": "visits=16"}
    between_moves = {"tables", "gamma", "decay"}  # seen when the game goes on: tests of replies
    for parameter in CATALOGUE[name].parameters:
        if parameter.name in between_moves or parameter.is_name:
            continue
        key = f"{name}.{parameter.name}"
        value = others.get(
            key,
            parameter.choices[-1] if parameter.choices else changed(parameter.default, parameter.low, parameter.high),
        )
        player = "+".join(filter(None, (ADDED_TO.get(name, "uct+rave"), needs.get(name))))
        inner = "".join(f"{extra}," for extra in filter(None, [fixed.get(key)]))
        position = Havannah(3, moves=CLOSE_FIGHT) if name == "threats" else Havannah(5, moves=MIDDLE_GAME)
        simulations = 2000 if key == "rave.thinning" else 1000
        tables = [
            table(search(f"{player}+{name}({inner}{parameter.name}={setting})", position, simulations))
            for setting in (parameter.default, value)
        ]
        assert tables[0] != tables[1], f"{key} {parameter.default} and {value} give the same search"


def changed(default: Any, low: float, high: float) -> float | int:
    """Another value of a parameter that is a number."""
    if isinstance(default, int):
        return int(min(default + 3, high))
    return min(default * 3 if default else 1.0, high) if default < high else max(low, high / 4)


# --- selection by formula ---------------------------------------------------------------------------------------------


def mean(row: Any) -> float:
    return float((row["wins"] + row["prior_wins"]) / (row["visits"] + row["prior_visits"]))


def with_rave(row: Any, r: float) -> float:
    """(1-a) v + a r, a = r / (r + n); v does not matter while there are no visits."""
    visits = row["visits"] + row["prior_visits"]
    share = r / (r + visits)
    own = mean(row) if visits else 0.0
    return float((1 - share) * own + share * row["rave_wins"] / row["rave_visits"])


def uct(row: Any, parent: int, _: Any) -> float:
    return mean(row) + 0.4 * math.sqrt(math.log(parent) / row["visits"])


def hoeffding(row: Any, parent: int, _: Any) -> float:
    return mean(row) + math.sqrt(0.25 * math.log(2 + parent) / row["visits"])


def bernstein(row: Any, parent: int, _: Any) -> float:
    v, k = mean(row), 0.1
    exploration_bound = math.sqrt(4 * k * v * (1 - v) * math.log(2 + parent) / row["visits"])
    return v + exploration_bound + 3 * math.sqrt(2) * k * math.log(2 + parent) / row["visits"]


def bernstein_by_root(row: Any, parent: int, worker: Any) -> float:
    """The second term is 3 sqrt(2 k) instead of 3 sqrt(2) k."""
    second = 3 * math.sqrt(2) * math.log(2 + parent) / row["visits"]
    return bernstein(row, parent, worker) + (math.sqrt(0.1) - 0.1) * second


def explored(row: Any, parent: int, _: Any) -> float:
    return mean(row) + 6 * 0.4 * math.sqrt(math.log(parent) / row["visits"])


def signed(row: Any, parent: int, _: Any) -> float:
    """Results of +1 and -1: the same order as half the constant on results of 1 and 0."""
    return (2 * mean(row) - 1) + 1.2 * math.sqrt(math.log(parent) / row["visits"])


def rave(row: Any, _parent: int, _: Any) -> float:
    return with_rave(row, 50)


def uct_rave_prior(row: Any, parent: int, _: Any) -> float:
    visits = row["visits"] + row["prior_visits"]
    return with_rave(row, 50) + 0.4 * math.sqrt(math.log(max(parent, 1)) / visits)


def biased(row: Any, _parent: int, _: Any) -> float:
    return with_rave(row, 500) + float(row["bonus"]) * 20 / (20 + row["visits"])


def history(row: Any, parent: int, worker: Any) -> float:
    memory, move = worker.tables, int(row["move"])
    ratio = float(memory.history_wins[0, move] / memory.history_plays[0, move])
    return uct(row, parent, worker) + ratio * 10 / (row["visits"] - row["wins"] + 1)


def extended(row: Any, parent: int, worker: Any) -> float:
    """At the root there is no grandparent, so that r' = r."""
    value = row["rave_wins"] / row["rave_visits"]
    return uct(row, parent, worker) + float(value * 10 / (row["visits"] - row["wins"] + 1))


FORMULAS: dict[str, Callable[[Any, int, Any], float]] = {
    "uct": uct,
    "hoeffding": hoeffding,
    "bernstein(k=0.1)": bernstein,
    "bernstein(k=0.1,second=root)": bernstein_by_root,
    "uct+root_exploration": explored,
    "uct(c=1.2,results=signed)": signed,
    "rave(r=50)": rave,
    "rave(r=50)+history(w=0)": rave,  # without a bandit nothing is explored, whatever else is on
    "rave(r=50)+extended_rave(w=0)": rave,
    "rave(r=50)+widening(q=100,p=1)": rave,
    "rave(r=50)+policy_first(visits=0)+root_exploration": rave,
    "uct+rave(r=50)+prior": uct_rave_prior,
    "rave(r=500)+bias": biased,
    "uct+history": history,
    "uct+extended_rave": extended,
}


@pytest.mark.parametrize("player", FORMULAS)
def test_the_edge_of_the_largest_formula_is_followed(player: str) -> None:
    searcher = new_searcher(player, Havannah(4), memory=4)
    checked = 0
    for _ in range(250):
        rows, parent = edges(searcher), int(searcher.root.visits)
        is_known = rows["visits"].min() > 0 or ("rave(" in player and rows["rave_visits"].min() > 0.5)
        values = [FORMULAS[player](row, parent, searcher.workers[0]) for row in rows] if is_known else []
        searcher.run(1)
        if values:
            assert values[int(searcher.workers[0].path.edges[0])] >= max(values) - 1e-5
            checked += 1
    assert checked > 150


def test_with_a_bandit_every_move_is_tried_before_any_is_tried_again() -> None:
    for player in ("uct", "hoeffding+rave", "bernstein", "uct+rave+history"):
        assert {row.visits for row in search(player, Havannah(4), 37).root_moves()} == {1}
    assert len({row.visits for row in search("rave", Havannah(4), 37).root_moves()}) > 1


def test_first_play_urgency_is_what_an_untried_move_is_worth() -> None:
    searcher = new_searcher("uct(c=0)+fpu(value=0.45)", Havannah(4))
    for _ in range(200):
        rows = edges(searcher)
        searcher.run(1)
        number = int(searcher.workers[0].path.edges[0])
        values = [mean(row) if row["visits"] else 0.45 for row in rows]
        assert values[number] >= max(values) - 1e-6
    assert 0 < int((edges(searcher)["visits"] == 0).sum()) < 37


def test_an_untried_move_that_is_worth_little_is_never_tried() -> None:
    rows = edges(search("uct+fpu(value=-1)", Havannah(4), 100))
    assert sorted(rows["visits"])[-2:] == [0, 100]


def test_rave_without_a_share_is_no_rave() -> None:
    without, with_it = (table(search(player, Havannah(4), 300)) for player in ("uct", "uct+rave(r=0)"))
    assert [row[:3] for row in without] == [row[:3] for row in with_it]


def test_the_playout_policy_picks_the_child_of_a_node_with_few_visits() -> None:
    visits = [row.visits for row in search("uct(c=0)+policy_first(visits=100000)", Havannah(4), 3700).root_moves()]
    chi_square = sum((count - 100) ** 2 / 100 for count in visits)
    assert chi_square < 36 + 4 * math.sqrt(72)
    assert max(row.visits for row in search("uct(c=0)+policy_first(visits=0)", Havannah(4), 3700).root_moves()) > 500


def test_the_playout_policy_may_count_prior_visits() -> None:
    for count, visits in (("simulations", 30), ("all", 70)):
        searcher = search(f"uct+policy_first(visits=50,count={count})+prior(joint_neighbour)", Havannah(4), 30)
        assert counted_visits(searcher.blocks, searcher.root, searcher.workers[0].settings) == visits


def test_with_signed_results_priors_are_signed_too() -> None:
    position = Havannah(4, moves="d4")
    position.play("a1")
    priors = {}
    for results in ("plain", "signed"):
        rows = edges(new_searcher(f"uct(results={results})+prior(joint_neighbour)", position))
        priors[results] = dict(
            zip(rows["move"], zip(rows["prior_wins"], rows["prior_visits"], strict=True), strict=True)
        )
    for move, (wins, visits) in priors["plain"].items():
        assert priors["signed"][move] == ((wins + visits) / 2, visits)
    assert {wins for wins, _ in priors["signed"].values()} == {40, 35, 22.5}


def test_a_new_tree_can_be_started_at_every_move_of_the_game() -> None:
    for player, is_kept in (("uct", True), ("uct+new_tree", False)):
        position = Havannah(3)
        searcher = search(player, position, 500)
        searcher.set_position(position)
        assert searcher.root.visits == 500, "nothing was played"
        position.play(searcher.root_moves()[0].move)
        searcher.set_position(position)
        assert (searcher.root.visits > 0) == is_kept


def test_the_rules_of_playouts_pick_the_child_where_they_have_a_move() -> None:
    replies = search("uct+policy_first(visits=1000)+lgr1", Havannah(4, moves="d4"), 400)
    worker, code = replies.workers[0], Havannah(4).move_code
    worker.tables.replies1[1, code("d4")] = code("e5") + 1
    copy_position(worker.position, worker.root, worker.board)
    worker.line.moves[0], worker.line.ply, worker.path.depth = code("d4"), 1, 0
    root = replies.root
    chosen = {int(edge_by_playout_rules(replies.blocks, root, worker)) for _ in range(20)}
    assert edges(replies)["move"][list(chosen)].tolist() == [code("e5")]
    worker.tables.replies1[1, code("d4")] = code("d4") + 1  # taken: left to chance
    assert len({int(edge_by_playout_rules(replies.blocks, root, worker)) for _ in range(50)}) > 10


def test_a_flat_search_tries_all_moves_in_turn_and_makes_no_tree() -> None:
    searcher = search("flat_monte_carlo", Havannah(4), 370)
    assert {row.visits for row in searcher.root_moves()} == {10}
    assert not edges(searcher)["child"].any()


# --- progressive widening ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("q", "p"), [(1, 0.7), (1, 0.8), (1, 0.9), (4, 0.4), (4, 0.7), (4, 0.9), (2.5, 0.5)])
def test_widening_opens_q_times_the_whole_part_of_a_power_of_the_visits(q: float, p: float) -> None:
    searcher = new_searcher(f"uct+widening(q={q},p={p})", Havannah(8))
    settings, node = searcher.workers[0].settings, searcher.root
    for visits in (0, 1, 2, 3, 7, 10, 50, 100, 500):
        node.visits = visits
        power = math.floor(float(visits) ** float(np.float32(p)))
        assert int(num_open_edges(node, settings)) == min(max(1, int(q * power)), 169)


def test_only_open_moves_are_followed() -> None:
    searcher = new_searcher("uct+widening(q=1,p=0.5)", Havannah(5))
    for simulation in range(200):
        searcher.run(1)
        assert int(searcher.workers[0].path.edges[0]) < max(1, math.floor(math.sqrt(simulation)))


@pytest.mark.parametrize("knowledge", ["prior", "bias", "prior(combination)+bias(contact=0.5)"])
def test_moves_open_in_the_order_of_what_is_known_of_them(knowledge: str) -> None:
    position = Havannah(5, moves="e5 c3 f6 d4")
    rows = edges(new_searcher(f"uct+widening+{knowledge}", position))
    start = rows["prior_wins"] / np.maximum(rows["prior_visits"], 1) + rows["bonus"]
    assert (np.diff(start) <= 1e-6).all()
    assert start[0] > start[-1]
    plain = edges(new_searcher(f"uct+{knowledge}", position))
    assert sorted(rows["move"]) == sorted(plain["move"])
    known = {row["move"]: (row["prior_wins"], row["prior_visits"], row["bonus"]) for row in plain}
    assert all(known[row["move"]] == (row["prior_wins"], row["prior_visits"], row["bonus"]) for row in rows)


def test_moves_of_which_nothing_is_known_open_in_any_order() -> None:
    orders = {tuple(edges(new_searcher("uct+widening", Havannah(4), seed=seed))["move"][:3]) for seed in range(6)}
    assert len(orders) == 6


# --- tables of the tree in playouts -----------------------------------------------------------------------------------


def test_the_pool_holds_the_moves_of_the_best_rave_values() -> None:
    searcher = search("rave+pool_rave(p=1,size=5,visits=50)", Havannah(4), 500)
    worker = searcher.workers[0]
    worker.path.depth, worker.path.nodes[0] = 1, int(searcher.tree.root)
    fill_pools(searcher.nodes, searcher.blocks, worker)
    rows = edges(searcher)
    ranking = rows["move"][np.argsort(-rows["rave_wins"] / rows["rave_visits"], kind="stable")]
    assert worker.rave.pool[0, :5].tolist() == ranking[:5].tolist()
    assert worker.rave.pool_sizes.tolist() == [5, 0]  # White is to move at the root; the path has no node of Black's


def test_the_pool_comes_from_the_last_node_with_enough_visits() -> None:
    searcher = search("rave+pool_rave(p=1,size=5,visits=50)", Havannah(4), 500)
    worker = searcher.workers[0]
    fill_pools(searcher.nodes, searcher.blocks, worker)
    path = [int(worker.path.nodes[depth]) for depth in range(int(worker.path.depth))]
    for player in (0, 1):
        able = [index for index in path if int(searcher.nodes[index].to_move) == player]
        able = [index for index in able if int(searcher.nodes[index].visits) >= 50]
        assert bool(able) == bool(worker.rave.pool_sizes[player])
        if able:
            rows = edges(searcher, able[-1])
            assert set(worker.rave.pool[player, : int(worker.rave.pool_sizes[player])].tolist()) <= set(
                rows["move"].tolist()
            )


def test_playouts_play_legal_moves_of_the_pool_only() -> None:
    searcher = search("rave+pool_rave(p=1,size=5,visits=50)", Havannah(4), 500)
    worker = searcher.workers[0]
    position = Havannah(4, moves="d4 c3")
    worker.position = position.struct
    pool = [position.move_code(move) for move in ("d4", "a1", "g7")]  # d4 is taken
    worker.rave.pool[0, :3], worker.rave.pool_sizes[0] = pool, 3
    drawn = Counter(int(pool_move(worker)) for _ in range(3000))
    assert set(drawn) == {int(worker.no_move), *pool[1:]}
    assert all(850 < count < 1150 for count in drawn.values())
    worker.settings.pool_p = 0.25
    drawn = Counter(int(pool_move(worker)) for _ in range(3000))
    assert 2350 < drawn[int(worker.no_move)] < 2650


def test_rave_playouts_play_the_best_legal_move_of_the_pool() -> None:
    searcher = search("rave+rave_playout(epsilon=0.25,visits=50)", Havannah(4), 500)
    worker = searcher.workers[0]
    position = Havannah(4, moves="d4 c3")
    worker.position = position.struct
    pool = [position.move_code(move) for move in ("d4", "a1", "g7")]  # d4 is taken
    worker.rave.pool[0, :3], worker.rave.pool_sizes[0] = pool, 3
    drawn = Counter(int(pool_move(worker)) for _ in range(3000))
    assert set(drawn) == {int(worker.no_move), pool[1]}
    assert 650 < drawn[int(worker.no_move)] < 850


@pytest.mark.parametrize("most", [1, 3, 640])
def test_killer_rave_counts_the_first_decisive_moves_of_a_playout(most: int) -> None:
    searcher = new_searcher(f"rave+killer_rave(moves={most})+decisive(c=1)", Havannah(4))
    worker = searcher.workers[0]
    for _ in range(100):
        before = edges(searcher)["rave_visits"].sum()
        searcher.run(1)
        start, end = int(worker.path.depth), int(worker.line.ply)
        decisive = [ply for ply in range(start, end) if worker.line.decisive[ply]]
        assert worker.line.decisive[end - 1] or int(worker.position.ending) == 0, "the winning move decides"
        credited = [ply for ply in (*range(start), *decisive[:most]) if ply % 2 == 0]
        assert edges(searcher)["rave_visits"].sum() - before == pytest.approx(len(credited), abs=1e-2)


def test_killer_rave_sees_the_winning_move_of_uniform_playouts() -> None:
    searcher = search("rave+killer_rave", Havannah(4), 300)
    assert edges(searcher)["rave_visits"].sum() > 300 + 100  # the moves of the tree, and White's winning ones


def test_a_new_node_inherits_rave_values_from_two_plies_up() -> None:
    searcher = search("rave+inherit(visits=30)+expand(visits=20)", Havannah(4), 3000)
    grandchild = 0
    for row in edges(searcher):
        for reply in edges(searcher, int(row["child"])) if row["child"] else ():
            grandchild = int(reply["child"]) or grandchild
    assert grandchild
    rows = edges(searcher, grandchild)
    assert rows["rave_visits"].min() >= 30
    assert np.all(rows["rave_wins"] <= rows["rave_visits"] * (1 + 1e-5))


# --- the choice in the end --------------------------------------------------------------------------------------------


def root_move(move: str, visits: int, value: float, proof: str | None = None, length: int = 0) -> RootMove:
    return RootMove(move, visits, value, None, 0.0, proof, length)


ROOT = [root_move("a1", 100, 0.50), root_move("b1", 60, 0.90), root_move("c1", 2, 1.0), root_move("d1", 90, 0.61)]


@pytest.mark.parametrize(("by", "move"), [("visits", "a1"), ("value", "c1"), ("wins", "d1"), ("secure", "b1")])
def test_the_final_move_has_most_of_what_the_player_looks_at(by: str, move: str) -> None:
    assert choose_move(ROOT, by).move == move


def test_a_proof_decides_before_any_figure() -> None:
    wins = [root_move("e1", 1, 1.0, "win", 5), root_move("f1", 1, 1.0, "win", 3)]
    losses = [root_move("g1", 900, 0.0, "loss", 4), root_move("h1", 5, 0.0, "loss", 8)]
    draw = root_move("i1", 1, 0.5, "draw", 9)
    assert choose_move(ROOT + losses + wins).move == "f1"
    assert choose_move(ROOT + losses).move == "a1"
    assert choose_move(losses).move == "h1"
    assert choose_move([*losses, draw]).move == "i1"
    assert choose_move([root_move("a1", 500, 0.3), draw]).move == "i1"
    assert choose_move([root_move("a1", 500, 0.6), draw]).move == "a1"


@pytest.mark.parametrize("by", ["visits", "value", "wins", "secure"])
def test_the_engine_chooses_as_the_player_says(by: str) -> None:
    thought = Engine(f"uct+final(by={by})", seed=3).decide(Havannah(4), Limit(simulations=300))
    assert thought.move == choose_move(thought.moves, by).move


def test_a_cap_ends_the_search_early() -> None:
    assert Engine("uct+cap(simulations=70)").decide(Havannah(4), Limit(simulations=300)).simulations == 70
    assert Engine("uct+cap(simulations=70)").decide(Havannah(4), Limit(simulations=30)).simulations == 30


def test_a_soft_choice_does_not_fall_for_a_move_that_was_lucky_once() -> None:
    rows = [RootMove("a1", 1, 1.0, None, 0.0, None, 0), RootMove("d4", 100, 0.6, None, 0.0, None, 0)]
    assert {sample_move(rows, 0.01, Random(seed)).move for seed in range(20)} == {"d4"}
    assert {sample_move(rows, 1.0, Random(seed)).move for seed in range(20)} == {"a1", "d4"}


def test_a_temperature_plays_other_moves_too() -> None:
    moves = {
        Engine("uct+final(temperature=0.5)", seed=seed).decide(Havannah(4), Limit(simulations=100)).move
        for seed in range(10)
    }
    assert len(moves) > 3
