"""Provenance of a game: the version of the code that played it, and the machine."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from pathlib import Path

from malecon import entry_points, system
from malecon.games.catalogue import GAMES
from malecon.kernel import files_digest, outside_sources
from malecon.knowledge.catalogue import knowledge_of
from malecon.version import __version__

PACKAGE = Path(__file__).resolve().parents[2]
# The packages that decide moves.
MOVE_LAYERS = ("kernel", "nets", "games", "knowledge", "search", "solver", "proofs", "players")
DIGEST_LENGTH = 12
SUFFIXES = (".py", ".tsv", ".npz", ".packed")


def code_version() -> str:
    """Return the version of the package and a digest of all source files that decide moves.

    Files of other packages that declare techniques or games, or whose kernels are in use, are part of it.
    """
    outside = _outside_digest()
    return _own_version() + (f".{outside}" if outside else "")


def _outside_digest() -> str:
    """Return a digest of the files outside this package that may decide moves; empty if there are none.

    Everything that other packages declare is loaded first: the digest must not depend on what was used so far.
    """
    if any(entry_points.entries(group) for group in (entry_points.TECHNIQUES, entry_points.GAMES)):
        for game in GAMES:
            knowledge_of(game)
    paths = _in_order(entry_points.sources(), outside_sources())
    return files_digest(paths)[:DIGEST_LENGTH] if paths else ""


@cache
def _in_order(declared: tuple[Path, ...], implemented: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(sorted({*declared, *implemented}))


@cache
def _own_version() -> str:
    digest = hashlib.sha256()
    for layer in MOVE_LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(str(path.relative_to(PACKAGE)).encode())
                digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:DIGEST_LENGTH]}"


@cache
def machine_name() -> str:
    """Return the host name, the processor and the Python version."""
    processor = system.processor_name()
    return f"{platform.node()}; {processor}, {os.cpu_count()} cores; Python {platform.python_version()}"
