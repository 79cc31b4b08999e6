"""The net in PyTorch, for training. `malecon.nets.forward` describes it and evaluates it in the search."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from malecon.nets.structs import Grid
from malecon.nets.weights import NetWeights

KERNEL = 3  # a kernel is 3x3; on a hexagonal board two corners are masked


class NetModel(nn.Module):  # type: ignore[misc]
    """Policy and value by residual convolutions, on boards of any size."""

    def __init__(
        self,
        steps: tuple[tuple[int, int], ...],
        planes: int,
        globals_: int,
        channels: int = 16,
        layers: int = 5,
        hidden: int = 32,
    ) -> None:
        super().__init__()
        self.steps = steps
        self.first = nn.Parameter(torch.randn(channels, planes, len(steps)) * (2 / (planes * len(steps))) ** 0.5)
        self.first_globals = nn.Linear(globals_, channels)
        scale = 0.5 * (2 / (channels * len(steps))) ** 0.5
        self.convs = nn.Parameter(torch.randn(layers - 1, channels, channels, len(steps)) * scale)
        self.pools = nn.ModuleList(nn.Linear(2 * channels, channels) for _ in range(layers - 1))
        self.policy = nn.Linear(channels, 1)
        self.hidden = nn.Linear(2 * channels + globals_, hidden)
        self.value = nn.Linear(hidden, 1)
        for pool in self.pools:
            nn.init.zeros_(pool.weight)
            nn.init.zeros_(pool.bias)

    def forward(self, planes: Any, globals_: Any, mask: Any) -> tuple[Any, Any]:
        """Return the policy's logits [positions, rows, columns] and the value's logits [positions].

        `planes` is [positions, planes, rows, columns], `mask` is 1 on the board.
        """
        h = self._convolve(planes, self.first) + self.first_globals(globals_)[:, :, None, None]
        h = torch.relu(h) * mask
        for conv, pool in zip(self.convs, self.pools, strict=True):
            h = torch.relu(self._convolve(h, conv) + h + pool(self._pooled(h, mask))[:, :, None, None]) * mask
        logits = torch.einsum("nchw,c->nhw", h, self.policy.weight[0]) + self.policy.bias
        value = self.value(torch.relu(self.hidden(torch.cat([self._pooled(h, mask), globals_], 1))))
        return logits, value[:, 0]

    def _convolve(self, x: Any, weights: Any) -> Any:
        kernel = weights.new_zeros(*weights.shape[:2], KERNEL, KERNEL)
        for number, (dx, dy) in enumerate(self.steps):
            kernel[:, :, 1 + dy, 1 + dx] = weights[:, :, number]
        return nn.functional.conv2d(x, kernel, padding=1)

    @staticmethod
    def _pooled(h: Any, mask: Any) -> Any:
        return torch.cat([h.sum((2, 3)) / mask.sum(), h.amax((2, 3))], 1)

    def export(self, provenance: dict[str, Any]) -> NetWeights:
        """Return the weights for the search."""
        pools = list(self.pools)
        channels = self.first.shape[0]
        tensors = {
            "first_conv": self.first,
            "first_globals": self.first_globals.weight,
            "first_bias": self.first_globals.bias,
            "convs": self.convs,
            "pools": torch.stack([pool.weight for pool in pools]) if pools else torch.zeros(0, channels, 2 * channels),
            "biases": torch.stack([pool.bias for pool in pools]) if pools else torch.zeros(0, channels),
            "policy": self.policy.weight[0],
            "policy_bias": self.policy.bias[0],
            "hidden": self.hidden.weight,
            "hidden_bias": self.hidden.bias,
            "value": self.value.weight[0],
            "value_bias": self.value.bias[0],
        }
        return NetWeights({name: tensor.detach().numpy().copy() for name, tensor in tensors.items()}, provenance)

    def load(self, weights: NetWeights) -> None:
        """Start from the weights of a net of this shape or a smaller one, computing the same function.

        Channels that the smaller net lacks keep their random inputs but have no effect yet, and layers that it lacks
        are the identity, which a residual layer is without weights (after Chen, Goodfellow, Shlens 2016).
        """
        arrays, layers = weights.arrays, weights.num_layers - 1
        with torch.no_grad():
            _fill(self.first, arrays["first_conv"], 0)
            _fill(self.first_globals.weight, arrays["first_globals"], 0)
            _fill(self.first_globals.bias, arrays["first_bias"], 0)
            self.convs[layers:] = 0
            for number in range(layers):
                _fill(self.convs[number], arrays["convs"][number], 1)
                _fill_pooled(self.pools[number].weight, arrays["pools"][number], weights.num_channels)
                _fill(self.pools[number].bias, arrays["biases"][number], 0)
            self.policy.weight.zero_()
            _fill(self.policy.weight[0], arrays["policy"], 0)
            self.policy.bias.fill_(float(arrays["policy_bias"]))
            _fill_pooled(self.hidden.weight, arrays["hidden"], weights.num_channels)
            _fill(self.hidden.bias, arrays["hidden_bias"], 0)
            self.value.weight.zero_()
            _fill(self.value.weight[0], arrays["value"], 0)
            self.value.bias.fill_(float(arrays["value_bias"]))


def _fill(tensor: Any, array: Any, inputs: int) -> None:
    """Copy an array into the corner of a tensor; its outputs ignore what the array lacks along the axis `inputs`."""
    source = torch.as_tensor(array)
    if inputs:
        tensor[: source.shape[0], source.shape[inputs] :] = 0
    tensor[tuple(slice(size) for size in source.shape)] = source


def _fill_pooled(tensor: Any, array: Any, channels: int) -> None:
    """Copy weights of pooled channels [outputs, means, maxima, others] into those of a net with more channels."""
    source, own = torch.as_tensor(array), (tensor.shape[1] - array.shape[1] + 2 * channels) // 2
    tensor[: source.shape[0]] = 0
    rows = tensor[: source.shape[0]]
    rows[:, :channels] = source[:, :channels]
    rows[:, own : own + channels] = source[:, channels : 2 * channels]
    rows[:, 2 * own :] = source[:, 2 * channels :]


def cell_places(grid: Grid) -> tuple[int, int, list[int]]:
    """Return rows and columns of a board and the index of each cell in its rows."""
    columns = max(x for x, _ in grid.coordinates) + 1
    rows = max(y for _, y in grid.coordinates) + 1
    return rows, columns, [y * columns + x for x, y in grid.coordinates]
