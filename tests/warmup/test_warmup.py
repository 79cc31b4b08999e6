"""Compiling before it is needed: once, and by one process at a time."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from malecon.warmup import steps as warmup
from malecon.warmup.steps import Step, run_step


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path)


def test_a_step_that_another_process_has_finished_meanwhile_is_not_run_again():
    runs = []
    step = Step("Chess rules", lambda: runs.append(1), 1)
    run_step(step)
    run_step(step)
    assert len(runs) == 1


def test_nobody_compiles_while_another_does():
    pytest.importorskip("fcntl")
    at_work = []

    def work():
        at_work.append(True)
        assert len(at_work) == 1
        time.sleep(0.05)
        at_work.pop()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run_step, [Step(f"Chess {number}", work, 1) for number in range(4)]))


def test_a_step_that_fails_is_not_done_and_leaves_the_way_free():
    def fail():
        raise ValueError("no memory")

    step = Step("Chess rules", fail, 1)
    for _ in range(2):
        with pytest.raises(ValueError, match="no memory"):
            run_step(step)


@pytest.mark.parametrize("follows", [RuntimeError("no compiled object yet"), None])
def test_an_interrupt_that_the_compiler_drops_still_ends_the_step(follows):
    def drop():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        if follows:
            raise follows

    before, step = signal.getsignal(signal.SIGINT), Step("Chess rules", drop, 1)
    with pytest.raises(KeyboardInterrupt):
        run_step(step)
    assert step.marker.exists() == (follows is None)
    assert signal.getsignal(signal.SIGINT) == before
