"""Search for better parameters of a player, and confirmation of the result in fresh games.

    for _ in tuner.run():           # yields after each pair of games; the tuner holds the state so far
        ...

There are three phases: a search (optuna proposes values, games against an opponent score them), a final (the best few
trials play the opponent again in other games) and a confirmation (the winner plays the original player in games that
had no influence on its choice).

All trials play the same openings with the same seeds, so they differ in their parameters only. A trial is pruned as
soon as its pairs of games are significantly worse than those of the best trial. The best of many noisy trials looks
better than it is; hence the confirmation.

The result does not depend on the number of parallel jobs. Games are stored, so that an interrupted search continues
where it stopped.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, stdev
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME
from malecon.knowledge.technique import Value
from malecon.lab.extras import load
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import Match
from malecon.lab.matches.match_runner import MatchRunner
from malecon.lab.matches.score import Score, forfeit_warning
from malecon.lab.store.provenance import code_version
from malecon.lab.tuning.parameters import Techniques, TunedParameter, player_text
from malecon.players.player import Limit

FINALISTS = 3
RANDOM_TRIALS = 8  # before optuna uses its model
MIN_PAIRS = 6  # before a trial may be pruned
PRUNE_DEVIATIONS = 1.645  # standard errors below the best trial at which a trial is pruned
EVEN = 0.5
SEARCH, FINAL, CONFIRMATION = "search", "final", "proof"  # phases; the names are part of the seeds of their games
GAINED, NOTHING, LOST = "gained", "nothing", "lost"


@dataclass(frozen=True)
class TuningPlan:
    """The player to tune, and how its games are played."""

    player: str
    """Text of the player without presets."""
    against: str
    limit: Limit
    game: str = DEFAULT_GAME
    options: tuple[tuple[str, Any], ...] = (("base", 5),)
    trials: int = 30
    games: int = 40
    """Maximum number of games of a trial; a finalist plays as many again."""
    confirmation_games: int = 400
    """Number of games of the winner against the original player."""
    seed: int = 1

    def match(self, player: str, against: str, games: int, phase: str) -> Match:
        """Return a match with a seed derived from the phase and the version of the code."""
        seed = random.Random(f"{self.seed} {phase} {code_version()}").getrandbits(48)
        return Match(player, against, (self.limit, self.limit), games, seed, self.game, self.options)


@dataclass
class Trial:
    """Values of the parameters, and their score against the opponent."""

    number: int
    values: dict[str, Value]
    player: str
    score: Score = field(default_factory=Score)
    pairs: list[float] = field(default_factory=list)
    """Score of each pair of games, by number."""
    pruned: bool = False
    is_baseline: bool = False
    """Whether these are the current values of the player."""


class Tuner:
    """Runs the search, the final and the confirmation."""

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
        """Score of the winner against the original player."""
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
        """Run all phases; yield after every pair of games."""
        for phase, steps in ((SEARCH, self.search), (FINAL, self.final), (CONFIRMATION, self.confirm)):
            self.phase = phase
            for _ in steps():
                yield

    @property
    def verdict(self) -> str:
        """`gained` if the winner is significantly better than the original player, `lost` if worse, else `nothing`."""
        low, high = self.confirmation.interval
        return GAINED if low > EVEN else LOST if high < EVEN else NOTHING

    @property
    def forfeit_warning(self) -> str:
        """A warning if too many games of the trials and the confirmation were forfeited, else an empty string."""
        scores = [*(trial.score for trial in self.trials), self.confirmation]
        return forfeit_warning(
            [reason for score in scores for reason in score.forfeits], sum(score.games for score in scores)
        )

    # --- search ---------------------------------------------------------------------------------------------------

    def search(self) -> Iterator[None]:
        """Run all trials, beginning with the current values."""
        for number in range(self.plan.trials):
            with _quiet():
                optuna_trial = self._study.ask()
                self.current = trial = self._propose(number, optuna_trial)
            yield from self._try(trial)
            self.trials.append(trial)
            with _quiet():
                self._study.tell(optuna_trial, mean(trial.pairs))

    def _propose(self, number: int, optuna_trial: Any) -> Trial:
        values = {parameter.name: parameter.rounded(_suggest(optuna_trial, parameter)) for parameter in self.parameters}
        player = player_text(self._techniques, values)
        same = all(values[parameter.name] == parameter.value for parameter in self.parameters)
        return Trial(number, values, player, is_baseline=same)

    def _try(self, trial: Trial) -> Iterator[None]:
        """Play the games of a trial pair by pair until it is pruned."""
        if trial.is_baseline and self.plan.against == self.plan.player:
            trial.pairs = [EVEN] * (self.plan.games // 2)  # the player against itself
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

    # --- final and confirmation -----------------------------------------------------------------------------------

    def final(self) -> Iterator[None]:
        """Add more games to the best trials, with other seeds, and choose the winner."""
        self.finalists = self._best_trials()
        for trial in self.finalists:
            self.current = trial
            match = self.plan.match(trial.player, self.plan.against, self.plan.games, FINAL)
            for pair in _pairs(self._matches.play(match)):
                for result in pair:  # shift the numbers past those of the search, so that pairs stay separate
                    trial.score.add(replace(result, number=result.number + 2 * self.plan.games))
                yield
        self.winner = self._best_finalist()

    def _best_trials(self) -> list[Trial]:
        """Return the trials with the best lower interval bounds, which favours many games; the baseline is left out."""
        others = {trial.player: trial for trial in self.trials if not trial.is_baseline}
        return sorted(others.values(), key=lambda trial: -trial.score.interval.low)[:FINALISTS]

    def _best_finalist(self) -> Trial | None:
        """Return the best finalist, or None if none scored better than the current values."""
        best = max(self.finalists, key=lambda trial: trial.score.share, default=None)
        baseline = next((trial.score.share for trial in self.trials if trial.is_baseline), EVEN)
        return best if best and best.score.share > baseline else None

    def confirm(self) -> Iterator[None]:
        """Play the winner, if there is one, against the original player in fresh games."""
        if self.winner is None:
            return
        match = self.plan.match(self.winner.player, self.plan.player, self.plan.confirmation_games, CONFIRMATION)
        for pair in _pairs(self._matches.play(match)):
            for result in pair:
                self.confirmation.add(result)
            yield


def _suggest(trial: Any, parameter: TunedParameter) -> Value:
    """Let optuna suggest a value within the bounds."""
    if parameter.parameter.choices:
        return str(trial.suggest_categorical(parameter.name, parameter.parameter.choices))
    if parameter.is_integer:
        return int(
            trial.suggest_int(parameter.name, int(parameter.low), int(parameter.high), log=parameter.logarithmic)
        )
    return float(trial.suggest_float(parameter.name, parameter.low, parameter.high, log=parameter.logarithmic))


def _is_worse(pairs: Sequence[float], best: Sequence[float]) -> bool:
    """Whether a trial is significantly worse than the best one on the same pairs of games."""
    gaps = [one - other for one, other in zip(pairs, best, strict=False)]
    if len(gaps) < MIN_PAIRS:
        return False
    return mean(gaps) < -PRUNE_DEVIATIONS * stdev(gaps) / math.sqrt(len(gaps))


def _pairs(results: Iterator[GameResult]) -> Iterator[list[GameResult]]:
    """Group games into pairs that share an opening."""
    pair: list[GameResult] = []
    for result in results:
        pair.append(result)
        if len(pair) == 2:
            yield pair
            pair = []
    if pair:
        yield pair


class _quiet(warnings.catch_warnings):  # noqa: N801 (used like a statement)
    """Suppress optuna's warnings about experimental features."""

    def __enter__(self) -> Any:
        entered = super().__enter__()
        warnings.simplefilter("ignore")
        return entered
