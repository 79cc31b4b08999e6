"""Engines on several threads: always an answer by simulations, one caller at a time, and a clean end on Ctrl-C."""

from __future__ import annotations

import multiprocessing
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from malecon import Engine, GameError, Havannah, Limit
from malecon.search.mcts import searcher as mcts_searcher

START = Havannah(4, moves="d4 c3")
QUICK = Limit(simulations=200)


def test_workers_that_start_late_still_simulate(monkeypatch: pytest.MonkeyPatch) -> None:
    run = mcts_searcher.simulate.run

    def late(*arguments: Any) -> int:
        time.sleep(0.3)  # longer than a round, as loading a kernel may take
        return int(run(*arguments))

    monkeypatch.setattr(mcts_searcher.simulate, "run", late)
    thought = Engine("uct", threads=2, memory=8).decide(START, Limit(seconds=0.01))
    assert thought.simulations > 0
    assert sum(move.visits for move in thought.moves) == thought.simulations


def test_an_engine_that_is_stopped_before_it_begins_still_simulates(monkeypatch: pytest.MonkeyPatch) -> None:
    for threads in (1, 2):
        engine = Engine("uct", threads=threads, memory=8)
        monkeypatch.setattr(engine._stopped, "clear", engine._stopped.set)
        assert engine.decide(START, Limit(seconds=10)).simulations > 0


def test_callers_on_other_threads_wait_their_turn() -> None:
    engine = Engine("uct+mcts_solver", memory=8)
    positions = [Havannah(base, moves=moves) for base in (3, 4) for moves in ("", "b2", "b2 c3")]

    def decide(position: Havannah) -> set[str]:
        return {move.move for move in engine.decide(position, QUICK).moves}

    with ThreadPoolExecutor(3) as pool:
        for position, moves in zip(positions * 4, pool.map(decide, positions * 4), strict=True):
            assert moves == set(position.legal_moves)


def test_a_second_generator_on_the_same_thread_is_an_error() -> None:
    engine = Engine("uct", memory=8)
    first = engine.think_aloud(START, Limit(seconds=10), every=0)
    next(first)
    assert engine.line("d3")[0] == "d3"
    with pytest.raises(GameError, match="already thinking"):
        engine.decide(START, QUICK)
    first.close()
    assert engine.decide(START, QUICK).simulations == 200


def test_an_interrupt_halts_the_workers_and_the_next_search_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, wait, calls = Engine("uct", threads=2, memory=8), mcts_searcher.wait, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:  # the first looks for workers of an earlier run
            raise KeyboardInterrupt
        return wait(*arguments)

    monkeypatch.setattr(mcts_searcher, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.decide(START, Limit(seconds=60))
    assert all(future.done() for future in engine._searcher._running)
    assert engine.decide(START, Limit(simulations=1000)).simulations >= 1000


def test_stop_ends_the_thinking_of_another_thread() -> None:
    for threads in (1, 2):
        engine = Engine("uct", threads=threads, memory=8)
        threading.Timer(0.2, engine.stop).start()
        assert engine.decide(START, Limit(seconds=600)).seconds < 300


def test_a_pickled_engine_is_a_new_one_with_the_same_settings() -> None:
    engine = Engine("uct+rave(r=20)", game="havannah", memory=8, seed=3)
    thought = engine.decide(START, QUICK)
    copy = pickle.loads(pickle.dumps(engine))
    assert copy.name == engine.name
    assert copy.decide(START, QUICK).moves == thought.moves


def _decide_in_child(engine: Engine, answers: Any) -> None:
    answers.put(engine.decide(START, Limit(simulations=500)).simulations)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_an_engine_with_threads_works_after_a_fork() -> None:
    context = multiprocessing.get_context("fork")
    engine, answers = Engine("uct", threads=2, memory=8), context.Queue()
    engine.decide(START, QUICK)
    child = context.Process(target=_decide_in_child, args=(engine, answers))
    child.start()
    assert answers.get(timeout=300) >= 500
    child.join(60)


@pytest.mark.parametrize("seed", [1.5, "1", None])
def test_a_seed_must_be_an_integer(seed: Any) -> None:
    with pytest.raises(GameError, match="integer"):
        Engine("uct", seed=seed)
