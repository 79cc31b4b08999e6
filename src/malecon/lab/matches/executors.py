"""Executors that play games: in this process, or in a pool of processes on this machine.

They follow `concurrent.futures`: all that is used is `submit(play_game, match, number)`, so a Dask executor works as
well (`cluster`). `play_games` keeps only a few games in flight, so little work is lost when a run is interrupted.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, play_game, set_stop_event
from malecon.lab.matches.match import Match
from malecon.lab.matches.score import ForfeitGuard
from malecon.players.gtp_client import log_traffic, traffic_log

Task = tuple[Match, int]
"""A match and the number of one of its games."""
WORKER_DIED = "a worker process died, possibly out of memory; finished games are kept; try fewer jobs"


def new_executor(jobs: int) -> Executor:
    """Return an executor that plays `jobs` games at a time on this machine."""
    if jobs < 1:
        raise GameError(f"the number of jobs must be at least 1, not {jobs}")
    return InProcess() if jobs == 1 else ProcessPool(jobs)


class InProcess(Executor):
    """Run every call in this process, synchronously, when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function and return a finished future; exceptions propagate to the caller."""
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class ProcessPool(ProcessPoolExecutor):
    """Worker processes that ignore Ctrl-C; on shutdown they stop between two moves."""

    def __init__(self, jobs: int) -> None:
        context = get_context("spawn")  # a fork would copy the locks of numba's threads in an arbitrary state
        self._stop = context.Event()
        super().__init__(jobs, mp_context=context, initializer=_start_worker, initargs=(self._stop, traffic_log()))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in a worker process; a process started for it ignores Ctrl-C from the beginning."""
        with _ignore_ctrl_c():
            return super().submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the workers: abort running games if futures are cancelled, otherwise let them finish."""
        if cancel_futures:
            self._stop.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _ignore_ctrl_c() -> Iterator[None]:
    """Ignore SIGINT, so that child processes inherit that; only the main thread may change signal handlers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker(stop: Event, log: Path | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_stop_event(stop)
    log_traffic(log)
    threading.Thread(target=_exit_with_parent, name="parent watch", daemon=True).start()


def _exit_with_parent() -> None:
    """End this process when its parent is gone: a killed parent cannot shut down its pool."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def play_games(
    executor: Executor, next_task: Callable[[], Task | None], in_flight: int, guard: ForfeitGuard | None = None
) -> Generator[tuple[Match, GameResult], None, None]:
    """Play tasks until there are none left, `in_flight` at a time, and yield each game as it ends.

    A guard raises GameError, after the game was yielded, if a player forfeits too many. The caller owns the executor;
    shutting it down with `cancel_futures=True` abandons the running games.
    """
    running: dict[Future[GameResult], Match] = {}
    guard = guard or ForfeitGuard()
    while True:
        while len(running) < in_flight and (task := next_task()) is not None:
            with reporting_dead_workers():
                running[executor.submit(play_game, *task)] = task[0]
        if not running:
            return
        for future in wait_for_games(running):
            with reporting_dead_workers():
                result = future.result()
            match = running.pop(future)
            yield match, result
            guard.check(match, result)


def wait_for_games(running: Iterable[Future[GameResult]]) -> list[Future[GameResult]]:
    """Wait until a game ends and return all that have, failed ones last, so that no finished game is lost."""
    ended = wait(running, return_when=FIRST_COMPLETED).done
    return sorted(ended, key=lambda future: future.exception() is not None)


@contextmanager
def reporting_dead_workers() -> Iterator[None]:
    """Raise GameError if a worker process has died."""
    try:
        yield
    except BrokenProcessPool:
        raise GameError(WORKER_DIED) from None


def play_match(match: Match, jobs: int = 1) -> Generator[GameResult, None, None]:
    """Play the games of a match in `jobs` processes and yield each as it ends; closing the iterator abandons the rest.

    The games do not depend on the number of processes if limits are in simulations and players use one thread.
    """
    executor = new_executor(min(jobs, match.games))
    numbers = iter(range(match.games))

    def next_task() -> Task | None:
        number = next(numbers, None)
        return None if number is None else (match, number)

    return _play_match(executor, next_task, jobs)


def _play_match(
    executor: Executor, next_task: Callable[[], Task | None], jobs: int
) -> Generator[GameResult, None, None]:
    try:
        for _, result in play_games(executor, next_task, jobs):
            yield result
    finally:
        executor.shutdown(cancel_futures=True)
