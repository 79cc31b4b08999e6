"""The database of games: every game is stored once, and leases on running games."""

import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

import malecon
from malecon import system
from malecon.lab.matches.game import play_game
from malecon.lab.matches.match import A, B, Match
from malecon.lab.store import connection, provenance
from malecon.lab.store import leases as lease_module
from malecon.lab.store.connection import StoreError
from malecon.lab.store.database import RegisteredRow, Store
from malecon.lab.store.leases import Leases
from malecon.players.player import Limit

MATCH = Match("random", "random", games=6, seed=12345678901234567890, options=(("base", 3),))


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "lab.sqlite") as store:
        store.register_matches(MATCH)
        yield store


def test_a_stored_game_is_read_back_unchanged(store):
    match = Match("uct(c=0.4)", "random", (Limit(simulations=9), Limit(1.0)), 2, options=(("base", 3),), compare=True)
    store.register_matches(match)
    results = [play_game(match, number) for number in (1, 0)]
    for result in results:
        assert store.add(match, result)
    assert store.results(match) == store.results(match.key) == results[::-1]
    assert store.result(match, 1) == results[0]
    assert store.match(match.key) == match
    assert store.match(match.key).key == match.key


def test_a_game_is_stored_once(store):
    result = play_game(MATCH, 0)
    assert store.add(MATCH, result)
    assert not store.add(MATCH, result)
    assert len(store.results(MATCH)) == 1
    assert store.num_missing(MATCH) == 5


def test_the_score_is_that_of_the_games(store):
    for number in range(4):
        store.add(MATCH, play_game(MATCH, number))
    score = store.score(MATCH)
    assert score.games == 4
    assert score.wins == sum(result.winner == A for result in store.results(MATCH))
    assert score.losses == sum(result.winner == B for result in store.results(MATCH))


def test_the_number_of_games_is_not_part_of_the_key():
    longer = Match("random", "random", games=100, seed=MATCH.seed, options=MATCH.options)
    other = Match("random", "random", games=6, seed=MATCH.seed, options=(("base", 4),))
    assert longer.key == MATCH.key != other.key


def test_rows_and_their_matches_are_registered(store):
    line = RegisteredRow("mine", "first row", "quick", MATCH.key, 6, 0, "mine.toml")
    store.register_rows([line])
    store.register_rows([line])
    assert store.registered_rows() == [line]
    assert [match.key for match in store.matches()] == [MATCH.key]


def test_games_can_be_deleted(store):
    for number in range(3):
        store.add(MATCH, play_game(MATCH, number))
    assert sum(store.games_by_code([MATCH]).values()) == 3
    assert store.delete_games([MATCH]) == 3
    assert store.results(MATCH) == []


def test_new_games_can_be_read_incrementally(store):
    store.add(MATCH, play_game(MATCH, 0))
    ((row, key, _),) = store.results_since(0, [MATCH.key])
    assert key == MATCH.key
    store.add(MATCH, play_game(MATCH, 3))
    assert [result.number for _, _, result in store.results_since(row, [MATCH.key])] == [3]
    assert list(store.results_since(0, ["another"])) == []


def test_plain_sql_sees_plies(store):
    result = play_game(MATCH, 0)
    store.add(MATCH, result)
    assert store.db.execute("SELECT plies FROM games").fetchone() == (result.plies,)


def test_a_file_that_is_not_a_database_is_refused_in_one_line(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("this is no database, but a text that is long enough to be looked at as one" * 20)
    with pytest.raises(malecon.GameError, match=r"notes.txt is not a database; choose another file"):
        Store(path)


def test_a_database_of_an_older_version_is_updated(tmp_path):
    path = tmp_path / "old.sqlite"
    with Store(path) as store, store.transaction() as db:
        db.execute("ALTER TABLE lines DROP COLUMN until_decided")
        db.execute("ALTER TABLE games DROP COLUMN a_engine")
        db.execute("ALTER TABLE games DROP COLUMN b_engine")
        db.execute("INSERT INTO lines VALUES ('e', 'r', 'quick', 'm', 4, 0, 'e')")
        db.execute("PRAGMA user_version=1")
    with Store(path) as store:
        assert store.registered_rows() == [("e", "r", "quick", "m", 4, 0, "e", False)]
        store.register_rows([("e", "r", "quick", "m", 4, 0, "e", True)])
        assert store.registered_rows()[0].until_decided is True


def test_a_database_of_a_newer_version_is_refused(tmp_path):
    path = tmp_path / "lab.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(malecon.GameError, match="newer version"):
        Store(path)


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch):
    """Wait for locks for a moment only."""
    monkeypatch.setattr(connection, "LOCK_TIMEOUT", 0.01)
    monkeypatch.setattr(connection, "LOCK_STEP", 0.01)


def test_a_locked_database_is_reported_in_one_line_and_usable_afterwards(store, impatient):
    blocker = sqlite3.connect(store.path, isolation_level=None)
    with Store(store.path) as other:
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"lab.sqlite is locked by another program; close that program, or "):
            other.add(MATCH, play_game(MATCH, 0))
        blocker.execute("ROLLBACK")
        assert other.add(MATCH, play_game(MATCH, 0))
    blocker.close()


def test_a_lock_is_waited_for(store, monkeypatch):
    monkeypatch.setattr(connection, "LOCK_STEP", 0.01)
    blocker = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    blocker.execute("BEGIN IMMEDIATE")
    with Store(store.path) as other:
        release = threading.Timer(0.2, blocker.execute, ["ROLLBACK"])
        release.start()
        assert other.add(MATCH, play_game(MATCH, 0))
        release.join()
    blocker.close()


def test_a_full_disk_is_reported_in_one_line_and_keeps_what_was_stored(store):
    store.add(MATCH, play_game(MATCH, 0))
    (pages,) = store.db.execute("PRAGMA page_count").fetchone()
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    result = replace(play_game(MATCH, 1), machine="x" * 100_000)
    with pytest.raises(StoreError, match=r"lab.sqlite cannot grow: the disk is full; free some space"):
        store.add(MATCH, result)
    store.db.execute(f"PRAGMA max_page_count = {pages + 100}")
    assert store.add(MATCH, result), "no transaction is left open"
    assert [game.number for game in store.results(MATCH)] == [0, 1]


def test_a_database_that_cannot_be_written_is_reported_in_one_line(store):
    store.db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match=r"lab.sqlite cannot be written; make it and its folder writable, or"):
        store.add(MATCH, play_game(MATCH, 0))


def test_a_database_in_a_folder_that_cannot_be_written_can_be_read(store, monkeypatch):
    store.add(MATCH, play_game(MATCH, 0))
    store.close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(store.path) as frozen:
        assert [game.number for game in frozen.results(MATCH)] == [0]
        with pytest.raises(StoreError, match="cannot be written"):
            frozen.add(MATCH, play_game(MATCH, 1))
    assert [path.name for path in store.path.parent.iterdir()] == ["lab.sqlite"]


def test_a_damaged_database_is_reported_in_one_line(store, tmp_path):
    for number in range(6):
        store.add(MATCH, replace(play_game(MATCH, number), machine="x" * 10_000))
    store.close()
    data = bytearray(store.path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    store.path.write_bytes(data)
    with Store(store.path) as damaged, pytest.raises(StoreError, match=r"lab.sqlite is damaged; recover its games"):
        damaged.results(MATCH)


def test_a_file_in_a_missing_folder_is_reported_in_one_line(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened; check that its folder exists"):
        Store(tmp_path / "no" / "lab.sqlite")


def test_the_renewal_of_leases_survives_a_locked_database(store, monkeypatch, impatient, recwarn):
    monkeypatch.setattr(lease_module, "RENEWAL_SECONDS", 0.01)
    blocker = sqlite3.connect(store.path, isolation_level=None)
    with Leases(store):
        blocker.execute("BEGIN IMMEDIATE")
        time.sleep(0.3)
        blocker.execute("ROLLBACK")
        (before,) = store.db.execute("SELECT until FROM runs").fetchone()
        end = time.monotonic() + 600
        while store.db.execute("SELECT until FROM runs").fetchone() == (before,):
            assert time.monotonic() < end
    blocker.close()
    assert not [warning for warning in recwarn if "thread" in str(warning.message)]


# --- leases -----------------------------------------------------------------------------------------------------------


def test_runs_on_one_database_lease_different_games(store):
    with Store(store.path) as other, Leases(store) as mine, Leases(other) as theirs:
        numbers = [leases.acquire(MATCH) for leases in (mine, theirs) * 3]
        assert sorted(numbers) == list(range(6))
        assert mine.acquire(MATCH) is None


def test_stored_games_are_not_leased(store):
    for number in (0, 2):
        store.add(MATCH, play_game(MATCH, number))
    with Leases(store) as leases:
        assert [leases.acquire(MATCH) for _ in range(5)] == [1, 3, 4, 5, None]


def test_closing_releases_the_leases(store):
    with Leases(store) as leases:
        leases.acquire(MATCH)
        store.add(MATCH, play_game(MATCH, leases.acquire(MATCH)))
    with Leases(store) as leases:
        assert leases.acquire(MATCH) == 0


def test_the_leases_of_a_killed_process_are_released_at_once(store):
    code = (
        "import sys, time; from pathlib import Path\n"
        "from malecon.lab.store.leases import Leases; from malecon.lab.store.database import Store\n"
        "store = Store(Path(sys.argv[1])); leases = Leases(store)\n"
        "print(leases.acquire(store.matches()[0]), flush=True); time.sleep(600)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, store.path], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "0\n"
    with Leases(store) as leases:
        assert leases.acquire(Match("random", "random", games=1, seed=MATCH.seed, options=MATCH.options)) is None
        process.kill()
        process.wait()
        leases.release_dead()
        assert leases.acquire(MATCH) == 0


@pytest.fixture
def clock(monkeypatch):
    """Return the time of this process, as a list of one number that a test can change."""
    now = [1000.0]
    monkeypatch.setattr(lease_module, "time", SimpleNamespace(time=time.time, monotonic=lambda: now[0]))
    return now


@pytest.fixture
def far_run(store, monkeypatch):
    """Return the leases of a run on another machine that has leased game 0 and renews nothing by itself."""
    monkeypatch.setattr(system, "process_scope", lambda: "far away")
    monkeypatch.setattr(lease_module, "RENEWAL_SECONDS", 3600.0)
    with Store(store.path) as other, Leases(other) as far:
        far.acquire(MATCH)
        monkeypatch.setattr(system, "process_scope", lambda: "here")
        yield far


def set_expiry(store, expires):
    store.db.execute("UPDATE runs SET until = ? WHERE place = 'far away'", (expires,))


@pytest.mark.parametrize("error", [-1800, 0, 10**9])
def test_the_leases_of_a_dead_machine_are_released_whatever_its_clock_said(store, far_run, clock, error):
    set_expiry(store, time.time() + error)
    with Leases(store) as leases:
        assert leases.acquire(MATCH) == 1
        clock[0] += lease_module.LEASE_SECONDS - 1
        leases.release_dead()
        assert leases.acquire(MATCH) == 2, "it may still be alive"
        clock[0] += 2
        leases.release_dead()
        assert leases.acquire(MATCH) == 0


@pytest.mark.parametrize("error", [-1800, 10**9])
def test_a_living_machine_with_a_wrong_clock_keeps_its_leases(store, far_run, clock, error):
    with Leases(store) as leases:
        for minute in range(5):
            set_expiry(store, time.time() + error + 50 * minute)
            leases.release_dead()
            clock[0] += 50
        assert leases.acquire(MATCH) == 1


def test_leases_that_expired_long_ago_are_released_at_once(store, far_run):
    set_expiry(store, time.time() - 2 * lease_module.MAX_CLOCK_ERROR)
    with Leases(store) as leases:
        assert leases.acquire(MATCH) == 0


def test_a_run_that_was_taken_for_dead_does_not_leave_leases_that_nobody_releases(store, far_run):
    set_expiry(store, 0.0)
    with Leases(store) as leases:
        assert leases.acquire(MATCH) == 0
        assert far_run.acquire(MATCH) == 1
        runs = {run for (run,) in store.db.execute("SELECT id FROM runs")}
        assert {run for (run,) in store.db.execute("SELECT run FROM claims")} <= runs


def test_leases_are_renewed(store, monkeypatch):
    monkeypatch.setattr(lease_module, "RENEWAL_SECONDS", 0.01)
    with Leases(store):
        (before,) = store.db.execute("SELECT until FROM runs").fetchone()
        end = time.monotonic() + 600
        while time.monotonic() < end:
            (after,) = store.db.execute("SELECT until FROM runs").fetchone()
            if after > before:
                break
        assert after > before


# --- provenance -------------------------------------------------------------------------------------------------------


def imported_packages(package):
    """Return the packages of malecon that the files of a package import."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (provenance.PACKAGE / package).rglob("*.py"))
    return set(re.findall(r"(?:from|import) malecon\.(\w+)", text))


def test_the_version_of_the_code_covers_every_package_that_players_use():
    found, new = set(), {"players"}
    while new:
        found |= new
        new = set().union(*(imported_packages(package) for package in new)) - found
    packages = {package for package in found if (provenance.PACKAGE / package).is_dir()}
    assert packages == set(provenance.MOVE_LAYERS)
