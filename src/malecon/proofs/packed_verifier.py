"""Verifies a packed proof by the rules alone, in bounded memory: layer by layer, every reply of the loser is tried."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from malecon.games.errors import GameError
from malecon.proofs.packed import MEMORY_LIMIT, LayerWalk, Moves, PackedHeader, read_packed_header
from malecon.proofs.sorted_runs import Numbers


@dataclass(frozen=True)
class PackedReport:
    """What a packed proof establishes."""

    header: PackedHeader
    positions: int
    """Positions for which the file gives a move."""
    layers: int


class MoveReader:
    """The moves of a packed proof."""

    def __init__(self, stream: BinaryIO) -> None:
        self._moves = lzma.LZMAFile(stream)  # noqa: SIM115 (read block by block)

    def _read(self, count: int) -> bytes:
        try:
            return self._moves.read(count)
        except (lzma.LZMAError, EOFError) as error:
            raise GameError(f"the moves are damaged or cut off ({error})") from None

    def read(self, count: int) -> Moves:
        """Return the next moves."""
        found = self._read(count)
        if len(found) < count:
            raise GameError("the proof has a gap: positions are left when the moves end")
        return np.frombuffer(found, np.uint8)

    def answer(self, codes: Numbers) -> Moves:
        """Return the moves of the next positions."""
        return self.read(len(codes))

    def check_end(self) -> None:
        """Raise GameError if there are further moves."""
        if self._read(1):
            raise GameError("the proof has more moves than positions")


def verify_packed(
    stream: BinaryIO, on_progress: Callable[[LayerWalk], None] = lambda _: None, memory_limit: int = MEMORY_LIMIT
) -> PackedReport:
    """Verify a packed proof; raise GameError at the first flaw."""
    header = read_packed_header(stream)
    reader = MoveReader(stream)
    walk = LayerWalk(header, reader.answer, on_progress, memory_limit)
    walk.run()
    reader.check_end()
    return PackedReport(header, walk.positions, walk.layers)
