"""Two processes that compile one search."""

from __future__ import annotations

from pathlib import Path

import pytest

from malecon import system
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.warmup import parallel_kernels, second_process
from malecon.warmup.steps import quick_position


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "num_cores", lambda: 2)


def test_a_process_that_fails_or_cannot_start_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with second_process.compiling_in_parallel("no such game"):
        pass
    monkeypatch.setattr(second_process.sys, "executable", str(tmp_path / "no python"))
    with second_process.compiling_in_parallel("havannah"):
        pass


def test_an_interrupt_does_not_wait_for_the_second_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = second_process._start
    monkeypatch.setattr(second_process, "_start", lambda game: started.append(start(game)) or started[0])
    with pytest.raises(KeyboardInterrupt), second_process.compiling_in_parallel("havannah"):
        raise KeyboardInterrupt
    assert started[0].returncode is not None


def test_the_search_calls_the_precompiled_kernels_with_the_same_types() -> None:
    position = quick_position("havannah")
    parallel_kernels.compile_kernels(position)
    kernels = [kernel for kernel, _ in parallel_kernels._calls(position)]
    before = [len(kernel.signatures) for kernel in kernels]
    Engine("malecon", game="havannah", memory=1).decide(position, Limit(simulations=2000))
    assert [len(kernel.signatures) for kernel in kernels] == before
