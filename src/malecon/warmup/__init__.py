"""Compiling and loading kernels before they are needed.

`steps` says what there is to compile and shows progress, `compile` runs one step, `step_process` runs one in a process
that can be killed, and `second_process` and `parallel_kernels` use a second core.

The package itself can be called, which is the public function: `malecon.warmup("havannah")` compiles everything for
some games, or for all, with progress on standard error.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _WarmupModule(ModuleType):
    """A package that is also a function."""

    def __call__(self, *games: str) -> None:
        """Compile everything for these games, or for all, with progress on standard error.

        Returns at once if that has been done on this machine.
        """
        steps: Any = import_module("malecon.warmup.steps")  # loads the whole engine
        steps.compile_games(games)


sys.modules[__name__].__class__ = _WarmupModule
