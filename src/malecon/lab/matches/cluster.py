"""Games on a Dask cluster, through the interface of `concurrent.futures`.

If a worker dies, Dask gives its game to another one; a result is stored once. Workers must run the same version of
malecon as this machine: every game is stored with the version of the code that played it.
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

CONNECT_TIMEOUT = "10s"
CLUSTER_LOST = "the cluster is gone or keeps losing workers; finished games are stored"


class Cluster(Executor):
    """A connection to a Dask scheduler, given by its address such as `tcp://10.0.0.5:8786`."""

    def __init__(self, address: str) -> None:
        distributed = load("distributed", "--cluster", CLUSTER)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported as GameError
        try:
            self._client = distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise GameError(f"no cluster at {address!r} ({reason}); dask scheduler prints its address") from None
        self._executor = self._client.get_executor(pure=False)

    @property
    def threads(self) -> int:
        """Total number of worker threads."""
        return sum(self._client.nthreads().values())

    def check(self) -> None:
        """Raise GameError if there are no workers or one runs another version of the code."""
        if self.threads == 0:
            raise GameError("the cluster has no workers; start some with: dask worker ADDRESS --nthreads 1")
        try:
            codes = self._client.run(code_version)
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise GameError(f"a worker cannot run malecon ({reason}); install the same version there") from None
        wrong = sorted(worker for worker, code in codes.items() if code != code_version())
        if wrong:
            raise GameError(f"{len(wrong)} of {len(codes)} workers run another version of malecon, such as {wrong[0]}")

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function on a worker; a failure of the cluster becomes a GameError of the future."""
        future: Future[Any] = Future()
        inner: Future[Any] = self._executor.submit(function, *args, **kwargs)
        inner.add_done_callback(lambda done: _copy_result(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect. Cancelled games that are already running finish on their workers; their results are dropped."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def executor_for(jobs: int, cluster: str | None) -> tuple[Executor, int]:
    """Return an executor and the number of games it plays at a time.

    That is `jobs` on this machine, or the number of worker threads if `cluster` is the address of a Dask scheduler.
    """
    if cluster is None:
        return new_executor(jobs), jobs
    executor = Cluster(cluster)
    executor.check()
    return executor, executor.threads


def _copy_result(done: Future[Any], future: Future[Any]) -> None:
    """Pass the result or the exception of one future on to another."""
    error = CancelledError() if done.cancelled() else done.exception()
    if error is None:
        future.set_result(done.result())
    elif isinstance(error, CancelledError) or type(error).__name__ == "KilledWorker":
        future.set_exception(GameError(CLUSTER_LOST))
    else:
        future.set_exception(error)
