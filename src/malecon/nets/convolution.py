"""The inner loops of a net: convolution, pooling and weighted sums, in vectors of sixteen neighbouring cells.

numba does not keep a small array of sums in vector registers, so the loops are intrinsics that emit LLVM's vector
instructions themselves. With `NUMBA_DISABLE_JIT=1` the same functions are a few lines of NumPy.

A fused multiply-add takes four cycles and two can start in each, so at least eight independent sums are needed: four
output channels at three vectors of cells, or at one where there are only 16 registers of half the width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

CELLS_AT_ONCE = 16
CHANNELS_AT_ONCE = 4
VECTORS_AT_ONCE = 3 if llvmlite.binding.get_host_cpu_features().get("avx512f", False) else 1
BYTES = 4  # of a float32: the arrays are aligned to nothing more


def _plain_convolution(vectors: int) -> Callable[..., None]:
    """Return the convolution of a block in NumPy."""

    def convolve(inputs: Any, outputs: Any, parameters: Any, mask: Any, places: Any) -> None:
        x, offsets, count = inputs
        out, stride = outputs
        weights, first_weight, biases, first_bias = parameters
        place, out_place = (int(number) for number in places)
        cells = np.arange(vectors * CELLS_AT_ONCE)
        gathered = x[np.asarray(offsets[: int(count)])[:, None] + place + cells]
        end = int(first_weight) + int(count) * CHANNELS_AT_ONCE
        matrix = weights[int(first_weight) : end].reshape(int(count), CHANNELS_AT_ONCE)
        sums = matrix.T @ gathered + biases[int(first_bias) : int(first_bias) + CHANNELS_AT_ONCE, None]
        for channel in range(CHANNELS_AT_ONCE):
            start = out_place + channel * int(stride)
            out[start : start + len(cells)] = np.maximum(sums[channel], 0) * mask[place + cells]

    return convolve


def _plain_pool(features: Any, start: Any, length: Any) -> tuple[Any, Any]:
    cells = features[int(start) : int(start) + int(length)]
    return cells.sum(dtype=np.float32), max(cells.max(), np.float32(0))


def _plain_weighted_sum(features: Any, stride: Any, parameters: Any, place: Any) -> Any:
    weights, first, count, out = parameters
    places = int(place) + np.arange(CELLS_AT_ONCE)
    channels = features[np.arange(int(count))[:, None] * int(stride) + places]
    out[places] = weights[int(first)] + weights[int(first) + 1 : int(first) + 1 + int(count)] @ channels


class _Emitter:
    """Emits vector code."""

    def __init__(self, context: Any, builder: Any) -> None:
        self.context, self.builder = context, builder
        self.vector = ir.VectorType(ir.FloatType(), CELLS_AT_ONCE)
        self.wide = ir.IntType(64)
        self.zero = ir.Constant(self.vector, [0.0] * CELLS_AT_ONCE)
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

    def plus(self, number: Any, other: int) -> Any:
        return self.builder.add(number, self.constant(other))

    def element(self, data: Any, index: Any) -> Any:
        return self.builder.load(self.builder.gep(data, [index]))

    def load(self, data: Any, index: Any) -> Any:
        """Return the vector that begins at an element."""
        return self.builder.load(self._vector_at(data, index), align=BYTES)

    def store(self, vector: Any, data: Any, index: Any) -> None:
        self.builder.store(vector, self._vector_at(data, index), align=BYTES)

    def _vector_at(self, data: Any, index: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(data, [index]), self.vector.as_pointer())

    def sums(self, count: int) -> list[Any]:
        """Return places for so many vectors, which become registers."""
        return [cgutils.alloca_once(self.builder, self.vector) for _ in range(count)]

    def add_product(self, total: Any, cells: Any, weight: Any) -> None:
        self.builder.store(self.builder.call(self.fma, [cells, weight, self.builder.load(total)]), total)

    def larger(self, one: Any, other: Any) -> Any:
        return self.builder.select(self.builder.fcmp_ordered(">", one, other), one, other)

    def broadcast(self, scalar: Any) -> Any:
        """Return a vector whose lanes all hold the scalar."""
        word, undefined = ir.IntType(32), ir.Constant(self.vector, ir.Undefined)
        one = self.builder.insert_element(undefined, scalar, ir.Constant(word, 0))
        lanes = ir.Constant(ir.VectorType(word, CELLS_AT_ONCE), [0] * CELLS_AT_ONCE)
        return self.builder.shuffle_vector(one, undefined, lanes)

    def reduce(self, vector: Any, join: Callable[[Any, Any], Any]) -> Any:
        """Return the lanes of a vector joined in pairs, pairs of pairs and so on."""
        word, width = ir.IntType(32), CELLS_AT_ONCE
        while width > 1:
            width //= 2
            turned = [(lane + width) % CELLS_AT_ONCE for lane in range(CELLS_AT_ONCE)]
            lanes = ir.Constant(ir.VectorType(word, CELLS_AT_ONCE), turned)
            vector = join(vector, self.builder.shuffle_vector(vector, vector, lanes))
        return self.builder.extract_element(vector, ir.Constant(word, 0))


def _convolution(vectors: int) -> Callable[..., Any]:
    """Return the typing function of the convolution of a block."""

    def typed(_context: Any, inputs: Any, outputs: Any, parameters: Any, mask: Any, places: Any) -> Any:
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
            sums = [emit.sums(vectors) for _ in range(CHANNELS_AT_ONCE)]
            for number, totals in enumerate(sums):
                bias = emit.broadcast(emit.element(biases, emit.plus(first_bias, number)))
                for total in totals:
                    builder.store(bias, total)
            with cgutils.for_range(builder, count) as loop:
                offset = builder.add(builder.sext(emit.element(offsets, loop.index), emit.wide), place)
                cells = [emit.load(x, emit.plus(offset, CELLS_AT_ONCE * each)) for each in range(vectors)]
                first = builder.add(first_weight, builder.mul(loop.index, emit.constant(CHANNELS_AT_ONCE)))
                for number, totals in enumerate(sums):
                    weight = emit.broadcast(emit.element(weights, emit.plus(first, number)))
                    for each, total in zip(cells, totals, strict=True):
                        emit.add_product(total, each, weight)
            for each in range(vectors):
                on_board = emit.load(mask_data, emit.plus(place, CELLS_AT_ONCE * each))
                for number, totals in enumerate(sums):
                    value = builder.fmul(emit.larger(builder.load(totals[each]), emit.zero), on_board)
                    target = builder.add(out_place, builder.mul(stride, emit.constant(number)))
                    emit.store(value, out, emit.plus(target, CELLS_AT_ONCE * each))
            return context.get_dummy_value()

        return types.void(inputs, outputs, parameters, mask, places), generate

    return typed


def _typed_pool(_context: Any, features: Any, start: Any, length: Any) -> Any:
    result = types.UniTuple(types.float32, 2)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        emit = _Emitter(context, builder)
        data, first = emit.data(features, arguments[0]), emit.index(start, arguments[1])
        count = builder.udiv(emit.index(length, arguments[2]), emit.constant(CELLS_AT_ONCE))
        total, largest = emit.sums(2)
        builder.store(emit.zero, total)
        builder.store(emit.zero, largest)
        with cgutils.for_range(builder, count) as loop:
            place = builder.add(first, builder.mul(loop.index, emit.constant(CELLS_AT_ONCE)))
            cells = emit.load(data, place)
            builder.store(builder.fadd(builder.load(total), cells), total)
            builder.store(emit.larger(cells, builder.load(largest)), largest)
        values = emit.reduce(builder.load(total), builder.fadd), emit.reduce(builder.load(largest), emit.larger)
        return context.make_tuple(builder, result, values)

    return result(features, start, length), generate


def _typed_weighted_sum(_context: Any, features: Any, stride: Any, parameters: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        emit = _Emitter(context, builder)
        weights, first, count, out = _unpack(builder, arguments[2], 4)
        data, weights = emit.data(features, arguments[0]), emit.data(parameters[0], weights)
        out, first = emit.data(parameters[3], out), emit.index(parameters[1], first)
        step, target = emit.index(stride, arguments[1]), emit.index(place, arguments[3])
        (total,) = emit.sums(1)
        builder.store(emit.broadcast(emit.element(weights, first)), total)
        with cgutils.for_range(builder, emit.index(parameters[2], count)) as loop:
            weight = emit.broadcast(emit.element(weights, emit.plus(builder.add(first, loop.index), 1)))
            emit.add_product(total, emit.load(data, builder.add(target, builder.mul(loop.index, step))), weight)
        emit.store(builder.load(total), out, target)
        return context.get_dummy_value()

    return types.void(features, stride, parameters, place), generate


def _unpack(builder: Any, pack: Any, count: int) -> list[Any]:
    return [builder.extract_value(pack, number) for number in range(count)]


def _either(plain: Any, typed: Any) -> Any:
    """Return the plain function where nothing is compiled, and otherwise the intrinsic."""
    return plain if numba.config.DISABLE_JIT else intrinsic(typed)  # type: ignore[attr-defined]


# convolve_block(inputs, outputs, parameters, mask, places) computes four channels of a layer at VECTORS_AT_ONCE vectors
# of cells, convolve_vector at one. `inputs` is (activations, offsets, number of offsets): input k of a place is the
# activation at place + offsets[k]. `outputs` is (activations, stride between channels), `parameters` is (weights
# [inputs, 4], first weight, biases, first bias), `places` is (first place of the input, first place of the output). The
# result is rectified and multiplied by the mask.
convolve_block: Any = _either(_plain_convolution(VECTORS_AT_ONCE), _convolution(VECTORS_AT_ONCE))
convolve_vector: Any = _either(_plain_convolution(1), _convolution(1))

# pool_cells(features, start, length) returns the sum and the maximum (at least 0) of whole vectors of cells.
pool_cells: Any = _either(_plain_pool, _typed_pool)

# weighted_sum(features, stride, (weights, first, count, out), place) writes weights[first] plus the sum of `count`
# channels times the weights that follow, at one vector of places.
weighted_sum: Any = _either(_plain_weighted_sum, _typed_weighted_sum)
