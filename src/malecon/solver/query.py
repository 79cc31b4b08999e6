"""Yes-or-no queries to the proof-number search: does a colour win from a position?"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.colours import Colour
from malecon.games.contract import play, start_keys
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Struct, new_structs
from malecon.knowledge.catalogue import knowledge_of
from malecon.search.pns import dfpn
from malecon.search.pns.stack import EDGE, frame_type, thread_type
from malecon.search.pns.table import new_table
from malecon.search.pns.threads import SHARED

MEGABYTE = 1 << 20
MEMORY = 512
MAX_EDGES = 1 << 21  # moves of all positions on one line; the largest boards need far less
SALTS = (0x0, 0x5BD1E9955BD1E995)  # by attacker
SLICE_NODES = 1 << 20


class Workspace:
    """Memory for queries about one board, which run one at a time and share a transposition table.

    With one thread, the same sequence of queries does the same work.
    """

    def __init__(self, position: Position, memory: int = MEMORY, threads: int = 1) -> None:
        check_has_keys(position)
        if threads < 1 or memory < 1:
            raise GameError(f"threads and memory must be positive integers, not {threads} and {memory}")
        rules, self.board = position_class(position.game), position.boards[0]
        self.shared_states = new_structs(SHARED)
        self.shared_states[0].threads = threads
        self.thread_states = new_structs(thread_type(position.game), threads)
        num_edges = min(rules.max_plies * rules.max_moves, MAX_EDGES)
        try:
            self.table = new_table(memory * MEGABYTE)
            self.frames = [new_structs(frame_type(position.game), rules.max_plies) for _ in range(threads)]
            self.edges = [new_structs(EDGE, num_edges) for _ in range(threads)]
        except MemoryError:
            raise GameError(f"cannot allocate a {memory} MB table; use less memory") from None
        for thread in self.thread_states:
            thread.board = self.board
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="prove") if threads > 1 else None

    def clear(self) -> None:
        """Clear the table."""
        self.table.fill(0)

    def start(self, struct: Struct, attacker: Colour) -> None:
        """Start a query in all threads."""
        shared = self.shared_states[0]
        shared.counter = shared.is_done = 0
        shared.branch_counters["counter"] = 0
        for index, frames in enumerate(self.frames):
            thread, root = self.thread_states[index], frames[0]
            thread.attacker, thread.salt, root.position = attacker, SALTS[attacker], struct
            start_keys(root.position, self.board, root.keys)
            dfpn.start(self.shared_states, *self._thread_arguments(index))

    def run(self, nodes: int) -> None:
        """Search about `nodes` more positions in all threads together."""
        shared = self.shared_states[0]
        shared.end = shared.counter + np.uint64(nodes)
        if self._pool is None:
            dfpn.run(self.shared_states, *self._thread_arguments(0))
            return
        running = [
            self._pool.submit(dfpn.run, self.shared_states, *self._thread_arguments(index))
            for index in range(len(self.thread_states))
        ]
        try:
            wait(running)
        finally:  # on Ctrl-C, stop the threads before returning
            shared.end = 0
            wait(running)
        for future in running:
            future.result()

    def _thread_arguments(self, index: int) -> tuple[Any, ...]:
        """Return the kernel arguments of a thread."""
        return self.thread_states[index : index + 1], self.frames[index], self.edges[index], self.table

    @property
    def reporting_thread(self) -> int:
        """The thread to read results from: one that has the answer, if any."""
        return int(self.thread_states["is_done"].argmax())


class Query:
    """Whether the attacker wins from a position (a struct). A new query ends the previous one of the workspace."""

    def __init__(self, workspace: Workspace, struct: Struct, attacker: Colour) -> None:
        self.workspace, self.attacker = workspace, attacker
        workspace.start(struct, attacker)
        self.nodes = int(workspace.shared_states[0].counter)
        """Positions searched."""

    @property
    def answer(self) -> bool | None:
        """The answer; None if it is not known yet."""
        return bool(self.root.pn == 0) if self.workspace.shared_states[0].is_done else None

    @property
    def root(self) -> Struct:
        """The frame of the root position."""
        return self.workspace.frames[self.workspace.reporting_thread][0]

    @property
    def edges(self) -> Any:
        """The moves of the root with their proof numbers, as a plain array."""
        return self.workspace.edges[self.workspace.reporting_thread][: int(self.root.count)]

    def run(self, nodes: int) -> bool:
        """Search about `nodes` more positions; return True once the answer is known."""
        self.workspace.run(nodes)
        self.nodes = int(self.workspace.shared_states[0].counter)
        return bool(self.workspace.shared_states[0].is_done)

    def finish(self) -> bool:
        """Run until the answer is known and return it, in slices so that Ctrl-C works."""
        while not self.run(SLICE_NODES):
            pass
        return bool(self.answer)

    def proved_steps(self) -> list[int]:
        """Return the steps that decide the query in favour of the side to move, the shortest first."""
        number = "pn" if self.root.position.to_move == self.attacker else "dn"
        proved = [edge for edge in self.edges if edge[number] == 0]
        return [
            int(edge["move"]) for edge in sorted(proved, key=lambda edge: (int(edge["drawn"]), int(edge["length"])))
        ]


def complete_move(workspace: Workspace, position: Position, attacker: Colour, first: int) -> str:
    """Complete the move that starts with a proved step by querying the steps after it."""
    steps = [first]
    structs = position.structs.copy()
    play(structs[0], workspace.board, first)
    while len(steps) < position.num_steps:
        query = Query(workspace, structs[0], attacker)
        query.finish()
        steps.append((query.proved_steps() or [int(query.edges[0]["move"])])[0])
        play(structs[0], workspace.board, steps[-1])
    return position.move_of(steps)


def check_has_keys(position: Position) -> None:
    """Raise GameError if a game has no hash keys for its positions."""
    knowledge_of(position.game)  # registers the functions that the search calls
    if position.game not in start_keys.implementations:
        raise GameError(f"{position.title} cannot be solved: the game defines no position keys")


def check_solvable(position: Position) -> None:
    """Raise GameError if a position cannot be solved."""
    check_has_keys(position)
    if (outcome := position.outcome) is not None:
        raise GameError(f"nothing to solve: the game is over ({outcome})")
    if position.swap_rule and position.ply < 2 and position.start() == position.new_game():
        raise GameError("cannot solve before the third move under the swap rule; switch the swap rule off")
