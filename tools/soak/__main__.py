"""Run the soak test and report: `python -m tools.soak --minutes 120`. The exit status is 1 if anything went wrong."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools.soak.faults import SmallDisk, faults
from tools.soak.watch import Watch, check_database
from tools.soak.workloads import EngineWorkload, GtpWorkload, LabWorkload, WebWorkload, Workload

FAULT_SECONDS = (2.0, 20.0)  # between two faults
SAMPLE_SECONDS = 5.0
print_line = Console(highlight=False, soft_wrap=True).print


def soak(folder: Path, minutes: float, seed: int) -> bool:
    """Run all workloads under faults and report; return whether nothing went wrong."""
    disk = SmallDisk(folder / "disk")
    workloads: list[Workload] = [kind(folder, seed) for kind in (WebWorkload, GtpWorkload, LabWorkload, EngineWorkload)]
    watch, injected = Watch(workloads), Counter[str]()
    try:
        _inject_until(time.monotonic() + 60 * minutes, workloads, disk, watch, injected, random.Random(seed))
    except KeyboardInterrupt:
        print_line("Interrupted; reporting what was seen.")
    finally:
        for workload in workloads:
            workload.close()
    games, problems = check_database(folder / "disk" / "soak.sqlite")
    disk.close()
    return _report(workloads, watch, injected, games, problems)


def _inject_until(
    end: float, workloads: list[Workload], disk: SmallDisk, watch: Watch, injected: Counter[str], dice: random.Random
) -> None:
    kinds = faults(workloads, disk)
    next_fault = time.monotonic() + FAULT_SECONDS[1]
    while (now := time.monotonic()) < end:
        watch.measure()
        if now >= next_fault:
            name = dice.choice(list(kinds))
            injected[f"{name} of {kinds[name](dice)}"] += 1
            next_fault = time.monotonic() + dice.uniform(*FAULT_SECONDS)
        time.sleep(min(SAMPLE_SECONDS, max(end - time.monotonic(), 0)))


def _report(
    workloads: list[Workload], watch: Watch, injected: Counter[str], games: int, database_problems: list[str]
) -> bool:
    table = Table("workload", "counts", "peak MB", "peak threads", "peak files", "problems")
    all_problems = list(database_problems)
    for workload in workloads:
        samples = watch.samples[workload.name]
        problems = workload.problems + watch.growth(workload.name)
        all_problems += [f"{workload.name}: {problem}" for problem in problems]
        counts = ", ".join(f"{name} {count:,}" for name, count in sorted(workload.counts.items()))
        peaks = [
            f"{max((getattr(each, field) for each in samples), default=0):.0f}"
            for field in ("megabytes", "threads", "descriptors")
        ]
        table.add_row(workload.name, counts, *peaks, str(len(problems)))
    Console().print(table)
    print_line("Faults: " + (", ".join(f"{name} {count}" for name, count in sorted(injected.items())) or "none"))
    print_line(f"Games in the database: {games:,}")
    for problem in all_problems[:20]:
        print_line(f"PROBLEM {problem}")
    print_line("Nothing went wrong." if not all_problems else f"{len(all_problems)} problems.")
    return not all_problems


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description="Run everything under random faults.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where logs are kept; a temporary folder by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="malecon-soak-") as temporary:
        folder = options.folder or Path(temporary) / "soak"
        folder.mkdir(parents=True, exist_ok=True)
        sys.exit(0 if soak(folder, options.minutes, options.seed) else 1)


if __name__ == "__main__":
    main()
