"""Compilation of kernels that a request needs and the cache lacks.

A step of the compiler takes up to a minute. It runs in a process of its own, so that it holds no search thread and can
be killed, and every request that needs it waits for the same run. A request that is cancelled stops waiting at once.
When nobody waits any more, the process is killed; the kernels that it has finished are cached.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from malecon.games.catalogue import position_class
from malecon.interfaces.web.schema import JsonObject
from malecon.warmup.step_process import StepProcess
from malecon.warmup.steps import PROOF, RULES, SEARCH, Step, cold_steps, parts_of, steps

SOLVER_PARTS = (RULES, PROOF)
GRACE_SECONDS = 2.0
"""Seconds until a step that nobody waits for is killed: a page that replaces its request needs the same step."""


def engine_parts(player: str, game: str) -> tuple[str, ...]:
    """Return the parts of a game that an engine needs."""
    return (RULES, SEARCH, *sorted(parts_of(player, game)))


class Compiler:
    """Runs compilation steps one at a time."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="compile")
        self._runs: dict[str, StepRun] = {}

    async def compile(self, game: str, parts: Iterable[str]) -> AsyncGenerator[JsonObject, None]:
        """Compile what is missing; yield a message before each step. Raise GameError if there is no such game."""
        position_class(game)
        for step in cold_steps(steps(game, parts)):
            yield {"type": "compiling", "what": step.name, "seconds": step.seconds}
            await self._wait_for(step)

    async def ensure(self, game: str, *parts: str) -> None:
        """Compile the rules of a game and the parts needed besides."""
        async for _ in self.compile(game, (RULES, *parts)):
            pass

    async def _wait_for(self, step: Step) -> None:
        """Wait for the run of a step, a new one unless it is queued or running."""
        run = self._runs.get(step.name)
        if run is None or run.future.done():
            run = self._runs[step.name] = StepRun(self._executor, step)
        run.waiting += 1
        try:
            await asyncio.shield(asyncio.wrap_future(run.future))
        finally:
            run.waiting -= 1
            asyncio.get_running_loop().call_later(GRACE_SECONDS, self._drop_unwanted, run)

    def _drop_unwanted(self, run: StepRun) -> None:
        if not run.waiting and not run.future.done():
            self._runs = {name: each for name, each in self._runs.items() if each is not run}
            run.kill()

    def close(self) -> None:
        """Kill the steps that run, and drop the others."""
        for run in self._runs.values():
            run.kill()
        self._executor.shutdown(wait=False, cancel_futures=True)


class StepRun:
    """A queued or running step, and the number of requests that wait for it."""

    def __init__(self, executor: ThreadPoolExecutor, step: Step) -> None:
        self._process = StepProcess(step)
        self.future: Future[None] = executor.submit(self._process.run)
        self.waiting = 0

    def kill(self) -> None:
        """End the run."""
        self.future.cancel()
        self._process.kill()
