"""A learned guess of the move that a strong player would choose, as a bonus for new moves.

Every empty cell has some features; each has a weight, and their sum is the cell's score. The chance that a cell is the
move is in proportion to exp(score). `malecon learn policy` fits the weights, a set for each base, to people's games and
to the visits of searches. The table becomes a constant of compiled code, so the file is part of the digest that names
the cache's folder.
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
LEAST_LOG = np.float32(-5)  # no move is thought less likely than e^-5 of the average
HEADER = "# kind\tfeature\t"


def feature_names() -> list[str]:
    """Kind and number of every feature, in the order of the weights."""
    return [f"{kind}\t{number}" for kind, count in KINDS.items() for number in range(count)]


def write_weights(path: Path, weights: dict[int, Any], remarks: str) -> None:
    """Write the weights of some bases: remarks, then kind, feature and a weight for each base on a line."""
    bases = sorted(weights)
    lines = [f"# {line}" for line in remarks.splitlines()]
    lines.append(HEADER + "\t".join(map(str, bases)))
    for number, name in enumerate(feature_names()):
        row = [f"{weights[base][number]:.2f}" for base in bases]
        if any(float(weight) for weight in row):
            lines.append(name + "\t" + "\t".join(row))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_weights(path: Path) -> dict[int, Any]:
    """The weights of each base that a file has; a feature that it does not name weighs nothing."""
    numbers = {name: number for number, name in enumerate(feature_names())}
    weights: dict[int, Any] = {}
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            if line.startswith(HEADER):
                weights = {int(base): np.zeros(NUM_FEATURES, np.float32) for base in line.split("\t")[2:] if base}
            elif line and not line.startswith("#"):
                kind, feature, *row = line.split("\t")
                for base, weight in zip(weights, row, strict=True):
                    weights[base][numbers[f"{kind}\t{feature}"]] = float(weight)
        except (KeyError, ValueError):
            raise GameError(f"{path}, line {place}: expected kind, feature and weights, not {line!r}") from None
    return weights


def _weight_table(weights: dict[int, Any]) -> Any:
    """A row for every base; one that has no weights of its own has those of the nearest that has."""
    if not weights:
        return np.zeros((MAX_BASE + 1, NUM_FEATURES), np.float32)
    return np.array([weights[min(weights, key=lambda own: abs(own - base))] for base in range(MAX_BASE + 1)])


WEIGHTS = _weight_table(read_weights(WEIGHTS_FILE))


@kernel
def score_cells(position: Struct, board: Struct, worker: Struct) -> None:
    """Note for every empty cell the logarithm of how much likelier than the average it is; distances are measured."""
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
