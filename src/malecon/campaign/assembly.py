"""Puts the proofs of parts and the moves of the tree together into one packed proof.

The parts are read layer by layer, which verifies them. A position that occurs in several parts takes its move from any
of them. Positions between the parts, which no job was about, are searched again; they take little.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from malecon.campaign.campaign import Campaign
from malecon.campaign.tree import Node
from malecon.games.errors import GameError
from malecon.proofs.layers import code_of, position_of
from malecon.proofs.move_table import MoveTable
from malecon.proofs.packed import UNKNOWN, Moves, PackedHeader
from malecon.proofs.packed_writer import MoveFinder, write_moves
from malecon.proofs.sorted_runs import Numbers
from malecon.solver.query import Workspace

SEARCH_MEMORY = 256  # megabytes


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
