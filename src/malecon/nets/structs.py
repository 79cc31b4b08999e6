"""The struct of a net: its grid, its weights and its work space.

Channels are planes of a grid in one flat array. A cell (column, row) lies at `lead + row * width + column`; a blank
column after each row and blank rows before and after keep every neighbour in bounds, so that a convolution reads fixed
offsets: seven on a hexagonal board, nine on a square one. `stride` is the distance between two planes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.kernel import Struct, cache_aligned_dtype
from malecon.nets.convolution import CELLS_AT_ONCE

HEXAGONAL = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))  # steps (column, row) to the neighbours
SQUARE = tuple((dx, dy) for dy in (0, 1, -1) for dx in (0, 1, -1))
MAX_STEPS = len(SQUARE)
MAX_CHANNELS = 32  # of planes and of layers
MAX_LAYERS = 12
MAX_GLOBALS = 16  # numbers that describe the whole position
MAX_HIDDEN = 64  # units of the value head
MAX_WEIGHTS = 1 << 17


@dataclass(frozen=True)
class Grid:
    """The cells of a board on a grid: (column, row) of each cell, and the steps to the cells that a kernel covers."""

    coordinates: tuple[tuple[int, int], ...]
    steps: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        """Grid width: the board's columns and a blank one."""
        return max(x for x, _ in self.coordinates) + 2

    @property
    def lead(self) -> int:
        """Index of the first cell of the first row."""
        return self.width + 1

    @property
    def length(self) -> int:
        """Places from the first row to the last, rounded up to whole blocks."""
        rows = max(y for _, y in self.coordinates) + 1
        return -(-rows * self.width // CELLS_AT_ONCE) * CELLS_AT_ONCE

    @property
    def stride(self) -> int:
        """Places of a plane with everything around it."""
        return self.length + 2 * (self.width + 2) + CELLS_AT_ONCE

    @property
    def places(self) -> list[int]:
        """Place of each cell."""
        return [self.lead + y * self.width + x for x, y in self.coordinates]


def net_type(max_cells: int, max_stride: int) -> np.dtype[Any]:
    """Return the dtype of a net for boards of at most this size."""
    return cache_aligned_dtype(
        [
            ("size", "u8"),  # board size that the grid describes; 0: none yet
            ("lead", "u8"),
            ("length", "u8"),
            ("stride", "u8"),
            ("num_cells", "u8"),
            ("num_steps", "u8"),
            ("num_planes", "u8"),
            ("num_globals", "u8"),
            ("num_channels", "u8"),
            ("num_layers", "u8"),
            ("num_hidden", "u8"),
            ("places", "u2", max_cells),
            ("mask", "f4", max_stride),  # 1 on the board
            ("plane_offsets", "i4", MAX_STEPS * MAX_CHANNELS),  # of the first layer's inputs
            ("offsets", "i4", MAX_STEPS * MAX_CHANNELS),  # of the other layers' inputs
            ("weights", "f4", MAX_WEIGHTS),  # packed in the order in which the forward pass reads them
            ("x", "f4", MAX_CHANNELS * max_stride),
            ("y", "f4", MAX_CHANNELS * max_stride),
            ("globals", "f4", MAX_GLOBALS),
            ("biases", "f4", MAX_CHANNELS),
            ("pooled", "f4", 2 * MAX_CHANNELS + MAX_GLOBALS),  # means, maxima and the globals
            ("logits", "f4", max_stride),  # policy by place
            ("value", "f4"),  # logit of the chance of the side to move
        ]
    )


def lay_out(net: Struct, size: int, grid: Grid) -> None:
    """Describe the board in the struct of a net whose numbers of planes and channels are set."""
    net.size, net.lead, net.length, net.stride = size, grid.lead, grid.length, grid.stride
    net.num_cells, net.num_steps = len(grid.coordinates), len(grid.steps)
    net.places[: len(grid.places)] = grid.places
    net.mask[:] = 0
    net.mask[grid.places] = 1
    net.x[:] = 0
    net.y[:] = 0
    _set_offsets(net.plane_offsets, grid, int(net.num_planes))
    _set_offsets(net.offsets, grid, int(net.num_channels))


def _set_offsets(offsets: Any, grid: Grid, channels: int) -> None:
    steps: Sequence[int] = [dy * grid.width + dx for dx, dy in grid.steps]
    found = [channel * grid.stride + step for channel in range(channels) for step in steps]
    offsets[: len(found)] = found
