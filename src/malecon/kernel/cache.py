"""The on-disk cache of machine code: where it lies, when it is valid, and how processes share it.

numba checks only the file of the outermost function before it reuses cached code, so an edit in a called function would
go unnoticed. The folder is therefore named after a digest of every source that can become part of a kernel, including
tables that kernels embed as constants. Kernels that involve code from outside this package (a game, a playout rule) go
to a subfolder named after a digest of those sources, of the data files of their package, and of modules they import.

Files carry a checksum: a damaged one is compiled again instead of being loaded.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from filelock import FileLock
from numba import types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from platformdirs import user_cache_path

from malecon import system

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_LAYERS = ("kernel", "nets", "games", "knowledge", "search")
SOURCE_SUFFIXES = (".py", ".tsv")  # code, and tables that become constants of compiled code
DATA_SUFFIXES = (".csv", ".json", ".npy", ".npz", ".toml", ".txt")  # what a package outside may read constants from
CODE_SUFFIXES = (".nbi", ".nbc")  # numba's index of a function, and the code of one signature
MAX_UNUSED_DAYS = 30
FOLDER_PREFIX = "kernels-"  # nothing else in the chosen folder is ever removed
CHECKSUM_SIZE = hashlib.sha256().digest_size


# --- the folder -----------------------------------------------------------------------------------------------------


@cache
def cache_folder() -> Path:
    """Return the folder for the code of exactly these sources, creating it if necessary."""
    name = FOLDER_PREFIX + sources_digest()
    for root in _cache_roots():
        folder = root / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK) and system.is_private(folder):  # cached code is unpickled and run
            _remove_old_folders(root, keep=name)
            return folder
    raise RuntimeError(
        "no folder for compiled code that only you can write; set MALECON_CACHE to a writable folder of your own"
    )


def _cache_roots() -> Iterator[Path]:
    """Candidates for the cache root, best first: MALECON_CACHE alone, else the user's cache or a temporary folder."""
    if chosen := os.environ.get("MALECON_CACHE"):
        yield Path(chosen).expanduser()
        return
    if (path := user_cache_path("malecon", appauthor=False)).is_absolute():  # it is not if there is no home folder
        yield path
    with suppress(RuntimeError):  # no home folder
        yield Path.home() / ".cache" / "malecon"  # if XDG_CACHE_HOME cannot be written
    yield Path(tempfile.gettempdir()) / f"malecon-{system.user_name()}"


def _remove_old_folders(root: Path, keep: str) -> None:
    """Remove the code of sources that nobody has run for a month."""
    limit = time.time() - MAX_UNUSED_DAYS * 86400
    for folder in root.glob(FOLDER_PREFIX + "*"):
        with suppress(OSError):  # another process may be faster
            if folder.name != keep and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


# --- digests --------------------------------------------------------------------------------------------------------


def _package_sources() -> Iterator[Path]:
    for layer in KERNEL_LAYERS:
        yield from sorted(path for path in (PACKAGE / layer).rglob("*") if path.suffix in SOURCE_SUFFIXES)


def sources_digest() -> str:
    """Return a short digest of every file of this package that may become part of compiled code."""
    return _digest(_package_sources())


def _digest(sources: Iterable[Path]) -> str:
    """Return a short digest of source files and of numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sources:
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_outside_functions: dict[str, set[Path]] = defaultdict(set)  # marker of a game -> files of its outside implementations
_num_noted = 0  # a module that is edited and imported again notes its functions again


def note_implementation(marker: str, function: Callable[..., Any]) -> None:
    """Note that a function is part of every kernel for structs with this marker."""
    global _num_noted
    path = _source_of(function)
    if path is not None and not path.is_relative_to(PACKAGE):
        _outside_functions[marker].add(path)
        _num_noted += 1


def outside_sources() -> tuple[Path, ...]:
    """Return all files from outside this package that kernels of this process may come from."""
    return _with_neighbours(_implementations(_outside_functions), _num_noted)


def files_digest(paths: tuple[Path, ...]) -> str:
    """Return a digest of files outside this package, wherever they are installed.

    They are read again only after code from outside was loaded.
    """
    return _outside_digest(paths, _num_noted)


@cache
def _outside_digest(paths: tuple[Path, ...], _num_noted: int) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _implementations(markers: Iterable[str]) -> frozenset[Path]:
    return frozenset(path for marker in markers for path in _outside_functions.get(marker, ()))


@cache
def _with_neighbours(files: frozenset[Path], _num_noted: int) -> tuple[Path, ...]:
    """Return files and everything that they may take functions and constants from, other packages' modules included."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in found:
            near = set(_neighbours(path)) - found
            found |= near | {path}
            waiting += {module for source in near | {path} for module in _imported_files(source)} - found
    return tuple(sorted(found))


def _neighbours(path: Path) -> Iterator[Path]:
    """Yield the files that a source may take functions and constants from: its package, or the folder of a script."""
    folder, suffixes = path.parent, (*SOURCE_SUFFIXES, *DATA_SUFFIXES)
    if "site-packages" in path.parts and not (folder / "__init__.py").exists():
        return  # a module of its own among all that is installed
    if not (folder / "__init__.py").exists():
        yield from (each for each in folder.iterdir() if each.suffix in SOURCE_SUFFIXES)
        return
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    yield from (each for each in folder.rglob("*") if each.suffix in suffixes)


def _imported_files(path: Path) -> list[Path]:
    """Return the files of loaded modules that a source imports, without those of Python, numpy, numba and this package.

    A kernel may call functions of another package, or embed its constants.
    """
    try:
        status = path.stat()
    except OSError:
        return []
    return _imports_of(path, status.st_mtime_ns, status.st_size) if path.suffix == ".py" else []


@cache
def _imports_of(path: Path, _modified: int, _size: int) -> list[Path]:
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (OSError, SyntaxError, ValueError):
        return []
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    known = {"malecon", "numpy", "numba", "llvmlite", *sys.stdlib_module_names}
    modules = [sys.modules.get(name) for name in names if name.partition(".")[0] not in known]
    return [Path(file).resolve() for module in modules if (file := getattr(module, "__file__", None))]


def _source_of(function: Callable[..., Any]) -> Path | None:
    try:
        return Path(inspect.getfile(function)).resolve()
    except TypeError:
        return None


@cache
def _markers_in(kind: Any) -> frozenset[str]:
    """Return the names of all fields of the structs in a numba type, however deep."""
    if isinstance(kind, types.Record):
        inner = frozenset().union(*(_markers_in(field.type) for field in kind.fields.values()))
        return inner | frozenset(kind.fields)
    dtype = getattr(kind, "dtype", None)
    return _markers_in(dtype) if dtype is not None and dtype is not kind else frozenset()


# --- files ----------------------------------------------------------------------------------------------------------


class CheckedFile(IndexDataCacheFile):
    """numba's index and code files of one function, with a checksum in front of each."""

    def _load_index(self) -> Any:
        data = read_checked(Path(self._index_path))
        return {} if data is None else pickle.loads(data)

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, overloads)

    def _load_data(self, name: str) -> Any:
        data = read_checked(Path(self._data_path(name)))
        if data is None:
            raise OSError("missing or damaged")  # numba compiles the function again
        return pickle.loads(data)

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, value: Any) -> None:
        data = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)


def read_checked(path: Path) -> bytes | None:
    """Return the content of a file behind its checksum; None if it is missing or damaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    checksum, data = whole[:CHECKSUM_SIZE], whole[CHECKSUM_SIZE:]
    return data if hashlib.sha256(data).digest() == checksum else None


def remove_damaged_files() -> int:
    """Remove the files of the cache that do not match their checksums; return how many there were."""
    damaged = [
        path for path in cache_folder().rglob("*") if path.suffix in CODE_SUFFIXES and read_checked(path) is None
    ]
    for path in damaged:
        path.unlink(missing_ok=True)
    return len(damaged)


class KernelCache(FunctionCache):
    """The cache of one function, for processes that compile at the same time.

    numba reads the function's index, picks a free file name and writes both. Without a lock, two processes that compile
    different signatures can pick the same name, and one of them later loads the other's machine code.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code of a signature; None if it must be compiled."""
        target_context.refresh()
        data = self._file_for(sig).load(self._index_key(sig, target_context.codegen()))
        return None if data is None else self._impl.rebuild(target_context, data)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the code of a signature; do without if the disk is full."""
        if self._impl.check_cachable(data):
            with suppress(OSError), FileLock(cache_folder() / "saving.lock"):
                self._file_for(sig, create=True).save(self._index_key(sig, data.codegen), self._impl.reduce(data))

    def _file_for(self, sig: Any, *, create: bool = False) -> CheckedFile:
        """Return the files for a signature: apart from the others if code from outside this package is part of it."""
        markers = frozenset().union(*(_markers_in(kind) for kind in sig))
        files = _implementations(markers)
        own = _source_of(self._py_func)
        if own is not None and not own.is_relative_to(PACKAGE):
            files |= {own}
        sources = _with_neighbours(files, _num_noted)
        folder = cache_folder() / f"outside-{files_digest(sources)}" if sources else cache_folder()
        folder /= self._py_func.__module__
        if create:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return CheckedFile(str(folder), self._impl.filename_base, source_stamp=None)
