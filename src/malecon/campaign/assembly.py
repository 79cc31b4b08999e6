"""Puts the proofs of parts and the moves of the tree together into one packed proof.

The parts are read layer by layer, which verifies them. A position that occurs in several parts takes its move from any
of them. Positions between the parts, which no job was about, are searched again; they take little.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from malecon.campaign.campaign import Campaign
from malecon.campaign.tree import Node
from malecon.games.errors import GameError
from malecon.proofs.layers import code_of, position_of
from malecon.proofs.packed import LayerWalk, Moves, PackedHeader, read_packed_header
from malecon.proofs.packed_verifier import MoveReader
from malecon.proofs.packed_writer import UNKNOWN, MoveFinder, write_moves
from malecon.proofs.sorted_runs import Numbers
from malecon.solver.query import Workspace

SEARCH_MEMORY = 256  # megabytes


class MoveTable:
    """Positions and the winner's moves in them."""

    def __init__(self) -> None:
        self._codes: list[Numbers] = []
        self._moves: list[Moves] = []

    def add(self, codes: Numbers, moves: Moves) -> None:
        """Add positions and their moves."""
        self._codes.append(codes.copy())
        self._moves.append(moves.copy())

    def add_proof(self, path: Path) -> None:
        """Verify a packed proof and add its positions; raise GameError if it has a flaw."""
        with path.open("rb") as stream:
            header = read_packed_header(stream)
            reader = MoveReader(stream)

            def answer(codes: Numbers) -> Moves:
                moves = reader.read(len(codes))
                self.add(codes, moves)
                return moves

            try:
                LayerWalk(header, answer).run()
                reader.check_end()
            except GameError as error:
                raise GameError(f"{path}: {error}") from None

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


def assemble(campaign: Campaign, on_progress: Callable[[int], None] = lambda _: None) -> int:
    """Write the proof of a finished campaign to its folder; return the number of positions."""
    tree, table = campaign.tree, MoveTable()
    for path in campaign.store.proofs():
        table.add_proof(path)
        on_progress(len(table))
    for node in tree.nodes.values():
        if node.is_winner_to_move and node.pn == 0 and node.children:
            table.add(np.array([node.code], np.uint64), np.array([_tree_move(campaign, node)], np.uint8))
    table.finish()
    header = PackedHeader(tree.position, tree.claim)
    finder = MoveFinder(Workspace(tree.position, SEARCH_MEMORY), header)

    def answer(codes: Numbers) -> Moves:
        moves = table.look_up(codes)
        missing = moves == UNKNOWN
        if missing.any():
            moves[missing] = finder.answer(codes[missing])
        return moves

    partial = campaign.store.proof.with_suffix(".part")
    with partial.open("wb") as stream:
        count = write_moves(header, stream, answer, lambda walk: on_progress(walk.positions))
    partial.replace(campaign.store.proof)
    return count


def _tree_move(campaign: Campaign, node: Node) -> int:
    """Return the winning move of a node of the tree, on the board that its number describes."""
    tree = campaign.tree
    proved = {code for code in (node.children or {}).values() if tree.nodes[code].pn == 0}
    position = position_of(node.code, tree.position.base, tree.claim.player)
    for move in position.legal_moves:
        after = position.copy()
        after.play(move)
        if code_of(after, tree.claim.player) in proved:
            return position.move_code(move)
    raise GameError(f"no proved move after {' '.join(node.moves)}")
