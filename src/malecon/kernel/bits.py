"""Sets of up to 64 things as the bits of one word: how many there are, the first, and the n-th."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from malecon.kernel.compiling import kernel

HALVES = (32, 16, 8, 4, 2, 1)


def _count_bits(word: Any) -> Any:
    """How many bits of a uint64 are set."""
    return np.uint64(int(word).bit_count())


def _typed_count(_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _lowest_bit(word: Any) -> Any:
    """The place of the lowest bit that is set; 64 where none is."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


def _typed_lowest(_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _target.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


# One instruction each in compiled code; plain Python counts for itself.
count_bits: Any = _count_bits if numba.config.DISABLE_JIT else intrinsic(_typed_count)  # type: ignore[attr-defined]
lowest_bit: Any = _lowest_bit if numba.config.DISABLE_JIT else intrinsic(_typed_lowest)  # type: ignore[attr-defined]


@kernel
def nth_bit(word: np.uint64, n: np.uint64) -> np.uint64:
    """The place of the set bit that has n set bits below it; there must be one.

    Halving the word takes the same steps whatever n is: a loop over the bits would end where no processor can guess.
    """
    place = np.uint64(0)
    for half in HALVES:
        lower = word & ((np.uint64(1) << np.uint64(half)) - np.uint64(1))
        below = count_bits(lower)
        if n >= below:
            n -= below
            word >>= np.uint64(half)
            place += np.uint64(half)
        else:
            word = lower
    return place
