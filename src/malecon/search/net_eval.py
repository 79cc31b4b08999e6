"""What a game's net says about a position, outside of any search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from malecon.games.colours import WHITE
from malecon.games.contract import net_inputs
from malecon.games.position import Position
from malecon.kernel import Structs, kernel
from malecon.knowledge.nets import SHIPPED, prepare_net
from malecon.nets.forward import run_net
from malecon.search.static_eval import evaluators

HISTORY = 2  # moves that the net may see


@dataclass(frozen=True)
class NetOpinion:
    """The outputs of a net for a position."""

    chance: float
    """White's chance to win."""
    policy: dict[str, float]
    """Probability of each legal move."""


@kernel
def evaluate_once(positions: Structs, boards: Structs, workers: Structs) -> None:
    """Run the net on a position; the outputs are in the worker's struct of the net."""
    net_inputs(positions[0], boards[0], workers[0])
    run_net(workers[0].scratch.net)


def net_opinion(position: Position, name: str = SHIPPED) -> NetOpinion:
    """Return what a net says about a position; raise GameError if the game has no such net."""
    techniques = {"net": {"weights": name}}
    workers = evaluators(position.game, techniques)
    prepare_net(workers[0].scratch, position.game, position.size, techniques)
    last = [position.move_code(move) for move in position.moves[-HISTORY:] if move != "swap"]
    workers[0].line.ply, workers[0].line.moves[: len(last)] = len(last), last
    evaluate_once(position.structs, position.boards, workers)
    net, moves = workers[0].scratch.net, position.legal_moves
    logits = np.array([net.logits[net.places[position.move_code(move)]] for move in moves if move != "swap"], float)
    shares = np.exp(logits - logits.max())
    chance = float(1 / (1 + np.exp(-float(net.value))))
    policy = dict(zip(moves, (shares / shares.sum()).tolist(), strict=False))
    return NetOpinion(chance if position.to_move == WHITE else 1 - chance, policy)
