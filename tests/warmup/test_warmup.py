"""Compiling before it is needed: once, and by one process at a time."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from malecon.warmup import compile as warmup
from malecon.warmup.compile import Step, run_step
from malecon.warmup.steps import RULES, steps


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path)


@pytest.fixture
def new_step(tmp_path):
    return lambda name, run: Step(name, run, 1, tmp_path / name)


def test_a_step_that_another_process_has_finished_is_not_run_again(new_step):
    runs = []
    step = new_step("Chess rules", lambda: runs.append(1))
    run_step(step)
    run_step(step)
    assert len(runs) == 1


def test_only_one_process_compiles_at_a_time(new_step):
    at_work = []

    def work():
        at_work.append(True)
        assert len(at_work) == 1
        time.sleep(0.05)
        at_work.pop()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run_step, [new_step(f"Chess {number}", work) for number in range(4)]))


def test_a_failed_step_is_not_done_and_releases_the_lock(new_step):
    def fail():
        raise ValueError("no memory")

    step = new_step("Chess rules", fail)
    for _ in range(2):
        with pytest.raises(ValueError, match="no memory"):
            run_step(step)


@pytest.mark.parametrize("follows", [RuntimeError("no compiled object yet"), None])
def test_an_interrupt_that_the_compiler_drops_still_ends_the_step(follows, new_step):
    def drop():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        if follows:
            raise follows

    before, step = signal.getsignal(signal.SIGINT), new_step("Chess rules", drop)
    with pytest.raises(KeyboardInterrupt):
        run_step(step)
    assert step.marker.exists() == (follows is None)
    assert signal.getsignal(signal.SIGINT) == before


def test_steps_are_named_in_words():
    assert [step.name for step in steps("three_row", [RULES])] == ["Three row rules"]
