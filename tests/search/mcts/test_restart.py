"""Restart nodes: simulations that start inside the tree, and the results that the edges above them get later."""

from __future__ import annotations

from random import Random

import pytest
from support.searching import SOLVING, new_searcher, search, table
from support.soundness import check_tree

from malecon import Havannah
from malecon.search.mcts.searcher import MctsSearcher

CAMPING = "rave(r=50)+restart(visits=16,simulations=8)"


def restart_of(searcher: MctsSearcher) -> tuple[int, int, int]:
    """Return the restart node, its depth and the number of simulations left there."""
    worker = searcher.workers[0]
    return int(worker.path.nodes[worker.restart.depth]), int(worker.restart.depth), int(worker.restart.remaining)


def test_simulations_in_a_row_go_through_the_last_node_with_enough_visits() -> None:
    searcher = search(CAMPING, Havannah(4), 500)
    stays = 0
    while stays < 20:
        searcher.run(1)
        node, depth, left = restart_of(searcher)
        if left < 7:  # a stay has begun before, or there is none
            continue
        worker, stays = searcher.workers[0], stays + 1
        path = [(int(worker.path.nodes[step]), int(worker.path.edges[step])) for step in range(depth)]
        assert depth > 0
        assert searcher.nodes[node].visits >= 16
        for left in range(6, -1, -1):
            searcher.run(1)
            assert restart_of(searcher) == (node, depth, left)
            assert [(int(worker.path.nodes[step]), int(worker.path.edges[step])) for step in range(depth)] == path


@pytest.mark.slow
def test_no_result_is_pending_between_batches() -> None:
    searcher = new_searcher(CAMPING, Havannah(4))
    random, done = Random(1), 0
    for _ in range(20):
        done += searcher.run(random.randint(1, 40))
        assert sum(row.visits for row in searcher.root_moves()) == int(searcher.root.visits) == done
        check_tree(searcher)


@pytest.mark.parametrize(
    "player", [CAMPING, f"{SOLVING}+restart(visits=16)", "malecon+restart(visits=16,simulations=16)"]
)
def test_it_is_the_same_search_in_however_many_batches(player: str) -> None:
    whole, parts, random, left = search(player, Havannah(4), 3000), new_searcher(player, Havannah(4)), Random(2), 3000
    while left > 0:
        left -= parts.run(min(left, random.randint(1, 30)))
    assert table(parts) == table(whole)


def test_a_proved_restart_node_is_left() -> None:
    searcher = new_searcher(f"{SOLVING}+restart(visits=16,simulations=64)", Havannah(3, moves="a1 c3"))
    searcher.run(50_000)
    assert searcher.proof == "win"
    check_tree(searcher)


def test_no_restart_node_outlives_a_move_or_a_pruning() -> None:
    position = Havannah(5)
    searcher = new_searcher(CAMPING.replace("stay=8", "stay=64"), position, memory=1)
    searcher.run(3000)
    for _ in range(6):
        position.play(searcher.root_moves()[0].move)
        searcher.set_position(position)
        before = int(searcher.root.visits)
        assert searcher.run(2000) == 2000
        assert int(searcher.root.visits) == before + 2000
        check_tree(searcher)


@pytest.mark.slow
def test_threads_with_restarts_keep_the_tree_sound() -> None:
    searcher = new_searcher(CAMPING, Havannah(4), threads=2)
    run = searcher.run(5_000)
    check_tree(searcher, exact=False)
    assert sum(row.visits for row in searcher.root_moves()) == run
