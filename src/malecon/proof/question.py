"""One yes-or-no question to the proof-number search: does a colour win from here?"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.colours import Colour
from malecon.games.contract import play, start_keys
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Record, new_records
from malecon.knowledge.catalogue import knowledge_of
from malecon.search.proof import dfpn
from malecon.search.proof.frames import EDGE, frame_type, prover_type
from malecon.search.proof.table import new_table

MEGABYTE = 1 << 20
MEMORY = 512
MAX_EDGES = 1 << 21  # moves of all positions on one line: several times what the largest boards need
SALTS = (0x0, 0x5BD1E9955BD1E995)  # by attacker
SLICE = 1 << 20


class Room:
    """Where questions about one board are worked on, one at a time; they share a table of what is known."""

    def __init__(self, position: Position, memory: int = MEMORY) -> None:
        check_keys(position)
        rules = position_class(position.game)
        self.table = new_table(memory * MEGABYTE)
        self.board = position.boards[0]
        self.provers = new_records(prover_type(position.game))
        self.frames = new_records(frame_type(position.game), rules.max_plies)
        self.edges = new_records(EDGE, min(rules.max_plies * rules.max_moves, MAX_EDGES))
        self.provers[0].board = self.board

    def forget(self) -> None:
        """Begin with an empty table."""
        self.table.view(np.ndarray).fill(0)


class Question:
    """Does the attacker win from a position, given as a kernel's record? A new question ends the one before it."""

    def __init__(self, room: Room, record: Record, attacker: Colour) -> None:
        self.room, self.attacker = room, attacker
        prover, frame = room.provers[0], room.frames[0]
        prover.attacker, prover.salt, prover.nodes = attacker, SALTS[attacker], 0
        frame.position = record
        start_keys(frame.position, room.board, frame.keys)
        dfpn.start(room.provers, room.frames, room.edges, room.table)
        self.nodes = int(prover.nodes)
        """Positions looked at."""

    @property
    def answer(self) -> bool | None:
        """Yes, no, or not known yet."""
        return bool(self.root.pn == 0) if self.room.provers[0].is_done else None

    @property
    def root(self) -> Record:
        """The frame of the position itself."""
        return self.room.frames[0]

    @property
    def edges(self) -> Any:
        """The steps that were looked at, with their numbers, as a plain array."""
        return self.room.edges[: int(self.root.count)].view(np.ndarray)

    def run(self, nodes: int) -> bool:
        """Look at about so many positions more; True when the answer is there."""
        room = self.room
        dfpn.run(room.provers, room.frames, room.edges, room.table, nodes)
        self.nodes = int(room.provers[0].nodes)
        return bool(room.provers[0].is_done)

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


def whole_move(room: Room, position: Position, attacker: Colour, first: int) -> str:
    """The move that begins with a settled step; the steps after it are asked for."""
    steps = [first]
    records = position.records.copy()
    play(records[0], room.board, first)
    while len(steps) < position.num_steps:
        question = Question(room, records[0], attacker)
        question.finish()
        steps.append((question.settled_steps() or [int(question.edges[0]["move"])])[0])
        play(records[0], room.board, steps[-1])
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
