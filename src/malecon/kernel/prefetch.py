"""Asking for memory before it is needed, so that it is near by then."""

from __future__ import annotations

from typing import Any

import llvmlite.ir
import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from malecon.kernel.structs import Struct

ir: Any = llvmlite.ir  # it has no types
utilities: Any = cgutils
READ, KEEP, DATA = 0, 3, 1  # what the processor is told: to be read, and again, and no code


def _fetch(record: Struct, field: str, index: Any) -> None:
    """Ask for an element of a record's array, counted through all its rows; nothing changes but the time to read it."""


def _typed_fetch(_context: Any, record: Any, field: Any, index: Any) -> Any:
    if not isinstance(record, types.Record) or not isinstance(field, types.StringLiteral) or index != types.uint64:
        return None
    name: Any = field.literal_value
    array: Any = record.typeof(name)

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = target.get_data_type(array.dtype)
        first = utilities.get_record_member(builder, arguments[0], record.offset(name), kind)
        place = builder.bitcast(builder.gep(first, [arguments[2]]), utilities.voidptr_t)
        number = ir.IntType(32)
        ask = utilities.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [utilities.voidptr_t, number, number, number]),
            "llvm.prefetch.p0i8",
        )
        builder.call(ask, [place, *(ir.Constant(number, word) for word in (READ, KEEP, DATA))])
        return target.get_dummy_value()

    return types.void(record, field, index), generate


_config: Any = numba.config  # its options are made at run time
prefetch: Any = _fetch if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_fetch)
