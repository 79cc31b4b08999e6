"""Optional dependencies: imported on first use, with a one-line error if one is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from malecon.games.errors import GameError

LAB, CLUSTER, TRAIN = "lab", "cluster", "train"  # extras of the package


def load(module: str, feature: str, extra: str = LAB) -> Any:
    """Import a module of an extra; raise GameError with the install command if it is missing.

    >>> load("no_such_module", "magic")
    Traceback (most recent call last):
    malecon.games.errors.GameError: magic needs no_such_module: pip install 'malecon[lab]'
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise GameError(f"{feature} needs {package}: pip install 'malecon[{extra}]'") from None
