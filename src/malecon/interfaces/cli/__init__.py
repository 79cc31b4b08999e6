"""The command `malecon`.

Start with `app`, which lists all commands. Each other file implements one or two of them; `lab` and `learn` are
subpackages. `lazy` imports a command only when it runs, so that `malecon --help` imports neither NumPy nor numba.
`options` holds the options that several commands share, `sources` reads positions and records, and `console` shows
progress.
"""

from malecon.interfaces.cli.app import main

__all__ = ["main"]
