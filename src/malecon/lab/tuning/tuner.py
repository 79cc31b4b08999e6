"""The search for better values of a player's parameters, and the proof in fresh games that they are better.

    for _ in tuner.run():           # after each pair of games, with all that is known so far in the tuner
        ...

searches (optuna proposes values, games against an opponent judge them), holds a final (the best few meet the opponent
again in other games) and proves (the winner meets the player as it was, in games that nothing was chosen by).

All trials play the same openings with the same seeds, so that they differ by their parameters alone. A trial is
given up as soon as its pairs of games say that it is worse than the best so far. The best of many noisy trials looks
better than it is; hence the fresh games.

Nothing depends on how many games are under way at a time, and games are kept: the same search begun again goes on where
it was left.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, stdev
from typing import Any

from malecon.knowledge.technique import Value
from malecon.lab.extras import load
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import Match
from malecon.lab.matches.match_runner import MatchRunner
from malecon.lab.matches.score import Score
from malecon.lab.store.provenance import code_version
from malecon.lab.tuning.parameters import Techniques, TunedParameter, player_text
from malecon.players.player import Limit

FINALISTS = 3
RANDOM_TRIALS = 8  # before a model of the values is trusted
FEWEST_PAIRS = 6  # before a trial is given up
WORSE = 1.645  # standard errors below the best at which it is
EVEN = 0.5
SEARCH, FINAL, CONFIRMATION = "search", "final", "proof"  # three sets of games
GAINED, NOTHING, LOST = "gained", "nothing", "lost"


@dataclass(frozen=True)
class TuningPlan:
    """What is tuned, and in which games."""

    player: str
    """Without presets."""
    against: str
    limit: Limit
    game: str = "havannah"
    options: tuple[tuple[str, Any], ...] = (("base", 5),)
    trials: int = 30
    games: int = 40
    """Of a trial at most; a finalist plays as many again."""
    confirmation_games: int = 400
    """Games that prove the winner."""
    seed: int = 1

    def match(self, player: str, against: str, games: int, purpose: str) -> Match:
        """A match whose dice belong to its purpose and to this version of the code: other code, other games."""
        seed = random.Random(f"{self.seed} {purpose} {code_version()}").getrandbits(48)
        return Match(player, against, (self.limit, self.limit), games, seed, self.game, self.options)


@dataclass
class Trial:
    """Values of the parameters, and how they did against the opponent."""

    number: int
    values: dict[str, Value]
    player: str
    score: Score = field(default_factory=Score)
    pairs: list[float] = field(default_factory=list)
    """Points a game of each pair, by number."""
    pruned: bool = False
    is_baseline: bool = False
    """Whether these are the values that the player has already."""


class Tuner:
    """A search in an arena."""

    def __init__(
        self, plan: TuningPlan, techniques: Techniques, parameters: Sequence[TunedParameter], matches: MatchRunner
    ) -> None:
        self.plan, self.parameters = plan, list(parameters)
        self._techniques, self._matches = techniques, matches
        self.trials: list[Trial] = []
        self.finalists: list[Trial] = []
        self.phase = SEARCH
        self.current: Trial | None = None
        self.winner: Trial | None = None
        self.confirmation = Score()
        """The winner against the player as it was."""
        self._optuna = load("optuna", "tuning")
        self._optuna.logging.set_verbosity(self._optuna.logging.ERROR)
        self._study = self._new_study()

    def _new_study(self) -> Any:
        with _quiet():
            sampler = self._optuna.samplers.TPESampler(
                multivariate=True, n_startup_trials=RANDOM_TRIALS, seed=self.plan.seed
            )
            study = self._optuna.create_study(direction="maximize", sampler=sampler)
            study.enqueue_trial({parameter.name: parameter.value for parameter in self.parameters})
        return study

    def run(self) -> Iterator[None]:
        """Search, hold a final, prove; yields after every pair of games."""
        for phase, steps in ((SEARCH, self.search), (FINAL, self.final), (CONFIRMATION, self.confirm)):
            self.phase = phase
            for _ in steps():
                yield

    @property
    def verdict(self) -> str:
        """`gained` where the winner was proved to be better than the player as it was, else `nothing` or `lost`."""
        low, high = self.confirmation.interval
        return GAINED if low > EVEN else LOST if high < EVEN else NOTHING

    # --- searching ------------------------------------------------------------------------------------------------

    def search(self) -> Iterator[None]:
        """Try values, the present ones first."""
        for number in range(self.plan.trials):
            with _quiet():
                asked = self._study.ask()
                self.current = trial = self._propose(number, asked)
            yield from self._try(trial)
            self.trials.append(trial)
            with _quiet():
                self._study.tell(asked, mean(trial.pairs))

    def _propose(self, number: int, asked: Any) -> Trial:
        values = {parameter.name: parameter.rounded(_suggest(asked, parameter)) for parameter in self.parameters}
        player = player_text(self._techniques, values)
        same = all(values[parameter.name] == parameter.value for parameter in self.parameters)
        return Trial(number, values, player, is_baseline=same)

    def _try(self, trial: Trial) -> Iterator[None]:
        """Play a trial's games pair by pair until it is seen to be worse than the best."""
        if trial.is_baseline and self.plan.against == self.plan.player:
            trial.pairs = [EVEN] * (self.plan.games // 2)  # a player against itself: nothing to measure
            return
        best = max((other.pairs for other in self.trials if not other.pruned), key=mean, default=[])
        match = self.plan.match(trial.player, self.plan.against, self.plan.games, SEARCH)
        for pair in _pairs(self._matches.play(match)):
            before = trial.score.points
            for result in pair:
                trial.score.add(result)
            trial.pairs.append((trial.score.points - before) / len(pair))
            trial.pruned = _is_worse(trial.pairs, best)
            yield
            if trial.pruned:
                return

    # --- proving --------------------------------------------------------------------------------------------------

    def final(self) -> Iterator[None]:
        """Let the best trials meet the opponent in other games, which their scores gain, and choose the winner."""
        self.finalists = self._best_trials()
        for trial in self.finalists:
            self.current = trial
            match = self.plan.match(trial.player, self.plan.against, self.plan.games, FINAL)
            for pair in _pairs(self._matches.play(match)):
                for result in pair:  # numbers beyond those of the search, for they are pairs of their own
                    trial.score.add(replace(result, number=result.number + 2 * self.plan.games))
                yield
        self.winner = self._best_finalist()

    def _best_trials(self) -> list[Trial]:
        """Trials by the lower ends of their intervals, which many games lift; each player once, the present one not."""
        others = {trial.player: trial for trial in self.trials if not trial.is_baseline}
        return sorted(others.values(), key=lambda trial: -trial.score.interval.low)[:FINALISTS]

    def _best_finalist(self) -> Trial | None:
        """None where no finalist did better than the present values."""
        best = max(self.finalists, key=lambda trial: trial.score.share, default=None)
        present = next((trial.score.share for trial in self.trials if trial.is_baseline), EVEN)
        return best if best and best.score.share > present else None

    def confirm(self) -> Iterator[None]:
        """Let the winner, if there is one, meet the player as it was in fresh games."""
        if self.winner is None:
            return
        match = self.plan.match(self.winner.player, self.plan.player, self.plan.confirmation_games, CONFIRMATION)
        for pair in _pairs(self._matches.play(match)):
            for result in pair:
                self.confirmation.add(result)
            yield


def _suggest(asked: Any, parameter: TunedParameter) -> Value:
    """Ask for a value within a parameter's bounds."""
    if parameter.parameter.choices:
        return str(asked.suggest_categorical(parameter.name, parameter.parameter.choices))
    if parameter.is_whole:
        return int(
            asked.suggest_int(parameter.name, int(parameter.low), int(parameter.high), log=parameter.logarithmic)
        )
    return float(asked.suggest_float(parameter.name, parameter.low, parameter.high, log=parameter.logarithmic))


def _is_worse(pairs: Sequence[float], best: Sequence[float]) -> bool:
    """Whether the same pairs of games went so much worse than for the best that chance does not explain it."""
    gaps = [one - other for one, other in zip(pairs, best, strict=False)]
    if len(gaps) < FEWEST_PAIRS:
        return False
    return mean(gaps) < -WORSE * stdev(gaps) / math.sqrt(len(gaps))


def _pairs(results: Iterator[GameResult]) -> Iterator[list[GameResult]]:
    """Games two by two, which share an opening."""
    pair: list[GameResult] = []
    for result in results:
        pair.append(result)
        if len(pair) == 2:
            yield pair
            pair = []
    if pair:
        yield pair


class _quiet(warnings.catch_warnings):  # noqa: N801 (a statement, not a thing)
    """Without optuna's warnings that parts of it are new."""

    def __enter__(self) -> Any:
        entered = super().__enter__()
        warnings.simplefilter("ignore")
        return entered
