"""The tree: what holds after any search, when it is full, and when the game goes on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.searching import PLAYERS, SOLVING, edges, new_searcher, root_edge, search, table, whole_tree
from support.soundness import check_tree

from malecon import BLACK, WHITE, Havannah
from malecon.search.mcts import prune as pruning
from malecon.search.mcts import select
from malecon.search.mcts.tree import BLOCK, EDGE, LANES, LOST, NODE, TREE, num_blocks, num_nodes
from malecon.search.settings import settings_type

MILLION = 1_000_000
MIDDLE_GAME = "d4 c3 e5 d3 c5 e4"  # base 4


# --- what holds after any search --------------------------------------------------------------------------------------


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
    assert np.array_equal(rows["visits"], searcher.nodes["visits"][rows["child"]] + 1)


def test_a_child_is_made_at_the_visit_that_expand_names() -> None:
    searcher = search("uct+expand(visits=7)", Havannah(4), 800)
    _, rows = whole_tree(searcher)
    assert rows["visits"][rows["child"] == 0].max() == 6
    rows = rows[rows["child"] != 0]
    assert len(rows) > 20
    assert np.array_equal(rows["visits"], searcher.nodes["visits"][rows["child"]] + 7)


def test_several_playouts_a_leaf_are_as_many_visits() -> None:
    searcher = search("uct+playouts(n=5)", Havannah(4), 100)
    assert int(searcher.root.visits) == 500
    assert all(row.visits % 5 == 0 for row in searcher.root_moves())


def test_a_move_was_played_in_its_own_simulations_at_least() -> None:
    searcher = search("rave(r=50)", Havannah(5), 2000)
    assert np.all(edges(searcher)["rave_visits"] >= edges(searcher)["visits"])


def test_results_are_seen_by_the_side_to_move() -> None:
    for white, black, colour in (("a1 b1 c1", "d4 e5 f6", "white"), ("d4 e5 f6", "a1 b1 c1", "black")):
        for to_move in (WHITE, BLACK):  # d1 makes a bridge for one side
            position = Havannah.from_stones(4, white.split(), black.split(), to_move)
            good = colour == str(to_move).lower()
            rows = {row.move: row for row in search("rave(r=50)+expand(visits=1000)", position, 2000).root_moves()}
            assert (rows["d1"].value == 1.0) == good
            value = sum(row.value * row.visits for row in rows.values()) / 2000
            assert (value > 0.8) == good
            assert rows["d1"].visits == max(row.visits for row in rows.values())


def test_every_rave_visit_is_a_stone_of_the_side_to_move() -> None:
    searcher = new_searcher("rave", Havannah(5))
    stones = 0
    for _ in range(200):
        searcher.run(1)
        stones += (int(searcher.workers[0].line.ply) + 1) // 2
    assert edges(searcher)["rave_visits"].sum() == pytest.approx(stones, rel=1e-4)


def test_rave_may_count_the_stones_of_both_players_and_every_simulation() -> None:
    for moves, share in (("own", 0.5), ("either", 1.0)):
        searcher = new_searcher(f"rave(thinning=off,moves={moves})", Havannah(3))
        stones = 0.0
        for _ in range(1500):  # thinning would begin at 1,024
            searcher.run(1)
            stones += math.ceil(share * int(searcher.workers[0].line.ply))
        assert edges(searcher)["rave_visits"].sum() == pytest.approx(stones, rel=1e-4)


def test_a_lane_without_a_move_is_never_chosen_even_if_all_moves_are_lost() -> None:
    for player in ("rave", "uct+rave", "uct+policy_first", "flat_monte_carlo"):
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


# --- long searches ----------------------------------------------------------------------------------------------------


def test_rave_values_are_halved_before_a_float_stops_counting() -> None:
    searcher = search("rave(r=50)", Havannah(4), 2000)
    block, visits = searcher.blocks[0], 4 * MILLION
    block.rave_visits[:], block.rave_wins[:] = visits, 0.25 * visits
    searcher.root.visits = (1 << 22) - 10
    searcher.run(5)
    assert block.rave_visits.min() >= visits
    searcher.run(20)
    assert visits / 2 <= block.rave_visits.min() <= block.rave_visits.max() < visits / 2 + 100
    assert block.rave_wins / block.rave_visits == pytest.approx(0.25, abs=1e-4)


def test_counts_of_history_stop_before_a_float_does() -> None:
    searcher = search("uct+history", Havannah(4), 100)
    memory = searcher.workers[0].tables
    memory.history_wins[:], memory.history_plays[:] = 4 * MILLION, 16 * MILLION
    searcher.run(100)
    assert (float(memory.history_wins.max()), float(memory.history_plays.max())) == (4 * MILLION, 16 * MILLION)


def test_a_root_that_can_count_no_more_ends_the_search() -> None:
    searcher = search("rave(r=50)", Havannah(4), 100)
    searcher.root.visits = 2000 * MILLION - 7
    assert searcher.run(1000) == 7
    assert searcher.run(1000) == 0


# --- records ----------------------------------------------------------------------------------------------------------


def test_no_struct_field_hides_an_attribute_of_numpy() -> None:
    position = Havannah(4)
    worker = new_searcher("rave", position, memory=2).workers.dtype
    for kind in (
        NODE,
        EDGE,
        BLOCK,
        TREE,
        settings_type("havannah"),
        worker,
        *(worker[name] for name in worker.names if worker[name].names),
    ):
        clashes = [name for name in kind.names or () if hasattr(np.record, name)]
        assert not clashes, f"uncompiled kernels would read NumPy's own attribute: {clashes}"


def test_the_size_of_a_node_is_as_documented() -> None:
    assert (NODE.itemsize, EDGE.itemsize, BLOCK.itemsize) == (24, 32, LANES * (6 * 4 + 32))


# --- making room ------------------------------------------------------------------------------------------------------


def test_pruning_leaves_the_root_table_as_it_is() -> None:
    searcher = search("rave(r=50)+mcts_solver", Havannah(4), 3000)
    before, size = table(searcher), check_tree(searcher)
    searcher.tree.max_blocks = int(num_blocks(searcher.tree)) + 1
    pruning.prune(searcher.nodes, searcher.blocks, searcher.trees)
    assert table(searcher) == before
    assert 1 < check_tree(searcher) <= size / 2 + 1
    assert int(num_blocks(searcher.tree)) <= searcher.tree.max_blocks * 0.6


def test_pruning_keeps_the_most_visited_nodes() -> None:
    searcher = search("uct", Havannah(4), 3000)
    visits = sorted(searcher.nodes["visits"][whole_tree(searcher)[0]])
    searcher.tree.max_blocks = int(num_blocks(searcher.tree)) + 1
    pruning.prune(searcher.nodes, searcher.blocks, searcher.trees)
    kept = sorted(searcher.nodes["visits"][whole_tree(searcher)[0]])
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
    values = [each.root_moves()[0].value for each in (searcher, roomy)]
    assert values[0] == pytest.approx(values[1], abs=0.05)


def test_a_full_tree_finds_its_proof_all_the_same() -> None:
    position = Havannah(3, moves="a1 c3")
    searcher = new_searcher("rave(r=50)+mcts_solver", position, memory=1)
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
    before, replies = table(searcher), searcher.workers[0].tables.ngrams1.sum()
    searcher.set_position(position.copy())
    assert table(searcher) == before
    assert searcher.workers[0].tables.ngrams1.sum() == replies != 0


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
    memory = searcher.workers[0].tables
    assert not any(bytes(memory[name]).strip(b"\0") for name in memory.dtype.names)


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


@pytest.mark.parametrize("fades", [(1000.0, 20.0), (20.0, 1000.0)])
def test_each_of_two_bonus_techniques_fades_by_itself(fades: tuple[float, float]) -> None:
    searcher = search(f"uct+bias(fade={fades[0]})+policy(fade={fades[1]})", Havannah(4, moves="d4 c3"), 400)
    blocks = searcher.blocks[int(searcher.root.first_block) : int(searcher.root.first_block) + 2]
    rows, count = blocks["edges"].ravel(), int(searcher.root.num_edges)
    bonuses = np.array([rows["bonus"], blocks["second_bonuses"].ravel()])[:, :count]
    visits = rows["visits"][:count]
    expected = rows["wins"][:count] / visits + sum(
        bonus * fade / (fade + visits) for bonus, fade in zip(bonuses, fades, strict=True)
    )
    assert (visits > 0).all()
    assert (bonuses != 0).any(axis=1).all()
    assert blocks["bases"].ravel()[:count] == pytest.approx(expected, abs=1e-5)
