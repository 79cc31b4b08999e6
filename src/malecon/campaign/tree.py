"""The proof tree of a campaign: best-first proof-number search whose leaves are jobs (Wu et al. 2011).

Positions are numbers (`proofs.layers.code_of`), so that transpositions and symmetric positions are one node. As in the
proof-number search below it, the side whose moves all count takes the largest number plus one for each further open
move, since a sum would count transpositions several times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean

from malecon.campaign.job import Job, JobResult
from malecon.games.havannah.position import Havannah
from malecon.proofs.format import Claim
from malecon.proofs.layers import code_of

INFINITY = 1 << 30
GROWTH = 4.0  # assumed factor of work per ply where nothing has been measured


@dataclass
class Node:
    """A position of the tree."""

    code: int
    moves: tuple[str, ...]
    """One way to the position."""
    is_winner_to_move: bool
    """Whether the player whose win is to be proved moves."""
    pn: int = 1
    dn: int = 1
    nodes: int = 0
    """Positions searched by the job about this position."""
    children: dict[str, int] | None = None
    """Numbers of the positions after its moves; None before its job has ended without a verdict."""
    parents: list[int] = field(default_factory=list)
    is_busy: bool = False
    """Whether a job about it is running."""

    @property
    def is_solved(self) -> bool:
        """Whether the win is proved or disproved."""
        return self.pn == 0 or self.dn == 0


class ProofTree:
    """The positions of a campaign with their proof numbers."""

    def __init__(self, position: Havannah, claim: Claim) -> None:
        self.position, self.claim = position, claim
        self.nodes: dict[int, Node] = {}
        self.root = self._node(position)

    def _node(self, position: Havannah) -> Node:
        """Return the node of a position, a new one if there is none."""
        code = code_of(position, self.claim.player)
        if code not in self.nodes:
            moves = tuple(position.moves[self.position.ply :]) if self.nodes else ()
            self.nodes[code] = Node(code, moves, position.to_move == self.claim.player)
        return self.nodes[code]

    def position_at(self, node: Node) -> Havannah:
        """Return the position of a node."""
        position = self.position.copy()
        position.play_all(node.moves)
        return position

    def job_for(self, node: Node) -> Job:
        """Return the job about a node."""
        position = self.position_at(node)
        return Job(position.base, tuple(position.moves), self.claim.player)

    # --- selection --------------------------------------------------------------------------------------------------

    def select(self) -> Node | None:
        """Return the most proving leaf that no job is working on; None if there is none."""
        return self._select(self.root, set())

    def _select(self, node: Node, exhausted: set[int]) -> Node | None:
        if node.is_solved or node.code in exhausted:
            return None
        if node.children is None:
            return None if node.is_busy else node
        for child in self._best_first(node):
            if (found := self._select(child, exhausted)) is not None:
                return found
        exhausted.add(node.code)
        return None

    def _best_first(self, node: Node) -> list[Node]:
        children = [self.nodes[code] for code in dict.fromkeys((node.children or {}).values())]
        return sorted(
            children, key=lambda child: (child.pn, -child.dn) if node.is_winner_to_move else (child.dn, -child.pn)
        )

    # --- results ----------------------------------------------------------------------------------------------------

    def record(self, node: Node, result: JobResult) -> None:
        """Enter the result of the job about a node: its numbers and, if it is not solved, its moves."""
        node.is_busy, node.nodes = False, node.nodes + result.nodes
        if not node.is_solved:
            node.pn, node.dn = result.pn, result.dn
        if not node.is_solved and node.children is None:
            self._expand(node, result)
        self._update_from(node)

    def _expand(self, node: Node, result: JobResult) -> None:
        position = self.position_at(node)
        node.children = {}
        for move, pn, dn in result.moves:
            position.play(move)
            child = self._node(position)
            position.undo()
            node.children[move] = child.code
            child.parents.append(node.code)
            if child.nodes == 0 and child.children is None and not child.is_solved:
                child.pn, child.dn = pn, dn

    def _update_from(self, node: Node) -> None:
        """Update the numbers of a node and of everything above it."""
        pending = [node.code]
        while pending:
            above = self.nodes[pending.pop()]
            if self._update(above) or above is node:
                pending += above.parents

    def _update(self, node: Node) -> bool:
        """Compute the numbers of a node from its children; return whether they have changed."""
        if node.children is None or node.is_solved:
            return False
        children = {self.nodes[code].code: self.nodes[code] for code in node.children.values()}.values()
        before = node.pn, node.dn
        if node.is_winner_to_move:
            node.pn, node.dn = min(child.pn for child in children), _total([child.dn for child in children])
        else:
            node.dn, node.pn = min(child.dn for child in children), _total([child.pn for child in children])
        if node.pn == 0:
            node.dn = INFINITY
        if node.dn == 0:
            node.pn = INFINITY
        return (node.pn, node.dn) != before

    # --- progress ---------------------------------------------------------------------------------------------------

    def open_leaves(self) -> list[Node]:
        """Return the unsolved leaves below the best move of the winner and all moves of the loser."""
        seen: set[int] = set()
        return list(self._open_leaves(self.root, seen))

    def _open_leaves(self, node: Node, seen: set[int]) -> Iterator[Node]:
        if node.is_solved or node.code in seen:
            return
        seen.add(node.code)
        if node.children is None:
            yield node
            return
        children = self._best_first(node)
        for child in children[:1] if node.is_winner_to_move else children:
            yield from self._open_leaves(child, seen)

    def estimated_nodes(self) -> float | None:
        """Estimate the positions still to be searched, from what solved positions of the same ply have taken.

        None if no position has been solved yet.
        """
        taken: defaultdict[int, list[int]] = defaultdict(list)
        for node in self.nodes.values():
            if node.is_solved and node.nodes:
                taken[len(node.moves)].append(node.nodes)
        for node in self.nodes.values():
            if node.is_solved and node.children:
                taken[len(node.moves)].append(self._nodes_below(node))
        means = {ply: mean(counts) for ply, counts in taken.items()}
        return sum(_expected(means, len(leaf.moves)) for leaf in self.open_leaves()) if means else None

    def _nodes_below(self, node: Node) -> int:
        seen, pending, total = {node.code}, [node], 0
        while pending:
            below = pending.pop()
            total += below.nodes
            for code in (below.children or {}).values():
                if code not in seen:
                    seen.add(code)
                    pending.append(self.nodes[code])
        return total


def _total(numbers: list[int]) -> int:
    """Return the number of a side whose moves all count."""
    still_open = [number for number in numbers if number]
    return min(max(still_open) + len(still_open) - 1, INFINITY) if still_open else 0


def _expected(means: dict[int, float], ply: int) -> float:
    """Return the expected work of a position: the mean of its ply, or that of a later ply with the assumed growth."""
    later = [known for known in means if known >= ply]
    if later:
        return means[min(later)] * GROWTH ** (min(later) - ply)
    return means[max(means)]
