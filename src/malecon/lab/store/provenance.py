"""What a game is marked with besides its moves: the code that played it and the machine it was played on."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from pathlib import Path

from malecon.version import __version__

PACKAGE = Path(__file__).resolve().parents[2]
PLAYING = ("kernel", "games", "knowledge", "search", "players")  # the layers that choose moves
CPU_INFO = Path("/proc/cpuinfo")


@cache
def code_version() -> str:
    """The version of the package, and a digest of all sources that have a say in which moves are played."""
    digest = hashlib.sha256()
    for layer in PLAYING:
        for path in sorted((PACKAGE / layer).rglob("*")):
            if path.suffix in (".py", ".tsv"):
                digest.update(str(path.relative_to(PACKAGE)).encode())
                digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"


@cache
def machine_name() -> str:
    """The host, its processor and its Python."""
    processor = _processor() or platform.processor() or platform.machine()
    return f"{platform.node()}; {processor}, {os.cpu_count()} cores; Python {platform.python_version()}"


def _processor() -> str:
    """The name of the processor, where Linux tells it."""
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
