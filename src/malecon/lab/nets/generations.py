"""The learning loop: self-play, training, gate, generation after generation, in one folder.

    plan.json               the plan of the run
    games-001/*.npz         the games of a generation, in shards
    training-001.pt         checkpoint of the training, deleted at its end
    net-001.npz             the net that the generation trained
    generation-001.json     its figures, written at its end
    gate.sqlite             the games of the gate
    report.md, *.png        what each generation brought

A stage whose file exists is done, so a run that was interrupted or killed continues where it stopped, on this machine
or, after copying the folder, on another one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.knowledge.nets import FOLDER_VARIABLE
from malecon.lab.extras import TRAIN, load
from malecon.lab.matches.executors import new_executor, reporting_dead_workers
from malecon.lab.matches.match import A, Match
from malecon.lab.matches.match_runner import MatchRunner
from malecon.lab.nets.examples import Examples, calibrated, join, read_examples
from malecon.lab.nets.plan import LearningPlan
from malecon.lab.nets.selfplay import play_shard
from malecon.lab.nets.shards import GameData, read_shard, shard_paths, write_shard
from malecon.lab.statistics.sprt import Sprt
from malecon.lab.store.database import Store
from malecon.players.player import Limit

SHARD_GAMES = 16
TEST_EVERY = 20  # one game in this many is held out from training
REPORT_STEPS = 100
CHECKPOINT_STEPS = 500
SEEDS_A_GENERATION, SEEDS_A_SHARD = 1_000_000, 100
DRAW = 0.5
PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"
VERDICTS = {"elo1": PASSED, "elo0": FAILED, None: UNDECIDED}
Progress = Callable[[str, int, int], None]
"""Receives what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Gate:
    """Result of the match of a new net against the player before it."""

    opponent: str
    wins: int
    draws: int
    losses: int
    verdict: str
    """PASSED if the new net is stronger, FAILED if not, UNDECIDED if the games ran out."""


class LearningRun:
    """A learning run in a folder."""

    def __init__(self, folder: Path, plan: LearningPlan, jobs: int, progress: Progress) -> None:
        self.folder, self.plan, self.jobs, self._progress = folder, plan, jobs, progress
        os.environ[FOLDER_VARIABLE] = str(folder.resolve())  # inherited by the processes that play

    # --- what is there ----------------------------------------------------------------------------------------------

    def generations(self) -> list[dict[str, Any]]:
        """Return the figures of the finished generations."""
        found = sorted(self.folder.glob("generation-*.json"))
        return [json.loads(path.read_text(encoding="utf-8")) for path in found]

    def champion(self) -> str:
        """Return the strongest player so far: with the last net that passed the gate, or the first player."""
        passed = [each["generation"] for each in self.generations() if each["gate"]["verdict"] == PASSED]
        return self.learner(passed[-1]) if passed else self.plan.player

    def learner(self, generation: int) -> str:
        """Return the player with the net of a generation."""
        return f"{self.plan.learner}+net(weights=net-{generation:03d})"

    def _net_of(self, player: str) -> tuple[str, bytes] | None:
        """Return the name and the file of the net that a player of this run uses, for machines that lack it."""
        names = [path.stem for path in self.folder.glob("net-*.npz") if f"(weights={path.stem})" in player]
        return (names[0], (self.folder / f"{names[0]}.npz").read_bytes()) if names else None

    def games_folder(self, generation: int) -> Path:
        """Return the folder of the games of a generation."""
        return self.folder / f"games-{generation:03d}"

    # --- the stages -------------------------------------------------------------------------------------------------

    def run_generation(self, executor: Executor | None = None, in_flight: int | None = None) -> dict[str, Any]:
        """Run the next generation, or the rest of an interrupted one; return its figures.

        Self-play uses the executor with so many shards at a time, by default processes on this machine.
        """
        generation, champion = len(self.generations()) + 1, self.champion()
        num_games = self.play(generation, champion, executor, in_flight or self.jobs)
        training = self.train(generation)
        gate = self.gate(generation, champion)
        figures = {"generation": generation, "player": champion, "games": num_games, **training, "gate": vars(gate)}
        path = self.folder / f"generation-{generation:03d}.json"
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        return figures

    def play(self, generation: int, player: str, executor: Executor | None, in_flight: int) -> int:
        """Play the games of a generation that are missing; return how many there are."""
        folder = self.games_folder(generation)
        done = sum(len(read_shard(path)["sizes"]) for path in shard_paths([folder]))
        own = executor or new_executor(self.jobs)
        try:
            for path, games in self._shards(own, generation, player, in_flight, self.plan.games - done):
                write_shard(path, games)
                done += len(games)
                self._progress(f"generation {generation}: self-play of {player}", done, self.plan.games)
        finally:
            if executor is None:
                own.shutdown(cancel_futures=True)
        return done

    def _shards(
        self, executor: Executor, generation: int, player: str, in_flight: int, wanted: int
    ) -> Iterator[tuple[Path, list[GameData]]]:
        """Play shards until enough games are there; yield each with the path to write it to."""
        folder, plan = self.games_folder(generation), replace(self.plan.selfplay, player=player)
        net = self._net_of(player)
        numbers = (number for number in range(1 << 30) if not (folder / f"{number:06d}.npz").exists())
        running: dict[Future[list[GameData]], int] = {}
        while wanted > 0 or running:
            for number in islice(numbers, in_flight - len(running) if wanted > 0 else 0):
                seed = generation * SEEDS_A_GENERATION + number * SEEDS_A_SHARD
                size = self.plan.sizes[number % len(self.plan.sizes)]
                with reporting_dead_workers():
                    running[executor.submit(play_shard, plan, size, range(seed, seed + SHARD_GAMES), net)] = number
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                with reporting_dead_workers():
                    games = future.result()
                wanted -= len(games)
                yield folder / f"{running.pop(future):06d}.npz", games

    def train(self, generation: int) -> dict[str, Any]:
        """Train the net of a generation, from its checkpoint if there is one; return losses and scores."""
        path, figures = self.folder / f"net-{generation:03d}.npz", self.folder / f"training-{generation:03d}.json"
        if path.exists() and figures.exists():
            stored: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
            return stored
        training = load("malecon.lab.nets.train", "training a net", TRAIN)
        learning, held_out = self._examples(generation)
        trainer = training.Trainer(self.plan, learning)
        checkpoint = self.folder / f"training-{generation:03d}.pt"
        self._take_steps(trainer, generation, checkpoint)
        found = {
            "positions": {str(size): len(examples) for size, examples in learning.items()},
            "scores": training.scores(trainer.model, self.plan.game, held_out),
        }
        provenance = {"generation": generation, "plan": vars(self.plan), **found}
        trainer.model.export(provenance).save(path)
        figures.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        checkpoint.unlink(missing_ok=True)
        return found

    def _take_steps(self, trainer: Any, generation: int, checkpoint: Path) -> None:
        """Train to the last step of the plan, from the checkpoint if there is one."""
        losses = _Losses(self.folder / f"losses-{generation:03d}.tsv")
        if checkpoint.exists():
            trainer.restore(checkpoint)
        losses.cut(trainer.step)
        while trainer.step < self.plan.steps:
            losses.add(trainer.step, trainer.train())
            if trainer.step % REPORT_STEPS == 0:
                self._progress(f"generation {generation}: training, {losses}", trainer.step, self.plan.steps)
            if trainer.step % CHECKPOINT_STEPS == 0:
                trainer.save(checkpoint)

    def _examples(self, generation: int) -> tuple[dict[int, Examples], dict[int, Examples]]:
        """Return the examples of the last generations by board size: those to learn from, and those held out."""
        first = max(1, generation - self.plan.window + 1)
        paths = shard_paths([self.games_folder(number) for number in range(first, generation + 1)])
        parts: dict[int, list[Examples]] = {}
        total = sum(len(read_shard(path)["sizes"]) for path in paths)
        for number, (size, part) in enumerate(read_examples(self.plan.game, paths, self.plan.policy_visits)):
            parts.setdefault(size, []).append(part)
            if number % SHARD_GAMES == 0:
                self._progress(f"generation {generation}: preparing positions", number, total)
        whole = {size: calibrated(join(parts.pop(size))) for size in sorted(parts)}
        held = {size: examples.games % TEST_EVERY == 0 for size, examples in whole.items()}
        learning = {size: examples.select(~held[size]) for size, examples in whole.items()}
        return learning, {size: examples.select(held[size]).played() for size, examples in whole.items()}

    def gate(self, generation: int, opponent: str) -> Gate:
        """Play the new net against the champion at equal time until the test decides or the games run out."""
        test, pairs, counts = Sprt(0, self.plan.gate_elo), [0] * 5, [0, 0, 0]
        name, plan = self.learner(generation), self.plan
        matches = [self._match(name, opponent, size) for size in plan.gate_sizes]
        with (
            Store(self.folder / "gate.sqlite") as store,
            MatchRunner(store, new_executor(self.jobs), self.jobs) as runner,
        ):
            games = [runner.play(match) for match in matches]
            for number, source in enumerate(cycle(games)):
                one, other = next(source, None), next(source, None)
                if one is None or other is None or 2 * number >= plan.gate_games:
                    break
                points = [DRAW if result.winner is None else float(result.winner == A) for result in (one, other)]
                pairs[round(2 * sum(points))] += 1
                for each in points:
                    counts[0 if each == 1 else 1 if each == DRAW else 2] += 1
                title = f"generation {generation}: gate, {counts[0]} won, {counts[2]} lost"
                self._progress(title, sum(counts), plan.gate_games)
                if test.verdict(pairs) is not None:
                    break
        wins, draws, losses = counts
        return Gate(opponent, wins, draws, losses, VERDICTS[test.verdict(pairs)])

    def _match(self, name: str, opponent: str, size: int) -> Match:
        limit, plan = Limit(seconds=self.plan.gate_seconds), self.plan
        games = 2 * -(-plan.gate_games // (2 * len(plan.gate_sizes)))
        options = (("base", size),) if plan.game == "havannah" else (("size", size),)
        return Match(name, opponent, (limit, limit), games, plan.seed, plan.game, options, adjudicate=True)


class _Losses:
    """The losses of the training so far: means of REPORT_STEPS steps, one line each."""

    def __init__(self, path: Path) -> None:
        self._path, self._sums, self._last = path, [0.0, 0.0], (0.0, 0.0)

    def add(self, step: int, losses: tuple[float, float]) -> None:
        """Add the losses of a step."""
        self._sums = [total + loss for total, loss in zip(self._sums, losses, strict=True)]
        if (step + 1) % REPORT_STEPS == 0:
            policy, value = (total / REPORT_STEPS for total in self._sums)
            self._last, self._sums = (policy, value), [0.0, 0.0]
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{step + 1}\t{policy:.4f}\t{value:.4f}\n")

    def cut(self, step: int) -> None:
        """Forget what came after a checkpoint."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        kept = [line for line in lines if int(line.split("\t")[0]) <= step]
        self._path.write_text("".join(line + "\n" for line in kept), encoding="utf-8")

    def __str__(self) -> str:
        return "policy loss {:.3f}, value loss {:.3f}".format(*self._last)


def read_losses(path: Path) -> list[tuple[int, float, float]]:
    """Read steps and losses of a training; raise GameError if the file is damaged."""
    rows: Sequence[list[str]] = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    try:
        return [(int(step), float(policy), float(value)) for step, policy, value in rows]
    except ValueError:
        raise GameError(f"{path}: expected step and two losses separated by tabs; delete the file") from None
