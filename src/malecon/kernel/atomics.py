"""What threads on shared memory cannot do without: adding to a field, claiming it, reading and writing whole words."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from malecon.kernel.structs import Struct

WORD = 8  # bytes


def _add_atomic(record: Struct, field: str, amount: Any) -> Any:
    """Add to a number of a record and return its value before; no other thread comes between. Integers may wrap."""
    before = record[field]
    with np.errstate(over="ignore"):
        record[field] = before + amount
    return before


def _typed_add(_context: Any, record: Any, field: Any, amount: Any) -> Any:
    if not isinstance(record, types.Record) or not isinstance(field, types.StringLiteral):
        return None
    name: Any = field.literal_value
    if record.typeof(name) != amount:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = target.get_value_type(amount)
        utilities: Any = cgutils  # it has no types
        pointer = utilities.get_record_member(builder, arguments[0], record.offset(name), kind)
        add = "fadd" if isinstance(amount, types.Float) else "add"
        return builder.atomic_rmw(add, pointer, arguments[2], "seq_cst")

    return amount(record, field, amount), generate


def _swap_atomic(record: Struct, field: str, expected: Any, new: Any) -> bool:
    """Put a new number into a record's field if the expected one is there; of several threads only one can."""
    if record[field] != expected:
        return False
    record[field] = new
    return True


def _typed_swap(_context: Any, record: Any, field: Any, expected: Any, new: Any) -> Any:
    if not isinstance(record, types.Record) or not isinstance(field, types.StringLiteral):
        return None
    name: Any = field.literal_value
    if not record.typeof(name) == expected == new:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        utilities: Any = cgutils
        kind = target.get_value_type(expected)
        pointer = utilities.get_record_member(builder, arguments[0], record.offset(name), kind)
        outcome = builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst")
        return builder.extract_value(outcome, 1)

    return types.boolean(record, field, expected, new), generate


def _load_word(record: Struct, place: Any) -> Any:
    """Read one of `record.words`, each a uint64: all of what some thread has written, once, and not again later."""
    return record.words[place]


def _store_word(record: Struct, place: Any, word: Any) -> None:
    """Write one of `record.words`; other threads see all of it or nothing."""
    record.words[place] = word


def _word_pointer(target: Any, builder: Any, record: Any, arguments: Any) -> Any:
    kind = target.get_value_type(types.uint64)
    utilities: Any = cgutils
    words = utilities.get_record_member(builder, arguments[0], record.offset("words"), kind)
    return builder.gep(words, [arguments[1]], inbounds=True)


def _typed_load(_context: Any, record: Any, place: Any) -> Any:
    if not isinstance(record, types.Record) or place != types.uint64:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word_pointer(target, builder, record, arguments), "monotonic", WORD)

    return types.uint64(record, types.uint64), generate


def _typed_store(_context: Any, record: Any, place: Any, word: Any) -> Any:
    if not isinstance(record, types.Record) or place != types.uint64 or word != types.uint64:
        return None

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _word_pointer(target, builder, record, arguments), "monotonic", WORD)
        return target.get_dummy_value()

    return types.void(record, types.uint64, types.uint64), generate


# Uncompiled code runs under the interpreter's lock in one thread, where the plain functions will do.
_config: Any = numba.config  # its options are made at run time
add_atomic: Any = _add_atomic if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_add)
swap_atomic: Any = _swap_atomic if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_swap)
load_word: Any = _load_word if _config.DISABLE_JIT else intrinsic(_typed_load)
store_word: Any = _store_word if _config.DISABLE_JIT else intrinsic(_typed_store)
