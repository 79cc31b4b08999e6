"""Structs: NumPy records, the only data type that kernels work on.

State that would otherwise be many arrays is one struct, read as `position.chains[cell]` both in compiled code and in
plain NumPy. numba counts references to arrays around every call but not to records; this is most of the kernels' speed.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Struct: TypeAlias = Any  # one element of a struct array: numpy.record, or numba's Record in compiled code
Structs: TypeAlias = Any  # a one-dimensional array of structs

CACHE_LINE = 64  # bytes


def new_structs(dtype: np.dtype[Any], count: int = 1) -> Structs:
    """Return an array of `count` zeroed structs whose fields are attributes.

    The memory is aligned to a pair of cache lines: an access that crosses a line takes twice as long.

    The array is a plain ndarray, not a numpy.recarray: numba reads an attribute of a recarray on every call, which runs
    Python code, and a Ctrl-C at that moment is lost.
    """
    struct = np.dtype((np.record, dtype))
    memory = np.zeros(count * struct.itemsize + 2 * CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % (2 * CACHE_LINE)
    return memory[start : start + count * struct.itemsize].view(struct)


def cache_aligned_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return a struct type in which every field of at least a cache line starts at a cache line."""
    whole: Any = np.dtype(fields, align=True).fields
    kinds, offsets, end = [kind for kind, _ in whole.values()], [], 0
    for kind in kinds:
        offsets.append(_round_up(end, CACHE_LINE if kind.itemsize >= CACHE_LINE else kind.alignment))
        end = offsets[-1] + kind.itemsize
    layout = {"names": [*whole], "formats": kinds, "offsets": offsets, "itemsize": _round_up(end, CACHE_LINE)}
    return np.dtype(layout)  # type: ignore[call-overload,no-any-return]


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step


def structs_from_bytes(data: bytes, dtype: np.dtype[Any]) -> Structs:
    """Return the array of structs that these bytes hold."""
    return np.frombuffer(data, np.dtype((np.record, dtype))).copy()
