"""The `@kernel` decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from malecon.kernel.cache import KernelCache, cache_folder

OPTIONS: dict[str, Any] = {
    "no_cfunc_wrapper": True,  # skip the unused C wrapper: a sixth of the compile time
    "nogil": True,
    "error_model": "numpy",  # a check for division by zero keeps a loop from being vectorised
    "fastmath": {"nnan", "nsz"},  # no kernel produces a NaN or depends on the sign of zero
}


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
            compiled._cache = KernelCache(function)  # type: ignore[no-untyped-call]
    finally:
        config.CACHE_DIR = before
    result: Callable[..., Any] = compiled
    return result
