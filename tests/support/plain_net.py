"""The net in NumPy, written from its definition: an oracle for the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Structs, new_structs
from malecon.nets.structs import Grid, lay_out, net_type
from malecon.nets.weights import NetWeights

MAX_CELLS, MAX_STRIDE = 200, 400


def random_weights(steps: int, channels: int, layers: int, planes: int = 5, globals_: int = 3) -> NetWeights:
    """Return a net of random weights."""
    dice, hidden = np.random.default_rng(1), 8

    def normal(*shape: int) -> Any:
        return dice.normal(0, 0.2, shape).astype(np.float32)

    return NetWeights(
        {
            "first_conv": normal(channels, planes, steps),
            "first_globals": normal(channels, globals_),
            "first_bias": normal(channels),
            "convs": normal(layers - 1, channels, channels, steps),
            "pools": normal(layers - 1, channels, 2 * channels),
            "biases": normal(layers - 1, channels),
            "policy": normal(channels),
            "policy_bias": normal(),
            "hidden": normal(hidden, 2 * channels + globals_),
            "hidden_bias": normal(hidden),
            "value": normal(hidden),
            "value_bias": normal(),
        },
        {"made": "at random"},
    )


def random_inputs(weights: NetWeights, grid: Grid) -> tuple[Any, Any]:
    """Return random planes [planes, cells] and globals."""
    dice = np.random.default_rng(2)
    planes = dice.random((weights.num_planes, len(grid.coordinates)), np.float32)
    return planes, dice.random(weights.num_globals, np.float32)


def new_net(weights: NetWeights, grid: Grid, planes: Any, globals_: Any) -> Structs:
    """Return the struct of a net with its inputs."""
    nets = new_structs(net_type(MAX_CELLS, MAX_STRIDE))  # one type for all boards, compiled once
    net = nets[0]
    weights.load_into(net)
    lay_out(net, 1, grid)
    for number, plane in enumerate(planes):
        net.x[number * grid.stride + np.array(grid.places)] = plane
    net.globals[: len(globals_)] = globals_
    return nets


def evaluate_plainly(weights: NetWeights, grid: Grid, planes: Any, globals_: Any) -> tuple[Any, float]:
    """Return the policy's logits by cell and the value's logit."""
    arrays, cells = weights.arrays, len(grid.coordinates)
    index = {place: cell for cell, place in enumerate(grid.coordinates)}
    around = np.array([[index.get((x + dx, y + dy), cells) for dx, dy in grid.steps] for x, y in grid.coordinates])

    def convolve(features: Any, kernel: Any) -> Any:
        padded = np.concatenate([features, np.zeros((len(features), 1), np.float32)], axis=1)
        return np.einsum("ois,ins->on", kernel, padded[:, around])

    def pool(features: Any) -> Any:
        return np.concatenate([features.mean(axis=1), features.max(axis=1)])

    bias = arrays["first_globals"] @ globals_ + arrays["first_bias"]
    features = np.maximum(convolve(planes, arrays["first_conv"]) + bias[:, None], 0)
    for conv, matrix, constant in zip(arrays["convs"], arrays["pools"], arrays["biases"], strict=True):
        bias = matrix @ pool(features) + constant
        features = np.maximum(convolve(features, conv) + features + bias[:, None], 0)
    inputs = np.concatenate([pool(features), globals_])
    hidden = np.maximum(arrays["hidden"] @ inputs + arrays["hidden_bias"], 0)
    value = float(arrays["value"] @ hidden + arrays["value_bias"])
    return arrays["policy"] @ features + arrays["policy_bias"], value
