"""Games on the machines of a Dask cluster, through the interface of `concurrent.futures`.

Dask gives a game whose worker has died to another one; the result that arrives is kept, once. A worker must have the
same malecon as the machine that leads: games carry the version of the code that played them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.extras import CLUSTER, load
from malecon.lab.matches.executors import new_executor
from malecon.lab.store.provenance import code_version

PATIENCE = "10s"  # to reach a scheduler
AHEAD = 2
GONE = "the cluster has lost a game's workers again and again, or is gone itself; what is over is kept"


class Cluster(Executor):
    """A scheduler of Dask, by its address such as `tcp://10.0.0.5:8786`."""

    def __init__(self, address: str) -> None:
        distributed = load("distributed", "--cluster", CLUSTER)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in one line
        try:
            self._client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise GameError(f"no cluster at {address!r} ({reason}); dask scheduler prints its address") from None
        self._executor = self._client.get_executor(pure=False)

    @property
    def threads(self) -> int:
        """Those of all workers together."""
        return sum(self._client.nthreads().values())

    def check(self) -> None:
        """GameError where there is no worker, or one has another version of the code."""
        if self.threads == 0:
            raise GameError("the cluster has no workers; start some with: dask worker ADDRESS --nthreads 1")
        try:
            codes = self._client.run(code_version)
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise GameError(f"a worker cannot run malecon ({reason}); install the same version there") from None
        wrong = sorted(worker for worker, code in codes.items() if code != code_version())
        if wrong:
            raise GameError(f"{len(wrong)} of {len(codes)} workers have another version of malecon, such as {wrong[0]}")

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function on some worker; a cluster that fails is a GameError of the future."""
        future: Future[Any] = Future()
        inner: Future[Any] = self._executor.submit(function, *args, **kwargs)
        inner.add_done_callback(lambda done: _pass_on(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster. Games that are cancelled under way go on where they are, and nobody waits for them."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def executor_for(jobs: int, cluster: str | None) -> tuple[Executor, int]:
    """Who plays, and how many games are under way at a time: here, or on a cluster whatever the number here.

    A cluster gets twice as many as it has threads, so that none waits for its next game, nor a worker that joins.
    """
    if cluster is None:
        return new_executor(jobs), jobs
    machines = Cluster(cluster)
    machines.check()
    return machines, AHEAD * machines.threads


def _pass_on(done: Future[Any], future: Future[Any]) -> None:
    """What came of a call, to who waits for it."""
    error = CancelledError() if done.cancelled() else done.exception()
    if error is None:
        future.set_result(done.result())
    elif isinstance(error, CancelledError) or type(error).__name__ == "KilledWorker":
        future.set_exception(GameError(GONE))
    else:
        future.set_exception(error)
