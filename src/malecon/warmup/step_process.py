"""A compile step in a process of its own, which can be killed: `python -m malecon.warmup.step_process NAME`.

The compiler cannot be interrupted within this process. Every kernel is cached when it is finished, so a step that was
killed continues with the kernel it was at. A step that only this process has (a game added at run time), or whose
process fails, runs here.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress

from malecon import system
from malecon.warmup.steps import Step, all_steps, run_step

MODULE = "malecon.warmup.step_process"


class StepProcess:
    """One run of a step. `run` blocks until it is over; `kill` ends it from another thread."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False

    def run(self) -> None:
        """Compile the step; return early if it is killed."""
        with self._lock:
            if self._killed:
                return
            self._process = start(self._step.name)
        if self._process is not None and (self._process.wait() == 0 or self._killed):
            return
        run_step(self._step)

    def kill(self) -> None:
        """End the process and those that it has started; a step that runs in this process continues."""
        with self._lock:
            self._killed = True
            if self._process is not None and self._process.poll() is None:
                system.end_tree(self._process)


def start(name: str) -> subprocess.Popen[bytes] | None:
    """Start the process of a step; return None if there can be none."""
    nothing, command = subprocess.DEVNULL, [sys.executable, "-m", MODULE, name]
    with suppress(OSError):
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, **system.own_group())
    return None


def main(name: str) -> None:
    """Compile the step of this name; exit with an error if this process has no such step."""
    step = next((step for step in all_steps() if step.name == name), None)
    if step is None:
        sys.exit(f"no step {name!r}")
    run_step(step)


if __name__ == "__main__":
    main(sys.argv[1])
