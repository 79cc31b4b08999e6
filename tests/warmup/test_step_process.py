"""A compile step in a process that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support import PROJECT

from malecon.warmup import compile as warmup
from malecon.warmup import step_process
from malecon.warmup.compile import Step
from malecon.warmup.step_process import StepProcess

FAMILY = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path)
    return []


@pytest.fixture
def step(tmp_path: Path, runs: list[str]) -> Step:
    return Step("Chess rules", lambda: runs.append("here"), 1, tmp_path / "marker")


def start_program(monkeypatch: pytest.MonkeyPatch, program: str) -> list[subprocess.Popen[bytes]]:
    """Let a Python program take the place of the compiler; return the list of its processes."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(_name: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", program]
        processes.append(subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE))
        return processes[-1]

    monkeypatch.setattr(step_process, "start", start)
    return processes


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_step_that_its_process_has_compiled_does_not_run_here(
    step: Step, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start_program(monkeypatch, "")
    StepProcess(step).run()
    assert runs == []


def test_a_step_whose_process_fails_or_cannot_start_runs_here(
    step: Step, runs: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start_program(monkeypatch, "raise SystemExit(1)")
    StepProcess(step).run()
    assert runs == ["here"]
    step.marker.unlink()
    monkeypatch.undo()
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(step_process.sys, "executable", str(tmp_path / "no python"))
    StepProcess(step).run()
    assert runs == ["here", "here"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_killed_step_ends_with_all_its_processes(
    step: Step, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, process = start_program(monkeypatch, FAMILY), StepProcess(step)
    thread = threading.Thread(target=process.run)
    thread.start()
    while not processes:
        time.sleep(0.01)
    assert processes[0].stdout is not None
    child = int(processes[0].stdout.readline())
    process.kill()
    thread.join()
    while is_alive(child):
        time.sleep(0.01)
    assert runs == []


def test_a_step_that_was_killed_before_its_start_does_nothing(
    step: Step, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, process = start_program(monkeypatch, ""), StepProcess(step)
    process.kill()
    process.run()
    assert (runs, processes) == ([], [])


@pytest.mark.slow
def test_the_process_compiles_the_step_of_its_name_and_refuses_others(tmp_path: Path) -> None:
    def run(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", step_process.MODULE, name]
        environment = os.environ | {"MALECON_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
        return subprocess.run(command, env=environment, cwd=PROJECT, capture_output=True, text=True)

    assert run("Breakthrough rules").returncode == 0
    assert [path.name.split("-cpython")[0] for path in tmp_path.rglob("warm-*")] == ["warm-breakthrough-rules"]
    assert run("Chess rules").stderr == "no step 'Chess rules'\n"
