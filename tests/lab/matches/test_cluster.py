"""Games on a local Dask cluster: a scheduler and two workers, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future

import pytest
from support.commands import warm  # noqa: F401 (a fixture)

from malecon.games.errors import GameError
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.reader import read_experiment
from malecon.lab.experiments.runner import run
from malecon.lab.matches.cluster import executor_for
from malecon.lab.store.database import Store

distributed = pytest.importorskip("distributed")

EXPERIMENT = """
title = "A few short games"
[game]
name = "havannah"
base = 3
[budget.quick]
games = 30
simulations = 20
[players]
a = "uct"
b = "random"
[[row]]
name = "uct"
"""
WAIT = 600.0  # seconds for processes to start on a busy machine


class LocalCluster:
    """A scheduler and workers in separate processes."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        self.address_file = folder / "scheduler.json"
        self.start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--idle-timeout", "300")
        self.wait_for(self.address_file.exists)
        with distributed.Client(scheduler_file=str(self.address_file), timeout=WAIT) as client:
            self.address = client.scheduler.address
            self.workers = [self.start_worker() for _ in range(2)]
            client.wait_for_workers(2, timeout=WAIT)

    def start(self, what, *options):
        command = [sys.executable, "-m", "distributed.cli.dask_" + what, *options]
        command += ["--scheduler-file", str(self.address_file)]
        log = (self.folder / f"{what}{len(self.processes)}.log").open("w")
        process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        self.processes.append(process)
        return process

    def start_worker(self):
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
        return self.start("worker", *options, "--local-directory", str(self.folder))

    @staticmethod
    def wait_for(condition):
        end = time.monotonic() + WAIT
        while not condition():
            assert time.monotonic() < end, "the cluster did not start"
            time.sleep(0.1)

    def stop(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def machines(request, tmp_path_factory):
    """A cluster with a warm cache."""
    request.getfixturevalue("warm")
    found = LocalCluster(tmp_path_factory.mktemp("cluster"))
    yield found
    found.stop()


@pytest.fixture
def planned(tmp_path, own_code_only):
    """An experiment, planned by a process that has the same code as the workers."""
    (tmp_path / "mine.toml").write_text(EXPERIMENT, encoding="utf-8")
    return plan(read_experiment(tmp_path / "mine.toml"), "quick")


class RecordingExecutor(Executor):
    """Records the largest number of calls in flight; each call ends after a moment."""

    def __init__(self):
        self.most, self.waiting = 0, []

    def submit(self, function, /, *args):
        future = Future()
        self.waiting.append((future, function, args))
        self.most = max(self.most, len(self.waiting))
        threading.Timer(0.2, self._finish).start()
        return future

    def _finish(self):
        future, function, args = self.waiting.pop(0)
        future.set_result(function(*args))


def test_a_run_keeps_two_games_in_flight_for_each_worker_thread(planned, tmp_path, monkeypatch):
    class TwoThreads(RecordingExecutor):
        threads = 2

        def __init__(self, address):
            super().__init__()

        def check(self):
            pass

    monkeypatch.setattr("malecon.lab.matches.cluster.Cluster", TwoThreads)
    executor, jobs = executor_for(1, "tcp://127.0.0.1:9")
    assert jobs == 2
    with Store(tmp_path / "lab.sqlite") as store:
        games = run(store, [entry.with_games(8) for entry in planned], executor, jobs)
        next(games)
        assert executor.most == 4
        list(games)


@pytest.mark.slow
def test_every_game_is_played_once_even_if_a_worker_dies(machines, planned, tmp_path):
    executor, jobs = executor_for(1, machines.address)
    assert jobs == 2
    with Store(tmp_path / "lab.sqlite") as store:
        for kept, _ in enumerate(run(store, planned, executor, jobs), 1):
            if kept == 8:
                os.kill(machines.workers[0].pid, signal.SIGKILL)
        (match,) = {entry.match for entry in planned}
        numbers = [result.number for result in store.results(match)]
        assert numbers == list(range(30))
        assert kept == 30
        assert store.num_missing(match) == 0
    assert machines.workers[0].wait(timeout=WAIT) == -signal.SIGKILL
    assert machines.workers[1].poll() is None


@pytest.mark.slow
def test_a_game_is_the_same_wherever_it_is_played(machines, planned, tmp_path):
    executor, jobs = executor_for(1, machines.address)
    with Store(tmp_path / "there.sqlite") as there, Store(tmp_path / "here.sqlite") as here:
        for _ in run(there, planned, executor, jobs):
            pass
        for _ in run(here, planned, *executor_for(1, None)):
            pass
        match = planned[0].match
        assert [game.moves for game in there.results(match)] == [game.moves for game in here.results(match)]


@pytest.mark.slow
def test_a_lost_cluster_is_reported_in_one_line_and_finished_games_are_stored(machines, planned, tmp_path):
    executor, jobs = executor_for(1, machines.address)
    with Store(tmp_path / "lab.sqlite") as store:
        games = run(store, planned, executor, jobs)
        for _ in range(3):
            next(games)
        os.kill(machines.processes[0].pid, signal.SIGKILL)
        with pytest.raises(GameError, match="finished games are stored"):
            list(games)
        assert 3 <= len(store.results(planned[0].match)) < 30


def test_a_missing_cluster_is_reported_in_one_line(monkeypatch):
    monkeypatch.setattr("malecon.lab.matches.cluster.CONNECT_TIMEOUT", "1s")
    with pytest.raises(GameError, match=r"no cluster at 'tcp://127\.0\.0\.1:9'"):
        executor_for(1, "tcp://127.0.0.1:9")


def test_without_the_extra_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GameError, match=r"--cluster needs distributed: pip install 'malecon\[cluster\]'"):
        executor_for(1, "tcp://127.0.0.1:9")
