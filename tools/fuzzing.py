"""What the fuzzers share: random damage to bytes, and the command line with a progress bar."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

T = TypeVar("T")
Changes = Callable[[bytes, int], Sequence[Callable[[], bytes]]]
"""The possible replacements of a piece of the data that begins at an index."""


class FuzzError(Exception):
    """The tested code did something it must not do."""


def damage(data: bytes, rng: random.Random, lengths: Sequence[int], changes: Changes) -> bytes:
    """Replace a random piece of one of the given lengths by one of the changes."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice(lengths))
    return data[:start] + rng.choice(changes(data[start:end], start))() + data[end:]


def run_from_command_line(
    description: str,
    unit: str,
    default: int,
    run: Callable[[int, int, Callable[[], object]], T],
    report: Callable[[T, Console], None],
) -> int:
    """Parse `--UNIT` and `--seed`, run with a progress bar, and report; return 1 if a FuzzError was raised."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(f"--{unit}", type=int, default=default, dest="count", help=f"number of {unit}")
    parser.add_argument("--seed", type=int, default=1, help=f"another seed gives other {unit}")
    options = parser.parse_args()
    console = Console()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(f"damaged {unit}", total=options.count)
        try:
            tally = run(options.count, options.seed, lambda: bar.advance(task))
        except FuzzError as error:
            console.print(f"FAILED: {error}", markup=False, highlight=False)
            return 1
    report(tally, console)
    return 0


def print_refusals(refused: Counter[str], most: int, console: Console) -> None:
    """Print the most frequent error messages."""
    for words, count in refused.most_common(most):
        console.print(f"{count:>9,}  {words} ...", markup=False, highlight=False)
