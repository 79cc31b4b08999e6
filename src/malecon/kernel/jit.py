"""The `@kernel` decorator and the disk cache of compiled code.

numba checks only the source file of the outermost function when it decides whether cached machine code is valid, so an
edit to a function that it calls would go unnoticed. The cache folder is therefore named after a digest of every source
file that may hold a kernel and of every table that becomes a constant of compiled code: any edit selects a new folder,
and stale code cannot run.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from filelock import FileLock
from numba.core.caching import FunctionCache
from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_LAYERS = ("kernel", "games", "knowledge", "search")
SOURCE_SUFFIXES = (".py", ".tsv")  # code, and tables that become constants of compiled code
MAX_UNUSED_DAYS = 30
FOLDER_PREFIX = "kernels-"  # only folders with this prefix are ever removed
OPTIONS: dict[str, Any] = {
    "no_cfunc_wrapper": True,  # skip the unused C wrapper: a sixth of the compile time
    "nogil": True,
    "error_model": "numpy",  # a check for division by zero keeps a loop from being vectorised
    "fastmath": {"nnan", "nsz"},  # no kernel produces a NaN or depends on the sign of zero
}


class SharedCache(FunctionCache):
    """numba's on-disk cache of one function, for processes that compile at the same time.

    numba reads the function's index, picks a free file name and writes both. Without a lock, two processes that compile
    different signatures can pick the same name, and one of them later loads the other's machine code.
    """

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the machine code of a signature."""
        with FileLock(cache_folder() / "saving.lock"):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on first use, cache the machine code on disk, and release the GIL while it runs.

    With `NUMBA_DISABLE_JIT=1` the function is returned unchanged.
    """
    return _compiled(function)


def inline_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare a kernel with a single call site, to be inlined into its caller before type inference.

    Otherwise it would be compiled twice: by itself and as part of its caller. For the functions near the top of the
    search, which contain all others, this saves a sixth of the compile time.
    """
    return _compiled(function, inline="always")


def _compiled(function: Callable[..., Any], **extra: Any) -> Callable[..., Any]:
    config: Any = numba.config  # its attributes are set at run time
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # read only while decorating, so other users of numba are unaffected
    try:
        compiled: Any = numba.njit(**OPTIONS, **extra)(function)
        if compiled is not function:
            compiled._cache = SharedCache(function)  # type: ignore[no-untyped-call]
    finally:
        config.CACHE_DIR = before
    result: Callable[..., Any] = compiled
    return result


@cache
def cache_folder() -> Path:
    """Return the cache folder for exactly these sources, creating it if necessary."""
    name = FOLDER_PREFIX + sources_digest()
    for root in _cache_roots():
        folder = root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _remove_old_folders(root, keep=name)
            return folder
    raise RuntimeError("no writable folder for compiled code; set MALECON_CACHE to a writable folder")


def sources_digest() -> str:
    """Return a short digest of every file that may become part of compiled code, and of numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in _sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for layer in KERNEL_LAYERS:
        yield from sorted(path for path in (PACKAGE / layer).rglob("*") if path.suffix in SOURCE_SUFFIXES)


def _cache_roots() -> Iterator[Path]:
    """Candidates for the cache root, best first: MALECON_CACHE alone, else the user's cache or a temporary folder."""
    if chosen := os.environ.get("MALECON_CACHE"):
        yield Path(chosen).expanduser()
        return
    if (path := user_cache_path("malecon", appauthor=False)).is_absolute():  # it is not if there is no home folder
        yield path
    with suppress(RuntimeError):  # no home folder
        yield Path.home() / ".cache" / "malecon"  # if XDG_CACHE_HOME cannot be written
    yield Path(tempfile.gettempdir()) / f"malecon-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _remove_old_folders(root: Path, keep: str) -> None:
    """Remove cache folders that have not been used for a month."""
    limit = time.time() - MAX_UNUSED_DAYS * 86400
    for folder in root.glob(FOLDER_PREFIX + "*"):
        with suppress(OSError):  # another process may remove it first
            if folder.name != keep and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
