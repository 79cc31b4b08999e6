"""The command `malecon`.

Start with `app`, which lists all commands. Each other file implements one or two of them; `lab` and `learn` are
subpackages. `lazy` imports a command only when it runs, so that `malecon --help` imports neither NumPy nor numba.
`options` holds the options that several commands share, `sources` reads positions and records, and `console` shows
progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; always raises SystemExit."""
    try:
        from malecon.interfaces.cli import app  # here: Ctrl-C ends quietly while it loads, too
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    app.main(arguments)
