"""From one run to the next: the same seed, the same search, compiled or not; and two threads on one tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support import PROJECT, search_probe
from support.searching import PLAYERS, SOLVING, new_searcher, search, table
from support.soundness import check_tree

from malecon import Havannah
from malecon.search.mcts.tree import num_blocks, num_nodes

SUPPORT = PROJECT / "tests" / "support"


@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_seed_gives_the_same_search_and_another_seed_another(player: str) -> None:
    tables = [table(search(player, Havannah(5), 300, seed)) for seed in (1, 1, 2)]
    assert tables[0] == tables[1] != tables[2]


@pytest.mark.slow
def test_uncompiled_code_gives_exactly_the_same_search() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error::RuntimeWarning", str(SUPPORT / "search_probe.py")]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    plain = json.loads(result.stdout)
    for player, rows in search_probe.tables().items():
        for uncompiled, compiled in zip(plain[player], rows, strict=True):  # exp and log may differ in the last bit
            for one, other in zip(uncompiled, compiled, strict=True):
                assert one == (pytest.approx(other, abs=1e-5) if isinstance(other, float) else other), player


# --- threads ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("player", ["rave(r=50)", SOLVING, "uct+lgrf2+ngram1+mate+mcts_solver"])
def test_two_threads_on_one_tree_keep_it_sound(player: str) -> None:
    searcher = new_searcher(player, Havannah(4), threads=2)
    run = searcher.run(5000)
    assert run >= 5000 or searcher.proof
    assert check_tree(searcher, exact=False) == int(num_nodes(searcher.tree)) - 1, "two threads made the same node"
    assert sum(row.visits for row in searcher.root_moves()) == run


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
