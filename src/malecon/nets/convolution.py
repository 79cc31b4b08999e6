"""The inner loop of a convolution: sixteen neighbouring cells and four output channels at a time.

numba does not keep a small array of sums in vector registers, so the loop is an intrinsic that emits LLVM's vector
instructions itself. With `NUMBA_DISABLE_JIT=1` the same function is a few lines of NumPy.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

CELLS_AT_ONCE = 16
CHANNELS_AT_ONCE = 4
BYTES = 4  # of a float32: the arrays are aligned to nothing more


def _convolve_block(inputs: Any, outputs: Any, parameters: Any, mask: Any, places: Any) -> None:
    """Compute four channels of a layer at sixteen places.

    `inputs` is (activations, offsets, number of offsets): input k of a place is the activation at place + offsets[k].
    `outputs` is (activations, stride between channels), `parameters` is (weights [inputs, 4], first weight, biases,
    first bias), `places` is (first place of the input, first place of the output). The result is rectified and
    multiplied by the mask.
    """
    x, offsets, count = inputs
    out, stride = outputs
    weights, first_weight, biases, first_bias = parameters
    place, out_place = (int(number) for number in places)
    cells = np.arange(CELLS_AT_ONCE)
    gathered = x[np.asarray(offsets[: int(count)])[:, None] + place + cells]
    end = int(first_weight) + int(count) * CHANNELS_AT_ONCE
    matrix = weights[int(first_weight) : end].reshape(int(count), CHANNELS_AT_ONCE)
    sums = matrix.T @ gathered + biases[int(first_bias) : int(first_bias) + CHANNELS_AT_ONCE, None]
    for channel in range(CHANNELS_AT_ONCE):
        start = out_place + channel * int(stride)
        out[start : start + CELLS_AT_ONCE] = np.maximum(sums[channel], 0) * mask[place + cells]


class _Emitter:
    """Emits the vector code of one block."""

    def __init__(self, context: Any, builder: Any) -> None:
        self.context, self.builder = context, builder
        self.vector = ir.VectorType(ir.FloatType(), CELLS_AT_ONCE)
        self.wide = ir.IntType(64)
        kind = ir.FunctionType(self.vector, [self.vector] * 3)
        self.fma = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{CELLS_AT_ONCE}f32")

    def constant(self, number: int) -> Any:
        return ir.Constant(self.wide, number)

    def data(self, kind: Any, array: Any) -> Any:
        """Return the pointer to the first element of an array."""
        return self.context.make_array(kind)(self.context, self.builder, array).data

    def index(self, kind: Any, number: Any) -> Any:
        """Return an integer as a 64-bit word."""
        return self.context.cast(self.builder, number, kind, types.int64)

    def element(self, data: Any, index: Any) -> Any:
        return self.builder.load(self.builder.gep(data, [index]))

    def vector_at(self, data: Any, index: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(data, [index]), self.vector.as_pointer())

    def broadcast(self, scalar: Any) -> Any:
        """Return a vector whose lanes all hold the scalar."""
        word, undefined = ir.IntType(32), ir.Constant(self.vector, ir.Undefined)
        one = self.builder.insert_element(undefined, scalar, ir.Constant(word, 0))
        lanes = ir.Constant(ir.VectorType(word, CELLS_AT_ONCE), [0] * CELLS_AT_ONCE)
        return self.builder.shuffle_vector(one, undefined, lanes)


def _typed_block(_context: Any, inputs: Any, outputs: Any, parameters: Any, mask: Any, places: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        emit = _Emitter(context, builder)
        kinds = (inputs, outputs, parameters, places)
        x, offsets, count = _unpack(builder, arguments[0], 3)
        out, stride = _unpack(builder, arguments[1], 2)
        weights, first_weight, biases, first_bias = _unpack(builder, arguments[2], 4)
        place, out_place = _unpack(builder, arguments[4], 2)
        x, offsets = emit.data(kinds[0][0], x), emit.data(kinds[0][1], offsets)
        out, weights = emit.data(kinds[1][0], out), emit.data(kinds[2][0], weights)
        biases, mask_data = emit.data(kinds[2][2], biases), emit.data(mask, arguments[3])
        count, stride = emit.index(kinds[0][2], count), emit.index(kinds[1][1], stride)
        first_weight, first_bias = emit.index(kinds[2][1], first_weight), emit.index(kinds[2][3], first_bias)
        place, out_place = emit.index(kinds[3][0], place), emit.index(kinds[3][1], out_place)
        sums = [cgutils.alloca_once(builder, emit.vector) for _ in range(CHANNELS_AT_ONCE)]  # become registers
        for number, total in enumerate(sums):
            bias = emit.element(biases, builder.add(first_bias, emit.constant(number)))
            builder.store(emit.broadcast(bias), total)
        with cgutils.for_range(builder, count) as loop:
            offset = builder.add(builder.sext(emit.element(offsets, loop.index), emit.wide), place)
            cells = builder.load(emit.vector_at(x, offset), align=BYTES)
            first = builder.add(first_weight, builder.mul(loop.index, emit.constant(CHANNELS_AT_ONCE)))
            for number, total in enumerate(sums):
                weight = emit.broadcast(emit.element(weights, builder.add(first, emit.constant(number))))
                builder.store(builder.call(emit.fma, [cells, weight, builder.load(total)]), total)
        on_board = builder.load(emit.vector_at(mask_data, place), align=BYTES)
        zero = ir.Constant(emit.vector, [0.0] * CELLS_AT_ONCE)
        for number, total in enumerate(sums):
            value = builder.load(total)
            value = builder.select(builder.fcmp_ordered(">", value, zero), value, zero)
            target = builder.add(out_place, builder.mul(stride, emit.constant(number)))
            builder.store(builder.fmul(value, on_board), emit.vector_at(out, target), align=BYTES)
        return context.get_dummy_value()

    return types.void(inputs, outputs, parameters, mask, places), generate


def _unpack(builder: Any, pack: Any, count: int) -> list[Any]:
    return [builder.extract_value(pack, number) for number in range(count)]


convolve_block: Any = _convolve_block if numba.config.DISABLE_JIT else intrinsic(_typed_block)  # type: ignore[attr-defined]
