"""Packages that only parts of the laboratory need: loaded when they are, and missed in one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from malecon.games.errors import GameError

LAB, CLUSTER = "lab", "cluster"  # extras of the package


def load(module: str, what: str, extra: str = LAB) -> Any:
    """A module of an extra; GameError that says what needs it and how to install it where it is missing.

    >>> load("no_such_module", "magic")
    Traceback (most recent call last):
    malecon.games.errors.GameError: magic needs no_such_module: pip install 'malecon[lab]'
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise GameError(f"{what} needs {package}: pip install 'malecon[{extra}]'") from None
