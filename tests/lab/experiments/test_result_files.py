"""Results as text: nothing is lost but moves, no game counts twice, and damaged or stale lines are recognised."""

import random

import pytest

from malecon.games.errors import GameError
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.progress import Progress
from malecon.lab.experiments.reader import read_experiment
from malecon.lab.experiments.result_files import experiments_of, load_results, read_shards, save_results
from malecon.lab.experiments.runner import register, started_rows
from malecon.lab.matches.game import FORFEIT, GameResult
from malecon.lab.store.database import Store

TEXT = """
title = "small"
compare = true
[game]
name = "havannah"
base = 3
[players]
a = "uct(c={c})"
b = "uct"
[budget.quick]
games = 400
simulations = 10
[vary]
c = [0.1, 0.2]
"""


@pytest.fixture
def rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    return plan(read_experiment(path), "quick")


@pytest.fixture
def open_store(tmp_path):
    stores = []

    def create(name):
        stores.append(Store(tmp_path / f"{name}.sqlite"))
        return stores[-1]

    yield create
    for store in stores:
        store.close()


def simulate(match, number, code="1"):
    rng = random.Random(f"{match.key} {number}")
    winner = rng.choice([0, 0, 1, None])
    how = FORFEIT if winner is not None and number % 50 == 7 else "ring"
    moves = ("a1", "b1", f"c{number}")
    reason = "illegal move" if how == FORFEIT else ""
    details = {"forfeit_reason": reason, "differing_moves": rng.randrange(9), "seconds": 0.5, "code": code}
    return GameResult(number, match.white(number), moves, winner, how, **details)


def fill(store, rows, numbers, code="1"):
    register(store, rows)
    for entry in rows:
        store.add_all(entry.match, [simulate(entry.match, number, code) for number in numbers])


def load(store, folder):
    shards = [shard for path in sorted(folder.glob("*.tsv")) for shard in read_shards(path)]
    return load_results(store, shards, experiments_of(shards))


def figures(store, entry):
    score = store.score(entry.match)
    points = score.points_and_games("white"), score.points_and_games("black")
    return (score.wins, score.draws, score.losses), points, score.pairs, score.forfeit_counts, score.differing_moves


def test_saved_results_have_all_scores(rows, open_store, tmp_path):
    here, there = open_store("here"), open_store("there")
    fill(here, rows, [*range(230), *range(310, 350)])
    (path,) = save_results(here, rows, tmp_path / "results")
    assert len(path.read_text().splitlines()) == 1 + 2 * 4
    assert load(there, tmp_path / "results") == (540, 540, 0)
    for entry in rows:
        assert figures(there, entry) == figures(here, entry)
        assert there.score(entry.match).seconds == pytest.approx(135)
        assert there.score(entry.match).recorded_games == 0
    assert [entry.match for entry in started_rows(there)] == [entry.match for entry in rows]


def test_a_game_counts_once_however_often_it_is_loaded(rows, open_store, tmp_path):
    here, there, both = (open_store(name) for name in ("here", "there", "both"))
    fill(here, rows, range(150))
    fill(there, rows, range(90, 240), code="2")
    save_results(here, rows, tmp_path / "here")
    save_results(there, rows, tmp_path / "there")
    assert load(both, tmp_path / "here") == (300, 300, 0)
    assert load(both, tmp_path / "there") == (300, 180, 0)
    assert load(both, tmp_path / "there") == (300, 0, 0)
    assert [both.score(entry.match).games for entry in rows] == [240, 240]
    assert both.games_by_code(entry.match for entry in rows) == {"1": 300, "2": 180}


def test_saving_merges_with_the_file_and_changes_nothing_the_second_time(rows, open_store, tmp_path):
    here, there = open_store("here"), open_store("there")
    fill(here, rows, range(150))
    fill(there, rows, range(90, 240))
    save_results(here, rows, tmp_path)
    (path,) = save_results(there, rows, tmp_path)
    text = path.read_text()
    assert sum(1 for shard in read_shards(path) for _ in shard.games()) == 480
    save_results(here, rows, tmp_path)
    assert path.read_text() == text


def test_a_run_continues_from_loaded_results(rows, open_store, tmp_path):
    here, there = open_store("here"), open_store("there")
    fill(here, rows, range(150))
    save_results(here, rows, tmp_path)
    load(there, tmp_path)
    assert Progress(there, rows).done == 300
    assert [there.num_missing(entry.match) for entry in rows] == [250, 250]


def test_lines_of_rows_that_have_changed_are_skipped_but_kept(rows, open_store, tmp_path):
    here, there = open_store("here"), open_store("there")
    fill(here, rows, range(100))
    save_results(here, rows, tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("[0.1, 0.2]", "[0.1, 0.3]").replace("base = 3", "base = 3\nswap_rule = false"))
    assert load(there, tmp_path).stale_lines == 2
    path.write_text(TEXT.replace("[0.1, 0.2]", "[0.1, 0.3]"))
    assert load(there, tmp_path) == (100, 100, 1)
    save_results(there, plan(read_experiment(path), "quick"), tmp_path)
    assert {shard.row for shard in read_shards(tmp_path / "mine.tsv")} == {"c 0.1", "c 0.2"}
    path.unlink()
    assert load(there, tmp_path) == (0, 0, 2)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("W", "L", "line 2: the results do not match the counts"),
        ("\tW", "\tX", "line 2: the results do not match the counts"),
        ("\t0\t", "\tzero\t", "line 2: not a line of results"),
        ("results\n", "result\n", "line 2: not a line of results"),
    ],
)
def test_a_damaged_line_is_reported(rows, open_store, tmp_path, before, after, message):
    here = open_store("here")
    register(here, rows)
    here.add_all(rows[0].match, [GameResult(number, number % 2, ("a1",), 0, "ring") for number in range(3)])
    (path,) = save_results(here, rows, tmp_path)
    text = path.read_text()
    head, line = text.split("\n", 1)
    path.write_text(
        head.replace(before, after) + "\n" + line.replace(before, after, 1)
        if "\n" not in before
        else text.replace(before, after)
    )
    with pytest.raises(GameError, match=message):
        read_shards(path)
