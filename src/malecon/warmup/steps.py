"""Compiling kernels before they are needed, with progress. Start with `ensure_warm`.

Every kernel compiles on first use and is cached on disk. A step exercises the kernels of one part of the package; when
it is done, a marker file in the cache folder says so. The folder's name changes with the sources, so edits make the
steps cold again. All games have the same steps; a command names those that it needs besides the rules.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import numba
from llvmlite import binding
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from malecon import compile_notice, entry_points
from malecon.games.catalogue import GAMES, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.random_games import RandomGames
from malecon.knowledge.catalogue import knowledge_of
from malecon.players.engine import Engine
from malecon.players.openspiel.peer import pyspiel
from malecon.players.openspiel.player import OPENSPIEL
from malecon.players.player import Limit
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.net_eval import net_opinion
from malecon.search.static_eval import static_chance
from malecon.solver.solver import Solver
from malecon.warmup.compile import MARKER_PREFIX, Step, cache_folder, repair_cache, run_step
from malecon.warmup.second_process import compiling_in_parallel

__all__ = [
    "Step",
    "all_steps",
    "cache_folder",
    "cold_steps",
    "ensure_warm",
    "parts_of",
    "repair_cache",
    "run_step",
    "steps",
    "warm_up",
]


def quick_position(game: str) -> Position:
    """Return a small board on which everything can be tried quickly."""
    rules = position_class(game)
    return rules(**rules.board_options(rules.quick_board))


def _rules(game: str) -> None:
    position_class(game).precompile()


def _random_games(game: str) -> None:
    RandomGames(quick_position(game), seed=1).play(1)


def _search(game: str) -> None:
    with compiling_in_parallel(game):
        MctsSearcher(quick_position(game), {}, 1, seed=1)
    engine = Engine("malecon", game=game, memory=1)  # so small that the tree is pruned, too
    engine.decide(quick_position(game), Limit(simulations=20_000))


def _minimax(game: str) -> None:
    Engine("minimax", game=game, memory=1).decide(quick_position(game), Limit(simulations=2000))


def _evaluation(game: str) -> None:
    position = quick_position(game)
    static_chance(position, {})
    if explain := knowledge_of(game).explain:
        explain(position)
    if knowledge_of(game).net is not None:
        net_opinion(position)


def _proof(game: str) -> None:
    Solver(quick_position(game), memory=1).run(1000)


RULES, RANDOM_GAMES, EVALUATION, SEARCH, MINIMAX, PROOF = (
    "rules",
    "random games",
    "evaluation",
    "tree search",
    "minimax",
    "proof-number search",
)
KINDS: dict[str, tuple[Callable[[str], None], int]] = {
    RULES: (_rules, 3),
    RANDOM_GAMES: (_random_games, 3),
    EVALUATION: (_evaluation, 5),
    SEARCH: (_search, 45),
    MINIMAX: (_minimax, 20),
    PROOF: (_proof, 15),
}


def steps(game: str, kinds: Iterable[str] = KINDS) -> list[Step]:
    """Return the steps that compile a game, or some of its parts."""
    return [_step(game, kind) for kind in kinds]


def _step(game: str, kind: str) -> Step:
    name, (run, seconds) = f"{game.capitalize()} {kind}".replace("_", " "), KINDS[kind]
    llvm: Any = binding  # untyped
    word = name.replace(" ", "-").lower()
    outside = entry_points.digest()  # kernels that involve other packages are compiled again when these change
    parts = [word, sys.implementation.cache_tag, llvm.get_host_cpu_name(), *([outside] if outside else [])]
    marker = cache_folder() / (MARKER_PREFIX + "-".join(parts))
    return Step(name, partial(run, game), seconds, marker)


def all_steps() -> list[Step]:
    """Return the steps of all games."""
    return [step for game in GAMES for step in steps(game)]


def cold_steps(wanted: Sequence[Step]) -> list[Step]:
    """Return the steps that have not run yet; none if numba's compiler is disabled."""
    config: Any = numba.config  # its options are set at run time
    return [] if config.DISABLE_JIT else [step for step in wanted if not step.marker.exists()]


def ensure_warm(game: str, *needed: str, players: Iterable[str] = ()) -> None:
    """Compile the rules of a game and the parts needed besides, with progress on standard error.

    Silent if everything is compiled. `players` are texts of players that may need further parts, or packages: a missing
    one is reported before anything is compiled.
    """
    players = list(players)
    if any(text.strip().startswith(OPENSPIEL.name) for text in players):
        pyspiel()
    wanted = {RULES, *needed}.union(*(parts_of(player, game) for player in players))
    if cold := cold_steps(steps(game, [kind for kind in KINDS if kind in wanted])):
        warm_up(cold, Console(stderr=True, highlight=False))


def compile_games(games: Iterable[str]) -> None:
    """Compile everything for these games, or for all, with progress on standard error: `malecon.warmup()`."""
    names = list(games) or list(GAMES)
    for name in names:
        position_class(name)  # raises GameError if it is unknown
    if cold := cold_steps([step for name in names for step in steps(name)]):
        warm_up(cold, Console(stderr=True, highlight=False))


def parts_of(player: str, game: str) -> set[str]:
    """Return what a player needs besides tree search; errors in the text are reported when the player is made."""
    with suppress(GameError):
        texts = preset_texts(game)
        techniques = parse_player(player, texts, game).techniques(texts)
        return {part for name, part in (("alphabeta", MINIMAX), ("pns", PROOF)) if name in techniques}
    return set()


def warm_up(cold: list[Step], console: Console) -> None:
    """Run steps with a progress bar on a terminal and line by line elsewhere."""
    compile_notice.silence()
    start = time.perf_counter()
    total = sum(step.seconds for step in cold)
    console.print(
        f"First start: compiling for this machine, once; about {total} s. Cached in {cache_folder()}", soft_wrap=True
    )
    if console.is_terminal:
        _run_with_bar(cold, console)
    else:
        _run_with_lines(cold, console)
    console.print(f"Compiled in {time.perf_counter() - start:.1f} s; later starts are fast.")


def _run_with_bar(cold: list[Step], console: Console) -> None:
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
