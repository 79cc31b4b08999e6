"""Random numbers for kernels: a 64-bit xorshift whose state is the field `rng` of a struct.

Each thread owns its struct, so threads never share a state and every game can be replayed from its seed.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel.jit import kernel
from malecon.kernel.structs import Struct

MASK = (1 << 64) - 1


def rng_state(seed: int) -> np.uint64:
    """Return a well-mixed, non-zero state for any integer seed (splitmix64)."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return np.uint64((z ^ (z >> 31)) or 1)


@kernel
def mix_bits(word: np.uint64) -> np.uint64:
    """One round of xorshift, a bijection that maps only 0 to 0."""
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
    """Return a random number in [0, 1)."""
    return np.float32(random_bits(owner) >> np.uint64(40)) * np.float32(2.0**-24)
