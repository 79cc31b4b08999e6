"""Compiled Python: the decorator, the cache on disk, dispatch by record type, random numbers.

This layer knows no game. Start with `compiling.kernel`, then `dispatch`, which lets one search serve several games.
"""

from malecon.kernel.atomics import add_atomic, load_word, store_word, swap_atomic
from malecon.kernel.compiling import cache_folder, kernel, part
from malecon.kernel.dispatch import fill_in, generic, implements, optional
from malecon.kernel.fetching import fetch
from malecon.kernel.random import random_below, random_bits, random_share, rng_state, stir
from malecon.kernel.records import Record, Records, lined_type, new_records, records_of

__all__ = [
    "Record",
    "Records",
    "add_atomic",
    "cache_folder",
    "fetch",
    "fill_in",
    "generic",
    "implements",
    "kernel",
    "lined_type",
    "load_word",
    "new_records",
    "optional",
    "part",
    "random_below",
    "random_bits",
    "random_share",
    "records_of",
    "rng_state",
    "stir",
    "store_word",
    "swap_atomic",
]
