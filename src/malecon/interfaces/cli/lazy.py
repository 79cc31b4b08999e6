"""Commands that are imported when they run.

A group of commands is a table: name, `module:function` and a one-line summary. `--help` reads the table alone; the
module of a command, and everything it imports, is loaded when the command is invoked or prints its own help.
`load_function` serves commands that have a part with optional dependencies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from malecon.games.errors import GameError

BLAS = "scipy.linalg.cython_blas"
NUMBA_ARRAYS = "numba.np.arraymath"  # imports the BLAS if there is one


class LazyCommand(TyperCommand):
    """A stand-in for the command that a function, given as `module:function`, implements."""

    def __init__(self, name: str, target: str, summary: str, panel: str | None = None) -> None:
        super().__init__(name, help=summary, rich_markup_mode="markdown", rich_help_panel=panel)
        self.target = target

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Import the function and parse the arguments by its signature; the context belongs to the real command."""
        return self.load().make_context(*args, **options)

    def load(self) -> Any:
        """Import the function and build its command."""
        single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        single.command(self.name)(load_function(self.target))
        return get_command(single)


def lazy_group(
    name: str, summary: str, commands: Iterable[LazyCommand | TyperGroup], panel: str | None = None
) -> TyperGroup:
    """Return a group that prints its help if it is called without a command."""
    return TyperGroup(
        name=name,
        help=summary,
        commands={str(command.name): command for command in commands},
        no_args_is_help=True,
        rich_markup_mode="markdown",
        rich_help_panel=panel,
    )


def load_function(target: str) -> Any:
    """Import `module:function` and return the function."""
    module, _, function = target.partition(":")
    try:
        loaded = getattr(import_module(module), function)
    except RuntimeError as error:  # kernels need a writable cache folder
        raise GameError(str(error)) from None
    if "numba" in sys.modules:
        _load_numba_without_scipy()
    return loaded


def _load_numba_without_scipy() -> None:
    """Let numba load its array functions without SciPy's BLAS, which no kernel uses: a fifth of a second per start.

    numba would load it with the first kernel. Other users of numba in one process would miss it, so commands do this
    and the library does not.
    """
    modules: dict[str, Any] = sys.modules
    if BLAS in modules or NUMBA_ARRAYS in modules:
        return
    modules[BLAS] = None  # makes the import fail
    try:
        import_module(NUMBA_ARRAYS)
    finally:
        del modules[BLAS]
