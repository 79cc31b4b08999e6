"""The command `malecon`. `app` puts the commands together; each other file is one command or two.

Nothing here imports NumPy or numba before a command needs them, so that `malecon --help` answers at once; a test
holds this.
"""

from malecon.interfaces.cli.app import main

__all__ = ["main"]
