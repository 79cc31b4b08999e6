"""Learning the policy: a linear model of which moves strong players choose.

Every turn is a choice among the empty cells. A turn of self-play counts with the visit shares of its search, a turn of
a recorded game with the move that was played. The weights maximize the likelihood of these choices with an L2 penalty,
a convex problem that L-BFGS solves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.kernel import Struct, Structs, kernel, new_structs
from malecon.knowledge.havannah.distance import DISTANCES, measure_distances
from malecon.knowledge.havannah.features import MOST_COST, NUM_FEATURES, NUM_KINDS, OFFSETS, list_features
from malecon.knowledge.havannah.policy import POLICY
from malecon.lab.extras import load
from malecon.players.engine import Engine
from malecon.players.player import Limit

MEMORY = 200  # megabytes
L2_PENALTY = 2.0
MAX_ITERATIONS = 80  # of L-BFGS
TEST_EVERY = 10  # every tenth turn belongs to the test set
SAMPLED_PLIES = 2  # times base: moves up to this ply are sampled from the visits, so that games differ
RANDOM_PLIES = 5  # a game begins with fewer random moves than this
SWAP_CODE = 0xFFFF

Choice = dict[str, float]  # move -> share
SCRATCH = np.dtype([(name, kind[name]) for kind in (DISTANCES, POLICY) for name in kind.names or ()], align=True)
LINE_TYPE = np.dtype([("ply", "i8"), ("moves", "u4", 2)], align=True)
WORKER_TYPE = np.dtype(
    [("room", "u8"), ("scratch", np.dtype((np.record, SCRATCH))), ("line", np.dtype((np.record, LINE_TYPE)))],
    align=True,
)


@dataclass
class TrainingSet:
    """The turns to learn from: the features of the empty cells of each, and the share with which each was chosen."""

    features: list[Any] = field(default_factory=list)
    shares: list[Any] = field(default_factory=list)

    def add(self, position: Havannah, choice: Choice) -> None:
        """Add a turn."""
        features, cells = cell_features(position)
        shares = np.zeros(len(cells), np.float32)
        indices = {int(cell): index for index, cell in enumerate(cells)}
        for move, share in choice.items():
            shares[indices[position.move_code(move)]] = share
        self.features.append(features)
        self.shares.append(shares / shares.sum())


@kernel
def collect_features(position: Struct, board: Struct, worker: Struct, output: Structs) -> None:
    """Write the indices of the features of every empty cell."""
    measure_distances(position, board, worker.scratch, MOST_COST)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        list_features(position, board, worker, cell, worker.scratch.features)
        for kind in range(NUM_KINDS):
            output[index, kind] = OFFSETS[kind] + worker.scratch.features[kind]


def cell_features(position: Havannah) -> tuple[Any, Any]:
    """Return the features of every empty cell, and the cells."""
    workers = new_structs(WORKER_TYPE)
    codes = [SWAP_CODE if move == "swap" else position.move_code(move) for move in position.moves[-2:]]
    workers[0].line.ply, workers[0].line.moves[: len(codes)] = len(codes), codes
    count = int(position.struct.num_moves)
    features = np.zeros((count, NUM_KINDS), np.int16)
    collect_features(position.struct, position.boards[0], workers[0], features)
    return features, np.array(position.struct.empties[:count])


def add_game(moves: Sequence[str], base: int, turns: TrainingSet) -> None:
    """Add every turn of a recorded game except the first two, which depend on the swap rule."""
    position = Havannah(base, swap_rule="swap" in moves)
    for number, move in enumerate(moves):
        if number >= 2 and move != "swap":
            turns.add(position, {move: 1.0})
        position.play(move)


def add_self_play(base: int, player: str, simulations: int, seed: int, turns: TrainingSet) -> None:
    """Play a game of a player against itself and add every turn with the visits of its search."""
    dice = random.Random(f"{seed} {base}")
    engine, limit = Engine(player, memory=MEMORY, seed=dice.getrandbits(31)), Limit(simulations=simulations)
    position = Havannah(base)
    for _ in range(dice.randrange(RANDOM_PLIES)):
        position.play(dice.choice(position.legal_moves))
    while not position.is_over:
        thought = engine.decide(position, limit)
        visits = {row.move: float(row.visits) for row in thought.moves if row.visits} or {thought.move: 1.0}
        turns.add(position, visits)
        is_sampled = thought.proof is None and position.ply < SAMPLED_PLIES * base
        position.play(dice.choices(list(visits), list(visits.values()))[0] if is_sampled else thought.move)


@dataclass(frozen=True)
class Fit:
    """Weights, and their accuracy on the test set."""

    weights: Any
    num_turns: int
    cross_entropy: float
    """Mean of -ln(p) of the choices."""
    uniform_cross_entropy: float
    """Cross-entropy of the uniform distribution."""
    accuracy: float
    """How often the most likely cell is the one chosen most."""


def fit_policy(turns: TrainingSet) -> Fit:
    """Fit the weights to all turns but every tenth, and test them on those."""
    minimize = load("scipy.optimize", "learning a policy").minimize
    if len(turns.features) < TEST_EVERY:
        raise GameError(f"learning a policy needs at least {TEST_EVERY} turns, not {len(turns.features)}")
    numbers = range(len(turns.features))
    training = _Sample(turns, [number for number in numbers if number % TEST_EVERY])
    test = _Sample(turns, [number for number in numbers if number % TEST_EVERY == 0])
    found = minimize(
        training.loss, np.zeros(NUM_FEATURES), jac=True, method="L-BFGS-B", options={"maxiter": MAX_ITERATIONS}
    )
    weights = np.asarray(found.x, np.float32)
    return Fit(weights, training.count, *test.evaluate(weights))


class _Sample:
    """Some turns as flat arrays."""

    def __init__(self, turns: TrainingSet, chosen: Sequence[int]) -> None:
        self.features = np.concatenate([turns.features[number] for number in chosen])
        self.shares = np.concatenate([turns.shares[number] for number in chosen])
        self.sizes = np.array([len(turns.shares[number]) for number in chosen])
        self.starts = np.cumsum([0, *self.sizes])[:-1]
        self.count = len(chosen)

    def log_probabilities(self, weights: Any) -> Any:
        """Return the log-probability of every cell."""
        scores = weights[self.features].sum(axis=1)
        scores -= np.repeat(np.maximum.reduceat(scores, self.starts), self.sizes)
        return scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), self.starts)), self.sizes)

    def loss(self, weights: Any) -> tuple[float, Any]:
        """Return the penalized negative log-likelihood of the choices and its gradient."""
        logs = self.log_probabilities(weights)
        errors = np.exp(logs) - self.shares
        gradient = sum(np.bincount(column, errors, NUM_FEATURES) for column in self.features.T)
        return float(L2_PENALTY / 2 * weights @ weights - self.shares @ logs), gradient + L2_PENALTY * weights

    def evaluate(self, weights: Any) -> tuple[float, float, float]:
        """Return the cross-entropy, that of the uniform distribution, and the accuracy."""
        logs = self.log_probabilities(weights)
        hits = sum(
            int(logs[start : start + size].argmax() == self.shares[start : start + size].argmax())
            for start, size in zip(self.starts, self.sizes, strict=True)
        )
        return float(-self.shares @ logs) / self.count, float(np.log(self.sizes).mean()), hits / self.count


def add_games(games: Sequence[Sequence[str]], base: int, turns: TrainingSet) -> Iterator[int]:
    """Add recorded games one by one; yield the number added so far."""
    for number, moves in enumerate(games, 1):
        add_game(moves, base, turns)
        yield number
