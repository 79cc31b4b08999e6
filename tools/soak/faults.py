"""Faults that a soak test injects: signals, a stopped process, a full disk."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tools.soak.workloads import Workload

TMPFS_MEGABYTES = 24
STOPPED_SECONDS = 3.0
FULL_SECONDS = 5.0


class SmallDisk:
    """A small tmpfs that can be filled up; an ordinary folder, which cannot, if mounting is not permitted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        options = ["-t", "tmpfs", "-o", f"size={TMPFS_MEGABYTES}m", "tmpfs", str(folder)]
        self.is_mounted = subprocess.run(["mount", *options], capture_output=True, check=False).returncode == 0

    def fill(self) -> None:
        """Take all free space for some seconds."""
        if not self.is_mounted:
            return
        filler = self.folder / "filler"
        with suppress(OSError), filler.open("wb") as file:
            while True:
                file.write(bytes(1 << 16))
        time.sleep(FULL_SECONDS)
        filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount the disk."""
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)


def send(workload: Workload, number: int) -> None:
    """Send a signal to a workload's process, if it is running."""
    with suppress(ProcessLookupError):
        os.kill(workload.process.pid, number)


def stop_for_a_while(workload: Workload) -> None:
    """Stop a process and continue it, as a sleeping laptop would."""
    send(workload, signal.SIGSTOP)
    time.sleep(STOPPED_SECONDS)
    send(workload, signal.SIGCONT)


def faults(workloads: list[Workload], disk: SmallDisk) -> dict[str, Callable[[random.Random], str]]:
    """Return the faults by name; each takes effect when called and returns its target."""

    def on_any(action: Callable[[Workload], None]) -> Callable[[random.Random], str]:
        def inject(dice: random.Random) -> str:
            workload = dice.choice(workloads)
            action(workload)
            return workload.name

        return inject

    def fill(_: random.Random) -> str:
        disk.fill()
        return "disk" if disk.is_mounted else "disk (not mounted: skipped)"

    return {
        "kill -9": on_any(lambda workload: send(workload, signal.SIGKILL)),
        "SIGINT": on_any(lambda workload: send(workload, signal.SIGINT)),
        "SIGSTOP": on_any(stop_for_a_while),
        "full disk": fill,
    }
