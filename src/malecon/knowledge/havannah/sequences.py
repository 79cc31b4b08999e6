"""Threat sequences: wins by stones that each make one winning cell, to which the opponent has a single reply.

The last stone makes two winning cells. Such a sequence is a line, not a tree, so it can be replayed with one more stone
on the board: a move after which it still works loses. The moves that are left are the must-play region.

The opponent's replies may make winning cells too; the next stone of the sequence must then be on it.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    copy_position,
    play,
    stops_sequence,
    threatened_sequence,
    useful_replies,
    winning_sequence,
)
from malecon.games.havannah.geometry import NO_CELL
from malecon.games.havannah.rules import POSITION, wins_at
from malecon.kernel import Struct, implements, kernel
from malecon.knowledge.havannah.threats import cells_won_by, find_mate, list_cells

MAX_STONES = 10  # of the winner in a sequence
MAX_THREATS = 64  # examined in one position
BUDGET = 60  # positions examined in one search
REPLIES_TO_MATE = np.uint64(3)  # that stop a double threat, on average
ONE = np.uint64(1)

LEVEL = np.dtype(
    [
        ("position", POSITION),
        ("count", "u8"),  # threats of the side to move
        ("next", "u8"),  # first of them that has not been tried
        ("stones", "u2", MAX_THREATS),
        ("replies", "u2", MAX_THREATS),
        ("double", "u2", 3),  # a stone that makes two winning cells, and those; NO_CELL if there is none
    ],
    align=True,
)
SEQUENCES = np.dtype(
    [
        ("levels", LEVEL, MAX_STONES),
        (
            "sequence",
            "u2",
            (MAX_STONES, 3),
        ),  # the sequence found: stone, reply, and the second winning cell of the last
        ("sequence_length", "u8"),
    ],
    align=True,
)


@implements(winning_sequence, "havannah")
def find_winning_sequence(position: Struct, board: Struct, worker: Struct) -> tuple[int, int]:
    """Search for a sequence of the side to move; return its first stone and its plies."""
    scratch = worker.scratch
    copy_position(scratch.levels[0].position, position, board)
    search_sequence(board, worker)
    return np.uint64(scratch.sequence[0, 0]), sequence_plies(scratch)


@kernel
def sequence_plies(scratch: Struct) -> np.uint64:
    """Return the plies of the sequence found, the winning stone included; 0 if none was found."""
    length = scratch.sequence_length
    return np.uint64(2) * length + ONE if length != 0 else np.uint64(0)


@implements(threatened_sequence, "havannah")
def find_threatened_sequence(position: Struct, board: Struct, worker: Struct) -> int:
    """Search for a sequence of the opponent, as if the side to move passed; return its plies."""
    first = worker.scratch.levels[0].position
    copy_position(first, position, board)
    first.to_move ^= np.uint8(1)
    search_sequence(board, worker)
    return sequence_plies(worker.scratch)


@kernel
def search_sequence(board: Struct, worker: Struct) -> None:
    """Search depth-first from the first level; write the sequence and its length, 0 if none is found."""
    scratch = worker.scratch
    depth, examined = np.uint64(0), 1
    list_threats(board, worker, scratch.levels[0])
    scratch.sequence_length = 0
    while True:
        level = scratch.levels[depth]
        if level.double[0] != NO_CELL:
            write_sequence(scratch, depth)
            return
        if level.next == level.count or depth + ONE == MAX_STONES or examined == BUDGET:
            if depth == 0:
                return
            depth -= ONE
            continue
        child = scratch.levels[depth + ONE]
        copy_position(child.position, level.position, board)
        play(child.position, board, np.uint64(level.stones[level.next]))
        play(child.position, board, np.uint64(level.replies[level.next]))
        level.next += ONE
        list_threats(board, worker, child)
        depth += ONE
        examined += 1


@kernel
def write_sequence(scratch: Struct, depth: int) -> None:
    """Write the stones and replies that led to the double threat at a depth."""
    for number in range(depth):
        level = scratch.levels[number]
        scratch.sequence[number, 0] = level.stones[level.next - ONE]
        scratch.sequence[number, 1] = level.replies[level.next - ONE]
    for number in range(3):
        scratch.sequence[depth, number] = scratch.levels[depth].double[number]
    scratch.sequence_length = depth + ONE


@kernel
def list_threats(board: Struct, worker: Struct, level: Struct) -> None:
    """List the stones of the side to move that make a winning cell, up to the first that makes two.

    Precondition: the side to move has no winning cell.
    """
    position = level.position
    level.count = level.next = np.uint64(0)
    level.double[0] = NO_CELL
    forced = forced_cell(position, board)
    if forced > NO_CELL:
        return
    list_cells(position, board, worker)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if forced != NO_CELL and cell != forced:
            continue
        reply, second = cells_won_by(position, board, worker, cell)
        if second != NO_CELL:
            level.double[0], level.double[1], level.double[2] = cell, reply, second
            return
        if reply != NO_CELL and level.count < MAX_THREATS:
            level.stones[level.count], level.replies[level.count] = cell, reply
            level.count += ONE


@kernel
def forced_cell(position: Struct, board: Struct) -> np.uint64:
    """Return the winning cell of the opponent of the side to move; NO_CELL if there is none, more if there are two."""
    other = np.uint64(position.to_move) ^ ONE
    found = np.uint64(NO_CELL)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, other, cell) != 0:
            if found != NO_CELL:
                return np.uint64(NO_CELL) + ONE
            found = cell
    return found


@implements(useful_replies, "havannah")
def count_useful_replies(position: Struct, board: Struct, worker: Struct) -> np.uint64:
    """Return the few cells that stop a double threat of the opponent, else all."""
    position.to_move ^= np.uint8(1)
    mating = find_mate(position, board, worker, np.uint64(NO_CELL))
    position.to_move ^= np.uint8(1)
    return np.uint64(position.num_moves) if mating == NO_CELL else REPLIES_TO_MATE


@implements(stops_sequence, "havannah")
def breaks_sequence(position: Struct, board: Struct, worker: Struct, move: int) -> bool:
    """Replay the opponent's sequence after a move; return whether it fails anywhere."""
    scratch = worker.scratch
    trial, sequence = scratch.levels[0].position, scratch.sequence
    winner = np.uint64(position.to_move) ^ ONE
    copy_position(trial, position, board)
    play(trial, board, move)
    for number in range(scratch.sequence_length):
        forced = forced_cell(trial, board)
        stone, reply = np.uint64(sequence[number, 0]), np.uint64(sequence[number, 1])
        if (forced != NO_CELL and forced != stone) or not is_open(trial, stone):
            return True
        play(trial, board, stone)
        if not is_open(trial, reply) or wins_at(trial, board, winner, reply) == 0:
            return True
        if number + ONE < scratch.sequence_length and play(trial, board, reply) != 0:
            return True
    second = np.uint64(sequence[scratch.sequence_length - ONE, 2])
    return not is_open(trial, second) or wins_at(trial, board, winner, second) == 0


@kernel
def is_open(position: Struct, cell: int) -> bool:
    """Return whether a cell is empty."""
    index = position.empty_index[cell]
    return index < position.num_moves and position.empties[index] == cell
