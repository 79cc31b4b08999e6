"""Packages outside this one that declare techniques and games by entry points.

    [project.entry-points."malecon.techniques"]
    centre = "centre:TECHNIQUE"

    [project.entry-points."malecon.games"]
    rows = "rows:GAME"

Whatever runs in an environment in which such a package is installed knows them: commands, worker processes, the web
server, workers of a cluster. `malecon new` writes a package to start from.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError

TECHNIQUES, GAMES = "malecon.techniques", "malecon.games"
IGNORED_FOLDERS = ("__pycache__", "tests")
DIGEST_LENGTH = 12

_declared: dict[str, dict[str, str]] = {TECHNIQUES: {}, GAMES: {}}


def declare(group: str, name: str, target: str) -> None:
    """Add an entry as if a package that declares it were installed, in this process only; used by tests of packages."""
    _declared[group][name] = target


def entries(group: str) -> dict[str, str]:
    """Return the targets, as `module:attribute`, of all entries of a group by name."""
    return _installed(group) | _declared[group]


@cache
def _installed(group: str) -> dict[str, str]:
    return {entry.name: entry.value for entry in sorted(metadata.entry_points(group=group), key=lambda e: e.name)}


def load(group: str, name: str) -> Any:
    """Import what an entry refers to; raise GameError with one line if that fails."""
    target = entries(group)[name]
    try:
        return metadata.EntryPoint(name, target, group).load()
    except GameError:
        raise
    except Exception as error:  # the package is somebody else's: whatever it raises is its fault
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameError(f"cannot load {name!r} of {group} from {target} ({reason}); repair or uninstall it") from None


def sources() -> tuple[Path, ...]:
    """Return all files of the packages behind the entries; nothing is imported."""
    targets = (target for group in _declared for target in entries(group).values())
    return _files_of(frozenset(target.partition(":")[0].partition(".")[0] for target in targets))


@cache
def _files_of(modules: frozenset[str]) -> tuple[Path, ...]:
    return tuple(sorted({path for module in modules for path in _files(module)}))


def _files(module: str) -> Iterator[Path]:
    """Yield the files of a top-level module or package."""
    loaded = sys.modules.get(module)
    spec = loaded.__spec__ if loaded is not None and loaded.__spec__ is not None else find_spec(module)
    if spec is None or spec.origin is None:
        return
    origin = Path(spec.origin).resolve()
    if origin.name != "__init__.py":
        yield origin
        return
    for path in origin.parent.rglob("*"):
        if path.is_file() and not set(path.relative_to(origin.parent).parts[:-1]) & set(IGNORED_FOLDERS):
            yield path


def digest() -> str:
    """Return a short digest of these files; empty if there are none."""
    paths = sources()
    if not paths:
        return ""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:DIGEST_LENGTH]
