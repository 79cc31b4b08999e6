"""Training a net with PyTorch: AdamW on examples of all board sizes, each batch under a random symmetry."""

from __future__ import annotations

from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from malecon.games.errors import GameError
from malecon.knowledge.net_inputs import NetInputs
from malecon.knowledge.nets import inputs_of, load_net
from malecon.lab.nets.examples import SCALE, Examples
from malecon.lab.nets.model import NetModel, cell_places
from malecon.lab.nets.plan import LearningPlan

HIDDEN_MOVES = 0.1  # share of a batch whose last moves are hidden, as they are at the root of a search
VALUE_WEIGHT = 1.5  # weight of the value's loss relative to the policy's
WARMUP_STEPS = 200  # in which the rate grows
DECAY = 1e-4
LARGEST_GRADIENT = 1.0
TEST_BATCH = 1024
DRAW = 0.5


class Board:
    """The examples of one board size as tensors."""

    def __init__(self, inputs: NetInputs, size: int, examples: Examples) -> None:
        self.size, self.count = size, len(examples)
        self.rows, self.columns, places = cell_places(inputs.grid(size))
        self.places = torch.as_tensor(places)
        self.mask = torch.zeros(self.rows * self.columns)
        self.mask[self.places] = 1
        self.mask = self.mask.unflatten(0, (self.rows, self.columns))
        self.images = torch.as_tensor(inputs.symmetries(size).astype(np.int64))
        self.last_moves = [number for number, name in enumerate(inputs.planes) if name in inputs.history]
        self.empty = inputs.planes.index(inputs.legal)
        self.planes, self.policy = torch.as_tensor(examples.planes), torch.as_tensor(examples.policy)
        self.globals = torch.as_tensor(examples.globals)
        self.results, self.values = torch.as_tensor(examples.results), torch.as_tensor(examples.values)

    def batch(self, chosen: Any, symmetry: int) -> tuple[Any, Any, Any]:
        """Return planes on the grid, policy targets and which places are legal, under a symmetry."""
        places = self.places[self.images[symmetry]]
        planes = self.planes[chosen].float() / SCALE
        grid = torch.zeros(len(chosen), planes.shape[1], self.rows * self.columns)
        grid[:, :, places] = planes
        policy = torch.zeros(len(chosen), self.rows * self.columns)
        policy[:, places] = self.policy[chosen].float()
        return grid.unflatten(2, (self.rows, self.columns)), policy, grid[:, self.empty] > 0


class Trainer:
    """A net, its optimizer and the examples; training can be interrupted and continued at any step."""

    def __init__(self, plan: LearningPlan, examples: dict[int, Examples]) -> None:
        inputs = inputs_of(plan.game)
        self.plan, self.step = plan, 0
        torch.manual_seed(plan.seed)
        steps = inputs.grid(plan.sizes[0]).steps
        self.model = NetModel(steps, len(inputs.planes), len(inputs.globals), plan.channels, plan.layers, plan.hidden)
        if plan.start:
            self.model.load(load_net(plan.game, plan.start))
        self.optimizer = torch.optim.AdamW(self.model.parameters(), plan.rate, weight_decay=DECAY)
        self.boards = [Board(inputs, size, examples[size]) for size in sorted(examples)]
        counts = np.array([board.count for board in self.boards], float)
        if not counts.sum():
            raise GameError("there are no positions to learn from; play more games")
        self._shares = counts / counts.sum()

    def train(self) -> tuple[float, float]:
        """Take one step; return the losses of the policy and of the value."""
        dice = np.random.default_rng((self.plan.seed, self.step))
        self._set_rate()
        board = self.boards[dice.choice(len(self.boards), p=self._shares)]
        chosen = torch.as_tensor(dice.integers(board.count, size=self.plan.batch))
        policy_loss, value_loss = self._losses(board, chosen, int(dice.integers(len(board.images))))
        self.optimizer.zero_grad()
        (policy_loss + VALUE_WEIGHT * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), LARGEST_GRADIENT)
        self.optimizer.step()
        self.step += 1
        return float(policy_loss.detach()), float(value_loss.detach())

    def _set_rate(self) -> None:
        """The rate grows for some steps, then falls along a cosine to zero."""
        rate = 0.5 * (1 + np.cos(np.pi * self.step / self.plan.steps)) * min(1, (self.step + 1) / WARMUP_STEPS)
        for group in self.optimizer.param_groups:
            group["lr"] = float(self.plan.rate * rate)  # a NumPy number would not be loaded again

    def _losses(self, board: Board, chosen: Any, symmetry: int) -> tuple[Any, Any]:
        planes, policy, legal = board.batch(chosen, symmetry)
        planes[: int(HIDDEN_MOVES * len(chosen)), board.last_moves] = 0
        logits, value = self.model(planes, board.globals[chosen], board.mask)
        logs = _log_probabilities(logits, legal)
        searched = policy.sum(1) > 0
        policy_loss = -(policy * logs).sum() / max(int(searched.sum()), 1)
        share, results, values = self.plan.result_share, board.results[chosen], board.values[chosen]
        target = torch.where(torch.isnan(results), values, share * results + (1 - share) * values)
        return policy_loss, torch.nn.functional.binary_cross_entropy_with_logits(value, target)

    def save(self, path: Path) -> None:
        """Write a checkpoint, which appears only when it is complete."""
        state = {"step": self.step, "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        unfinished = path.with_suffix(".part")
        torch.save(state, unfinished)
        unfinished.replace(path)

    def restore(self, path: Path) -> None:
        """Continue from a checkpoint; raise GameError if it is damaged or of another net."""
        try:
            state = torch.load(path, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step = int(state["step"])
        except (OSError, RuntimeError, KeyError, ValueError, EOFError, UnpicklingError) as error:
            raise GameError(f"cannot continue from {path} ({str(error).splitlines()[0]}); delete it") from None


def _log_probabilities(logits: Any, legal: Any) -> Any:
    return torch.log_softmax(logits.flatten(1).masked_fill(~legal, -1e9), 1)


def evaluate(model: NetModel, board: Board) -> dict[str, float]:
    """Return how well a net predicts the examples of a board.

    `cross_entropy` is the mean of -sum(share ln p) over the positions with a deep search, `top1` how often the most
    likely move is the most visited one, `winners` how often the side with the larger chance won, `brier` the mean
    squared error of the chance against the result.
    """
    sums = np.zeros(6)
    with torch.no_grad():
        for begin in range(0, board.count, TEST_BATCH):
            sums += _sums(model, board, torch.arange(begin, min(begin + TEST_BATCH, board.count)))
    searched, decided = max(sums[0], 1), max(sums[3], 1)
    return {
        "positions": board.count,
        "cross_entropy": sums[1] / searched,
        "top1": sums[2] / searched,
        "winners": sums[4] / decided,
        "brier": sums[5] / board.count,
    }


def _sums(model: NetModel, board: Board, chosen: Any) -> list[float]:
    """Return what `evaluate` adds up, for some examples."""
    planes, policy, legal = board.batch(chosen, 0)
    logits, value = model(planes, board.globals[chosen], board.mask)
    logs, searched = _log_probabilities(logits, legal), policy.sum(1) > 0
    results, chance = board.results[chosen], torch.sigmoid(value)
    decided = results != DRAW
    right = (chance > DRAW) == (results > DRAW)
    hits = logs.argmax(1) == policy.argmax(1)
    counts = (searched.sum(), -(policy * logs).sum(), hits[searched].sum(), decided.sum(), right[decided].sum())
    return [float(count) for count in (*counts, ((chance - results) ** 2).sum())]


def scores(model: NetModel, game: str, examples: dict[int, Examples]) -> dict[str, dict[str, float]]:
    """Return the score of a net on the held-out examples of every board size, as plain values."""
    boards = (Board(inputs_of(game), size, examples[size]) for size in sorted(examples))
    return {str(board.size): evaluate(model, board) for board in boards if board.count}
