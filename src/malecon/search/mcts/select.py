"""Selection: which edge of a node a simulation follows. The RAVE formula and the exploration bounds are here."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import steps_per_turn
from malecon.kernel import Struct, Structs, inline_kernel, kernel, random_below
from malecon.search.mcts.leaf_eval import decode_chance
from malecon.search.mcts.playout import choose_move, prepare_rules
from malecon.search.mcts.tree import (
    ALMOST_NONE,
    LANE_BITS,
    LANES,
    LOST,
    NO_EDGE_VALUE,
    PROVED_VALUE,
    UNPROVED,
    WON,
    block_of,
    end_block,
    lane_of,
)

ZERO, HALF, ONE = np.float32(0), np.float32(0.5), np.float32(1)
SCALE, LEAST = np.float32(1 << 20), np.int32(-(2**31) + 1)  # values lie between -2000 and 1000
LOST_VALUE = -HALF * PROVED_VALUE  # proved losses and draws are worth at most this
BY_TABLE = 1  # widening(schedule=table)
WITH_PRIORS = 1  # policy_first(count=all)
BY_ROOT = 1  # bernstein(second=root)
UNTRIED_FIRST = np.float32(100)  # untried moves have an infinite bound; their other terms break ties


@kernel
def refresh_edge(block: Struct, lane: int, settings: Struct) -> None:
    """Recompute the part of an edge's value that depends on its own visits."""
    edge = block.edges[lane]
    if edge.proof != UNPROVED:
        block.shares[lane] = ZERO
        block.bases[lane] = proved_value(edge.proof)
        return
    share = ZERO
    if settings.mixes_raves:
        share = settings.rave_r / (settings.rave_r + np.float32(edge.visits) + edge.prior_visits)
    mean = edge_mean(edge, settings)
    if settings.implicit_minimax:
        mean += settings.implicit_minimax_share * (decode_chance(edge.evaluation) - mean)
    base = (ONE - share) * mean
    if settings.bonus:
        base += edge.bonus * settings.fade / (settings.fade + np.float32(edge.visits))
        if settings.two_bonuses:
            fade = settings.second_fade
            base += block.second_bonuses[lane] * fade / (fade + np.float32(edge.visits))
    block.shares[lane] = share
    block.bases[lane] = base


@kernel
def edge_mean(edge: Struct, settings: Struct) -> float:
    """Return the mean result of an edge, including its prior."""
    visits = np.float32(edge.visits) + edge.prior_visits
    if visits <= ZERO:
        return settings.untried
    return (np.float32(edge.wins) + edge.prior_wins) / visits


@kernel
def initialise_edge(block: Struct, lane: int, settings: Struct) -> None:
    """Initialise an edge whose move and prior are set."""
    edge = block.edges[lane]
    edge.proof = UNPROVED
    block.rave_visits[lane] = ALMOST_NONE
    block.rave_wins[lane] = ALMOST_NONE * edge_mean(edge, settings)
    refresh_edge(block, lane, settings)


@kernel
def proved_value(proof: int) -> float:
    """Return the value that makes a proved win beat, and a proved loss lose to, everything else.

    A proved draw ranks below every open move: nothing more can be learned about it, and selecting it for its half point
    would keep other moves from being proved.
    """
    if proof == WON:
        return PROVED_VALUE
    return -PROVED_VALUE if proof == LOST else -HALF * PROVED_VALUE


@inline_kernel
def select_edge(blocks: Structs, node: Struct, worker: Struct) -> np.uint64:
    """Return the number of the edge to follow from a node."""
    settings = worker.settings
    if settings.flat_monte_carlo:
        return np.uint64(node.visits) % np.uint64(node.num_edges)
    if settings.exploits_only:
        return best_by_value(blocks, node)
    if settings.policy_first and counted_visits(blocks, node, settings) < settings.policy_first_visits:
        return edge_by_playout_rules(blocks, node, worker)
    return best_by_bound(blocks, node, worker)


@kernel
def counted_visits(blocks: Structs, node: Struct, settings: Struct) -> float:
    """Return the visits of a node that `policy_first` counts; its prior visits are those of the moves after it."""
    visits = np.float32(node.visits)
    if settings.policy_first_count == WITH_PRIORS:
        visits += blocks[np.uint64(node.first_block)].edges[0].prior_visits
    return visits


@kernel
def best_by_value(blocks: Structs, node: Struct) -> np.uint64:
    """Return the edge of the largest cached value.

    Values are compared as integers, because LLVM vectorises an integer maximum but not a floating-point one.
    """
    best, best_edge = LEAST, np.uint64(0)
    first = np.uint64(node.first_block)
    for index in range(first, end_block(node)):
        block = blocks[index]
        largest = LEAST
        for lane in range(LANES):
            score = np.int32(value_of(block, lane) * SCALE)
            largest = score if score > largest else largest
        if largest > best:
            best = largest
            best_edge = ((index - first) << LANE_BITS) + np.uint64(best_lane(block))
    return best_edge


@kernel
def best_lane(block: Struct) -> int:
    """Return the lane of the largest value, reading each value once: another thread may be changing it."""
    best, best_lane = LEAST, 0
    for lane in range(LANES):
        score = np.int32(value_of(block, lane) * SCALE)
        if score > best:
            best, best_lane = score, lane
    return best_lane


@kernel
def value_of(block: Struct, lane: int) -> float:
    """Return the value of an edge: its own mean and its RAVE mean, weighted (the RAVE formula)."""
    return block.bases[lane] + block.shares[lane] * (block.rave_wins[lane] / block.rave_visits[lane])


@inline_kernel
def edge_by_playout_rules(blocks: Structs, node: Struct, worker: Struct) -> np.uint64:
    """Return the edge of the move that the playout rules choose, or a random unproved edge if they choose none."""
    if not worker.settings.uniform:
        worker.rave.pool_sizes[0] = worker.rave.pool_sizes[1] = 0  # left over from the previous simulation
        prepare_rules(worker)
        move = choose_move(worker, worker.line.ply)
        for number in range(np.uint64(node.num_edges)):
            block, lane = blocks[block_of(node, number)], lane_of(number)
            if block.moves[lane] == move and block.edges[lane].proof == UNPROVED:
                return number
    return random_edge(blocks, node, worker)


@kernel
def random_edge(blocks: Structs, node: Struct, worker: Struct) -> np.uint64:
    """Return a random unproved edge, or the first edge if all are proved."""
    edge = random_below(worker, node.num_edges)
    for _ in range(node.num_edges):
        if blocks[block_of(node, edge)].edges[lane_of(edge)].proof == UNPROVED:
            return edge
        edge = (edge + np.uint64(1)) % np.uint64(node.num_edges)
    return np.uint64(0)


@kernel
def num_open_edges(node: Struct, settings: Struct) -> int:
    """Return how many edges progressive widening has opened."""
    edges = np.int64(node.num_edges)
    if not settings.widening:
        return edges
    if settings.widening_keep > 0:
        edges = min(edges, settings.widening_keep)
    if settings.widening_schedule == BY_TABLE:
        return min(open_by_schedule(np.int64(node.visits)), edges)
    steps = np.floor(np.float64(node.visits) ** np.float64(settings.widening_p))
    return min(max(np.int64(np.float64(settings.widening_q) * steps), 1), edges)


@kernel
def open_by_schedule(visits: int) -> int:
    """Return the number of open moves by the table of lorentz2016."""
    if visits <= 500:
        return 5
    if visits <= 2500:
        return 25
    return visits // 100 if visits <= 5000 else 25 + visits // 200


@inline_kernel
def best_by_bound(blocks: Structs, node: Struct, worker: Struct) -> np.uint64:
    """Return the edge of the largest value plus exploration bound and table terms.

    If every open edge is lost, progressive widening opens the next one.
    """
    settings = worker.settings
    factor = settings.root_exploration_factor if settings.root_exploration and worker.path.depth == 0 else ONE
    log_visits = np.float32(np.log(np.float32(max(node.visits, 1))))
    log_more = np.float32(np.log(np.float32(2 + node.visits)))
    best, best_edge = np.float32(2) * NO_EDGE_VALUE, np.uint64(0)
    num_open = np.uint64(num_open_edges(node, settings))
    for number in range(np.uint64(node.num_edges)):
        if number >= num_open and best > LOST_VALUE:
            break
        block, lane = blocks[block_of(node, number)], lane_of(number)
        value = value_of(block, lane)
        edge = block.edges[lane]
        if edge.proof == UNPROVED:
            visits = np.float32(edge.visits) + edge.prior_visits
            if settings.explores and visits > ZERO:
                value += factor * exploration_bound(value, visits, log_visits, log_more, settings)
            elif settings.explores and not settings.fpu:
                value += UNTRIED_FIRST
            if settings.extras:
                value += history_value(block, lane, node, worker)
        if value > best:
            best, best_edge = value, number
    return best_edge


@kernel
def history_value(block: Struct, lane: int, node: Struct, worker: Struct) -> float:
    """Return the terms of progressive history and extended RAVE, which fade with the move's losses here."""
    settings, tables, edge, move = worker.settings, worker.tables, block.edges[lane], block.moves[lane]
    losses = np.float32(np.float64(edge.visits) - edge.wins)
    value = ZERO
    if settings.history:
        plays = tables.history_plays[node.to_move, move]
        if plays > ZERO:
            value += settings.history_w * tables.history_wins[node.to_move, move] / (plays * (losses + ONE))
    if settings.extended_rave:
        rave = block.rave_wins[lane] / block.rave_visits[lane]
        share = ZERO
        if settings.extended_rave_r > ZERO:
            share = settings.extended_rave_r / (settings.extended_rave_r + np.float32(edge.visits))
        grand = worker.rave.grandparent[move] if has_grandparent(worker) else rave
        value += (share * grand + (ONE - share) * rave) * settings.extended_rave_w / (losses + ONE)
    return value


@kernel
def has_grandparent(worker: Struct) -> bool:
    """Return whether the player to move has already had a turn on the path."""
    return worker.path.depth >= 2 * np.int64(steps_per_turn(worker.position))


@kernel
def load_grandparent_raves(nodes: Structs, blocks: Structs, worker: Struct) -> None:
    """Load the RAVE means of the node two turns up, where the same player was to move; 0.5 for unknown moves."""
    node = nodes[worker.path.nodes[worker.path.depth - 2 * np.int64(steps_per_turn(worker.position))]]
    for move in range(worker.sizes.num_moves):
        worker.rave.grandparent[move] = HALF
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            if block.rave_visits[lane] >= ONE:
                worker.rave.grandparent[block.moves[lane]] = block.rave_wins[lane] / block.rave_visits[lane]


@kernel
def exploration_bound(value: float, visits: float, log_visits: float, log_more: float, settings: Struct) -> float:
    """Return the exploration term of the player's bandit."""
    if settings.uct:
        return settings.uct_c * np.sqrt(log_visits / visits)
    if settings.hoeffding:
        return np.sqrt(settings.hoeffding_k * log_more / visits)
    k = settings.bernstein_k
    mean = min(max(value, ZERO), ONE)
    second = np.float32(4.2426407) * (np.sqrt(k) if settings.bernstein_second == BY_ROOT else k)
    return np.sqrt(np.float32(4) * k * mean * (ONE - mean) * log_more / visits) + second * log_more / visits
