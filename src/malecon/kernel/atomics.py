"""Atomic operations on struct fields: fetch-and-add, compare-and-swap, and loads and stores of 64-bit words."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from malecon.kernel.structs import Struct

WORD = 8  # bytes


def _add_atomic(struct: Struct, field: str, amount: Any) -> Any:
    """Atomically add to a numeric field and return its previous value; integers wrap."""
    before = struct[field]
    with np.errstate(over="ignore"):
        struct[field] = before + amount
    return before


def _typed_add(_context: Any, struct: Any, field: Any, amount: Any) -> Any:
    if not isinstance(struct, types.Record) or not isinstance(field, types.StringLiteral):
        return None
    name: Any = field.literal_value
    if struct.typeof(name) != amount:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = target.get_value_type(amount)
        utilities: Any = cgutils  # untyped
        pointer = utilities.get_record_member(builder, arguments[0], struct.offset(name), kind)
        add = "fadd" if isinstance(amount, types.Float) else "add"
        return builder.atomic_rmw(add, pointer, arguments[2], "seq_cst")

    return amount(struct, field, amount), generate


def _swap_atomic(struct: Struct, field: str, expected: Any, new: Any) -> bool:
    """Compare and swap: set a field to `new` if it holds `expected`; return whether it did."""
    if struct[field] != expected:
        return False
    struct[field] = new
    return True


def _typed_swap(_context: Any, struct: Any, field: Any, expected: Any, new: Any) -> Any:
    if not isinstance(struct, types.Record) or not isinstance(field, types.StringLiteral):
        return None
    name: Any = field.literal_value
    if not struct.typeof(name) == expected == new:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        utilities: Any = cgutils
        kind = target.get_value_type(expected)
        pointer = utilities.get_record_member(builder, arguments[0], struct.offset(name), kind)
        pair = builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst")
        return builder.extract_value(pair, 1)

    return types.boolean(struct, field, expected, new), generate


def _load_word(struct: Struct, index: Any) -> Any:
    """Load `struct.words[index]`, a uint64, exactly once and never torn."""
    return struct.words[index]


def _store_word(struct: Struct, index: Any, word: Any) -> None:
    """Store `struct.words[index]`; other threads see the old word or the new one, never a mixture."""
    struct.words[index] = word


def _word_pointer(target: Any, builder: Any, struct: Any, arguments: Any) -> Any:
    kind = target.get_value_type(types.uint64)
    utilities: Any = cgutils
    words = utilities.get_record_member(builder, arguments[0], struct.offset("words"), kind)
    return builder.gep(words, [arguments[1]], inbounds=True)


def _typed_load(_context: Any, struct: Any, index: Any) -> Any:
    if not isinstance(struct, types.Record) or index != types.uint64:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word_pointer(target, builder, struct, arguments), "monotonic", WORD)

    return types.uint64(struct, types.uint64), generate


def _typed_store(_context: Any, struct: Any, index: Any, word: Any) -> Any:
    if not isinstance(struct, types.Record) or index != types.uint64 or word != types.uint64:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _word_pointer(target, builder, struct, arguments), "monotonic", WORD)
        return target.get_dummy_value()

    return types.void(struct, types.uint64, types.uint64), generate


# Uncompiled kernels run in one thread under the GIL, where the plain functions suffice.
_config: Any = numba.config  # its attributes are set at run time
add_atomic: Any = _add_atomic if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_add)
swap_atomic: Any = _swap_atomic if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_swap)
load_word: Any = _load_word if _config.DISABLE_JIT else intrinsic(_typed_load)
store_word: Any = _store_word if _config.DISABLE_JIT else intrinsic(_typed_store)
