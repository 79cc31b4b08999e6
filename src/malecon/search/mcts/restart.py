"""Restarts: several simulations in a row from a node deep in the tree.

Where a node has thousands of visits, a few more do not change the path to it. A worker that reaches the last such node
of its path starts its next simulations there, from a copy of the position, and the nodes above are read and written
once for all of them. That is less work, and far less memory traffic between threads.
"""

from __future__ import annotations

from malecon.games.contract import copy_position
from malecon.kernel import Struct, Structs, inline_kernel
from malecon.search.mcts.backup import flush_pending
from malecon.search.mcts.tree import UNPROVED


@inline_kernel
def place_restart(worker: Struct, node: Struct, edge: Struct) -> None:
    """Make this node the restart node if it is the last of the path with enough visits, and not the root."""
    may_stay = worker.settings.restart != 0 and worker.restart.depth == 0 and worker.path.depth > 0
    if may_stay and node.visits >= worker.settings.restart_visits > edge.visits:
        copy_position(worker.restart.position, worker.position, worker.board)
        worker.restart.depth, worker.restart.remaining = worker.path.depth, worker.settings.restart_simulations - 1


@inline_kernel
def start_simulation(nodes: Structs, blocks: Structs, tree: Struct, worker: Struct) -> None:
    """Set up the start of the next simulation: the restart node while simulations remain there, else the root."""
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
