"""Measured effects of techniques: the shipped file, and its update from a database."""

from dataclasses import replace

from malecon.lab.experiments.library import find_experiment
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.runner import register
from malecon.lab.matches.game import GameResult
from malecon.lab.reports import effects
from malecon.lab.store.database import Store
from malecon.search.techniques import catalogue

OLD = effects.Effect("lgr1", "uct+lgr1", "uct", "base 5", 1000, 400, 0.5, 0.4, 0.6, "", "")


def test_every_effect_belongs_to_a_technique_and_names_its_players():
    known = catalogue("havannah")
    for effect in effects.effects():
        assert effect.technique in known, effect.row
        assert 0 <= effect.low <= effect.share <= effect.high <= 1
        assert effect.games >= 400


def test_the_file_is_updated_from_a_database(tmp_path, monkeypatch):
    database = tmp_path / "lab.sqlite"
    entry = next(entry for entry in plan(find_experiment("techniques-playouts"), "quick") if entry.row.name == "lgrf1")
    with Store(database) as store:
        register(store, [entry])
        for number in range(8):
            store.add(entry.match, GameResult(number, 0, ("d4",), 0 if number < 6 else 1, "ring"))
    monkeypatch.setattr(effects, "FILE", tmp_path / "effects.tsv")
    assert effects.update_file(effects.measure_effects(database)) == 0, "too few games"
    effects.update_file([replace(OLD, row="lgr1"), replace(OLD, row="lgrf1")])
    assert effects.update_file(effects.measure_effects(database, min_games=8)) == 1
    assert [effect.games for effect in effects.effects()] == [400, 8], "other rows stay unchanged"
    try:
        (effect,) = effects.effects_of(catalogue("havannah")["lgrf1"])
    finally:
        effects.effects.cache_clear()
    assert (effect.row, effect.games, effect.share) == ("lgrf1", 8, 0.75)
    assert effect.figure.startswith("75.0% (40.9 to ")
    assert effect.conditions == "8 games, base 5, 1,000 simulations per move"
    assert effect.paper.startswith("61.9%")
    assert "lgrf1" in effect.a
    assert "lgrf1" not in effect.b


def test_effects_belong_to_one_game():
    assert effects.effects_of(catalogue("havannah")["prior"])
    assert not effects.effects_of(catalogue("breakthrough")["prior"])
