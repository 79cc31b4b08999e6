"""The `@kernel` decorator and the folder in which compiled code waits for the next start.

numba looks only at the file of the outermost function when it decides whether cached machine code is still good, so an
edit in a function that it calls would go unnoticed. The folder is therefore named after a digest of every source file
that may hold a kernel, and of every table that kernels take in as a constant: one changed letter, another folder, and
stale code cannot run.
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

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_LAYERS = ("kernel", "games", "knowledge", "search")
SOURCE_ENDINGS = (".py", ".tsv")  # code, and tables that become constants of compiled code
FORGET_AFTER_DAYS = 30
FOLDER_PREFIX = "kernels-"  # nothing else in the chosen folder is ever removed
OPTIONS: dict[str, Any] = {
    "no_cfunc_wrapper": True,  # a way in for C that nobody takes: a sixth of the time that compiling takes
    "nogil": True,
    "error_model": "numpy",  # a check for division by zero in a loop keeps it from running on vectors
    "fastmath": {"nnan", "nsz"},  # no kernel makes a NaN or minds the sign of zero
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
    """Compile a function on first use, keep the machine code on disk, and run it without the interpreter lock.

    With `NUMBA_DISABLE_JIT=1` the function is returned as it is.
    """
    return _compiled(function)


def inline_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that one other kernel calls, once: it becomes a part of that one before types are known.

    By itself it would be made into machine code too, and again as a part of its caller: for the functions near the top
    of the search, which hold all the others, this is a sixth of all the time that compiling takes.
    """
    return _compiled(function, inline="always")


def _compiled(function: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    config: Any = numba.config  # its options are made at run time
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # read while decorating only: other users of numba keep their own
    try:
        compiled: Any = numba.njit(**OPTIONS, **more)(function)
        if compiled is not function:
            compiled._cache = SharedCache(function)  # type: ignore[no-untyped-call]
    finally:
        config.CACHE_DIR = before
    result: Callable[..., Any] = compiled
    return result


@cache
def cache_folder() -> Path:
    """The folder of compiled code for exactly these sources, made if need be."""
    name = FOLDER_PREFIX + sources_digest()
    for home in _cache_homes():
        folder = home / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _forget_old_folders(home, keep=name)
            return folder
    raise RuntimeError("no folder can be written for compiled code; set MALECON_CACHE to one that can")


def sources_digest() -> str:
    """A short digest of every file that may become part of compiled code, and of numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in _sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for layer in KERNEL_LAYERS:
        yield from sorted(path for path in (PACKAGE / layer).rglob("*") if path.suffix in SOURCE_ENDINGS)


def _cache_homes() -> Iterator[Path]:
    if chosen := os.environ.get("MALECON_CACHE"):
        yield Path(chosen).expanduser()
        return
    if base := os.environ.get("XDG_CACHE_HOME"):
        yield Path(base) / "malecon"
    with suppress(RuntimeError):  # no home folder at all
        yield Path.home() / ".cache" / "malecon"
    yield Path(tempfile.gettempdir()) / f"malecon-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _forget_old_folders(home: Path, keep: str) -> None:
    """Remove the compiled code of sources that nobody has run for a month."""
    limit = time.time() - FORGET_AFTER_DAYS * 86400
    for folder in home.glob(FOLDER_PREFIX + "*"):
        with suppress(OSError):  # another process may be faster
            if folder.name != keep and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
