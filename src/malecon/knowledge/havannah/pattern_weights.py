"""Weights of local patterns, and playout moves chosen by them (sections 3.3, 3.5 and 3.6 of stankiewicz2011).

The weight of a class is the share of the turns with such a move in which it was played. `malecon learn patterns` counts
both in games of a player against itself and writes the file that is read here. The table becomes a constant of compiled
code, so the file is part of the digest that names the cache's folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import NO_CELL
from malecon.kernel import Struct, kernel, random_below, random_float
from malecon.knowledge.havannah.dead import is_dead
from malecon.knowledge.havannah.patterns import CLASSES, MASK_NUMBERS, class_names, colouring_at, new_counts

WEIGHTS_FILE = Path(__file__).parent / "data" / "patterns.tsv"
GREEDY = 1  # patterns(choice=greedy)


def write_counts(path: Path, counts: Struct, remarks: str) -> None:
    """Write what was counted: remarks, then class, times played and times available on a line each."""
    lines = [f"# {line}" for line in remarks.splitlines()]
    lines.append("# class\tplayed\tavailable")
    for name, played, available in zip(class_names(), counts.played, counts.available, strict=True):
        lines.append(f"{name}\t{played}\t{available}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_counts(path: Path) -> Struct:
    """What a file says was counted; a class that it does not name was never seen."""
    numbers = {name: number for number, name in enumerate(class_names())}
    counts = new_counts()[0]
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            name, played, available = line.split("\t")
            counts.played[numbers[name]], counts.available[numbers[name]] = int(played), int(available)
        except (KeyError, ValueError, OverflowError):
            raise GameError(f"{path}, line {place}: expected class, played and available, not {line!r}") from None
    return counts


def neutral_weight(counts: Struct) -> np.float32:
    """The weight where nothing is known: that of all classes together."""
    return np.float32(counts.played.sum() / max(counts.available.sum(), 1))


def class_weights(counts: Struct) -> Any:
    """Times played / times available of each class; the neutral weight for a class that was never seen."""
    ratios = counts.played / np.maximum(counts.available, 1)
    return np.where(counts.available, ratios, neutral_weight(counts)).astype(np.float32)


def _weight_table(counts: Struct) -> Any:
    """The weight of every pattern as in CLASSES; the neutral weight for what has no class."""
    return np.append(class_weights(counts), neutral_weight(counts))[CLASSES]


WEIGHTS = _weight_table(read_counts(WEIGHTS_FILE))
HEAVIEST = WEIGHTS.max()


@kernel
def weight_at(position: Struct, board: Struct, settings: Struct, cell: int) -> float:
    """The weight of an empty cell for the side to move."""
    if settings.dead_cells and is_dead(position, board, cell):
        return np.float32(0)
    return WEIGHTS[MASK_NUMBERS[board.edge_directions[cell]], colouring_at(position, board, cell)]


@kernel
def pattern_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """A cell by the weight of its pattern, as the player's parameter says; NO_CELL to leave the choice to chance."""
    if worker.settings.patterns_choice != GREEDY:
        return roulette_cell(position, board, worker)
    if random_float(worker) < worker.settings.patterns_epsilon:
        return np.uint64(NO_CELL)
    return heaviest_cell(position, board, worker)


@kernel
def roulette_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """A cell with a probability in proportion to its weight; NO_CELL where nothing has any.

    A random cell that is accepted with probability weight / HEAVIEST is distributed exactly so. That takes about as
    many throws on a large board as on a small one, and is 1.7 times as fast as the wheel in a search on base 5, 6 times
    on base 10. The wheel comes in where as many throws have failed as it has steps.
    """
    for _ in range(np.uint64(2) * position.num_moves):
        cell = np.uint64(position.empties[random_below(worker, position.num_moves)])
        if random_float(worker) * HEAVIEST < weight_at(position, board, worker.settings, cell):
            return cell
    return wheel_cell(position, board, worker)


@kernel
def wheel_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """The roulette wheel as the thesis has it: the cell in whose pocket a random part of all weights ends."""
    total = np.float32(0)
    for index in range(position.num_moves):
        total += weight_at(position, board, worker.settings, np.uint64(position.empties[index]))
    rest = total * random_float(worker)
    last = np.uint64(NO_CELL)  # rounding may leave a little at the end
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
    """A random one of the cells of the largest weight; NO_CELL where nothing has any."""
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
