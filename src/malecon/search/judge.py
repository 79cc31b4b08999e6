"""Judgement: the game's static evaluation of a leaf, mixed into the results of its playouts, or of all new moves.

One look at a position often tells more than one random game from it does, but costs more too. So a leaf gets its own
only at its second or third visit; until then it borrows that of the position before it. What was asked is kept on the
edge, in one byte.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import copy_position, evaluate, play
from malecon.kernel import Record, Records, kernel
from malecon.search.tree import NOT_JUDGED, block_of, lane_of

WHITE = 0
STEPS = np.float32(254)  # a chance is kept as 1 + so many of 254 parts


@kernel
def judge_leaf(nodes: Records, blocks: Records, worker: Record) -> float:
    """White's chance in the worker's position, which the last edge of the path leads to, or in the one before it."""
    edge = edge_of_path(nodes, blocks, worker, worker.depth - 1)
    if edge.judged == NOT_JUDGED:
        visits = edge.visits - worker.losses[worker.depth - 1] + 1
        if worker.depth > 1 and visits < worker.settings.judge_visits:
            edge_before = edge_of_path(nodes, blocks, worker, worker.depth - 2)
            if edge_before.judged != NOT_JUDGED:
                return kept_chance(edge_before)
        edge.judged = np.uint8(1) + np.uint8(evaluate(worker.position, worker.board, worker) * STEPS + np.float32(0.5))
    return kept_chance(edge)


@kernel
def edge_of_path(nodes: Records, blocks: Records, worker: Record, depth: int) -> Record:
    """An edge that this simulation has followed."""
    node, number = nodes[worker.nodes[depth]], worker.edges[depth]
    return blocks[block_of(node, number)].edges[lane_of(number)]


@kernel
def kept_chance(edge: Record) -> float:
    """The chance that an edge keeps."""
    return np.float32(edge.judged - np.uint8(1)) / STEPS


@kernel
def foresee_moves(node: Record, blocks: Records, worker: Record) -> None:
    """Let the moves of a new node start with what they lead to by evaluation."""
    visits = worker.settings.foresight_visits
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge = block.edges[lane]
        edge.prior_wins = visits * foresee(worker, np.uint64(block.moves[lane]))
        edge.prior_visits = visits


@kernel
def foresee(worker: Record, move: int) -> float:
    """The chance of the side to move after one of its moves, by evaluation."""
    trial, board, mover = worker.trial, worker.board, worker.position.to_move
    copy_position(trial, worker.position, board)
    if play(trial, board, move) != 0:
        return np.float32(1)
    if trial.num_moves == 0:
        return np.float32(0.5)
    chance = np.float32(evaluate(trial, board, worker))
    return chance if mover == WHITE else np.float32(1) - chance
