"""Random numbers for kernels: a 64-bit xorshift whose state lies in a record's field `rng`.

The state belongs to whoever owns the record, so threads never share one and any game can be replayed from its seed.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel.jit import kernel
from malecon.kernel.structs import Struct

MASK = (1 << 64) - 1


def rng_state(seed: int) -> np.uint64:
    """A well mixed, non-zero state for any integer seed (splitmix64)."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return np.uint64((z ^ (z >> 31)) or 1)


@kernel
def mix_bits(word: np.uint64) -> np.uint64:
    """One round of xorshift: another word for every word, and 0 for 0."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word


@kernel
def random_bits(owner: Struct) -> np.uint64:
    """Return the next 64 random bits and advance `owner.rng`."""
    owner.rng = mix_bits(owner.rng)
    return owner.rng


@kernel
def random_below(owner: Struct, n: int) -> np.uint64:
    """Return a random integer from 0 to n - 1, for n below 2**32."""
    return ((random_bits(owner) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)


@kernel
def random_float(owner: Struct) -> np.float32:
    """Return a random number from 0 up to, but not including, 1."""
    return np.float32(random_bits(owner) >> np.uint64(40)) * np.float32(2.0**-24)
