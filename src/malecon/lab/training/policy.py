"""Learning the policy: which features the moves of strong players have.

Every turn of a game is a choice among the empty cells. A turn of a search counts with the share of visits that each
move got, a turn of people with the move that they played. The weights are those under which these choices are
likeliest, held small: a convex problem that L-BFGS solves.
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
from malecon.players.engine import Engine
from malecon.players.player import Limit

MEMORY = 200  # megabytes
HOLDING = 2.0  # how strongly weights are held near nothing
STEPS = 80  # of the solver
TESTED = 10  # every tenth turn is kept to test on
FREE_PLIES = 2  # for each cell of a side, searches are followed by chance, so that games differ
RANDOM_PLIES = 5  # at most one less of them begin a game
SWAP = 0xFFFF

Choice = dict[str, float]  # move -> share
SCRATCH = np.dtype([(name, kind[name]) for kind in (DISTANCES, POLICY) for name in kind.names or ()], align=True)
WORKER = np.dtype(
    [("room", "u8"), ("scratch", np.dtype((np.record, SCRATCH))), ("ply", "i8"), ("moves", "u4", 2)], align=True
)


@dataclass
class TrainingSet:
    """TrainingSet to learn from: the features of all their cells, one after another, and how much each was chosen."""

    features: list[Any] = field(default_factory=list)
    shares: list[Any] = field(default_factory=list)

    def add(self, position: Havannah, choice: Choice) -> None:
        """Add a turn."""
        features, cells = cell_features(position)
        shares = np.zeros(len(cells), np.float32)
        places = {int(cell): place for place, cell in enumerate(cells)}
        for move, share in choice.items():
            shares[places[position.move_code(move)]] = share
        self.features.append(features)
        self.shares.append(shares / shares.sum())


@kernel
def collect_features(position: Struct, board: Struct, worker: Struct, found: Structs) -> None:
    """Write the features of every empty cell, numbered through all kinds."""
    measure_distances(position, board, worker.scratch, MOST_COST)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        list_features(position, board, worker, cell, worker.scratch.features)
        for kind in range(NUM_KINDS):
            found[index, kind] = OFFSETS[kind] + worker.scratch.features[kind]


def cell_features(position: Havannah) -> tuple[Any, Any]:
    """The features of every empty cell, and the cells."""
    looks = new_structs(WORKER)
    codes = [SWAP if move == "swap" else position.move_code(move) for move in position.moves[-2:]]
    looks[0].ply, looks[0].moves[: len(codes)] = len(codes), codes
    count = int(position.struct.num_moves)
    found = np.zeros((count, NUM_KINDS), np.int16)
    collect_features(position.struct, position.boards[0], looks[0], found)
    return found, np.array(position.struct.empties[:count])


def add_game(moves: Sequence[str], base: int, turns: TrainingSet) -> None:
    """Add every turn of a recorded game but the first two, which the swap rule makes special."""
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
        free = thought.proof is None and position.ply < FREE_PLIES * base
        position.play(dice.choices(list(visits), list(visits.values()))[0] if free else thought.move)


@dataclass(frozen=True)
class Fit:
    """Weights, and how well they foretell turns that they were not fitted to."""

    weights: Any
    num_turns: int
    cross_entropy: float
    """Mean of -ln(p) of the choice."""
    uniform_cross_entropy: float
    """The same where nothing is known."""
    accuracy: float
    """How often the likeliest cell was the one chosen most."""


def fit_policy(turns: TrainingSet) -> Fit:
    """The weights that make the choices likeliest, tested on every tenth turn."""
    try:
        from scipy.optimize import minimize
    except ImportError:
        raise GameError("learning a policy needs scipy; install it with: pip install malecon[lab]") from None
    if len(turns.features) < TESTED:
        raise GameError(f"a policy is learned from {TESTED} turns or more, not {len(turns.features)}")
    tested = [number % TESTED == 0 for number in range(len(turns.features))]
    learned, test = _Sample(turns, tested, False), _Sample(turns, tested, True)
    solve: Any = minimize
    found = solve(learned.loss, np.zeros(NUM_FEATURES), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    weights = np.asarray(found.x, np.float32)
    return Fit(weights, learned.count, *test.verdict(weights))


class _Sample:
    """Some turns, laid out for vector arithmetic."""

    def __init__(self, turns: TrainingSet, tested: list[bool], wanted: bool) -> None:
        chosen = [number for number, is_tested in enumerate(tested) if is_tested is wanted]
        self.features = np.concatenate([turns.features[number] for number in chosen])
        self.shares = np.concatenate([turns.shares[number] for number in chosen])
        self.sizes = np.array([len(turns.shares[number]) for number in chosen])
        self.starts = np.cumsum([0, *self.sizes])[:-1]
        self.count = len(chosen)

    def logs(self, weights: Any) -> Any:
        """The logarithm of every cell's chance."""
        scores = weights[self.features].sum(axis=1)
        scores -= np.repeat(np.maximum.reduceat(scores, self.starts), self.sizes)
        return scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), self.starts)), self.sizes)

    def loss(self, weights: Any) -> tuple[float, Any]:
        """How surprising the choices are, with what holds the weights down; and its slope."""
        logs = self.logs(weights)
        errors = np.exp(logs) - self.shares
        slope = sum(np.bincount(column, errors, NUM_FEATURES) for column in self.features.T)
        return float(HOLDING / 2 * weights @ weights - self.shares @ logs), slope + HOLDING * weights

    def verdict(self, weights: Any) -> tuple[float, float, float]:
        """Surprise, that of knowing nothing, and how often the first guess is right."""
        logs = self.logs(weights)
        hits = sum(
            int(logs[start : start + size].argmax() == self.shares[start : start + size].argmax())
            for start, size in zip(self.starts, self.sizes, strict=True)
        )
        return float(-self.shares @ logs) / self.count, float(np.log(self.sizes).mean()), hits / self.count


def add_games(games: Sequence[Sequence[str]], base: int, turns: TrainingSet) -> Iterator[int]:
    """Add recorded games one by one; give how many were added."""
    for number, moves in enumerate(games, 1):
        add_game(moves, base, turns)
        yield number
