"""Proved moves by position, from packed proofs: those that come with the package and those that a user adds.

A proof is verified when it is loaded. It covers the positions that can arise from its first one while the winner plays
its moves, their symmetric images, and whatever the winner wins by threats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from malecon.games.colours import Colour
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.proofs.layers import (
    NOTHING,
    canonical_image,
    code_after,
    code_of,
    decode,
    drop_won,
    expand_layer,
    new_work,
    wins_by_threats,
)
from malecon.proofs.move_table import MoveTable
from malecon.proofs.packed import UNKNOWN, PackedHeader


@dataclass(frozen=True)
class ProvedWin:
    """A position that a proof covers."""

    winner: Colour
    moves: dict[str, int]
    """Moves of the side to move whose result is proved, with the largest number of plies to the end: all of them win,
    or all moves lose."""
    move: str | None = None
    """The proof's move if the winner is to move."""

    @property
    def plies(self) -> int:
        """The largest number of plies to the end."""
        return self.moves[self.move] if self.move else max(self.moves.values())


class ProofBook:
    """The proofs about one base and one winner."""

    def __init__(self, base: int, winner: Colour, threats: int) -> None:
        self.base, self.winner, self._threats = base, winner, threats
        self.table = MoveTable()
        self._starts: set[int] = set()  # proved positions in which the loser is to move
        self._work, self._board = new_work(base, winner), Havannah(base).boards
        self._found = np.empty(self._board[0].num_cells, np.uint64)

    def add_proof(self, header: PackedHeader, table: MoveTable) -> None:
        """Add the positions of a proof."""
        self.table.merge(table)
        if header.position.to_move != self.winner:
            self._starts.add(code_of(header.position, self.winner))

    def win(self, position: Havannah) -> ProvedWin | None:
        """Return what is proved about a position of this base; None if it is not covered."""
        if position.is_over or position.can_swap:
            return None
        moves = self.winning_moves(position) if position.to_move == self.winner else self._losing_moves(position)
        if not moves:
            return None
        best = next(iter(moves))
        return ProvedWin(self.winner, moves, best if position.to_move == self.winner else None)

    def winning_moves(self, position: Havannah) -> dict[str, int]:
        """Return the proved moves of the winner, the proof's own first, with the largest number of plies to the end."""
        if wins := position.winning_moves():
            return dict.fromkeys(wins, 1)
        code, images = canonical_image(position, self.winner)
        cells = {images[position.geometry.by_name[move]]: move for move in position.legal_moves}
        own, plies = self._own_cell(code), self._plies(position)
        ordered = sorted(cells, key=lambda cell: cell != own)
        return {cells[cell]: plies for cell in ordered if cell == own or self._covers_replies(code, cell)}

    def _losing_moves(self, position: Havannah) -> dict[str, int]:
        """Return the moves of the loser if the proofs have an answer to each, with the plies to the end."""
        found = {}
        for move in position.legal_moves:
            after = position.copy()
            after.play(move)
            if after.is_over or not (after.winning_moves() or self._own_cell(code_of(after, self.winner)) is not None):
                return {}
            found[move] = 1 + (1 if after.winning_moves() else self._plies(after))
        return found

    def _own_cell(self, code: int) -> int | None:
        """Return the proof's move in a position without an immediate win, on the board that the number describes."""
        cell = int(self.table.look_up(np.array([code], np.uint64))[0])
        if cell != UNKNOWN:
            return cell
        work = self._work[0]
        work.killer = NOTHING
        decode(work, self._board[0], np.uint64(code))
        is_won = wins_by_threats(work, self._board[0], np.uint64(0), np.uint64(self._threats))
        return int(work.killer) if is_won and work.killer != NOTHING else None

    def _covers_replies(self, code: int, cell: int) -> bool:
        """Return whether the proofs have an answer to every reply to the winner's move."""
        self._work[0].flaw = 0
        codes, moves = np.array([code], np.uint64), np.array([cell], np.uint8)
        count = int(expand_layer(codes, moves, self._work, self._board, self._found))
        if self._work[0].flaw:
            return False
        if int(code_after(self._work[0], self._board[0], np.uint64(0), np.uint64(0))) in self._starts:
            return True
        replies = np.unique(self._found[:count])
        replies = replies[: int(drop_won(replies, self._work, self._board, self._threats))]
        return bool(np.all(self.table.look_up(replies) != UNKNOWN))

    def _plies(self, position: Havannah) -> int:
        """Return an upper bound for the plies to the end in a position with the winner to move."""
        empty = int(position.struct.num_moves)
        stones = position.geometry.num_cells - empty
        return min(max(self.table.latest - stones, -2) + 3 + 2 * self._threats, empty - 1 + empty % 2)


_added: list[Path] = []


def add_proof_file(path: Path) -> None:
    """Add a user's proof: it is verified and used by players with the technique `proofs`."""
    _added.append(path)
    book.cache_clear()


def proof_files() -> list[Path]:
    """Return the proofs that come with the package and those added."""
    folder = Path(str(files("malecon.proofs").joinpath("data")))
    return [*sorted(folder.glob("*.packed")), *_added]


@cache
def book() -> tuple[ProofBook, ...]:
    """Return all proofs, loaded and verified once per process."""
    return load_books(proof_files())


def load_books(paths: Iterable[Path]) -> tuple[ProofBook, ...]:
    """Load and verify proofs; those about the same base and winner become one book."""
    books: dict[tuple[int, Colour, int], ProofBook] = {}
    for path in paths:
        table = MoveTable()
        header = table.add_proof(path)
        key = (header.position.base, header.claim.player, header.threats)
        books.setdefault(key, ProofBook(*key)).add_proof(header, table)
    for found in books.values():
        found.table.finish()
    return tuple(books.values())


def proved_win(position: Position) -> ProvedWin | None:
    """Return what the proofs say about a position; None if no proof covers it."""
    if not isinstance(position, Havannah):
        return None
    for found in book():
        if found.base == position.base and (win := found.win(position)) is not None:
            return win
    return None
