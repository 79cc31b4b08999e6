"""Many games at a time, on whatever executor there is: this process, processes of this machine, or a cluster.

An executor is one of `concurrent.futures`: all it must do is `submit(play_game, match, number)`, and Dask's
`Client.get_executor()` does so too. `play_all` keeps few games under way, so that few are lost where one leaves early.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, play_game, set_stop_event
from malecon.lab.matches.match import Match

Task = tuple[Match, int]


def new_executor(jobs: int) -> Executor:
    """So many games at a time on this machine."""
    if jobs < 1:
        raise GameError(f"games are played on one process or more, not {jobs}")
    return InProcess() if jobs == 1 else ProcessPool(jobs)


class InProcess(Executor):
    """This process alone: a game is played while it is handed over."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function, and give what it returned as a future that is over; what it raises comes out here."""
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class ProcessPool(ProcessPoolExecutor):
    """Processes of this machine. Ctrl-C is for the process that leads; these are told between two moves."""

    def __init__(self, jobs: int) -> None:
        context = get_context("spawn")  # a fork would copy locks of compiled code's threads in whatever state they are
        self._halt = context.Event()
        super().__init__(jobs, mp_context=context, initializer=_start_process, initargs=(self._halt,))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in a process, which may start for this and must be deaf from its first moment."""
        with _deaf_to_ctrl_c():
            return super().submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the games under way where they are cancelled, else let them end."""
        if cancel_futures:
            self._halt.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes that start now be deaf from their first moment; only the main thread can see to that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_process(halt: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_stop_event(halt)
    threading.Thread(target=_leave_with_leader, name="leader", daemon=True).start()


def _leave_with_leader() -> None:
    """End this process when the one that leads is gone: it may have been killed, and would be waited for for ever."""
    leader = parent_process()
    assert leader is not None
    leader.join()
    os._exit(1)


def play_all(
    executor: Executor, next_task: Callable[[], Task | None], jobs: int
) -> Generator[tuple[Match, GameResult], None, None]:
    """Play until there is no next task, with as many games under way as there are jobs, and give each as it ends.

    The executor is the caller's: shutting it down with `cancel_futures=True` leaves the games that are under way.
    """
    waiting: dict[Future[GameResult], Match] = {}
    try:
        while True:
            while len(waiting) < jobs and (task := next_task()) is not None:
                waiting[executor.submit(play_game, *task)] = task[0]
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    except BrokenProcessPool:
        raise GameError("a process that played games has died, perhaps for want of memory; fewer jobs may do") from None


def play_match(match: Match, jobs: int = 1) -> Generator[GameResult, None, None]:
    """Play the games of a match on so many processes and give each as it ends; closing the iterator leaves the rest.

    The games are the same for any number of processes, as long as limits are in simulations and players on one thread.
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
        for _, result in play_all(executor, next_task, jobs):
            yield result
    finally:
        executor.shutdown(cancel_futures=True)
