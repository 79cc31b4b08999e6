"""Positions and the winner's moves in them, read from packed proofs: `campaign` merges them, `book` looks them up."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from malecon.games.errors import GameError
from malecon.proofs.packed import UNKNOWN, LayerWalk, Moves, PackedHeader, read_packed_header
from malecon.proofs.packed_verifier import MoveReader
from malecon.proofs.sorted_runs import Numbers


class MoveTable:
    """Positions and the winner's moves in them."""

    def __init__(self) -> None:
        self.latest = 0
        """Stones of the latest positions."""
        self._codes: list[Numbers] = []
        self._moves: list[Moves] = []

    def add(self, codes: Numbers, moves: Moves) -> None:
        """Add positions and their moves."""
        self._codes.append(codes.copy())
        self._moves.append(moves.copy())

    def add_proof(self, path: Path) -> PackedHeader:
        """Verify a packed proof, add its positions and return its header; raise GameError if it has a flaw."""
        with path.open("rb") as stream:
            header = read_packed_header(stream)
            reader = MoveReader(stream)

            def answer(codes: Numbers) -> Moves:
                moves = reader.read(len(codes))
                self.add(codes, moves)
                return moves

            walk = LayerWalk(header, answer)
            try:
                walk.run()
                reader.check_end()
            except GameError as error:
                raise GameError(f"{path}: {error}") from None
        first = header.position.ply + (header.position.to_move != header.claim.player)
        self.latest = max(self.latest, first + 2 * (walk.layers - 1))
        return header

    def merge(self, other: MoveTable) -> None:
        """Add the positions of another table."""
        self._codes += other._codes
        self._moves += other._moves
        self.latest = max(self.latest, other.latest)

    def finish(self) -> None:
        """Sort the positions; call it before `look_up`."""
        codes = np.concatenate([np.empty(0, np.uint64), *self._codes])
        moves = np.concatenate([np.empty(0, np.uint8), *self._moves])
        distinct, first = np.unique(codes, return_index=True)
        self._codes, self._moves = [distinct], [moves[first]]

    def look_up(self, codes: Numbers) -> Moves:
        """Return the moves of positions, UNKNOWN for those that are not in the table."""
        known, moves = self._codes[0], self._moves[0]
        if len(known) == 0:
            return np.full(len(codes), UNKNOWN, np.uint8)
        places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        return np.where(known[places] == codes, moves[places], np.uint8(UNKNOWN))

    def __len__(self) -> int:
        return sum(len(codes) for codes in self._codes)
