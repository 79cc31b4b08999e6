"""The tuner with simulated players of known strength, and in a few real games."""

import math
import random
import re

import pytest

from malecon.lab.matches.executors import new_executor
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B
from malecon.lab.matches.match_runner import MatchRunner
from malecon.lab.store.database import Store
from malecon.lab.tuning.parameters import active_techniques, player_text, tuned_parameters
from malecon.lab.tuning.tuner import Tuner, TuningPlan
from malecon.players.player import Limit

pytest.importorskip("optuna")

FEW = Limit(simulations=5)


@pytest.fixture(autouse=True)
def fixed_code_version(monkeypatch):
    monkeypatch.setattr("malecon.lab.tuning.tuner.code_version", lambda: "made up")


class SimulatedMatches:
    """Plays simulated games: every factor of ten between rave.r and its best value costs 400 Elo."""

    def __init__(self, best):
        self.best, self.played = best, []

    def strength(self, player):
        value = float(re.search(r"rave\(r=([^,)]*)", player)[1])
        return 0 if self.best is None else -abs(math.log10(value / self.best))

    def play(self, match):
        self.played.append(match)
        rng = random.Random(match.key)
        chance = 1 / (1 + 10 ** (self.strength(match.b) - self.strength(match.a)))
        for number in range(match.games):
            yield GameResult(number, match.white(number), (), A if rng.random() < chance else B, "ring")


def new_tuner(best, **settings):
    techniques = active_techniques("rave(r=50)+mcts_solver", "havannah", 5)
    text = player_text(techniques)
    plan = TuningPlan(text, text, FEW, **{"trials": 20, "games": 60, "confirmation_games": 400} | settings)
    return Tuner(plan, techniques, tuned_parameters(techniques), SimulatedMatches(best))


def exhaust(steps):
    for _ in steps:
        pass


def tune(best, **settings):
    tuner = new_tuner(best, **settings)
    exhaust(tuner.run())
    return tuner


def test_better_values_are_found_and_confirmed():
    tuner = tune(best=400)
    assert 120 < tuner.winner.values["rave.r"] <= 500
    assert tuner.confirmation.games == 400
    assert tuner.verdict == "gained"


def test_a_parameter_without_effect_gives_no_gain():
    verdicts = [tune(best=None, seed=seed).verdict for seed in range(5)]
    assert verdicts.count("nothing") >= 4


def test_the_confirmation_uses_fresh_games_against_the_original_player():
    *others, proof = tune(best=400)._matches.played
    assert proof.b == "rave(r=50)+mcts_solver"
    assert proof.games == 400
    assert proof.seed not in {match.seed for match in others}


def test_all_trials_have_the_same_openings_and_seeds():
    tuner = tune(best=400)
    searched = tuner._matches.played[: len(tuner.trials) - 1]
    assert len({match.seed for match in searched}) == 1


def test_optimal_current_values_are_not_improved():
    tuner = tune(best=50)
    assert tuner.verdict != "gained"


def test_bad_values_are_pruned_early():
    tuner = tune(best=400)
    pruned = [trial for trial in tuner.trials if trial.pruned]
    assert pruned
    assert all(trial.score.games < 60 for trial in pruned)


def test_the_same_seed_gives_the_same_search():
    first, second = (tune(best=400) for _ in range(2))
    assert [trial.values for trial in first.trials] == [trial.values for trial in second.trials]


def test_the_baseline_needs_no_games_against_itself():
    tuner = tune(best=400)
    assert tuner.trials[0].is_baseline
    assert tuner.trials[0].score.games == 0


def test_trials_can_play_another_opponent():
    techniques = active_techniques("rave(r=50)+mcts_solver", "havannah", 5)
    plan = TuningPlan(player_text(techniques), "rave(r=20)", FEW, trials=12, games=60)
    tuner = Tuner(plan, techniques, tuned_parameters(techniques), SimulatedMatches(400))
    exhaust(tuner.run())
    assert tuner.trials[0].score.games == 60
    assert tuner.winner.values["rave.r"] > 50
    assert tuner._matches.played[-1].b == "rave(r=50)+mcts_solver"


def test_real_games_are_stored_and_an_interrupted_search_continues(tmp_path, monkeypatch):
    techniques = active_techniques("uct(c=0.5)", "havannah", 3)
    plan = TuningPlan("uct(c=0.5)", "uct(c=0.5)", FEW, options=(("base", 3),), trials=3, games=4)
    found = []
    for _ in range(2):
        with Store(tmp_path / "lab.sqlite") as store, MatchRunner(store, new_executor(1), 1) as arena:
            tuner = Tuner(plan, techniques, tuned_parameters(techniques, ["uct.c"]), arena)
            exhaust(tuner.search())
            found.append([(trial.player, trial.score.points, trial.score.games) for trial in tuner.trials])
            assert sum(match.games for match in store.matches()) == 8
        monkeypatch.setattr("malecon.lab.matches.match_runner.play_game", None)  # nothing is played again
    assert found[0] == found[1]
    assert [games for _, _, games in found[0]] == [0, 4, 4]
