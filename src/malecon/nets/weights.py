"""Weights of a net: named arrays in an .npz file with their provenance, and the flat form that the kernels read."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from malecon.kernel import Struct
from malecon.nets.convolution import CHANNELS_AT_ONCE
from malecon.nets.structs import MAX_CHANNELS, MAX_GLOBALS, MAX_HIDDEN, MAX_LAYERS, MAX_WEIGHTS

ARRAYS = (
    "first_conv",  # [channels, planes, steps]
    "first_globals",  # [channels, globals]
    "first_bias",  # [channels]
    "convs",  # [layers - 1, channels, channels, steps]
    "pools",  # [layers - 1, channels, 2 channels]
    "biases",  # [layers - 1, channels]
    "policy",  # [channels]
    "policy_bias",  # []
    "hidden",  # [hidden, 2 channels + globals]
    "hidden_bias",  # [hidden]
    "value",  # [hidden]
    "value_bias",  # []
)


class NetError(ValueError):
    """A file that holds no net, or one that does not fit."""


@dataclass(frozen=True)
class NetWeights:
    """The arrays of a net, and how it came about."""

    arrays: dict[str, Any]
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def num_planes(self) -> int:
        """Number of input planes."""
        return int(self.arrays["first_conv"].shape[1])

    @property
    def num_globals(self) -> int:
        """Number of inputs that describe the whole position."""
        return int(self.arrays["first_globals"].shape[1])

    @property
    def num_channels(self) -> int:
        """Number of channels of every layer."""
        return int(self.arrays["first_conv"].shape[0])

    @property
    def num_layers(self) -> int:
        """Number of convolutions."""
        return 1 + len(self.arrays["convs"])

    @property
    def num_hidden(self) -> int:
        """Number of hidden units of the value head."""
        return len(self.arrays["value"])

    @property
    def num_weights(self) -> int:
        """Number of weights."""
        return sum(int(np.size(array)) for array in self.arrays.values())

    def __str__(self) -> str:
        return f"{self.num_layers} layers of {self.num_channels} channels, {self.num_weights:,} weights"

    def packed(self) -> Any:
        """Return the weights in the order in which the forward pass reads them.

        A layer is residual: the identity is added to the weights of the cell itself.
        """
        arrays = self.arrays
        pieces = [arrays["first_bias"], arrays["first_globals"].T, _blocks(arrays["first_conv"])]
        identity = np.zeros_like(arrays["convs"][:1].sum(axis=0)) if len(arrays["convs"]) else None
        for conv, pool, bias in zip(arrays["convs"], arrays["pools"], arrays["biases"], strict=True):
            assert identity is not None
            identity[:, :, 0] = np.eye(self.num_channels)
            pieces += [bias, pool.T, _blocks(conv + identity)]
        hidden = np.concatenate([arrays["hidden_bias"][:, None], arrays["hidden"]], axis=1)
        pieces += [arrays["policy_bias"], arrays["policy"], arrays["value_bias"], hidden, arrays["value"]]
        return np.concatenate([np.ravel(piece) for piece in pieces]).astype(np.float32)

    def load_into(self, net: Struct) -> None:
        """Copy sizes and weights into the struct of a net."""
        net.num_planes, net.num_globals, net.num_hidden = self.num_planes, self.num_globals, self.num_hidden
        net.num_channels, net.num_layers = self.num_channels, self.num_layers
        packed = self.packed()
        net.weights[: len(packed)] = packed

    def save(self, path: Path) -> None:
        """Write the net to a file."""
        arrays = {name: np.asarray(self.arrays[name], np.float32) for name in ARRAYS}
        everything: dict[str, Any] = {"provenance": np.array(json.dumps(self.provenance)), **arrays}
        np.savez_compressed(path, **everything)


def _blocks(conv: Any) -> Any:
    """Arrange the weights [outputs, inputs, steps] of a layer as [blocks of outputs, inputs * steps, outputs]."""
    outputs = len(conv)
    return conv.reshape(outputs // CHANNELS_AT_ONCE, CHANNELS_AT_ONCE, -1).transpose(0, 2, 1)


def read_weights(path: Path) -> NetWeights:
    """Read a net from a file; raise NetError if it holds none or one that is too large."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in ARRAYS}
            weights = NetWeights(arrays, json.loads(str(file["provenance"])))
            _check(weights)
    except FileNotFoundError:
        raise NetError(f"there is no net {path}") from None
    except (OSError, KeyError, ValueError, EOFError, IndexError, zipfile.BadZipFile) as error:
        raise NetError(f"{path} is not a net ({error}); make one with: malecon learn net") from None
    return weights


def _check(weights: NetWeights) -> None:
    limits = {
        "planes": (weights.num_planes, MAX_CHANNELS),
        "globals": (weights.num_globals, MAX_GLOBALS),
        "channels": (weights.num_channels, MAX_CHANNELS),
        "layers": (weights.num_layers, MAX_LAYERS),
        "hidden units": (weights.num_hidden, MAX_HIDDEN),
        "weights": (weights.num_weights, MAX_WEIGHTS),
    }
    for name, (count, limit) in limits.items():
        if not 0 < count <= limit:
            raise ValueError(f"{count} {name}, at most {limit} are possible")
    if weights.num_channels % CHANNELS_AT_ONCE:
        raise ValueError(f"{weights.num_channels} channels are not a multiple of {CHANNELS_AT_ONCE}")
    if not all(np.isfinite(array).all() for array in weights.arrays.values()):
        raise ValueError("weights that are not finite")
