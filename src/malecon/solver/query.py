"""One yes-or-no question to the proof-number search: does a colour win from here?"""

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
MAX_EDGES = 1 << 21  # moves of all positions on one line: several times what the largest boards need
SALTS = (0x0, 0x5BD1E9955BD1E995)  # by attacker
SLICE = 1 << 20


class Workspace:
    """Where questions about one board are worked on, one at a time; they share a table of what is known.

    With one thread the same questions are answered by the same work.
    """

    def __init__(self, position: Position, memory: int = MEMORY, threads: int = 1) -> None:
        check_keys(position)
        if threads < 1 or memory < 1:
            raise GameError(f"a solver has at least 1 thread and 1 MB of memory, not {threads} and {memory}")
        rules, self.board = position_class(position.game), position.boards[0]
        self.shared_states = new_structs(SHARED)
        self.shared_states[0].threads = threads
        self.threads_data = new_structs(thread_type(position.game), threads)
        num_edges = min(rules.max_plies * rules.max_moves, MAX_EDGES)
        try:
            self.table = new_table(memory * MEGABYTE)
            self.frames = [new_structs(frame_type(position.game), rules.max_plies) for _ in range(threads)]
            self.edges = [new_structs(EDGE, num_edges) for _ in range(threads)]
        except MemoryError:
            raise GameError(f"there is no room here for a table of {memory} MB; less memory would be right") from None
        for thread in self.threads_data:
            thread.board = self.board
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="prove") if threads > 1 else None

    def forget(self) -> None:
        """Begin with an empty table."""
        self.table.fill(0)

    def start(self, record: Struct, attacker: Colour) -> None:
        """Let all threads begin with a question."""
        shared = self.shared_states[0]
        shared.counter = shared.is_done = 0
        shared.branch_counters["counter"] = 0
        for number, frames in enumerate(self.frames):
            thread, root = self.threads_data[number], frames[0]
            thread.attacker, thread.salt, root.position = attacker, SALTS[attacker], record
            start_keys(root.position, self.board, root.keys)
            dfpn.start(self.shared_states, *self._desk(number))

    def run(self, nodes: int) -> None:
        """Let all threads look at about so many positions more, together."""
        shared = self.shared_states[0]
        shared.end = shared.counter + np.uint64(nodes)
        if self._pool is None:
            dfpn.run(self.shared_states, *self._desk(0))
            return
        running = [
            self._pool.submit(dfpn.run, self.shared_states, *self._desk(number))
            for number in range(len(self.threads_data))
        ]
        try:
            wait(running)
        finally:  # on Ctrl-C nobody may go on behind our back
            shared.end = 0
            wait(running)
        for one in running:
            one.result()

    def _desk(self, number: int) -> tuple[Any, ...]:
        """What a thread works with."""
        return self.threads_data[number : number + 1], self.frames[number], self.edges[number], self.table

    @property
    def speaker(self) -> int:
        """The thread to ask: one that has the answer, where there is one."""
        return int(self.threads_data["is_done"].argmax())


class Query:
    """Does the attacker win from a position, given as a kernel's record? A new question ends the one before it."""

    def __init__(self, workspace: Workspace, record: Struct, attacker: Colour) -> None:
        self.workspace, self.attacker = workspace, attacker
        workspace.start(record, attacker)
        self.nodes = int(workspace.shared_states[0].counter)
        """Positions looked at."""

    @property
    def answer(self) -> bool | None:
        """Yes, no, or not known yet."""
        return bool(self.root.pn == 0) if self.workspace.shared_states[0].is_done else None

    @property
    def root(self) -> Struct:
        """The frame of the position itself."""
        return self.workspace.frames[self.workspace.speaker][0]

    @property
    def edges(self) -> Any:
        """The steps that were looked at, with their numbers, as a plain array."""
        return self.workspace.edges[self.workspace.speaker][: int(self.root.count)]

    def run(self, nodes: int) -> bool:
        """Look at about so many positions more; True when the answer is there."""
        self.workspace.run(nodes)
        self.nodes = int(self.workspace.shared_states[0].counter)
        return bool(self.workspace.shared_states[0].is_done)

    def finish(self) -> bool:
        """Run to the answer, however long it takes; slices let Ctrl-C through."""
        while not self.run(SLICE):
            pass
        return bool(self.answer)

    def settled_steps(self) -> list[int]:
        """The steps of the side to move that settle the question in its favour, the shortest way first."""
        number = "pn" if self.root.position.to_move == self.attacker else "dn"
        good = [edge for edge in self.edges if edge[number] == 0]
        return [int(edge["move"]) for edge in sorted(good, key=lambda edge: (int(edge["drawn"]), int(edge["length"])))]


def whole_move(workspace: Workspace, position: Position, attacker: Colour, first: int) -> str:
    """The move that begins with a settled step; the steps after it are asked for."""
    steps = [first]
    records = position.structs.copy()
    play(records[0], workspace.board, first)
    while len(steps) < position.num_steps:
        question = Query(workspace, records[0], attacker)
        question.finish()
        steps.append((question.settled_steps() or [int(question.edges[0]["move"])])[0])
        play(records[0], workspace.board, steps[-1])
    return position.move_of(steps)


def check_keys(position: Position) -> None:
    """GameError where a game has nothing by which its positions are known again."""
    knowledge_of(position.game)  # gives the search the functions that it calls
    if position.game not in start_keys.implementations:
        raise GameError(f"{position.title} cannot be solved: it has no keys by which positions are known again")


def check_solvable(position: Position) -> None:
    """GameError where a position is none that can be solved."""
    check_keys(position)
    if (outcome := position.outcome) is not None:
        raise GameError(f"there is nothing to solve: the game is over ({outcome})")
    if position.swap_rule and position.ply < 2 and position.start() == position.new_game():
        raise GameError("under the swap rule a game can be solved from its third move on; leave the swap rule out")
