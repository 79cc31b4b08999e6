"""Learned policy: how likely a strong player is to choose each move, used as a bonus of new moves.

Every empty cell has one feature of each kind; its score is the sum of their weights, and its probability is
proportional to exp(score). `malecon learn policy` fits the weights, one set per base, to human games and search visits.
The table is a compile-time constant of the kernels, so the file is part of the digest that names the
cache folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import MAX_BASE, MAX_CELLS
from malecon.kernel import Struct, kernel
from malecon.knowledge.havannah.features import KINDS, NUM_FEATURES, NUM_KINDS, OFFSETS, list_features

WEIGHTS_FILE = Path(__file__).parent / "data" / "policy.tsv"
POLICY = np.dtype([("features", "i8", NUM_KINDS), ("scores", "f4", MAX_CELLS)], align=True)
LEAST_LOG = np.float32(-5)  # scores are clipped below at e^-5 of the average
HEADER = "# kind\tfeature\t"


def feature_names() -> list[str]:
    """Return kind and number of every feature, in the order of the weights."""
    return [f"{kind}\t{number}" for kind, count in KINDS.items() for number in range(count)]


def write_weights(path: Path, weights: dict[int, Any], remarks: str) -> None:
    """Write the weights by base: remarks, then one line per feature with its kind, number and weights."""
    bases = sorted(weights)
    lines = [f"# {line}" for line in remarks.splitlines()]
    lines.append(HEADER + "\t".join(map(str, bases)))
    for number, name in enumerate(feature_names()):
        row = [f"{weights[base][number]:.2f}" for base in bases]
        if any(float(weight) for weight in row):
            lines.append(name + "\t" + "\t".join(row))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_weights(path: Path) -> dict[int, Any]:
    """Read the weights by base; a feature that is not listed has weight 0."""
    numbers = {name: number for number, name in enumerate(feature_names())}
    weights: dict[int, Any] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            if line.startswith(HEADER):
                weights = {int(base): np.zeros(NUM_FEATURES, np.float32) for base in line.split("\t")[2:] if base}
            elif line and not line.startswith("#"):
                kind, feature, *row = line.split("\t")
                for base, weight in zip(weights, row, strict=True):
                    weights[base][numbers[f"{kind}\t{feature}"]] = float(weight)
        except (KeyError, ValueError):
            raise GameError(
                f"{path}:{number}: expected kind, feature and weights separated by tabs, not {line!r}"
            ) from None
    return weights


def _weight_table(weights: dict[int, Any]) -> Any:
    """Return one row per base; a base without weights uses those of the nearest base that has some."""
    if not weights:
        return np.zeros((MAX_BASE + 1, NUM_FEATURES), np.float32)
    return np.array([weights[min(weights, key=lambda own: abs(own - base))] for base in range(MAX_BASE + 1)])


WEIGHTS = _weight_table(read_weights(WEIGHTS_FILE))


@kernel
def score_cells(position: Struct, board: Struct, worker: Struct) -> None:
    """Fill `scratch.scores`: for every empty cell, the log of its probability relative to the average move.

    `worker.scratch` must hold the distances.
    """
    scores, found, base = worker.scratch.scores, worker.scratch.features, np.uint64(position.havannah)
    largest = np.float32(-1e9)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        list_features(position, board, worker, cell, found)
        score = np.float32(0)
        for kind in range(NUM_KINDS):
            score += WEIGHTS[base, OFFSETS[kind] + found[kind]]
        scores[cell] = score
        largest = max(largest, score)
    total = np.float32(0)
    for index in range(position.num_moves):
        total += np.exp(scores[np.uint64(position.empties[index])] - largest)
    average = largest + np.log(total / np.float32(position.num_moves))
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        scores[cell] = max(scores[cell] - average, LEAST_LOG)
