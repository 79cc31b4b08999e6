"""Prefetch: start loading memory into the cache before it is needed."""

from __future__ import annotations

from typing import Any

import llvmlite.ir
import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from malecon.kernel.structs import Struct

ir: Any = llvmlite.ir  # untyped
utilities: Any = cgutils
READ, HIGH_LOCALITY, DATA_CACHE = 0, 3, 1  # arguments of llvm.prefetch


def _no_prefetch(struct: Struct, field: str, index: Any) -> None:
    """Prefetch an element of an array field by its flat index; a hint without other effect."""


def _typed_prefetch(_context: Any, struct: Any, field: Any, index: Any) -> Any:
    if not isinstance(struct, types.Record) or not isinstance(field, types.StringLiteral) or index != types.uint64:
        return None
    name: Any = field.literal_value
    array: Any = struct.typeof(name)

    def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = target.get_data_type(array.dtype)
        first = utilities.get_record_member(builder, arguments[0], struct.offset(name), kind)
        address = builder.bitcast(builder.gep(first, [arguments[2]]), utilities.voidptr_t)
        int32 = ir.IntType(32)
        hint = utilities.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [utilities.voidptr_t, int32, int32, int32]),
            "llvm.prefetch.p0i8",
        )
        builder.call(hint, [address, *(ir.Constant(int32, flag) for flag in (READ, HIGH_LOCALITY, DATA_CACHE))])
        return target.get_dummy_value()

    return types.void(struct, field, index), generate


_config: Any = numba.config  # its attributes are set at run time
prefetch: Any = _no_prefetch if _config.DISABLE_JIT else intrinsic(prefer_literal=True)(_typed_prefetch)
