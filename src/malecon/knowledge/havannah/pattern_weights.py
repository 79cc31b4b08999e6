"""Weights of local patterns, and playout moves sampled by them (sections 3.3, 3.5 and 3.6 of stankiewicz2011).

The weight of a class is the share of turns in which it was played among those in which it was available. `malecon learn
patterns` counts both in self-play games and writes the file that is read here. The table is a compile-time constant of
the kernels, so the file is part of the digest that names the cache folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import NO_CELL
from malecon.kernel import Struct, kernel, random_below, random_float
from malecon.knowledge.havannah.dead_cells import is_dead
from malecon.knowledge.havannah.patterns import CLASSES, MASK_NUMBERS, class_names, colouring_at, new_counts

WEIGHTS_FILE = Path(__file__).parent / "data" / "patterns.tsv"
GREEDY = 1  # patterns(choice=greedy)


def write_counts(path: Path, counts: Struct, remarks: str) -> None:
    """Write the counts: remarks, then one line per class with its name, times played and times available."""
    lines = [f"# {line}" for line in remarks.splitlines()]
    lines.append("# class\tplayed\tavailable")
    for name, played, available in zip(class_names(), counts.played, counts.available, strict=True):
        lines.append(f"{name}\t{played}\t{available}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_counts(path: Path) -> Struct:
    """Read the counts of a file; a class that is not listed counts as never seen."""
    numbers = {name: number for number, name in enumerate(class_names())}
    counts = new_counts()[0]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            name, *columns = line.split("\t")
            played, available = map(int, columns)
            if min(played, available) < 0:
                raise ValueError
            counts.played[numbers[name]], counts.available[numbers[name]] = played, available
        except (KeyError, ValueError, OverflowError):
            raise GameError(
                f"{path}:{number}: expected class, played and available separated by tabs, not {line!r}"
            ) from None
    return counts


def neutral_weight(counts: Struct) -> np.float32:
    """Return the weight of all classes together, used for unknown classes."""
    return np.float32(counts.played.sum() / max(counts.available.sum(), 1))


def class_weights(counts: Struct) -> Any:
    """Return times played / times available of each class, and the neutral weight for an unseen class."""
    ratios = counts.played / np.maximum(counts.available, 1)
    return np.where(counts.available, ratios, neutral_weight(counts)).astype(np.float32)


def _weight_table(counts: Struct) -> Any:
    """Return the weight of every pattern, indexed like CLASSES; the neutral weight for patterns without a class."""
    return np.append(class_weights(counts), neutral_weight(counts))[CLASSES]


WEIGHTS = _weight_table(read_counts(WEIGHTS_FILE))
HEAVIEST = WEIGHTS.max()


@kernel
def weight_at(position: Struct, board: Struct, settings: Struct, cell: int) -> float:
    """Return the weight of an empty cell for the side to move."""
    if settings.dead_cells and is_dead(position, board, cell):
        return np.float32(0)
    return WEIGHTS[MASK_NUMBERS[board.edge_directions[cell]], colouring_at(position, board, cell)]


@kernel
def pattern_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a cell chosen by pattern weight, as `patterns.choice` says; NO_CELL for a uniform choice."""
    if worker.settings.patterns_choice != GREEDY:
        return roulette_cell(position, board, worker)
    if random_float(worker) < worker.settings.patterns_epsilon:
        return np.uint64(NO_CELL)
    return heaviest_cell(position, board, worker)


@kernel
def roulette_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a cell with probability proportional to its weight; NO_CELL if all weights are 0.

    Rejection sampling: a random cell is accepted with probability weight / HEAVIEST. The number of trials hardly
    depends on the board, which in a search is 1.7 times as fast as the wheel on base 5 and 6 times on base 10. After
    as many rejections as the wheel has steps, the wheel decides.
    """
    for _ in range(np.uint64(2) * position.num_moves):
        cell = np.uint64(position.empties[random_below(worker, position.num_moves)])
        if random_float(worker) * HEAVIEST < weight_at(position, board, worker.settings, cell):
            return cell
    return wheel_cell(position, board, worker)


@kernel
def wheel_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a cell by roulette wheel, as in the thesis: find where a random share of the total weight falls."""
    total = np.float32(0)
    for index in range(position.num_moves):
        total += weight_at(position, board, worker.settings, np.uint64(position.empties[index]))
    rest = total * random_float(worker)
    last = np.uint64(NO_CELL)  # for rounding errors at the end
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        weight = weight_at(position, board, worker.settings, cell)
        rest -= weight
        if weight > 0:
            last = cell
            if rest < 0:
                return cell
    return last


@kernel
def heaviest_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a random one of the cells with the largest weight; NO_CELL if all weights are 0."""
    heaviest, ties = np.float32(0), np.uint64(0)
    found = np.uint64(NO_CELL)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        weight = weight_at(position, board, worker.settings, cell)
        if weight <= 0 or weight < heaviest:
            continue
        ties = ties + np.uint64(1) if weight == heaviest else np.uint64(1)
        heaviest = weight
        if random_below(worker, ties) == 0:
            found = cell
    return found
