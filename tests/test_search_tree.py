"""The tree: what holds after any search, when it is full, when the game goes on, and from one run to the next."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import search_probe
from searching import edges, new_searcher, root_edge, search, table, whole_tree

from malecon import Havannah
from malecon.players.presets import preset_texts
from malecon.search import prune as pruning
from malecon.search import select
from malecon.search.searcher import Searcher
from malecon.search.settings import SETTINGS
from malecon.search.tree import BLOCK, DRAWN, EDGE, LANES, LOST, NODE, TREE, UNPROVED, WON, num_blocks, num_nodes

TESTS = Path(__file__).resolve().parent
SOLVING = "rave(r=50)+solver+proofs"
PLAYERS = [
    *preset_texts(),
    "uct",
    SOLVING,
    "rave+solver",
    "rave+proofs(plies=2)+solver+expand(visits=3)",
    "uct+playouts(n=3)+solver",
    "rave+playouts(n=2)+prior+bias",
    "hoeffding+rave+extended_rave+killer_rave+pool_rave(visits=5)+history+decisive",
    "bernstein+widening(q=2)+root_exploration+solver",
    "uct+fpu(value=0.6)+lgrf2+ngram2+dead_cells+solver",
]
OPPOSITE = np.array([UNPROVED, LOST, WON, DRAWN])  # by proof
MIDDLE_GAME = "d4 c3 e5 d3 c5 e4"  # base 4


# --- what holds after any search --------------------------------------------------------------------------------------


def check_tree(searcher: Searcher, *, exact: bool = True) -> int:
    """Check everything that must hold in every tree; return the number of its nodes. Threads lose a count or two."""
    found, lanes = whole_tree(searcher)
    nodes, rows = searcher.nodes[found].view(np.ndarray), lanes[lanes["exists"]]
    check_places(searcher, found, nodes, rows)
    check_figures(nodes, found, rows, slack=0 if exact else 10)
    check_children(searcher, rows, exact=exact)
    for index in found[nodes["proof"] != UNPROVED]:
        check_proof(searcher.nodes[index], rows[rows["node"] == index])
    closed = np.unique(rows["node"][rows["proof"] == WON]) if searcher.workers[0].settings.solver else []
    assert np.all(searcher.nodes.view(np.ndarray)["proof"][closed] == WON)
    check_padding(searcher, lanes[~lanes["exists"]])
    return len(found)


def check_places(searcher: Searcher, found: Any, nodes: Any, rows: Any) -> None:
    """Every node has blocks and moves of its own."""
    assert len(np.unique(found)) == len(found), "two edges lead to one node"
    assert found.min() > 0
    assert found.max() < num_nodes(searcher.tree)
    order = np.argsort(found)
    first, sizes = nodes["first_block"][order].astype(int), -(-nodes["num_edges"][order].astype(int) // LANES)
    assert np.all(first[:-1] + sizes[:-1] <= first[1:]), "two nodes share a block, or they are out of order"
    assert first[-1] + sizes[-1] <= num_blocks(searcher.tree) <= searcher.tree.max_blocks
    assert len(np.unique(rows[["node", "move"]])) == len(rows) == nodes["num_edges"].sum()


def check_figures(nodes: Any, found: Any, rows: Any, slack: float) -> None:
    """Visits add up; wins lie between none and all."""
    visits = np.zeros(found.max() + 1)
    np.add.at(visits, rows["node"], rows["visits"])
    assert np.all(np.abs(nodes["visits"] - visits[found]) <= slack * (1 + 0.01 * visits[found]))
    assert np.all(rows["wins"] >= -slack)
    assert np.all(rows["wins"] <= rows["visits"] + slack * (1 + 0.01 * rows["visits"]))
    assert np.all(rows["rave_wins"] >= 0)
    assert np.all(rows["rave_wins"] <= rows["rave_visits"] * (1 + 1e-5) + slack + 1e-3)


def check_children(searcher: Searcher, rows: Any, *, exact: bool) -> None:
    """A child is made after its node, is the opponent's, has no more visits than its edge, and proves its edge."""
    rows = rows[rows["child"] != 0]
    nodes = searcher.nodes.view(np.ndarray)
    children, parents = nodes[rows["child"]], nodes[rows["node"]]
    assert np.all(rows["child"] > rows["node"])
    assert np.all(children["to_move"] != parents["to_move"])
    assert np.all(children["visits"] <= rows["visits"] + (0 if exact else 10))
    proved = children["proof"] != UNPROVED
    assert np.array_equal(OPPOSITE[children["proof"][proved]], rows["proof"][proved])
    assert not exact or np.array_equal(children["length"][proved] + 1, rows["length"][proved])


def check_proof(node: Any, rows: Any) -> None:
    """A node's proof is exactly what its edges say: the shortest win, else the longest draw or loss."""
    lengths = {proof: rows["length"][rows["proof"] == proof] for proof in (UNPROVED, WON, LOST, DRAWN)}
    assert len(lengths[WON]) or not len(lengths[UNPROVED])
    expected = WON if len(lengths[WON]) else DRAWN if len(lengths[DRAWN]) else LOST
    length = lengths[expected].min() if expected == WON else lengths[expected].max()
    assert (int(node.proof), int(node.length)) == (expected, length)


def check_padding(searcher: Searcher, lanes: Any) -> None:
    """Lanes without a move know nothing and are worth less than any move."""
    assert np.all(lanes["move"] == int(searcher.workers[0].no_move))
    assert not any(lanes[name].any() for name in ("visits", "wins", "child", "share"))
    assert np.all(lanes["rave_visits"] < 1) or searcher.workers[0].settings.inherit
    assert np.all(lanes["base"] < -1000)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_tree_is_sound_after_a_search(player: str) -> None:
    for position in (Havannah(5), Havannah(4, moves=MIDDLE_GAME), Havannah(3, moves="b2 d4 c2")):
        searcher = search(player, position, 700)
        assert check_tree(searcher) >= 1
        assert int(searcher.root.visits) <= 700 * 3


def test_every_simulation_is_one_visit_of_the_root_and_of_the_edges_it_follows() -> None:
    searcher = search("uct", Havannah(4), 500)
    assert int(searcher.root.visits) == 500
    _, rows = whole_tree(searcher)
    rows = rows[rows["child"] != 0]  # the visit that made the child went through the edge, but not through the child
    assert len(rows) > 100
    assert np.array_equal(rows["visits"], searcher.nodes.visits[rows["child"]] + 1)


def test_a_child_is_made_at_the_visit_that_expand_names() -> None:
    searcher = search("uct+expand(visits=7)", Havannah(4), 800)
    _, rows = whole_tree(searcher)
    assert rows["visits"][rows["child"] == 0].max() == 6
    rows = rows[rows["child"] != 0]
    assert len(rows) > 20
    assert np.array_equal(rows["visits"], searcher.nodes.visits[rows["child"]] + 7)


def test_several_playouts_a_leaf_are_as_many_visits() -> None:
    searcher = search("uct+playouts(n=5)", Havannah(4), 100)
    assert int(searcher.root.visits) == 500
    assert all(row.visits % 5 == 0 for row in searcher.root_moves())


def test_a_move_was_played_in_its_own_simulations_at_least() -> None:
    searcher = search("rave(r=50)", Havannah(5), 2000)
    assert np.all(edges(searcher)["rave_visits"] >= edges(searcher)["visits"])


def test_every_rave_visit_is_a_stone_of_the_side_to_move() -> None:
    searcher = new_searcher("rave", Havannah(5))
    stones = 0
    for _ in range(200):
        searcher.run(1)
        stones += (int(searcher.workers[0].ply) + 1) // 2
    assert edges(searcher)["rave_visits"].sum() == pytest.approx(stones, rel=1e-4)


def test_a_lane_without_a_move_is_never_chosen_even_if_all_moves_are_lost() -> None:
    for player in ("rave", "uct+rave", "uct+policy_first", "flat_search"):
        searcher = search(player, Havannah(4), 50)
        node = searcher.root
        for number in range(int(node.num_edges)):
            block = searcher.blocks[int(node.first_block) + number // LANES]
            block.edges[number % LANES].proof = LOST
            select.refresh_edge(block, number % LANES, searcher.workers[0].settings)
        for _ in range(50):
            assert int(select.select_edge(searcher.blocks, node, searcher.workers[0])) < int(node.num_edges)


def test_a_swap_or_a_resignation_before_the_search_does_not_trouble_it() -> None:
    position = Havannah(4, swap_rule=True, moves="b2")
    searcher = new_searcher("rave", position)
    searcher.run(50)
    position.swap()
    searcher.set_position(position)
    searcher.run(50)
    position.play("d4")
    position.play("e4")
    searcher.set_position(position)
    searcher.run(50)
    assert check_tree(searcher)
    assert {row.move for row in searcher.root_moves()} == set(position.legal_moves)


# --- records ----------------------------------------------------------------------------------------------------------


def test_no_field_of_a_record_has_a_name_that_numpy_uses_itself() -> None:
    position = Havannah(4)
    worker = new_searcher("rave", position, memory=2).workers.dtype
    for kind in (NODE, EDGE, BLOCK, TREE, SETTINGS, worker, worker["memory"], worker["scratch"], worker["position"]):
        clashes = [name for name in kind.names or () if hasattr(np.record, name)]
        assert not clashes, f"uncompiled kernels would read NumPy's own attribute: {clashes}"


def test_what_a_node_takes_is_stated_and_no_more() -> None:
    assert (NODE.itemsize, EDGE.itemsize, BLOCK.itemsize) == (16, 32, LANES * (5 * 4 + 32))


# --- making room ------------------------------------------------------------------------------------------------------


def test_pruning_leaves_the_root_table_as_it_is() -> None:
    searcher = search("rave(r=50)+solver", Havannah(4), 3000)
    before, size = table(searcher), check_tree(searcher)
    searcher.tree.max_blocks = int(num_blocks(searcher.tree)) + 1
    pruning.prune(searcher.nodes, searcher.blocks, searcher.trees)
    assert table(searcher) == before
    assert 1 < check_tree(searcher) <= size / 2 + 1
    assert int(num_blocks(searcher.tree)) <= searcher.tree.max_blocks * 0.6


def test_pruning_keeps_the_most_visited_nodes() -> None:
    searcher = search("uct", Havannah(4), 3000)
    visits = sorted(searcher.nodes.visits[whole_tree(searcher)[0]])
    searcher.tree.max_blocks = int(num_blocks(searcher.tree)) + 1
    pruning.prune(searcher.nodes, searcher.blocks, searcher.trees)
    kept = sorted(searcher.nodes.visits[whole_tree(searcher)[0]])
    assert kept == visits[-len(kept) :]


def test_pruning_forgets_what_lies_beside_the_root_first() -> None:
    position = Havannah(4)
    searcher = search("rave(r=50)", position, 3000)
    position.play(searcher.root_moves()[0].move)
    searcher.set_position(position)
    before, below = table(searcher), len(whole_tree(searcher)[0])
    pruning.prune(searcher.nodes, searcher.blocks, searcher.trees)  # the tree is far from full: the rest stays
    assert table(searcher) == before
    assert check_tree(searcher) == below == int(num_nodes(searcher.tree)) - 1
    assert int(searcher.tree.root) == 1


@pytest.mark.parametrize("player", ["rave(r=50)", "uct(c=0.4)+expand(visits=2)", SOLVING])
def test_a_search_in_little_memory_stays_within_it_and_goes_on_well(player: str) -> None:
    position = Havannah(5)
    searcher = new_searcher(player, position, memory=1)
    room = int(searcher.tree.max_blocks)
    prunings, before = 0, 0
    for _ in range(40):
        searcher.run(500)
        count = int(num_nodes(searcher.tree))
        prunings += count < before
        before = count
        assert int(num_blocks(searcher.tree)) <= room == len(searcher.blocks)
    assert prunings >= 3
    assert int(searcher.root.visits) == 20000
    check_tree(searcher)
    roomy = search(player, position, 20000)
    best = {row.move for row in roomy.root_moves()[:15]}
    assert searcher.root_moves()[0].move in best


def test_a_full_tree_finds_its_proof_all_the_same() -> None:
    position = Havannah(3, moves="a1 c3")
    searcher = new_searcher("rave(r=50)+solver", position, memory=1)
    searcher.run(200_000)
    assert searcher.proof == "win"
    check_tree(searcher)


def test_the_same_simulations_give_the_same_search_however_they_are_batched() -> None:
    tables = []
    for batch in (10_000, 37):
        searcher = new_searcher("uct(c=0.4)", Havannah(5), memory=1)
        for start in range(0, 10_000, batch):
            searcher.run(min(batch, 10_000 - start))
        tables.append(table(searcher))
    assert tables[0] == tables[1]


# --- when the game goes on --------------------------------------------------------------------------------------------


def test_the_tree_is_kept_between_moves() -> None:
    position = Havannah(4)
    searcher = search("rave(r=50)", position, 2000)
    first = searcher.root_moves()[0].move
    visits = int(root_edge(searcher, first)["visits"])
    position.play(first)
    searcher.set_position(position)
    assert int(searcher.root.visits) == visits - 1  # the visit that made the node did not pass it
    assert sum(row.visits for row in searcher.root_moves()) == visits - 1
    searcher.run(100)
    assert int(searcher.root.visits) == visits + 99
    check_tree(searcher)


def test_two_moves_at_once_are_followed_too() -> None:
    position = Havannah(4)
    searcher = search("rave(r=50)", position, 3000)
    line = searcher.line(searcher.root_moves()[0].move)
    position.play_all(line[:2])
    searcher.set_position(position)
    assert int(searcher.root.visits) > 10
    assert set(line[:2]).isdisjoint(row.move for row in searcher.root_moves())
    check_tree(searcher)


def test_the_same_position_again_goes_on_with_all_that_is_known() -> None:
    position = Havannah(4)
    searcher = search("rave(r=50)+lgrf2+ngram2", position, 500)
    before, replies = table(searcher), searcher.workers[0].memory.plays1.sum()
    searcher.set_position(position.copy())
    assert table(searcher) == before
    assert searcher.workers[0].memory.plays1.sum() == replies > 0


@pytest.mark.parametrize("change", ["undo", "another game", "another past"])
def test_another_position_starts_anew(change: str) -> None:
    position = Havannah(4, moves="d4 c3")
    searcher = search("rave(r=50)+lgrf2+ngram2+history", position, 500)
    if change == "undo":
        position.undo()
    elif change == "another game":
        position = Havannah(4, moves="a1 b2 d4")
    else:
        position = Havannah.from_stones(4, ["d4"], ["c3"])
    searcher.set_position(position)
    assert int(searcher.root.visits) == 0
    assert {row.move for row in searcher.root_moves()} == set(position.legal_moves)
    memory = searcher.workers[0].memory
    assert not any(memory[name].any() for name in memory.dtype.names)


def test_a_move_that_the_tree_does_not_hold_starts_anew() -> None:
    position = Havannah(4)
    searcher = search("rave(r=50)+expand(visits=1000)", position, 300)
    position.play("d4")
    searcher.set_position(position)
    assert int(searcher.root.visits) == 0
    check_tree(searcher)


def test_a_proof_is_kept_when_the_game_goes_on() -> None:
    position = Havannah(3, moves="a1 c3")
    searcher = search(SOLVING, position, 20_000)
    assert searcher.proof == "win"
    while not position.is_over:
        wins = [row for row in searcher.root_moves() if row.proof == "win"]
        position.play(min(wins, key=lambda row: row.length).move)
        if position.is_over:
            break
        position.play(position.legal_moves[0])
        searcher.set_position(position)
        searcher.run(2000)
        assert searcher.proof == "win"
    assert str(position.outcome.winner) == "White"


def test_continues_means_played_on_from_there() -> None:
    early = Havannah(4, moves="d4 c3")
    late = Havannah(4, moves="d4 c3 e5")
    assert late.continues(early)
    assert early.continues(early.copy())
    assert not early.continues(late)
    assert not Havannah(4, moves="c3 d4 e5").continues(early)
    assert not Havannah(5, moves="d4 c3 e5").continues(early)
    assert not Havannah.from_stones(4, ["d4"], ["c3"]).continues(early)


# --- from one run to the next -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_seed_gives_the_same_search_and_another_seed_another(player: str) -> None:
    tables = [table(search(player, Havannah(5), 300, seed)) for seed in (1, 1, 2)]
    assert tables[0] == tables[1] != tables[2]


def test_uncompiled_code_gives_exactly_the_same_search() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", str(TESTS / "search_probe.py")]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    plain = json.loads(result.stdout)
    for player, rows in search_probe.tables().items():
        assert plain[player] == json.loads(json.dumps(rows)), player


# --- threads ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["rave(r=50)", SOLVING, "uct+lgrf2+ngram1+mate+solver"])
def test_two_threads_on_one_tree_keep_it_sound(player: str) -> None:
    searcher = new_searcher(player, Havannah(4), threads=2)
    run = searcher.run(5000)
    assert run >= 5000 or searcher.proof
    check_tree(searcher, exact=False)
    assert sum(row.visits for row in searcher.root_moves()) == pytest.approx(run, rel=0.02, abs=20)


def test_two_threads_in_little_memory_stay_within_it() -> None:
    searcher = new_searcher("uct(c=0.4)", Havannah(5), memory=1, threads=2)
    for _ in range(10):
        searcher.run(2000)
        assert int(num_blocks(searcher.tree)) <= len(searcher.blocks)
        check_tree(searcher, exact=False)


def test_two_threads_prove_what_one_proves() -> None:
    searcher = new_searcher(SOLVING, Havannah(3, moves="a1 c3"), threads=2)
    searcher.run(50_000)
    assert searcher.proof == "win"
    assert int(searcher.root.length) % 2 == 1
