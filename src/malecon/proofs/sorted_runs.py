"""A set of numbers in bounded memory: sorted arrays, on disk once they are large, merged when they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

Numbers = np.ndarray[tuple[int], np.dtype[np.uint64]]
BLOCK = 1 << 16  # numbers of a run that are in memory while runs are merged


class SortedRuns:
    """Numbers that are added in sorted arrays and read in order, each once.

    At most `limit` numbers are kept in memory; the rest is in a temporary folder that lives as long as the object.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._in_memory = limit, 0
        self._arrays: list[Any] = []
        self._runs: list[Any] = []
        self._folder: TemporaryDirectory[str] | None = None

    def add(self, numbers: Numbers) -> None:
        """Add numbers that are sorted and distinct."""
        if len(numbers) == 0:
            return
        self._arrays.append(numbers.copy())
        self._in_memory += len(numbers)
        if self._in_memory > self._limit:
            self._compact()

    def _compact(self) -> None:
        """Merge the arrays in memory; store them if they are still large."""
        if not self._arrays:
            return
        merged = np.unique(np.concatenate(self._arrays))
        self._arrays, self._in_memory = [merged], len(merged)
        if self._in_memory > self._limit // 2:
            self._folder = self._folder or TemporaryDirectory(prefix="malecon-proof-")
            path = Path(self._folder.name) / f"{len(self._runs)}.npy"
            np.save(path, merged)
            self._runs.append(np.load(path, mmap_mode="r"))
            self._arrays, self._in_memory = [], 0

    def blocks(self) -> Iterator[Numbers]:
        """Yield all numbers in order, without duplicates, in blocks of about `BLOCK`."""
        self._compact()
        runs = [*self._runs, *self._arrays]
        places = [0] * len(runs)
        while runs:
            ends = [run[min(place + BLOCK, len(run)) - 1] for run, place in zip(runs, places, strict=True)]
            parts = []
            for number, run in enumerate(runs):
                block = np.asarray(run[places[number] : places[number] + BLOCK])
                taken = int(np.searchsorted(block, min(ends), side="right"))
                parts.append(block[:taken])
                places[number] += taken
            yield np.unique(np.concatenate(parts))
            left = [number for number, run in enumerate(runs) if places[number] < len(run)]
            runs, places = [runs[number] for number in left], [places[number] for number in left]
