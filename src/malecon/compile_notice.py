"""A notice on standard error when a call of the library compiles kernels, which may take minutes the first time.

Commands announce what they compile themselves (`warmup.steps`); a program that imports the package gets one line.
"""

from __future__ import annotations

import os
import sys
from typing import Any

TEXT = "malecon: compiling for this machine, once; this may take minutes. malecon.warmup() does it ahead of time.\n"
QUIET_VARIABLE = "MALECON_QUIET"

_state = {"installed": False, "wanted": True}


def install() -> None:
    """Announce the first kernel that this process compiles; do nothing if numba has not been imported."""
    if _state["installed"] or "numba" not in sys.modules:
        return
    from numba.core import event

    class Listener(event.Listener):
        """Prints the notice at the first compilation of one of our kernels."""

        def on_start(self, occurred: Any) -> None:
            function = getattr(occurred.data.get("dispatcher"), "py_func", None)
            if str(getattr(function, "__module__", "")).startswith("malecon"):
                announce()

        def on_end(self, occurred: Any) -> None:
            """Do nothing."""

    register: Any = event.register  # untyped
    register("numba:compile", Listener())
    _state["installed"] = True


def announce() -> None:
    """Print the notice, once per process, unless MALECON_QUIET is set or progress is shown anyway."""
    if _state["wanted"] and not os.environ.get(QUIET_VARIABLE) and sys.stderr is not None:
        sys.stderr.write(TEXT)
        sys.stderr.flush()
    silence()


def silence() -> None:
    """Print no notice from now on: something else shows progress."""
    _state["wanted"] = False
