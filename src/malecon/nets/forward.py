"""The net: planes and globals in, a logit per cell and the value of the position out.

    h = relu(conv(planes) + A globals + a) * mask
    h = relu(conv(h) + h + B pool(h) + b) * mask            for every further layer
    policy = p h + q                                        at every cell
    value = v relu(V [pool(h), globals] + u) + w

`pool` is the mean and the maximum of each channel over the board; it gives a shallow net a view of the whole. The same
weights serve every board size.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Struct, Structs, kernel
from malecon.nets.convolution import (
    CELLS_AT_ONCE,
    CHANNELS_AT_ONCE,
    VECTORS_AT_ONCE,
    convolve_block,
    convolve_vector,
    pool_cells,
    weighted_sum,
)

ZERO = np.float32(0)
BLOCK = CELLS_AT_ONCE * VECTORS_AT_ONCE


@kernel
def run_net(net: Struct) -> None:
    """Evaluate the planes in `net.x` and the globals; fill `logits` by place and `value`."""
    source, target, offsets = net.x, net.y, net.plane_offsets
    count = np.int64(net.num_planes * net.num_steps)
    first = set_biases(net, net.globals, np.int64(net.num_globals), np.int64(0))
    for layer in range(np.int64(net.num_layers)):
        if layer > 0:
            offsets, count = net.offsets, np.int64(net.num_channels * net.num_steps)
            pool(net, source)
            first = set_biases(net, net.pooled, 2 * np.int64(net.num_channels), first)
        first = convolve(net, (source, offsets, count), target, first)
        source, target = target, source
    first = score_places(net, source, first)
    pool(net, source)
    evaluate_pooled(net, first)


@kernel
def set_biases(net: Struct, values: Structs, count: int, first: int) -> Any:
    """Set the biases of the next layer: constants plus a linear function of some values; return the next weight."""
    channels, weights, biases = np.int64(net.num_channels), net.weights, net.biases
    for channel in range(channels):
        biases[channel] = weights[first + channel]
    first += channels
    for number in range(count):
        value = values[number]
        for channel in range(channels):
            biases[channel] += weights[first + number * channels + channel] * value
    return first + count * channels


@kernel
def convolve(net: Struct, inputs: tuple[Structs, Structs, int], out: Structs, first: int) -> Any:
    """Compute all channels of a layer at all places; return the next weight."""
    stride, lead, end = np.int64(net.stride), np.int64(net.lead), np.int64(net.lead + net.length)
    channels, count = np.int64(net.num_channels), inputs[2]
    for channel in range(0, channels, CHANNELS_AT_ONCE):
        parameters = (net.weights, first + channel * count, net.biases, channel)
        place = lead
        while place + BLOCK <= end:
            convolve_block(inputs, (out, stride), parameters, net.mask, (place, place + channel * stride))
            place += BLOCK
        while place < end:
            convolve_vector(inputs, (out, stride), parameters, net.mask, (place, place + channel * stride))
            place += CELLS_AT_ONCE
    return first + channels * count


@kernel
def pool(net: Struct, features: Structs) -> None:
    """Fill `pooled` with the mean and the maximum of each channel; off the board a channel is 0."""
    channels, stride, lead, length = np.int64(net.num_channels), np.int64(net.stride), net.lead, np.int64(net.length)
    share = np.float32(1) / np.float32(net.num_cells)
    for channel in range(channels):
        total, largest = pool_cells(features, np.int64(lead) + channel * stride, length)
        net.pooled[channel] = total * share
        net.pooled[channels + channel] = largest


@kernel
def score_places(net: Struct, features: Structs, first: int) -> Any:
    """Fill the policy's logits; return the next weight."""
    lead, channels = np.int64(net.lead), np.int64(net.num_channels)
    for place in range(lead, lead + np.int64(net.length), CELLS_AT_ONCE):
        weighted_sum(features, np.int64(net.stride), (net.weights, first, channels, net.logits), place)
    return first + 1 + channels


@kernel
def evaluate_pooled(net: Struct, first: int) -> None:
    """Fill `value` from the pooled features and the globals, by one hidden layer."""
    channels, count, weights = np.int64(net.num_channels), np.int64(net.num_globals), net.weights
    inputs = 2 * channels + count
    for number in range(count):
        net.pooled[2 * channels + number] = net.globals[number]
    hidden = np.int64(net.num_hidden)
    value, outputs = weights[first], first + 1 + hidden * (inputs + 1)
    for unit in range(hidden):
        start = first + 1 + unit * (inputs + 1)
        total = weights[start]
        for number in range(inputs):
            total += weights[start + 1 + number] * net.pooled[number]
        value += weights[outputs + unit] * max(total, ZERO)
    net.value = value
