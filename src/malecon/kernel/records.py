"""Records: the one form in which kernels see data.

State that were many arrays is one structured record, read as `position.chains[cell]` both in compiled code and in
plain NumPy. numba counts references of arrays around every call but not of records, which is most of the speed of the
kernels.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = Any  # one element of a record array: numpy.record, or numba's Record in compiled code
Records: TypeAlias = Any  # a one-dimensional array of records


def new_records(dtype: np.dtype[Any], count: int = 1) -> Records:
    """Make an array of `count` zeroed records whose fields are attributes.

    The array itself is a plain one, not numpy.recarray: of a recarray numba asks an attribute at every call, which runs
    Python code, and a Ctrl-C that comes in that moment is lost.
    """
    return np.zeros(count, np.dtype((np.record, dtype)))


def records_of(data: bytes, dtype: np.dtype[Any]) -> Records:
    """Make an array of the records whose bytes these are."""
    return np.frombuffer(data, np.dtype((np.record, dtype))).copy()
