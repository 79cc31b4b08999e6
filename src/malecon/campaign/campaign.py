"""The loop of a campaign: select positions, have them searched, store the results, until the root is solved."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from malecon.campaign.job import JobResult, run_job
from malecon.campaign.store import CampaignStore
from malecon.campaign.tree import Node, ProofTree
from malecon.games.havannah.position import Havannah
from malecon.lab.matches.executors import reporting_dead_workers
from malecon.proofs.format import Claim

JOB_NODES = 500_000  # limit of a job: a second; a position that needs more is split into its moves


class Campaign:
    """A position, the claim to prove, and everything that is known about it."""

    def __init__(self, position: Havannah, claim: Claim, store: CampaignStore, *, job_nodes: int = JOB_NODES) -> None:
        self.tree, self.store = ProofTree(position, claim), store
        self.jobs, self.nodes, self.seconds = 0, 0, 0.0
        """Finished jobs, the positions they have searched and their processor time, earlier runs included."""
        self._job_nodes = job_nodes
        for code, result in store.results():
            self._record(code, result)
        self._begin, self._earlier_nodes = time.perf_counter(), self.nodes

    @property
    def verdict(self) -> bool | None:
        """Whether the claim is true; None if it is not known yet."""
        return self.tree.root.pn == 0 if self.tree.root.is_solved else None

    @property
    def speed(self) -> float:
        """Positions that this run has searched per second, by the clock."""
        return (self.nodes - self._earlier_nodes) / max(time.perf_counter() - self._begin, 0.001)

    @property
    def seconds_left(self) -> float | None:
        """Estimated time to the end at the present speed; None as long as too little is known."""
        nodes = self.tree.estimated_nodes()
        return None if nodes is None or self.nodes == self._earlier_nodes else nodes / self.speed

    def _record(self, code: int, result: JobResult) -> None:
        self.jobs, self.nodes, self.seconds = self.jobs + 1, self.nodes + result.nodes, self.seconds + result.seconds
        if (node := self.tree.nodes.get(code)) is not None:
            self.tree.record(node, result)

    def run(self, executor: Executor, parallel: int, memory: int) -> Generator[Campaign]:
        """Run jobs, `parallel` at a time with `memory` megabytes each, and yield after each result."""
        running: dict[Future[JobResult | None], Node] = {}
        while self.verdict is None:
            while len(running) < parallel and (node := self.tree.select()) is not None:
                node.is_busy = True
                with reporting_dead_workers():
                    job = self.tree.job_for(node)
                    running[executor.submit(run_job, job, self._job_nodes, memory)] = node
            for future in _finished(running):
                node = running.pop(future)
                with reporting_dead_workers():
                    result = future.result()
                if result is not None:
                    self.store.add(node.code, result)
                    self._record(node.code, result)
                yield self


def _finished(running: Iterable[Future[JobResult | None]]) -> list[Future[JobResult | None]]:
    """Wait for a job to end and return all that have, failed ones last, so that no result is lost."""
    ended = wait(running, return_when=FIRST_COMPLETED).done
    return sorted(ended, key=lambda future: future.exception() is not None)
