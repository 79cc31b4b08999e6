"""Runs of experiments: every game is played once, even by killed and concurrent runs, and is reproducible."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import malecon
from malecon.lab.experiments import runner
from malecon.lab.experiments.plan import match_for_row, plan
from malecon.lab.experiments.progress import Progress
from malecon.lab.experiments.reader import read_experiment
from malecon.lab.experiments.runner import register, run, started_rows
from malecon.lab.matches import executors as crew
from malecon.lab.matches.executors import new_executor
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.store.database import Store

TEXT = """
title = "small"
[game]
name = "havannah"
base = 3
[players]
b = "random"
[budget.quick]
games = {games}
simulations = 10
[[row]]
name = "first"
a = "random"
[[row]]
name = "second"
a = "{a}"
[[row]]
name = "the first again"
a = "random"
"""


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.format(a="uct(c=0.4)", games=6))
    return read_experiment(path)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "lab.sqlite") as store:
        yield store


def play(store, planned, jobs=1):
    for _ in run(store, planned, new_executor(jobs), jobs):
        pass


# --- the plan ---------------------------------------------------------------------------------------------------------


def test_equal_rows_share_their_match(experiment):
    first, second, again = (entry.match for entry in plan(experiment, "quick"))
    assert first.key == again.key != second.key
    assert first.seed == again.seed != second.seed


def test_the_seed_depends_on_the_row_and_the_seed_of_the_experiment(experiment, tmp_path):
    match = plan(experiment, "quick")[0].match
    path = tmp_path / "copy.toml"
    path.write_text(TEXT.format(a="uct(c=0.4)", games=20))
    assert plan(read_experiment(path), "quick")[0].match.seed == match.seed, "not from its name or its number of games"
    path.write_text("seed = 2\n" + TEXT.format(a="uct(c=0.4)", games=6))
    assert plan(read_experiment(path), "quick")[0].match.seed != match.seed


def test_players_are_written_in_canonical_form(experiment, tmp_path):
    path = tmp_path / "copy.toml"
    path.write_text(TEXT.format(a="uct( 0.40 )", games=6))
    assert plan(read_experiment(path), "quick")[1].match == plan(experiment, "quick")[1].match


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("havannah", "chess", "mine: cannot play row 'first': unknown game 'chess'"),
        ('"random"\n[[row]]\nname = "second"', '"randon"\n[[row]]\nname = "second"', "cannot play row 'first'"),
        ("base = 3", "base = 99", "a base from 2 to 14"),
        ("base = 3", "size = 3", "cannot play row 'first': havannah has no option 'size'"),
    ],
)
def test_an_unplayable_row_is_reported_with_experiment_and_row(tmp_path, before, after, message):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.format(a="uct(c=0.4)", games=6).replace(before, after))
    with pytest.raises(malecon.GameError, match=message):
        plan(read_experiment(path), "quick")


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_is_played_once_including_shared_rows(experiment, store, jobs):
    planned = plan(experiment, "quick")
    play(store, planned, jobs)
    assert [store.num_missing(entry.match) for entry in planned] == [0, 0, 0]
    assert store.db.execute("SELECT COUNT(*) FROM games").fetchone() == (12,)
    assert store.db.execute("SELECT COUNT(*) FROM claims").fetchone() == (0,)
    assert store.db.execute("SELECT COUNT(*) FROM runs").fetchone() == (0,)


def test_a_game_is_stored_before_the_next_one_starts(experiment, store, monkeypatch):
    kept = []

    def play_and_look(match, number):
        kept.append(store.db.execute("SELECT COUNT(*) FROM games").fetchone()[0])
        return play_game(match, number)

    monkeypatch.setattr(crew, "play_game", play_and_look)
    play(store, plan(experiment, "quick"), jobs=1)
    assert kept == list(range(12))


def test_a_run_continues_an_interrupted_one(experiment, store):
    planned = plan(experiment, "quick")
    games = run(store, planned, new_executor(1), 1)
    for _ in range(4):
        next(games)
    games.close()
    kept = store.db.execute("SELECT match, number, began FROM games").fetchall()
    assert len(kept) == 4
    play(store, started_rows(store))
    rows = store.db.execute("SELECT match, number, began FROM games").fetchall()
    assert len(rows) == 12
    assert set(kept) <= set(rows), "what was there is not played again"


def test_a_larger_budget_adds_games(experiment, store):
    play(store, plan(experiment, "quick", games=2))
    play(store, plan(experiment, "quick", games=4))
    assert [result.number for result in store.results(plan(experiment, "quick")[0].match)] == [0, 1, 2, 3]


def test_a_game_can_be_replayed_exactly(experiment, store):
    planned = plan(experiment, "quick")
    play(store, planned)
    match = match_for_row(experiment, experiment.row("second"), "quick")
    for kept in store.results(match):
        again = play_game(match, kept.number)
        assert (again.moves, again.winner, again.how) == (kept.moves, kept.winner, kept.how)


def test_started_rows_are_stored(experiment, store):
    register(store, plan(experiment, "quick", games=3))
    assert [entry.match for entry in started_rows(store)] == [
        entry.match for entry in plan(experiment, "quick", games=3)
    ]
    experiment.path.unlink()
    assert started_rows(store) == []


def is_running(process):
    """Whether a process exists and is not a zombie; only known on Linux."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def wait_for_end(processes, seconds=600):
    """Wait until all processes have ended."""
    end = time.monotonic() + seconds
    while any(is_running(process) for process in processes):
        assert time.monotonic() < end, "workers must end with their parent"
        time.sleep(0.05)


LEADER = """
import multiprocessing
import sys
from pathlib import Path
from malecon.lab.matches.executors import new_executor
from malecon.lab.experiments.reader import read_experiment
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.runner import run
from malecon.lab.store.database import Store
from malecon.lab.store import leases
leases.LEASE_SECONDS = 1e9  # only its end releases its leases
if __name__ == "__main__":
    jobs = int(sys.argv[3])
    with Store(Path(sys.argv[2])) as store:
        for _ in run(store, plan(read_experiment(Path(sys.argv[1])), "quick"), new_executor(jobs), jobs):
            print("game", *(process.pid for process in multiprocessing.active_children()), flush=True)
"""


@pytest.fixture
def lead(tmp_path, store):
    """Start a run of many random games in another process."""
    script, path = tmp_path / "leader.py", tmp_path / "many.toml"
    script.write_text(LEADER)
    path.write_text(TEXT.format(a="random(near=own)", games=60))

    def start(jobs):
        command = [sys.executable, str(script), str(path), str(store.path), str(jobs)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    start.experiment = read_experiment(path)
    return start


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_loses_no_game_and_none_is_played_twice(lead, store, jobs, monkeypatch):
    monkeypatch.setattr(runner, "POLL_SECONDS", 0.01)
    process = lead(jobs)
    for _ in range(5):
        word, *workers = process.stdout.readline().split()
        assert (word, len(workers)) == ("game", jobs if jobs > 1 else 0)
    process.kill()
    process.wait()
    wait_for_end([int(worker) for worker in workers])
    kept = store.db.execute("SELECT match, number, began FROM games").fetchall()
    assert 5 <= len(kept) < 120
    for looks, _ in enumerate(run(store, plan(lead.experiment, "quick"), new_executor(1), 1)):
        assert looks < 120, "the leases of a killed process are released at once"
    rows = store.db.execute("SELECT match, number, began FROM games").fetchall()
    assert len(rows) == 120
    assert set(kept) <= set(rows)


@pytest.mark.slow
def test_two_runs_share_the_work(lead, store):
    processes = [lead(1), lead(1)]
    played = [process.communicate()[0].count("game") for process in processes]
    assert all(process.returncode == 0 for process in processes)
    assert store.db.execute("SELECT COUNT(*) FROM games").fetchone() == (120,)
    assert sum(played) >= 120, "a run also tells when it waits for the other"


# --- until decided ----------------------------------------------------------------------------------------------------

CLAIMS = """
title = "claims"
[game]
name = "havannah"
base = 3
[players]
a = "uct(c={c})"
b = "random"
[budget.quick]
games = 10
simulations = 10
[[row]]
values = { c = 0.5 }
paper = { share = 0.5, games = 1000 }
[[row]]
values = { c = 0.9 }
paper = { share = 0.5, games = 1000 }
[[row]]
values = { c = 0.8 }
paper = { above = 0.6 }
[[row]]
values = { c = 0.6 }
paper = { above = 0.6, colour = "black" }
[[row]]
values = { c = 0.1 }
"""


@pytest.fixture
def claims(tmp_path, monkeypatch):
    """Return an experiment whose games are simulated: the constant of A is its share of wins."""

    def simulate(match, number):
        share = float(match.a[len("uct(c=") : -1] if "(" in match.a else 0.4)
        winner = 0 if random.Random(f"{share} {number}").random() < share else 1
        return GameResult(number, match.white(number), ("a1",), winner, "ring", seconds=share)

    monkeypatch.setattr(crew, "play_game", simulate)
    path = tmp_path / "claims.toml"
    path.write_text(CLAIMS)
    return read_experiment(path)


@pytest.mark.slow
def test_games_go_to_open_rows_until_each_has_a_verdict(claims, store):
    planned = [entry.played_until_decided(600) for entry in plan(claims, "quick")]
    play(store, planned)
    progress = Progress(store, planned)
    assert [progress.verdict(entry) for entry in planned] == ["agrees", "differs in size", "agrees", "open", None]
    games = [progress.score(entry).games for entry in planned]
    assert 200 < games[0] < 600
    assert games[1] == 100, "the minimum suffices for a large difference"
    assert 100 <= games[2] < 200
    assert games[3:] == [600, 10], "at its bound a row is never decided, and without a claim there is nothing to decide"
    assert progress.open_matches() == []
    assert (progress.done, progress.seconds_left(1)) == (progress.total, None)


@pytest.mark.slow
def test_an_interrupted_run_until_decided_continues_as_such(claims, store):
    planned = [entry.played_until_decided(150) for entry in plan(claims, "quick")]
    games = run(store, planned, new_executor(1), 1)
    for _ in range(50):
        next(games)
    games.close()
    assert started_rows(store) == planned
    progress = Progress(store, started_rows(store))
    assert (progress.done, progress.is_estimate) == (50, True)
    assert 150 < progress.total <= 610
    play(store, started_rows(store))
    progress.refresh()
    assert progress.verdicts() == {"agrees": 1, "differs in size": 1, "open": 2}


def test_the_next_game_belongs_to_the_row_that_is_decided_soonest(claims, store):
    planned = [entry.played_until_decided(600) for entry in plan(claims, "quick")]
    register(store, planned)
    for entry in planned[:3]:
        for number in range(90):
            store.add(entry.match, crew.play_game(entry.match, number))
    fixed, *others = Progress(store, planned).open_matches()
    assert fixed == planned[4].match
    assert {match.key for match in others[:2]} == {planned[1].match.key, planned[2].match.key}


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_counts_games_of_any_run(experiment, store):
    planned = plan(experiment, "quick")
    progress = Progress(store, planned)
    assert (progress.done, progress.total, progress.seconds_left(1)) == (0, 12, None)
    register(store, planned)
    for number in range(6):
        store.add(planned[0].match, play_game(planned[0].match, number))
    progress.refresh()
    assert (progress.done, progress.score(planned[2]).games) == (6, 6)
    assert progress.seconds_left(1) > progress.seconds_left(2) > 0
    play(store, planned)
    progress.refresh()
    assert progress.done == progress.total
    assert progress.seconds_left(1) == 0
