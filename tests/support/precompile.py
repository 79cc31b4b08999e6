"""Compile every kernel before the tests start, on all cores: `python tests/support/precompile.py`.

Test workers that meet an uncompiled kernel would each compile it. Here every game has processes of its own: one for the
steps that the others build on, then one for each of the rest, the longest first. Nothing happens where all is compiled.
"""
# ruff: noqa: T201

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from malecon.games.catalogue import GAMES
from malecon.system import num_cores
from malecon.warmup.compile import cache_folder, compiling
from malecon.warmup.steps import EVALUATION, MINIMAX, PROOF, RANDOM_GAMES, RULES, SEARCH, cold_steps, steps

WARMED = "warmed.txt"  # in the folder of compiled code: the files that compiling from nothing has made
FIRST, REST = (RULES, RANDOM_GAMES, EVALUATION), (SEARCH, MINIMAX, PROOF)


def compile_steps(game: str, *kinds: str) -> None:
    """Run the cold steps of a game."""
    for step in cold_steps(steps(game, kinds)):
        with compiling():
            step.run()
        step.marker.touch()
        spent = os.times()
        print(f"compiled {step.name} ({spent.user + spent.system:.0f} s of CPU time so far)", flush=True)


def start(game: str, *kinds: str) -> None:
    """Run cold steps of a game in another process and wait for it."""
    if cold_steps(steps(game, kinds)):
        subprocess.run([sys.executable, __file__, game, *kinds], check=True)


def main() -> None:
    """Compile what is cold, one process for each core."""
    folder = cache_folder()
    is_new = not list(folder.rglob("*.nb?"))
    with ThreadPoolExecutor(num_cores()) as pool:
        list(pool.map(lambda game: start(game, *FIRST), GAMES))
        list(pool.map(lambda task: start(*task), [(game, kind) for kind in REST for game in GAMES]))
    if is_new:
        made = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.nb?"))
        (folder / WARMED).write_text("".join(f"{name}\n" for name in made), encoding="utf-8")


if __name__ == "__main__":
    try:
        compile_steps(*sys.argv[1:]) if sys.argv[1:] else main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"compiling {' '.join(error.cmd[2:])} failed; see above")
    except KeyboardInterrupt:
        sys.exit(130)
