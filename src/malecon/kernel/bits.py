"""Bit sets in a 64-bit word: population count, lowest set bit, and n-th set bit."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from malecon.kernel.jit import kernel

BYTE = np.uint64(0xFF)
ONES = np.uint64(0x0101010101010101)
FIVES, THREES, FIFTEENS = (np.uint64(0x0101010101010101 * pattern) for pattern in (0x55, 0x33, 0x0F))
TOPS = np.uint64(0x8080808080808080)
NTH_BIT_IN_BYTE = np.zeros((8, 256), np.uint8)  # [n, byte]: position of the n-th set bit
for _byte in range(256):
    for _n, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        NTH_BIT_IN_BYTE[_n, _byte] = _bit


def _count_bits(word: Any) -> Any:
    """Return the number of set bits of a uint64."""
    return np.uint64(int(word).bit_count())


def _typed_count(_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _lowest_bit(word: Any) -> Any:
    """Return the position of the lowest set bit, 64 if there is none."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


def _typed_lowest(_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _target.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


# One instruction each in compiled code.
count_bits: Any = _count_bits if numba.config.DISABLE_JIT else intrinsic(_typed_count)  # type: ignore[attr-defined]
lowest_bit: Any = _lowest_bit if numba.config.DISABLE_JIT else intrinsic(_typed_lowest)  # type: ignore[attr-defined]


def _nth_bit(word: Any, n: Any) -> Any:
    """Return the position of the set bit that has n set bits below it; it must exist."""
    rest = int(word)
    for _ in range(int(n)):
        rest &= rest - 1
    return _lowest_bit(rest)


@kernel
def _nth_bit_by_bytes(word: np.uint64, n: np.uint64) -> np.uint64:
    """The same without a loop, whose exit would be mispredicted (Vigna 2008, Broadword implementation).

    Count the bits of all bytes at once; a multiplication forms the prefix sums. The number of bytes whose prefix sum is
    at most n gives the byte that holds the bit; a table gives the bit within it.
    """
    sums = word - ((word >> np.uint64(1)) & FIVES)
    sums = (sums & THREES) + ((sums >> np.uint64(2)) & THREES)
    sums = ((sums + (sums >> np.uint64(4))) & FIFTEENS) * ONES
    passed = ((n * ONES | TOPS) - sums) & TOPS
    start = count_bits(passed) << np.uint64(3)
    rank = n - (((sums << np.uint64(8)) >> start) & BYTE)
    return start + np.uint64(NTH_BIT_IN_BYTE[rank, (word >> start) & BYTE])


nth_bit: Any = _nth_bit if numba.config.DISABLE_JIT else _nth_bit_by_bytes  # type: ignore[attr-defined]
