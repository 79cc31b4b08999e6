"""Playout moves by RAVE values: one of the best (PoolRave; Rimmel, Teytaud, Teytaud 2011) or always the best.

A player's pool is taken from the last node of the path at which that player is to move and which has enough visits.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import is_legal_move
from malecon.kernel import Struct, Structs, kernel, random_below, random_float
from malecon.search.mcts.tree import LANES, end_block


@kernel
def fill_pools(nodes: Structs, blocks: Structs, worker: Struct) -> None:
    """Fill both players' pools from the path of this simulation."""
    worker.rave.pool_sizes[0] = worker.rave.pool_sizes[1] = 0
    for back in range(worker.path.depth):
        node = nodes[worker.path.nodes[worker.path.depth - 1 - back]]
        if node.visits >= worker.settings.pool_visits and worker.rave.pool_sizes[node.to_move] == 0:
            fill_pool(node, blocks, worker)


@kernel
def fill_pool(node: Struct, blocks: Structs, worker: Struct) -> None:
    """Keep the moves with the best RAVE means, sorted by insertion."""
    pool, scores = worker.rave.pool[node.to_move], worker.rave.lane_scores
    size, most = 0, worker.settings.pool_size
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            if block.rave_visits[lane] < np.float32(1):
                continue
            score = block.rave_wins[lane] / block.rave_visits[lane]
            if size < most:
                size += 1
            elif score <= scores[size - 1]:
                continue
            place = size - 1
            while place > 0 and scores[place - 1] < score:
                scores[place], pool[place] = scores[place - 1], pool[place - 1]
                place -= 1
            scores[place], pool[place] = score, block.moves[lane]
    worker.rave.pool_sizes[node.to_move] = size


@kernel
def pool_move(worker: Struct) -> int:
    """Return a legal move of the player's pool with the configured probability, else `worker.no_move`."""
    player, settings = np.uint64(worker.position.to_move), worker.settings
    size = worker.rave.pool_sizes[player]
    if size == 0 or random_float(worker) >= settings.pool_p:
        return worker.no_move
    if settings.rave_playout:
        return best_of_pool(worker, player)
    move = np.uint64(worker.rave.pool[player, random_below(worker, size)])
    return move if is_legal_move(worker.position, worker.board, move) else worker.no_move


@kernel
def best_of_pool(worker: Struct, player: int) -> int:
    """Return the first legal move of the sorted pool, else `worker.no_move`."""
    for place in range(worker.rave.pool_sizes[player]):
        move = np.uint64(worker.rave.pool[player, place])
        if is_legal_move(worker.position, worker.board, move):
            return move
    return worker.no_move
