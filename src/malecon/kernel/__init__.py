"""Compiled Python: the `@kernel` decorator, its disk cache, dispatch by struct type, atomics and random numbers.

Nothing here depends on a game. Start with `jit.kernel` and `cache`, then `dispatch`, which lets one search serve
several games.
"""

from malecon.kernel.atomics import add_atomic, load_word, store_word, swap_atomic
from malecon.kernel.cache import cache_folder, files_digest, note_implementation, outside_sources, remove_damaged_files
from malecon.kernel.dispatch import generic, implements, optional, use_defaults
from malecon.kernel.jit import inline_kernel, kernel
from malecon.kernel.prefetch import prefetch
from malecon.kernel.rng import mix_bits, random_below, random_bits, random_float, rng_state
from malecon.kernel.structs import Struct, Structs, cache_aligned_dtype, new_structs, structs_from_bytes

__all__ = [
    "Struct",
    "Structs",
    "add_atomic",
    "cache_aligned_dtype",
    "cache_folder",
    "files_digest",
    "generic",
    "implements",
    "inline_kernel",
    "kernel",
    "load_word",
    "mix_bits",
    "new_structs",
    "note_implementation",
    "optional",
    "outside_sources",
    "prefetch",
    "random_below",
    "random_bits",
    "random_float",
    "remove_damaged_files",
    "rng_state",
    "store_word",
    "structs_from_bytes",
    "swap_atomic",
    "use_defaults",
]
