"""One job of a campaign: search a position up to a limit, in any process, and return what is known and the proofs."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass

from malecon.games.colours import Colour
from malecon.games.havannah.position import Havannah
from malecon.lab.matches.game import is_stopped
from malecon.proofs.format import Claim
from malecon.proofs.packed import PackedHeader
from malecon.proofs.packed_writer import MoveFinder, write_moves
from malecon.solver.query import Query, Workspace

SLICE = 100_000  # nodes between two checks whether to stop
_workspaces: dict[tuple[int, int], Workspace] = {}  # by base and memory: a process keeps its table


@dataclass(frozen=True)
class Job:
    """A position, and the player whose win is to be proved."""

    base: int
    moves: tuple[str, ...]
    winner: Colour

    @property
    def position(self) -> Havannah:
        """The position to search."""
        return Havannah(self.base, moves=self.moves)


@dataclass(frozen=True)
class JobResult:
    """What a job has found out."""

    pn: int
    dn: int
    nodes: int
    seconds: float
    """Processor time."""
    moves: tuple[tuple[str, int, int], ...] = ()
    """Moves with their numbers, if the position is not solved."""
    proofs: tuple[tuple[tuple[str, ...], bytes], ...] = ()
    """Packed proofs of the position, or of the positions after some of its moves, with the moves to them."""


def run_job(job: Job, limit: int, memory: int) -> JobResult | None:
    """Search a position up to a limit of nodes; None if the process was asked to stop."""
    key, begin = (job.base, memory), time.process_time()
    if key not in _workspaces:
        _workspaces[key] = Workspace(job.position, memory)
    query = Query(_workspaces[key], job.position.struct, job.winner)
    while query.answer is None and query.nodes < limit:
        if is_stopped():
            return None
        query.run(min(SLICE, limit - query.nodes))
    edges = [(job.position.move_of((int(edge["move"]),)), int(edge["pn"]), int(edge["dn"])) for edge in query.edges]
    pn, dn, nodes = int(query.root.pn), int(query.root.dn), query.nodes
    proved = [job.moves] if pn == 0 else []
    if pn and dn:
        proved = [(*job.moves, move) for move, number, _ in edges if number == 0]
    proofs = tuple((moves, _packed_proof(_workspaces[key], job, moves)) for moves in proved)
    return JobResult(pn, dn, nodes, time.process_time() - begin, tuple(edges) if pn and dn else (), proofs)


def _packed_proof(workspace: Workspace, job: Job, moves: tuple[str, ...]) -> bytes:
    """Return the packed proof of a position that the table has as proved."""
    header = PackedHeader(Havannah(job.base, moves=moves), Claim(job.winner, True))
    stream = io.BytesIO()
    write_moves(header, stream, MoveFinder(workspace, header).answer)
    return stream.getvalue()
