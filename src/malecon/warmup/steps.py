"""Compiling kernels before they are needed, with something to look at meanwhile.

Every kernel compiles on its first use and is found on disk ever after. A step below uses the kernels of one part of the
package; when it has run, a marker file in the cache folder says so. The folder changes with the sources, so edits make
the steps cold again. Every game has the same steps; a command names those that it needs besides the rules.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from malecon.games.catalogue import GAMES
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


def _rules(game: str) -> None:
    from malecon.games.catalogue import position_class

    position_class(game).precompile()


def _random_games(game: str) -> None:
    from malecon.games.random_games import RandomGames

    RandomGames(small_position(game), seed=1).play(1)


def _search(game: str) -> None:
    from malecon.players.engine import Engine
    from malecon.players.player import Limit
    from malecon.search.mcts.searcher import MctsSearcher
    from malecon.warmup.second_process import compiling_beside

    with compiling_beside(game):
        MctsSearcher(small_position(game), {}, 1, seed=1)
    engine = Engine("malecon", game=game, memory=1)  # so little that the tree is pruned, too
    engine.decide(small_position(game), Limit(simulations=20_000))


def _minimax(game: str) -> None:
    from malecon.players.engine import Engine
    from malecon.players.player import Limit

    Engine("minimax", game=game, memory=1).decide(small_position(game), Limit(simulations=2000))


def _evaluation(game: str) -> None:
    from malecon.knowledge.catalogue import knowledge_of
    from malecon.search.static_eval import static_chance

    position = small_position(game)
    static_chance(position, {})
    if explain := knowledge_of(game).explain:
        explain(position)


def _proof(game: str) -> None:
    from malecon.solver.solver import Solver

    Solver(small_position(game), memory=1).run(1000)


def small_position(game: str) -> Any:
    """A board on which everything can be tried quickly."""
    from malecon.games.catalogue import position_class

    rules = position_class(game)
    return rules(**rules.board_options(rules.quick_board))


RULES, RANDOM_GAMES, EVALUATION, SEARCH, MINIMAX, PROOF = (
    "rules",
    "random games",
    "evaluation",
    "tree search",
    "mini-max",
    "proof search",
)  # what there is to compile of a game
KINDS = {
    RULES: (_rules, 3),
    RANDOM_GAMES: (_random_games, 3),
    EVALUATION: (_evaluation, 5),
    SEARCH: (_search, 45),
    MINIMAX: (_minimax, 20),
    PROOF: (_proof, 15),
}


def steps(game: str, kinds: Iterable[str] = KINDS) -> list[Step]:
    """The steps that compile a game, or some of its parts."""
    return [Step(f"{game.capitalize()} {kind}", partial(KINDS[kind][0], game), KINDS[kind][1]) for kind in kinds]


def all_steps() -> list[Step]:
    """The steps of all games."""
    return [step for game in GAMES for step in steps(game)]


def cache_folder() -> Path:
    """The folder of compiled code; GameError where none can be written."""
    try:
        from malecon.kernel import cache_folder as find_folder

        return find_folder()
    except RuntimeError as error:
        raise GameError(str(error)) from None


def cold_steps(wanted: Sequence[Step]) -> list[Step]:
    """Those of the wanted steps that are still to run; none where numba is told not to compile."""
    cache_folder()
    import numba

    config: Any = numba.config  # its options are made at run time
    if config.DISABLE_JIT:
        return []
    return [step for step in wanted if not step.marker.exists()]


def ensure_warm(game: str, *needed: str, players: Iterable[str] = ()) -> None:
    """Compile what is cold of a game's rules and the parts that are needed besides; silent where nothing is.

    What takes so long is told on standard error. Players are given where some of them may need more than others.
    """
    _leave_out_scipy()
    wanted = {RULES, *needed}.union(*(_parts(player, game) for player in players))
    if cold := cold_steps(steps(game, [kind for kind in KINDS if kind in wanted])):
        warm_up(cold, Console(stderr=True, highlight=False))


def _parts(player: str, game: str) -> set[str]:
    """What a player needs besides a tree search; what is wrong with a text is said by whoever makes the player."""
    from malecon.players.presets import preset_texts
    from malecon.players.spec import parse_player

    with suppress(GameError):
        texts = preset_texts(game)
        techniques = parse_player(player, texts, game).techniques(texts)
        return {part for name, part in (("alphabeta", MINIMAX), ("pns", PROOF)) if name in techniques}
    return set()


def _leave_out_scipy() -> None:
    """Let numba load without SciPy, a fifth of a second of every start that no kernel has a use for.

    numba takes the BLAS of SciPy for linear algebra where SciPy is installed. The loss would be felt by other users of
    numba in one process, so that commands do this and the library does not.
    """
    blas = "scipy.linalg.cython_blas"
    if blas in sys.modules:
        return
    modules: dict[str, Any] = sys.modules
    modules[blas] = None  # Python's way to say that it cannot be imported
    try:
        import numba.np.arraymath  # noqa: F401 (it looks for the BLAS)
    finally:
        del modules[blas]


def warm_up(cold: list[Step], console: Console) -> None:
    """Run steps with a progress bar on a terminal and line by line elsewhere."""
    start = time.perf_counter()
    wait = f"about {sum(step.seconds for step in cold)} s"
    console.print(f"First start: compiling for this machine, once; {wait}. Kept in {cache_folder()}", soft_wrap=True)
    if console.is_terminal:
        _run_with_bar(cold, console)
    else:
        _run_with_lines(cold, console)
    console.print(f"Compiled in {time.perf_counter() - start:.1f} s; from now on starts are quick.")


def _run_with_bar(cold: list[Step], console: Console) -> None:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(cold))
        for step in cold:
            progress.update(task, description=f"{step.name}, about {step.seconds} s")
            run_step(step)
            progress.advance(task)


def _run_with_lines(cold: list[Step], console: Console) -> None:
    for number, step in enumerate(cold, 1):
        console.print(f"  {number}/{len(cold)} {step.name}, about {step.seconds} s")
        run_step(step)


def run_step(step: Step) -> None:
    """Compile one part and remember that it is done; nothing is left to do where another process was faster."""
    with _alone(), compiling():
        if step.marker.exists():
            return
        step.run()
        step.marker.touch()


@contextmanager
def compiling() -> Iterator[None]:
    """Make way for the compiler: no warnings, and no search for garbage, a tenth of the time that finds little."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        with _noticing_interrupts(), warnings.catch_warnings():
            # That one record may stand for another, as that of random numbers does, is new in numba and said at length.
            warnings.filterwarnings("ignore", message=".*considered a subtype")
            yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _noticing_interrupts() -> Iterator[None]:
    """Let no Ctrl-C get lost: what is raised while LLVM calls Python is dropped there, and fails as something else."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []

    def note(number: int, _frame: Any) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if not interrupts:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process compiles, and keep others waiting.

    Two that store code for one function at the same moment could take each other's file for their own.
    """
    try:
        import fcntl
    except ImportError:  # a system without it
        yield
        return
    with (cache_folder() / "compiling.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
