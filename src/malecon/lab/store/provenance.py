"""Provenance of a game: the version of the code that played it, and the machine."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from pathlib import Path

from malecon.version import __version__

PACKAGE = Path(__file__).resolve().parents[2]
MOVE_LAYERS = ("kernel", "nets", "games", "knowledge", "search", "solver", "players")  # the packages that decide moves
SUFFIXES = (".py", ".tsv", ".npz")
CPU_INFO = Path("/proc/cpuinfo")


@cache
def code_version() -> str:
    """Return the version of the package, and a digest of all source files that decide moves."""
    digest = hashlib.sha256()
    for layer in MOVE_LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(str(path.relative_to(PACKAGE)).encode())
                digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"


@cache
def machine_name() -> str:
    """Return the host name, the processor and the Python version."""
    processor = _processor() or platform.processor() or platform.machine()
    return f"{platform.node()}; {processor}, {os.cpu_count()} cores; Python {platform.python_version()}"


def _processor() -> str:
    """Return the model name of the processor on Linux, else an empty string."""
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
