"""The net in the search: bonuses, corrections, threads, and uncompiled kernels."""

from __future__ import annotations

import numpy as np
import pytest

from malecon import Engine, Havannah, Limit
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.mcts.leaf_eval import corrected
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.net_eval import net_opinion

PLAYER = "rave(r=500)+net(weight=0.1)+leaf_eval(share=0.5)+expand(visits=2)+mcts_solver+threats"
MOVES = "c3 e5 d4 c5"


def searcher(text: str, position: Havannah, threads: int = 1) -> MctsSearcher:
    texts = preset_texts("havannah", position.size)
    return MctsSearcher(position, parse_player(text, texts).techniques(texts), 20 << 20, seed=1, threads=threads)


def test_root_moves_get_the_policy_as_a_bonus() -> None:
    position = Havannah(4)
    policy = net_opinion(position).policy
    average = 1 / len(policy)
    for row in searcher(PLAYER, position).root_moves():
        expected = 0.1 * max(np.log(policy[row.move] / average), -5)
        assert row.prior == pytest.approx(expected, abs=1e-4)


def test_a_correction_moves_a_chance() -> None:
    half, none = np.float32(0.5), np.float32(0)
    assert corrected(half, none) == pytest.approx(0.5)
    assert corrected(half, np.float32(np.log(3))) == pytest.approx(0.75)
    assert corrected(np.float32(0.75), np.float32(-np.log(3))) == pytest.approx(0.5)


def test_new_nodes_store_what_the_net_adds_to_the_static_evaluation() -> None:
    search = searcher(PLAYER, Havannah(5, moves=MOVES))
    search.run(500)
    corrections = search.nodes["correction"][1 : int(search.tree.counter) >> 32]
    assert np.isfinite(corrections).all()
    assert len(np.unique(corrections)) > 10


def test_without_its_value_the_net_corrects_nothing() -> None:
    search = searcher(PLAYER.replace("weight=0.1", "weight=0.1,value=0"), Havannah(5, moves=MOVES))
    search.run(300)
    assert not search.nodes["correction"].any()


def test_the_same_seed_gives_the_same_tree() -> None:
    found = [searcher(PLAYER, Havannah(5, moves=MOVES)) for _ in range(2)]
    for search in found:
        search.run(1000)
    assert found[0].root_moves() == found[1].root_moves()


def test_two_threads_share_one_net() -> None:
    search = searcher(PLAYER, Havannah(5, moves=MOVES), threads=2)
    assert search.run(2000) >= 2000
    assert sum(row.visits for row in search.root_moves()) >= 2000


def test_the_engine_wins_a_won_position() -> None:
    position = Havannah(4, moves="a1 d7 b1 e7 c1 f7")
    assert Engine(PLAYER).decide(position, Limit(simulations=200)).move == "d1"


def test_opinions_turn_with_the_board() -> None:
    position = Havannah(5, moves=MOVES)
    turned = position.symmetric(1)
    one, other = net_opinion(position), net_opinion(turned)
    assert 0 < one.chance < 1
    assert sum(one.policy.values()) == pytest.approx(1)
    assert len(other.policy) == len(one.policy)
