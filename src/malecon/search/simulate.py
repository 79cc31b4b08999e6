"""One simulation: select down the tree, expand, play out, back up. And the loop that runs many of them."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    CALM,
    FEW,
    FORCED,
    KIND_BITS,
    KIND_MASK,
    LOST_LATER,
    MATING,
    WINNING,
    WON_LATER,
    bias,
    copy_position,
    defends,
    find_threats,
    is_useless,
    legal_move,
    play,
    prior,
    survey,
)
from malecon.games.contract import LOST as LOST_BY_THREATS
from malecon.kernel import Record, Records, add_atomic, kernel, part, random_below, swap_atomic
from malecon.search.backup import back_up, credit_moves, tell_above
from malecon.search.camp import make_camp, set_out
from malecon.search.judge import judge_leaf, judge_moves
from malecon.search.playout import play_out
from malecon.search.pool import fill_pools
from malecon.search.prove import prove_path, prove_root, seen_by_other
from malecon.search.select import (
    HALF,
    ONE,
    ZERO,
    has_turn_before,
    note_grand_raves,
    refresh_edge,
    select_edge,
    start_edge,
)
from malecon.search.tree import (
    COMING,
    DRAWN,
    LANES,
    LOST,
    NO_NODE,
    UNPROVED,
    WON,
    block_of,
    clear_block,
    end_block,
    has_node,
    lane_of,
    new_node,
)
from malecon.search.widening import rank_edges
from malecon.search.worker import EXPAND, PLAY_OUT, SELECT

WHITE = 0
HANDFUL = np.uint64(32)  # simulations that a thread takes at a time
MOST_VISITS = 2_000_000_000  # what an int32 holds
SETTLED = 8  # visits from which other threads see no loss that is not real


@kernel
def run(nodes: Records, blocks: Records, trees: Records, workers: Records, quotas: Records, simulations: int) -> int:
    """Run simulations until the number is reached, or the root is proved or worn out, or the tree full; count them.

    Threads that run at the same time take them from one quota, so that none waits for another.
    """
    tree, worker, count, going_on = trees[0], workers[0], 0, True
    while going_on:
        begun = np.int64(add_atomic(quotas[0], "counter", HANDFUL))
        going_on = begun < simulations
        for _ in range(min(np.int64(HANDFUL), simulations - begun)):
            root = nodes[tree.root]
            going_on = root.proof == UNPROVED and not tree.full and root.visits < MOST_VISITS
            if not going_on:
                break
            simulate(nodes, blocks, tree, worker)
            count += 1
    tell_above(nodes, blocks, worker)
    return count


@part
def simulate(nodes: Records, blocks: Records, tree: Record, worker: Record) -> None:
    """Run one simulation."""
    worker.phase = SELECT
    set_out(nodes, blocks, tree, worker)
    proof = descend(nodes, blocks, tree, worker)
    if proof != UNPROVED:
        settle(nodes, blocks, worker, proof)
        return
    worker.phase = PLAY_OUT
    start = worker.ply
    if worker.settings.pools:
        fill_pools(nodes, blocks, worker)
    playouts = worker.settings.playouts_n if worker.settings.playouts else 1
    score = judged = share = ZERO  # White's wins, in playouts and by evaluation
    if worker.settings.judge:
        judged, share = judge_leaf(nodes, blocks, worker), worker.settings.judge_share
    for number in range(playouts):
        if number > 0:
            worker.phase = PLAY_OUT
            return_to(worker, start)
        result = (ONE - share) * play_out(worker) + share * judged
        score += result
        credit_moves(nodes, blocks, worker, start, result)
    back_up(nodes, blocks, worker, score, playouts)


@kernel
def return_to(worker: Record, ply: int) -> None:
    """Stand again where the playout began."""
    copy_position(worker.position, worker.root, worker.board)
    for index in range(ply):
        play(worker.position, worker.board, np.uint64(worker.moves[index]))
    worker.ply = ply


@part
def descend(nodes: Records, blocks: Records, tree: Record, worker: Record) -> int:
    """Follow edges to a leaf, expanding it where it is due; return what is proved of the last edge."""
    index = np.uint64(worker.nodes[worker.depth])
    while True:
        node = nodes[index]
        if worker.settings.extended_rave and has_turn_before(worker):
            note_grand_raves(nodes, blocks, worker)
        number = select_edge(blocks, node, worker)
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge = block.edges[lane]
        worker.nodes[worker.depth], worker.edges[worker.depth] = index, number
        make_camp(worker, node, edge)
        worker.depth += 1
        if worker.virtual_loss != 0:
            pretend_loss(block, lane, worker)
        move = np.uint64(block.moves[lane])
        worker.moves[worker.ply] = move
        worker.ply += 1
        if edge.proof != UNPROVED:
            worker.length = edge.length
            return np.int64(edge.proof)
        if play(worker.position, worker.board, move) != 0:
            worker.length = 1
            return WON
        if worker.position.num_moves == 0:
            worker.length = 1
            return DRAWN
        if not has_node(edge):
            if tree.full or worker.settings.flat_search or not is_due(worker, edge):
                return UNPROVED
            if not swap_atomic(edge, "child", np.uint32(NO_NODE), COMING):
                return UNPROVED  # another thread is about it: to do the same would be in vain
            return expand(nodes, blocks, tree, worker, edge)
        index = np.uint64(edge.child)


@kernel
def pretend_loss(block: Record, lane: int, worker: Record) -> None:
    """Let other threads see a loss here until the result is known, where that makes a difference."""
    edge = block.edges[lane]
    worker.losses[worker.depth - 1] = 0
    if edge.visits < SETTLED:
        worker.losses[worker.depth - 1] = worker.virtual_loss
        add_atomic(edge, "visits", worker.virtual_loss)
        refresh_edge(block, lane, worker.settings)


@kernel
def is_due(worker: Record, edge: Record) -> bool:
    """Whether an edge has the visits to become a node; root moves are looked through for threats at once."""
    visits = edge.visits - worker.losses[worker.depth - 1] + 1
    return visits >= worker.settings.expand_visits or (worker.depth == 1 and worker.settings.proofs)


@part
def expand(nodes: Records, blocks: Records, tree: Record, worker: Record, edge: Record) -> int:
    """Make a node of the position that an edge leads to, or prove the edge; return its proof."""
    worker.phase = EXPAND
    found = np.uint64(CALM)
    if worker.settings.proofs:
        found = find_threats(worker.position, worker.board, worker, worker.settings.proofs_plies)
    kind, move = found & KIND_MASK, found >> KIND_BITS
    if kind in (WINNING, MATING, LOST_BY_THREATS, WON_LATER, LOST_LATER):
        edge.child = NO_NODE
        return proof_by_threats(nodes, worker, kind, move)
    if kind == FORCED:
        child = new_node(nodes, tree, np.uint64(1))
        if child != NO_NODE:
            fill_forced(nodes[child], blocks, worker, move)
    else:
        child = new_node(nodes, tree, worker.position.num_moves)
        if child != NO_NODE:
            fill_node(nodes[child], blocks, worker, kind == FEW)
            if worker.settings.inherit and has_turn_before(worker):
                inherit_raves(nodes, blocks, worker, child)
    edge.child = child
    return UNPROVED


@kernel
def proof_by_threats(nodes: Records, worker: Record, kind: int, plies: int) -> int:
    """The proof of the last edge for the player who moved along it; within a turn the same one goes on.

    `plies` is how long it takes where the game knows the end without a move for it.
    """
    worker.length = 2 if kind == WINNING else 3 if kind == LOST_BY_THREATS else 4
    if kind in (WON_LATER, LOST_LATER):
        worker.length = np.int64(plies) + 1
    proof = LOST if kind in (LOST_BY_THREATS, LOST_LATER) else WON
    is_same = nodes[worker.nodes[worker.depth - 1]].to_move == worker.position.to_move
    return proof if is_same else seen_by_other(proof)


@part
def fill_forced(node: Record, blocks: Records, worker: Record, move: int) -> None:
    """A node with one move: everything else loses at once."""
    node.to_move = worker.position.to_move
    block = blocks[node.first_block]
    clear_block(block, worker.no_move)
    block.moves[0] = move
    if worker.settings.implicit:
        judge_moves(node, blocks, worker)
    start_edge(block, np.uint64(0), worker.settings)


@kernel
def fill_node(node: Record, blocks: Records, worker: Record, few: bool) -> None:
    """Give a node its moves, in random order, with their priors; `few` of them where the others lose at once."""
    position, board, settings = worker.position, worker.board, worker.settings
    node.to_move = position.to_move
    for index in range(np.uint64(node.first_block), end_block(node)):
        clear_block(blocks[index], worker.no_move)
    num_moves = np.uint64(position.num_moves)
    for count in range(num_moves):  # an inside-out shuffle: ties between moves are broken by chance
        place = random_below(worker, count + np.uint64(1))
        source, target = blocks[block_of(node, place)], blocks[block_of(node, count)]
        target.moves[lane_of(count)] = source.moves[lane_of(place)]
        source.moves[lane_of(place)] = legal_move(position, board, count)
    if settings.drops or few:
        drop_moves(node, blocks, worker, few)
    if settings.foresight or settings.implicit:
        judge_moves(node, blocks, worker)
    start_edges(node, blocks, worker)
    if settings.widening and (settings.priors or settings.bonus or settings.foresight):
        rank_edges(node, blocks, settings)


@part
def start_edges(node: Record, blocks: Records, worker: Record) -> None:
    """Open the edges of a new node with what the game knows of their moves."""
    position, board, settings = worker.position, worker.board, worker.settings
    if settings.bonus or settings.priors:
        survey(position, board, worker)
    for number in range(np.uint64(node.num_edges)):
        block, lane = blocks[block_of(node, number)], lane_of(number)
        edge, move = block.edges[lane], np.uint64(block.moves[lane])
        if settings.priors:
            wins, visits = prior(position, board, worker, move)
            edge.prior_wins += wins
            edge.prior_visits += visits
        if settings.bonus:
            edge.bonus = bias(position, board, worker, move)
        start_edge(block, lane, settings)


@kernel
def drop_moves(node: Record, blocks: Records, worker: Record, few: bool) -> None:
    """Close the gaps that useless moves leave, or those that do not defend where `few` do.

    One stays where all are useless: a node has an edge, and any will do.
    """
    position, board = worker.position, worker.board
    kept = np.uint64(0)
    for number in range(np.uint64(node.num_edges)):
        move = np.uint64(blocks[block_of(node, number)].moves[lane_of(number)])
        blocks[block_of(node, kept)].moves[lane_of(kept)] = move
        if defends(position, board, worker, move) if few else not is_useless(position, board, move):
            kept += np.uint64(1)
    kept = max(kept, np.uint64(1))
    for number in range(kept, np.uint64(node.num_edges)):
        blocks[block_of(node, number)].moves[lane_of(number)] = worker.no_move
    node.num_edges = kept


@kernel
def inherit_raves(nodes: Records, blocks: Records, worker: Record, child: int) -> None:
    """Give the moves of a new node the RAVE means that they have two plies up, for a few visits' worth."""
    note_grand_raves(nodes, blocks, worker)
    node, visits = nodes[child], worker.settings.inherit_visits
    for index in range(np.uint64(node.first_block), end_block(node)):
        block = blocks[index]
        for lane in range(LANES):
            block.rave_visits[lane] += visits
            block.rave_wins[lane] += visits * worker.grand_raves[block.moves[lane]]


@kernel
def make_root(nodes: Records, blocks: Records, trees: Records, workers: Records) -> None:
    """Make the root of a new tree from the worker's root position, whatever threats there are."""
    tree, worker = trees[0], workers[0]
    copy_position(worker.position, worker.root, worker.board)
    tree.root = new_node(nodes, tree, worker.root.num_moves)
    fill_node(nodes[tree.root], blocks, worker, np.bool_(0))  # for False numba would compile it all once more
    if worker.settings.proofs and worker.settings.solver:
        found = find_threats(worker.position, worker.board, worker, worker.settings.proofs_plies)
        prove_root(nodes[tree.root], blocks, found & KIND_MASK, found >> KIND_BITS)


@kernel
def settle(nodes: Records, blocks: Records, worker: Record, proof: int) -> None:
    """Prove the last edge of the path and whatever follows from it, then back the result up as that of playouts."""
    result = HALF
    last = nodes[worker.nodes[worker.depth - 1]]
    if proof != DRAWN:
        result = ONE if (proof == WON) == (last.to_move == WHITE) else ZERO
    if worker.settings.solver:
        prove_path(nodes, blocks, worker, proof)
    credit_moves(nodes, blocks, worker, worker.ply, result)
    playouts = worker.settings.playouts_n if worker.settings.playouts else 1
    back_up(nodes, blocks, worker, result * np.float32(playouts), playouts)
