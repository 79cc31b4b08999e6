"""Havannah's net in the search: it is evaluated once for a node and gives its moves their bonus.

The difference between the net's value and the static evaluation of the node corrects the static evaluations of the
leaves below it: the net judges the position, the static evaluation follows the last moves.
"""

from __future__ import annotations

import numpy as np

from malecon.games.colours import WHITE
from malecon.games.contract import evaluate_by_net, net_values
from malecon.kernel import Struct, implements
from malecon.knowledge.havannah.distance import measure_distances
from malecon.knowledge.havannah.evaluation import weighted_lead
from malecon.knowledge.havannah.planes import MOST_EXTRA, fill_planes
from malecon.nets.forward import run_net

ONE = np.float32(1)
LEAST_LOG = np.float32(-5)  # scores are clipped below at e^-5 of the average


@implements(evaluate_by_net, "havannah")
def evaluate_net(position: Struct, board: Struct, worker: Struct) -> None:
    """Run the net; `worker.scratch.scores` then holds the log of each move's probability relative to the average."""
    net, scores = worker.scratch.net, worker.scratch.scores
    measure_distances(position, board, worker.scratch, MOST_EXTRA)
    fill_planes(position, board, worker)
    run_net(net)
    largest = np.float32(-1e9)
    for index in range(position.num_moves):
        largest = max(largest, net.logits[net.places[position.empties[index]]])
    total = np.float32(0)
    for index in range(position.num_moves):
        total += np.exp(net.logits[net.places[position.empties[index]]] - largest)
    average = largest + np.log(total / np.float32(position.num_moves))
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        scores[cell] = max(net.logits[net.places[cell]] - average, LEAST_LOG)


@implements(net_values, "havannah")
def havannah_net_values(position: Struct, board: Struct, worker: Struct) -> tuple[float, float]:  # noqa: ARG001
    """Return White's chance by the net, and what its logit exceeds that of the static evaluation by."""
    settings, value = worker.settings, worker.scratch.net.value
    lead = weighted_lead(worker.scratch, settings)
    if position.to_move == WHITE:
        return ONE / (ONE + np.exp(-value)), value - lead - settings.distance_move
    return ONE / (ONE + np.exp(value)), settings.distance_move - value - lead
