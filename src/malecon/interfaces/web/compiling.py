"""Compilation of kernels that a request needs and the cache lacks.

A step of the compiler takes up to a minute and cannot be interrupted. It runs on a thread of its own, so that it holds
no search thread, and every request that needs it waits for the same run. A request that is cancelled stops waiting at
once; the step continues and is cached.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from malecon.games.catalogue import position_class
from malecon.interfaces.web.schema import JsonObject
from malecon.warmup.steps import PROOF, RULES, SEARCH, Step, cold_steps, parts_of, run_step, steps

SOLVER_PARTS = (RULES, PROOF)


def engine_parts(player: str, game: str) -> tuple[str, ...]:
    """Return the parts of a game that an engine needs."""
    return (RULES, SEARCH, *sorted(parts_of(player, game)))


class Compiler:
    """Runs compilation steps one at a time."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="compile")
        self._futures: dict[str, Future[None]] = {}

    async def compile(self, game: str, parts: Iterable[str]) -> AsyncGenerator[JsonObject, None]:
        """Compile what is missing; yield a message before each step. Raise GameError if there is no such game."""
        position_class(game)
        for step in cold_steps(steps(game, parts)):
            yield {"type": "compiling", "what": step.name, "seconds": step.seconds}
            await asyncio.shield(asyncio.wrap_future(self._start(step)))

    def _start(self, step: Step) -> Future[None]:
        """Return the run of a step, a new one unless it is queued or running."""
        future = self._futures.get(step.name)
        if future is None or future.done():
            future = self._futures[step.name] = self._executor.submit(run_step, step)
        return future

    def close(self) -> None:
        """Drop the steps that have not started."""
        self._executor.shutdown(wait=False, cancel_futures=True)
