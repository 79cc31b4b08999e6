"""The forward pass against NumPy, against PyTorch, and uncompiled."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from support.plain_net import evaluate_plainly, new_net, random_inputs, random_weights

from malecon.games.havannah.geometry import geometry
from malecon.nets.forward import run_net
from malecon.nets.structs import HEXAGONAL, SQUARE, Grid
from malecon.nets.weights import NetWeights

HEXAGON = Grid(geometry(4).coordinates, HEXAGONAL)
BOARDS = {
    "base 4": HEXAGON,
    "base 8": Grid(geometry(8).coordinates, HEXAGONAL),
    "square": Grid(tuple((x, y) for y in range(8) for x in range(8)), SQUARE),
}


def outputs(net: Any, grid: Grid) -> tuple[Any, float]:
    run_net(net)
    return net.logits[grid.places], float(net.value)


@pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize(("channels", "layers"), [(4, 1), (8, 2), (16, 5), (32, 3)])
def test_the_kernels_agree_with_numpy(grid: Grid, channels: int, layers: int) -> None:
    weights = random_weights(len(grid.steps), channels, layers)
    planes, globals_ = random_inputs(weights, grid)
    logits, value = outputs(new_net(weights, grid, planes, globals_)[0], grid)
    expected, expected_value = evaluate_plainly(weights, grid, planes, globals_)
    assert np.allclose(logits, expected, atol=1e-4)
    assert value == pytest.approx(expected_value, abs=1e-4)


def test_evaluating_again_gives_the_same() -> None:
    weights = random_weights(7, 8, 4)
    planes, globals_ = random_inputs(weights, HEXAGON)
    net = new_net(weights, HEXAGON, planes, globals_)[0]
    first = outputs(net, HEXAGON)
    for number, plane in enumerate(planes):
        net.x[number * HEXAGON.stride + np.array(HEXAGON.places)] = plane
    again = outputs(net, HEXAGON)
    assert np.array_equal(first[0], again[0])
    assert first[1] == again[1]


@pytest.mark.parametrize("steps", [HEXAGONAL, SQUARE], ids=["hexagonal", "square"])
def test_the_kernels_agree_with_pytorch(steps: tuple[tuple[int, int], ...]) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'malecon[train]')")
    from malecon.lab.nets.model import NetModel, cell_places

    coordinates = geometry(5).coordinates if steps is HEXAGONAL else tuple((x, y) for y in range(6) for x in range(5))
    grid = Grid(coordinates, steps)
    torch.manual_seed(1)
    model = NetModel(steps, 5, 3, channels=8, layers=4, hidden=8)
    weights: NetWeights = model.export({})
    planes, globals_ = random_inputs(weights, grid)
    logits, value = outputs(new_net(weights, grid, planes, globals_)[0], grid)
    rows, columns, places = cell_places(grid)
    inputs, mask = torch.zeros(1, 5, rows * columns), torch.zeros(rows * columns)
    inputs[0, :, places], mask[places] = torch.as_tensor(planes), 1.0
    shape = (rows, columns)
    with torch.no_grad():
        found, found_value = model(
            inputs.unflatten(2, shape), torch.as_tensor(globals_)[None], mask.unflatten(0, shape)
        )
    assert np.allclose(logits, found.flatten()[places].numpy(), atol=1e-4)
    assert value == pytest.approx(float(found_value), abs=1e-4)


def test_threads_evaluate_at_the_same_time() -> None:
    weights = random_weights(7, 16, 5)
    planes, globals_ = random_inputs(weights, HEXAGON)
    nets = [new_net(weights, HEXAGON, planes * factor, globals_)[0] for factor in (1, 2, 3, 4)]
    expected = [evaluate_plainly(weights, HEXAGON, planes * factor, globals_)[1] for factor in (1, 2, 3, 4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda net: outputs(net, HEXAGON)[1], nets))
    assert found == pytest.approx(expected, rel=1e-4)


UNCOMPILED = """
from support.plain_net import evaluate_plainly, new_net, random_inputs, random_weights
from malecon.games.havannah.geometry import geometry
from malecon.nets.forward import run_net
from malecon.nets.structs import HEXAGONAL, Grid
grid = Grid(geometry(3).coordinates, HEXAGONAL)
weights = random_weights(7, 4, 2)
inputs = random_inputs(weights, grid)
net = new_net(weights, grid, *inputs)[0]
run_net(net)
logits, value = evaluate_plainly(weights, grid, *inputs)
assert abs(net.logits[grid.places] - logits).max() < 1e-4
assert abs(net.value - value) < 1e-4
"""


def test_the_kernels_run_uncompiled() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "tests"}
    subprocess.run([sys.executable, "-c", UNCOMPILED], check=True, env=environment)
