"""Engines as people expect them: asyncio, context managers, fresh searches, resetting, wrong types, and notebooks."""

from __future__ import annotations

import asyncio
import threading

import pytest
from support.threads import run_async

from malecon import (
    Amazons,
    Breakthrough,
    Engine,
    GameError,
    GameRecord,
    Havannah,
    Limit,
    RandomPlayer,
    Thought,
    make_player,
    solve,
)

START = Havannah(4, moves="d4 c3")
QUICK = Limit(simulations=100)


def visits(thought: Thought) -> dict[str, int]:
    return {row.move: row.visits for row in thought.moves}


def test_two_engines_analyse_at_the_same_time_with_asyncio() -> None:
    async def both() -> list[Thought]:
        async with Engine("uct", memory=8) as one, Engine("rave", memory=8) as other:
            return await asyncio.gather(one.analyse(START, QUICK), other.analyse(START, QUICK))

    assert [thought.simulations for thought in run_async(both())] == [100, 100]


def test_cancelling_an_analysis_stops_the_search() -> None:
    engine = Engine("uct", memory=8)

    async def cancel() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.analyse(START, Limit(seconds=600)), 0.2)

    run_async(cancel())
    assert engine.decide(START, QUICK).simulations == 100, "the engine is free again"


def test_thoughts_arrive_while_the_engine_thinks_and_leaving_the_loop_stops_it() -> None:
    engine = Engine("uct", memory=8)

    async def first() -> Thought:
        async for thought in engine.analyse_aloud(START, Limit(seconds=600), every=0.01):
            return thought
        raise AssertionError

    assert run_async(first()).position == START
    assert engine.decide(START, QUICK).simulations == 100


def test_an_error_of_a_search_reaches_the_awaiting_task() -> None:
    over = Havannah(4, moves="a1 d7 b1 e7 c1 f7 d1")
    with pytest.raises(GameError, match="the game is over"):
        run_async(Engine("uct", memory=8).analyse(over, QUICK))


def test_a_generator_may_be_continued_on_another_thread() -> None:
    engine = Engine("uct", memory=8)
    thoughts = engine.think_aloud(START, Limit(seconds=600), every=0)
    next(thoughts)
    lines: list[tuple[str, ...]] = []

    def go_on() -> None:
        next(thoughts)
        lines.append(engine.line("d3"))

    thread = threading.Thread(target=go_on)
    thread.start()
    thread.join()
    assert lines[0][0] == "d3"
    thoughts.close()
    assert engine.decide(START, QUICK).simulations == 100


def test_a_context_manager_frees_the_memory() -> None:
    with Engine("uct", memory=8) as engine:
        engine.decide(START, QUICK)
        assert engine.memory_bytes > 0
    assert engine.memory_bytes == 0
    with RandomPlayer(seed=1) as player:
        assert START.is_legal(player.decide(START).move)


def test_without_reuse_every_decision_is_that_of_a_new_engine() -> None:
    fresh, keeping = Engine("uct", memory=8, reuse=False), Engine("uct", memory=8)
    first = visits(fresh.decide(START, QUICK))
    assert visits(fresh.decide(START, QUICK)) == first == visits(keeping.decide(START, QUICK))
    assert sum(visits(keeping.decide(START, QUICK)).values()) == 200


def test_a_reset_engine_decides_as_a_new_one() -> None:
    engine = Engine("uct+final(temperature=1)", memory=8)
    before = [engine.decide(START, QUICK).move for _ in range(3)]
    engine.reset()
    assert [engine.decide(START, QUICK).move for _ in range(3)] == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Havannah().play(3), "a move is text, such as 'd4', not 3 of type int"),  # type: ignore[arg-type]
        (lambda: Havannah(base="8"), "needs a base from 2 to 14, not '8' of type str"),  # type: ignore[arg-type]
        (lambda: Havannah(moves=3), "moves are text"),  # type: ignore[arg-type]
        (lambda: Havannah().move_at("a1"), "an integer, not 'a1'"),  # type: ignore[arg-type]
        (lambda: Havannah(4).set_up("a1", []), "cells are a list of names"),
        (lambda: Engine(3), "a player is text"),  # type: ignore[arg-type]
        (lambda: Engine("uct").decide("d4"), "an engine searches a position"),  # type: ignore[arg-type]
        (lambda: Engine("uct").decide(START, 3), "a limit is a malecon.Limit"),  # type: ignore[arg-type]
        (lambda: solve("d4", 1), "the solver takes a position"),  # type: ignore[arg-type]
        (lambda: Engine("uct", threads="2"), "threads must be a positive integer, not '2'"),  # type: ignore[arg-type]
        (lambda: Limit(seconds="1"), "a number greater than 0, not '1'"),  # type: ignore[arg-type]
        (lambda: Limit(simulations=1.5), "an integer greater than 0, not 1.5"),  # type: ignore[arg-type]
        (lambda: make_player(3), "a player is text"),  # type: ignore[arg-type]
        (lambda: GameRecord.parse(3), "a game record is text or bytes"),  # type: ignore[arg-type]
        (lambda: Amazons("6"), "Amazons needs 4 to 10 rows and columns, not '6'"),  # type: ignore[arg-type]
        (lambda: Breakthrough("5", 4), "Breakthrough needs 4 to 26 rows"),  # type: ignore[arg-type]
        (lambda: Havannah(4).svg(size="x"), "a positive number of pixels, not 'x'"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_a_clear_type_error(call, message) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert message in str(error.value)


def test_visits_are_an_array_by_move_index_and_thoughts_have_a_picture() -> None:
    position = Havannah(4, swap_rule=True, moves="d4")
    thought = Engine("uct", memory=8).decide(position, QUICK)
    found = thought.visits()
    assert found.shape == (38,)
    assert found.sum() == 100
    assert {position.move_at(index) for index in found.nonzero()[0]} <= set(position.legal_moves)
    page = thought._repr_html_()
    assert "<svg" in page
    assert "<table>" in page
    assert thought.move in page
