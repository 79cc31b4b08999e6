"""Sets of up to 64 things as the bits of one word: how many there are, the first, and the n-th."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from malecon.kernel.jit import kernel

BYTE = np.uint64(0xFF)
ONES = np.uint64(0x0101010101010101)
FIVES, THREES, FIFTEENS = (np.uint64(0x0101010101010101 * part) for part in (0x55, 0x33, 0x0F))
TOPS = np.uint64(0x8080808080808080)
PLACES = np.zeros((8, 256), np.uint8)  # of the n-th bit in a byte
for _byte in range(256):
    for _n, _place in enumerate(place for place in range(8) if _byte >> place & 1):
        PLACES[_n, _byte] = _place


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


def _nth_bit(word: Any, n: Any) -> Any:
    """The place of the set bit that has n set bits below it; there must be one."""
    rest = int(word)
    for _ in range(int(n)):
        rest &= rest - 1
    return _lowest_bit(rest)


@kernel
def _nth_bit_by_bytes(word: np.uint64, n: np.uint64) -> np.uint64:
    """The same without a loop, which would end where no processor can guess (Vigna 2008, Broadword implementation).

    Bits are counted in all bytes at once, multiplication adds the counts up from below, and the bytes in which fewer
    than n + 1 have been seen tell where to look; the rest is a table.
    """
    sums = word - ((word >> np.uint64(1)) & FIVES)
    sums = (sums & THREES) + ((sums >> np.uint64(2)) & THREES)
    sums = ((sums + (sums >> np.uint64(4))) & FIFTEENS) * ONES
    passed = ((n * ONES | TOPS) - sums) & TOPS
    place = count_bits(passed) << np.uint64(3)
    rank = n - (((sums << np.uint64(8)) >> place) & BYTE)
    return place + np.uint64(PLACES[rank, (word >> place) & BYTE])


nth_bit: Any = _nth_bit if numba.config.DISABLE_JIT else _nth_bit_by_bytes  # type: ignore[attr-defined]
