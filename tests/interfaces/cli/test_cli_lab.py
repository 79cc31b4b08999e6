"""`malecon lab`: list, show, new, run, resume, export, replay and forget."""

import csv
import io
import json
import re
from functools import partial
from pathlib import Path

import pytest
from support.commands import Terminal, run

import malecon
from malecon.interfaces.terminal import experiment_view
from malecon.lab.experiments.library import experiment_names, find_experiment
from malecon.lab.store.database import Store
from malecon.players.player import PlayerFault
from malecon.players.presets import preset_texts
from malecon.players.random import RandomPlayer
from malecon.players.spec import parse_player
from malecon.search.techniques import groups

SMALL = """
title = "small"
[paper]
name = "nobody2026"
table = "1"
conditions = "none"
[game]
name = "havannah"
base = 3
[players]
a = "random(near={near})"
b = "random"
[budget.quick]
games = 6
simulations = 10
[budget.full]
games = 8
simulations = 10
[[row]]
values = { near = "own" }
paper = { share = 0.5, games = 100 }
[[row]]
values = { near = "coin" }
"""


@pytest.fixture
def lab(command, tmp_path, monkeypatch):
    """Run `malecon lab` in an empty folder with a small experiment."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL)
    return partial(command, "lab")


# --- experiments ----------------------------------------------------------------------------------------------------


def test_list_names_every_experiment(lab):
    code, out, _ = lab("list")
    assert code == 0
    for name in experiment_names():
        assert name in out


def test_show_prints_players_budgets_and_the_papers_result(lab):
    code, out, _ = lab("show", "stankiewicz2011-4.3")
    assert code == 0
    assert "table 4.3: 3 s per move" in out
    player = "uct(c=0.4,results=signed)+policy_first(visits=50,count=all)+rave(r=50,thinning=off)+mate"
    assert f"A  {player}+lgr1\n   B  {player}\n" in out
    assert "full: 1,000 games, 15,000 simulations per move" in out
    assert "paper: 54.0% ± 3.1 of 1,000 games" in out


def test_new_writes_an_example_that_show_can_read(lab, tmp_path):
    code, out, _ = lab("new", "mine.toml")
    assert (code, "malecon lab run mine.toml" in out) == (0, True)
    assert "malecon lab show mine.toml" in (tmp_path / "mine.toml").read_text()
    assert lab("show", "mine.toml")[0] == 0
    assert lab("new", "mine.toml")[2] == "malecon: mine.toml already exists; choose another name\n"
    assert "must end in .toml" in lab("new", "mine")[2]


def test_every_technique_of_havannah_is_measured_against_the_same_player_without_it():
    measured = set()
    presets = preset_texts("havannah")
    for experiment in map(find_experiment, experiment_names()):
        for row in experiment.rows if experiment.id.startswith("techniques-") else ():
            a, b = (set(parse_player(text, presets).techniques(presets)) for text in (row.a, row.b))
            measured |= (a ^ b) or {row.values["technique"].partition("(")[0]}
    techniques = [technique for group in groups("havannah").values() for technique in group]
    missing = {technique.name for technique in techniques} - measured
    assert not missing, f"add rows to lab/experiments/techniques-*.toml for {', '.join(sorted(missing))}"


# --- running --------------------------------------------------------------------------------------------------------


def test_run_prints_a_table_of_our_results_beside_the_papers(lab, tmp_path):
    code, out, err = lab("run", "small.toml", "--jobs", "1")
    assert code == 0
    assert "small: small" in out
    assert "near own" in out
    assert "50.0%" in out
    assert "6 of 6" in out
    assert "12 games to play, 1 in parallel; stored in lab.sqlite" in err
    assert (tmp_path / "lab.sqlite").exists()
    assert "0 games to play" in lab("run", "small.toml", "--jobs", "1")[2]
    assert "4 games to play" in lab("run", "small.toml", "--jobs", "1", "--budget", "full")[2], (
        "both budgets share games"
    )


def test_status_lines_are_printed_without_a_terminal(lab, monkeypatch):
    monkeypatch.setattr(experiment_view, "STATUS_SECONDS", 0.0)
    _, _, err = lab("run", "small.toml", "--jobs", "1")
    lines = err.splitlines()[1:]
    assert len(lines) == 12
    assert lines[3].startswith("4 of 12 games")
    assert "left; small, near own: " in lines[3]


def test_a_run_until_decided_stops_at_a_verdict_and_resumes_as_such(lab, monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_view, "STATUS_SECONDS", 0.0)
    (tmp_path / "small.toml").write_text(SMALL.replace("share = 0.5, games = 100", "above = 0.01"))
    code, out, err = lab("run", "small.toml", "--until", "decided", "--jobs", "1", "--games", "120")
    assert code == 0
    assert "about " in err.splitlines()[0]
    assert re.match(r"0 of \d rows decided \(0 agree, 0 differ\); 1 of about ", err.splitlines()[1])
    assert "agrees" in out
    assert "Nothing to resume" in lab("resume", "--jobs", "1")[1]


def test_results_are_saved_and_loaded(lab, tmp_path):
    lab("run", "small.toml", "--jobs", "1")
    code, out, _ = lab("save", "small.toml")
    assert (code, out) == (0, "Wrote results/small.tsv\n")
    assert lab("load", "--database", "other.sqlite")[1] == "Loaded 12 games into other.sqlite, 12 of them new\n"
    assert lab("load", "results", "-d", "other.sqlite")[1] == "Loaded 12 games into other.sqlite, 0 of them new\n"
    assert "0 games to play" in lab("run", "small.toml", "--jobs", "1", "-d", "other.sqlite")[2]
    err = lab("replay", "small.toml", "1", "1", "-d", "other.sqlite")[2]
    assert err == "The database has only the result of this game, which is the same.\n"
    (tmp_path / "small.toml").write_text(SMALL.replace("base = 3", "base = 4"))
    out = lab("load", "-d", "third.sqlite")[1]
    assert "Skipped 2 lines whose experiment or row has changed since" in out
    assert "empty: cannot be read as a file of results" in lab("load", "empty")[2]


def test_an_experiment_that_cannot_be_played_is_skipped_if_others_can(lab, tmp_path):
    (tmp_path / "other.toml").write_text(SMALL.replace("havannah", "chess"))
    code, _, err = lab("run", "other.toml", "small.toml", "--games", "1", "--jobs", "1")
    assert code == 0
    assert "Skipped: " in err
    code, _, err = lab("run", "other.toml")
    assert code == 2
    assert err.count("\n") == 1
    assert "'chess'" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("run", "smal.toml"), "no such file"),
        (("run", "small.toml", "--budget", "huge"), "small has no budget 'huge'; choose one of: quick, full"),
        (("resume",), "lab.sqlite: no such database; `malecon lab run` creates one"),
        (("export", "small.toml"), "no such database"),
        (("replay", "small.toml", "3", "1"), "small has no row '3'; give a number from 1 to 2"),
        (("run", "small.toml", "-d", "small.toml"), "is not a database; choose another file"),
    ],
)
def test_an_error_is_one_line(lab, arguments, complaint):
    code, _, err = lab(*arguments)
    assert code == 2
    assert complaint in err
    assert err.count("\n") == 1


def test_a_fault_of_the_machine_stops_the_run_and_stores_nothing_wrong(lab, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(RandomPlayer, "decide", raising(MemoryError()))
        code, out, err = lab("run", "small.toml", "--jobs", "1")
        assert (code, out) == (2, "")
        (line,) = err.splitlines()[1:]
        assert line.startswith("malecon: no result in game 1 of random(near=own) against random: out of memory; ")
    with Store(Path("lab.sqlite")) as store:
        assert sum(match.games for match in store.matches() if store.results(match)) == 0
    code, out, err = lab("resume", "--jobs", "1")
    assert (code, err.splitlines()[0]) == (0, "12 games to play, 1 in parallel; stored in lab.sqlite")


def raising(error):
    def function(*_):
        raise error

    return function


def test_forfeits_stop_a_run_and_are_a_column_of_tables_and_exports(lab, monkeypatch):
    decide = RandomPlayer.decide

    def fail_after_two_plies(player, position, *arguments):
        if position.ply >= 2:
            raise PlayerFault("no idea")
        return decide(player, position, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(RandomPlayer, "decide", fail_after_two_plies)
        code, _, err = lab("run", "small.toml", "--jobs", "1")
    assert code == 2
    assert "games, more than 10%; the run stops here, finished games are kept; the last: random" in err
    code, out, _ = lab("run", "small.toml", "--jobs", "1")
    assert code == 0
    assert re.search(r"games .* forfeits .* time .* crash", out)
    assert re.search(r"near own: WARNING: \d of 6 games \(\d+%\) were forfeited", out)
    lab("export", "small.toml", "--to", "csv")
    with Path("lab/rows.csv").open(newline="") as file:
        assert sum(int(row["a_forfeits"]) + int(row["b_forfeits"]) for row in csv.DictReader(file)) == 5


def test_resume_does_not_call_an_experiment_complete_whose_file_is_gone(lab, tmp_path):
    assert lab("run", "small.toml", "--jobs", "1")[0] == 0
    (tmp_path / "small.toml").unlink()
    code, out, err = lab("resume")
    assert (code, out) == (2, "")
    assert "Skipped: " in err
    assert err.endswith("malecon: lab.sqlite: nothing else to resume\n")


def test_resume_continues_unfinished_experiments(lab, tmp_path):
    lab("run", "small.toml", "--games", "6", "--jobs", "1")
    lab("forget", "small.toml", "--yes")
    code, out, err = lab("resume", "--jobs", "1")
    assert code == 0
    assert "12 games to play" in err
    assert "6 of 6" in out
    assert "is complete" in lab("resume")[1]


@pytest.mark.slow
def test_ctrl_c_keeps_the_finished_games(warm, tmp_path):
    (tmp_path / "small.toml").write_text(SMALL.replace("games = 6", "games = 100000"))
    terminal = Terminal("lab", "run", str(tmp_path / "small.toml"), "-d", str(tmp_path / "lab.sqlite"))
    terminal.wait_for("left")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "continue with: malecon lab resume" in terminal.shown


# --- games ----------------------------------------------------------------------------------------------------------


def test_exports_contain_every_game(lab, tmp_path):
    lab("run", "small.toml", "--jobs", "1")
    code, out, _ = lab("export", "small.toml", "--out", "files")
    assert code == 0
    assert "files/rows.csv" in out
    assert (tmp_path / "files" / "small-quick.tex").read_text().count("near ") == 2
    rows = list(csv.DictReader((tmp_path / "files" / "rows.csv").open()))
    games = list(csv.DictReader((tmp_path / "files" / "games.csv").open()))
    assert [row["row"] for row in rows] == ["near own", "near coin"]
    assert (len(games), rows[0]["games"], rows[0]["paper_share"]) == (12, "6", "0.5")
    assert float(rows[0]["share"]) == sum(game["winner"] == "a" for game in games[:6]) / 6
    (experiment,) = json.loads((tmp_path / "files" / "experiments.json").read_text())
    assert [len(row["played"]) for row in experiment["rows"]] == [6, 6]
    records = malecon.GameRecord.read_all(tmp_path / "files" / "small-1-near_own.sgf")
    assert [record.moves for record in records] == [game["moves"].split() for game in games[:6]]
    assert records[0].white == "random(near=own)"


def test_a_replay_is_compared_with_the_stored_game(lab):
    lab("run", "small.toml", "--games", "2", "--jobs", "1")
    code, out, err = lab("replay", "small.toml", "near own", "2")
    assert code == 0
    assert malecon.GameRecord.parse(out).black == "random(near=own)"
    assert "Identical to the game in the database" in err
    assert "does not contain this game" in lab("replay", "small.toml", "1", "3")[2]


def test_forget_asks_for_confirmation(lab, monkeypatch):
    lab("run", "small.toml", "--games", "2", "--jobs", "1")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    code, out, _ = lab("forget", "small.toml")
    assert (code, "Delete 4 games from lab.sqlite?" in out) == (1, True)
    assert lab("forget", "small.toml", "--yes")[1] == "Deleted 4 games.\n"


@pytest.mark.slow
def test_the_database_can_be_set_by_an_environment_variable(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    database = tmp_path / "elsewhere.sqlite"
    arguments = ("lab", "run", str(tmp_path / "small.toml"), "--games", "1", "--jobs", "1")
    assert run(*arguments, MALECON_DATABASE=str(database)).returncode == 0
    assert database.exists()
