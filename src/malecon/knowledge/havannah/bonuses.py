"""Bonuses of new moves that decay with visits: by rules of thumb (`bias`) and by the learned policy."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import move_bonus, prepare_expansion
from malecon.games.havannah.rules import ARCS, NUM_ARCS, stones_around
from malecon.kernel import Struct, implements, kernel
from malecon.knowledge.havannah.distance import EXACT, measure_distances, nearness
from malecon.knowledge.havannah.features import MOST_COST
from malecon.knowledge.havannah.net import evaluate_net
from malecon.knowledge.havannah.policy import score_cells
from malecon.knowledge.havannah.priors import EVALUATION, NUM_BITS, contacts, is_joint


@implements(prepare_expansion, "havannah")
def prepare_havannah_expansion(position: Struct, board: Struct, worker: Struct) -> None:
    """Run the policy or measure distances if a bonus or prior needs them."""
    settings = worker.settings
    uses_costs = settings.bias_distance > 0 or settings.bias_block > 0
    uses_costs = uses_costs or (settings.prior and settings.prior_kind == EVALUATION)
    by_net = settings.net and settings.correction_visits <= 1
    by_policy = settings.policy or (settings.net and not by_net)
    if by_net:
        evaluate_net(position, board, worker)
    if by_policy or uses_costs:
        measure_distances(position, board, worker.scratch, EXACT if uses_costs else MOST_COST)
    if by_policy:
        score_cells(position, board, worker)


@implements(move_bonus, "havannah")
def havannah_bonus(position: Struct, board: Struct, worker: Struct, cell: int) -> tuple[float, float]:
    """Return the bonuses of a move by `bias`, and by `policy` or `net`."""
    by_bias = by_policy = np.float32(0)
    if worker.settings.bias:
        by_bias = rule_bonus(position, board, worker, cell)
    if worker.settings.policy:
        by_policy = worker.settings.policy_weight * worker.scratch.scores[cell]
    elif worker.settings.net:
        by_policy = worker.settings.net_weight * worker.scratch.scores[cell]
    return by_bias, by_policy


@kernel
def rule_bonus(position: Struct, board: Struct, worker: Struct, cell: int) -> float:
    """Return the bonus for own neighbours, two-bridges, joined chains, touched sides and corners, and distances."""
    settings = worker.settings
    colour = np.uint64(position.to_move)
    window = stones_around(position, board, colour, cell)
    bonus = np.float32(0)
    if window != 0:
        arcs = NUM_ARCS[window]
        bonus += settings.bias_neighbour + settings.bias_join * np.float32(arcs - 1)
    elif is_joint(position, board, colour, cell):
        bonus += settings.bias_two_bridge
    touched = contacts(position, board, colour, cell)
    if touched != 0:
        touched |= board.touches[cell]
        bonus += settings.bias_contact * np.float32(NUM_BITS[touched])
    if settings.bias_chain > 0:
        bonus += settings.bias_chain * chain_size(position, board, colour, cell)
    if settings.bias_distance > 0:
        bonus += settings.bias_distance * nearness(worker.scratch, colour, cell)
    if settings.bias_block > 0:
        bonus += settings.bias_block * nearness(worker.scratch, colour ^ np.uint64(1), cell)
    return bonus


@kernel
def chain_size(position: Struct, board: Struct, colour: int, cell: int) -> float:
    """Return the stones of the adjacent chains divided by the base, at most 1."""
    window = stones_around(position, board, colour, cell)
    stones = 0
    for arc in range(NUM_ARCS[window]):
        stones += np.int64(position.sizes[position.chains[board.neighbours[cell, ARCS[window, arc]]]])
    return min(np.float32(1), np.float32(stones) / np.float32(position.havannah))
