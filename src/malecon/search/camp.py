"""Camps: several simulations in a row from a node deep in the tree, before the next one starts at the root.

Where a node has thousands of visits, a few more change nothing about the way to it. So a worker that has come down to
the last such node of its path stays there for some simulations: it starts from a copy of that position, and what lies
above is read and written once for all of them. That is less work, and much less that threads have to share.
"""

from __future__ import annotations

from malecon.games.contract import copy_position
from malecon.kernel import Record, Records, part
from malecon.search.backup import tell_above
from malecon.search.tree import UNPROVED


@part
def make_camp(worker: Record, node: Record, edge: Record) -> None:
    """Stay at this node if it is the last of the path with enough visits, and not the root."""
    may_stay = worker.settings.camp != 0 and worker.camp_depth == 0 and worker.depth > 0
    if may_stay and node.visits >= worker.settings.camp_visits > edge.visits:
        copy_position(worker.camp, worker.position, worker.board)
        worker.camp_depth, worker.stay = worker.depth, worker.settings.camp_stay - 1


@part
def set_out(nodes: Records, blocks: Records, tree: Record, worker: Record) -> None:
    """Stand where the next simulation starts: in the camp as long as the worker stays there, else at the root."""
    if worker.stay > 0 and nodes[worker.nodes[worker.camp_depth]].proof == UNPROVED:
        worker.stay -= 1
        copy_position(worker.position, worker.camp, worker.board)
        worker.ply = worker.depth = worker.camp_depth
    else:
        tell_above(nodes, blocks, worker)
        worker.camp_depth = worker.stay = 0
        copy_position(worker.position, worker.root, worker.board)
        worker.ply = worker.depth = 0
        worker.nodes[0] = tree.root
