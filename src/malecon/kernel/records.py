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
    """Make an array of `count` zeroed records whose fields are attributes."""
    return np.zeros(count, dtype).view(np.recarray)
