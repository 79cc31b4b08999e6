"""The one atomic operation that threads on a shared tree cannot do without: adding to a counter."""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from malecon.kernel.records import Record


def _add_to_counter(record: Record, amount: Any) -> Any:
    """Add to `record.counter`, a uint64, and return its value from before; no other thread can come between."""
    before = record.counter
    record.counter = before + amount
    return before


def _typed_add(_context: Any, record: Any, amount: Any) -> Any:
    if not isinstance(record, types.Record) or amount != types.uint64:
        return None

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = _target.get_value_type(types.uint64)
        utilities: Any = cgutils  # it has no types
        pointer = utilities.get_record_member(builder, arguments[0], record.offset("counter"), kind)
        return builder.atomic_rmw("add", pointer, arguments[1], "seq_cst")

    return types.uint64(record, types.uint64), generate


# Uncompiled code runs under the interpreter's lock in one thread, where the plain function will do.
add_to_counter: Any = _add_to_counter if numba.config.DISABLE_JIT else intrinsic(_typed_add)  # type: ignore[attr-defined]
