"""Records: the one form in which kernels see data.

State that were many arrays is one structured record, read as `position.chains[cell]` both in compiled code and in
plain NumPy. numba counts references of arrays around every call but not of records, which is most of the speed of the
kernels.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Struct: TypeAlias = Any  # one element of a record array: numpy.record, or numba's Record in compiled code
Structs: TypeAlias = Any  # a one-dimensional array of records

LINE = 64  # bytes of a line of the processor's cache


def new_structs(dtype: np.dtype[Any], count: int = 1) -> Structs:
    """Make an array of `count` zeroed records whose fields are attributes.

    They begin where a pair of cache lines begins: what crosses from one line to the next takes twice as long.

    The array itself is a plain one, not numpy.recarray: of a recarray numba asks an attribute at every call, which runs
    Python code, and a Ctrl-C that comes in that moment is lost.
    """
    record = np.dtype((np.record, dtype))
    memory = np.zeros(count * record.itemsize + 2 * LINE, np.uint8)
    start = -memory.ctypes.data % (2 * LINE)
    return memory[start : start + count * record.itemsize].view(record)


def cache_aligned_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type in which whatever is as long as a line of the cache, or longer, begins with one."""
    whole: Any = np.dtype(fields, align=True).fields
    kinds, offsets, end = [kind for kind, _ in whole.values()], [], 0
    for kind in kinds:
        offsets.append(_rounded_up(end, LINE if kind.itemsize >= LINE else kind.alignment))
        end = offsets[-1] + kind.itemsize
    layout = {"names": [*whole], "formats": kinds, "offsets": offsets, "itemsize": _rounded_up(end, LINE)}
    return np.dtype(layout)  # type: ignore[call-overload,no-any-return]


def _rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


def structs_from_bytes(data: bytes, dtype: np.dtype[Any]) -> Structs:
    """Make an array of the records whose bytes these are."""
    return np.frombuffer(data, np.dtype((np.record, dtype))).copy()
