"""Compiling kernels before they are needed, with something to look at meanwhile.

Every kernel compiles on its first use and is found on disk ever after. A step below uses the kernels of one part of the
package; when it has run, a marker file in the cache folder says so. The folder changes with the sources, so edits make
the steps cold again. A new layer adds its steps to `STEPS`; a command names those that it needs besides the rules.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from malecon.games.errors import GameError


@dataclass(frozen=True)
class Step:
    """One part of the kernels to compile."""

    name: str
    run: Callable[[], None]
    seconds: int
    """About how long it takes."""

    @property
    def marker(self) -> Path:
        """The file that stands for the finished step on this kind of machine and Python."""
        from llvmlite import binding

        llvm: Any = binding  # it has no types
        word = self.name.replace(" ", "-").lower()
        return cache_folder() / f"warm-{word}-{sys.implementation.cache_tag}-{llvm.get_host_cpu_name()}"


def _havannah_rules() -> None:
    from malecon.games.havannah.position import Havannah

    position = Havannah(base=4, swap_rule=True, moves="a1 swap b1 a2")
    position.winning_cells()
    _ = position.zobrist, position.outcome


def _random_games() -> None:
    from malecon.lab.bench import RandomGames

    RandomGames(base=4, seed=1).play(1)


def _tree_search() -> None:
    from malecon.games.havannah.position import Havannah
    from malecon.players.engine import Engine
    from malecon.players.player import Limit

    engine = Engine("malecon", memory=1)  # so little that the tree is pruned, too
    engine.decide(Havannah(base=4), Limit(simulations=20_000))


RULES = Step("Havannah rules", _havannah_rules, seconds=5)
RANDOM_GAMES = Step("random games", _random_games, seconds=3)
TREE_SEARCH = Step("tree search", _tree_search, seconds=35)
STEPS = (RULES, RANDOM_GAMES, TREE_SEARCH)


def cache_folder() -> Path:
    """The folder of compiled code; GameError where none can be written."""
    try:
        from malecon.kernel import cache_folder as find_folder

        return find_folder()
    except RuntimeError as error:
        raise GameError(str(error)) from None


def cold_steps(wanted: Sequence[Step] = STEPS) -> list[Step]:
    """Those of the wanted steps that are still to run; none where numba is told not to compile."""
    cache_folder()
    import numba

    config: Any = numba.config  # its options are made at run time
    if config.DISABLE_JIT:
        return []
    return [step for step in wanted if not step.marker.exists()]


def ensure_warm(*needed: Step) -> None:
    """Compile what is cold of the rules and the steps that are needed besides; silent where nothing is.

    What takes so long is told on standard error.
    """
    if steps := cold_steps((RULES, *needed)):
        warm_up(steps, Console(stderr=True, highlight=False))


def warm_up(steps: list[Step], console: Console) -> None:
    """Run steps with a progress bar on a terminal and line by line elsewhere."""
    start = time.perf_counter()
    wait = f"about {sum(step.seconds for step in steps)} s"
    console.print(f"First start: compiling for this machine, once; {wait}. Kept in {cache_folder()}", soft_wrap=True)
    if console.is_terminal:
        _run_with_bar(steps, console)
    else:
        _run_with_lines(steps, console)
    console.print(f"Compiled in {time.perf_counter() - start:.1f} s; from now on starts are quick.")


def _run_with_bar(steps: list[Step], console: Console) -> None:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(steps))
        for step in steps:
            progress.update(task, description=f"{step.name}, about {step.seconds} s")
            run_step(step)
            progress.advance(task)


def _run_with_lines(steps: list[Step], console: Console) -> None:
    for number, step in enumerate(steps, 1):
        console.print(f"  {number}/{len(steps)} {step.name}, about {step.seconds} s")
        run_step(step)


def run_step(step: Step) -> None:
    """Compile one part and remember that it is done."""
    with warnings.catch_warnings():
        # That one record may stand for another, as the random numbers' owner does, is new in numba and said at length.
        warnings.filterwarnings("ignore", message=".*considered a subtype")
        step.run()
    step.marker.touch()
