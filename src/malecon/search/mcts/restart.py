"""Camps: several simulations in a row from a node deep in the tree, before the next one starts at the root.

Where a node has thousands of visits, a few more change nothing about the way to it. So a worker that has come down to
the last such node of its path stays there for some simulations: it starts from a copy of that position, and what lies
above is read and written once for all of them. That is less work, and much less that threads have to share.
"""

from __future__ import annotations

from malecon.games.contract import copy_position
from malecon.kernel import Struct, Structs, inline_kernel
from malecon.search.mcts.backup import flush_pending
from malecon.search.mcts.tree import UNPROVED


@inline_kernel
def place_restart(worker: Struct, node: Struct, edge: Struct) -> None:
    """Stay at this node if it is the last of the path with enough visits, and not the root."""
    may_stay = worker.settings.restart != 0 and worker.restart.depth == 0 and worker.path.depth > 0
    if may_stay and node.visits >= worker.settings.restart_visits > edge.visits:
        copy_position(worker.restart.position, worker.position, worker.board)
        worker.restart.depth, worker.restart.remaining = worker.path.depth, worker.settings.restart_simulations - 1


@inline_kernel
def start_simulation(nodes: Structs, blocks: Structs, tree: Struct, worker: Struct) -> None:
    """Stand where the next simulation starts: in the camp as long as the worker stays there, else at the root."""
    if worker.restart.remaining > 0 and nodes[worker.path.nodes[worker.restart.depth]].proof == UNPROVED:
        worker.restart.remaining -= 1
        copy_position(worker.position, worker.restart.position, worker.board)
        worker.line.ply = worker.path.depth = worker.restart.depth
    else:
        flush_pending(nodes, blocks, worker)
        worker.restart.depth = worker.restart.remaining = 0
        copy_position(worker.position, worker.root, worker.board)
        worker.line.ply = worker.path.depth = 0
        worker.path.nodes[0] = tree.root
