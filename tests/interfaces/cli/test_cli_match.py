"""`malecon match`: the score as a table and as JSON, the sequential test, saved games, and Ctrl-C."""

import json
import math
import sys
from functools import partial
from pathlib import Path

import pytest
from support.commands import Terminal, run

import malecon
from malecon.interfaces.terminal import match_view
from malecon.interfaces.terminal.figures import clock_text, elo_text
from malecon.players.random import RandomPlayer

FAST = ("--base", "3", "--simulations", "20", "--jobs", "1")


@pytest.fixture
def match(command, warm):
    return partial(command, "match")


def test_a_match_ends_with_a_table_and_the_players_as_written(match):
    player = "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1(epsilon=0.1)+prior(joint_neighbour)+expand(visits=3)+mcts_solver"
    code, out, err = match(player, "random", "--games", "4", *FAST)
    assert code == 0
    assert f"A  {player}\nB  random\n" in out
    assert "95% interval" in out
    assert "4 games of" in out
    assert "Simulations per second: A" in out
    assert "Havannah, base 3; 20 simulations per move; seed 1" in err


def test_json_output_holds_the_score_and_nothing_else(match):
    code, out, _ = match("rave", "random", "--games", "4", "--seed", "7", "--json", *FAST)
    result = json.loads(out)
    assert code == 0
    assert (result["a"], result["b"], result["base"], result["seed"]) == ("rave", "random", 3, 7)
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 4
    assert sum(result["pairs"]) == 2
    assert result["interval"][0] <= result["score"] <= result["interval"][1]
    assert result["limits"] == [{"seconds": None, "simulations": 20}] * 2
    assert result["simulations_per_second"][0] > 0
    assert result["simulations_per_second"][1] == 0
    assert result["finished"] is True
    assert result["sprt"] is None


def test_an_infinite_elo_difference_is_null_in_json(match):
    _, out, _ = match("rave", "random", "--games", "2", "--base", "4", "--simulations", "200", "--jobs", "1", "--json")
    result = json.loads(out)
    assert result["wins"] == 2
    assert result["elo"] is result["elo_interval"][1] is None


def test_the_same_seed_gives_the_same_match(match):
    def figures(seed):
        _, out, _ = match("rave", "uct", "--games", "4", "--seed", seed, "--json", *FAST)
        result = json.loads(out)
        return result["wins"], *result["pairs"], result["plies"]

    assert figures("3") == figures("3")
    assert len({figures(str(seed)) for seed in range(4)}) > 1


def test_each_player_can_have_its_own_limit(match):
    _, out, err = match("rave", "rave", "--games", "2", "--base", "3", "--simulations", "5,50", "--jobs", "1", "--json")
    assert [limit["simulations"] for limit in json.loads(out)["limits"]] == [5, 50]
    assert "A 5 simulations per move, B 50 simulations per move" in err


def test_status_lines_are_printed_without_a_terminal(match, monkeypatch):
    monkeypatch.setattr(match_view, "STATUS_SECONDS", 0.0)
    _, _, err = match("random", "random", "--games", "4", "--sprt", "0,10", *FAST)
    lines = err.splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == [f"{number} of 4 games" for number in (1, 2, 3, 4)]
    assert "at most" in lines[1]
    assert "SPRT 0 or 10 Elo" in lines[3]
    assert "simulations per second: A 0, B 0" in lines[3]


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (61, "1:01"), (3599.7, "1:00:00"), (7325, "2:02:05")])
def test_times_are_written_as_minutes_and_seconds(seconds, text):
    assert clock_text(seconds) == text


def test_elo_differences_have_a_sign():
    assert [elo_text(difference) for difference in (12.3, -7.6, 0.0, math.inf)] == ["+12", "-8", "+0", "+inf"]


def test_a_sequential_test_stops_the_match(match):
    code, out, _ = match(
        "rave", "random", "--games", "1000", "--base", "4", "--simulations", "100", "--jobs", "1", "--sprt", "0,200"
    )
    assert code == 0
    assert "SPRT: accepted that A is 200 Elo stronger, not 0" in out
    assert "1000 games" not in out


def test_an_undecided_sequential_test_is_reported(match):
    _, out, _ = match("random", "random", "--games", "2", "--sprt", "0,10", *FAST)
    assert "SPRT: undecided between 0 and 10 Elo" in out


def test_games_are_saved_as_they_end(match, tmp_path):
    path = tmp_path / "new" / "games.sgf"
    _, out, _ = match("rave", "random", "--games", "4", "--save", str(path), *FAST)
    assert f"Games written to {path}" in out
    records = malecon.GameRecord.read_all(path)
    assert [record.white for record in records] == ["rave", "random"] * 2
    assert [record.round for record in records] == ["1", "2", "3", "4"]
    assert all(record.outcome for record in records)
    assert records[2].moves[0] == records[3].moves[0]


def test_an_existing_file_is_not_overwritten(match, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("mine")
    code, _, err = match("random", "random", "--games", "2", "--save", str(path), *FAST)
    assert (code, path.read_text()) == (2, "mine")
    assert "already exists" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ravee", "random"], "did you mean rave?"),
        (["random", "random", "--base", "99"], "a base from 2 to 14"),
        (["random", "random", "--games", "0"], "at least one game"),
        (["random", "random", "--jobs", "0"], "jobs must be at least 1"),
        (["random", "random", "--seconds", "fast"], "--seconds takes one number"),
        (["random", "random", "--simulations", "1,2,3"], "--simulations takes one number"),
        (["random", "random", "--simulations", "0"], "greater than 0"),
        (["random", "random", "--sprt", "5"], "--sprt takes two Elo differences"),
        (["random", "random", "--sprt", "5,0"], "--sprt takes two Elo differences"),
        (["random", "random", "--sprt", "a,b"], "--sprt takes"),
        (["random", "random", "--sprt", "0,9", "--alpha", "0.7"], "alpha must be"),
        (["random", "random", "--clock", "fast"], "'fast' is not a clock"),
        (["random", "random", "--openings", "no-such-file"], "--openings takes varied, empty, random:PLIES or a file"),
        (["random", "random", "--log", "x", "--cluster", "tcp://x:1"], "omit --cluster"),
        (["rave", "random", "--threads", "0"], "threads"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(match, arguments, complaint):
    code, out, err = match(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


STUB = Path(__file__).parents[2] / "support" / "stub_engine.py"


def test_forfeits_are_a_column_and_many_of_them_a_warning(match):
    players = f"gtp:{sys.executable} {STUB} crashing", "random"
    options = ("--base", "4", "--games", "2", "--seconds", "5", "--jobs", "1")
    code, out, _ = match(*players, *options)
    assert code == 0
    assert "forfeit" in out
    warning = "WARNING: 2 of 2 games (100%) were forfeited, so the score does not measure strength; the first: gtp:"
    assert warning in out
    code, out, err = match(*players, *options, "--json")
    assert json.loads(out)["forfeit_counts"] == json.loads(out)["crashes"] == [2, 0]
    assert warning in err


def test_a_fault_of_the_machine_stops_the_match_and_prints_the_score_so_far(match, monkeypatch):
    decide, games = RandomPlayer.decide, []

    def fail_in_the_second_game(player, position, limit):
        games.append(position.ply == 0)
        if sum(games) > 1:
            raise OSError(24, "Too many open files")
        return decide(player, position, limit)

    monkeypatch.setattr(RandomPlayer, "decide", fail_in_the_second_game)
    code, out, err = match("random", "random", "--base", "3", "--games", "2", "--jobs", "1", "--seed", "987")
    assert (code, out) == (2, "")
    assert "1 games of" in err
    assert err.endswith(
        "malecon: no result in game 2 of random against random: OSError: [Errno 24] Too many open files\n"
    )


def test_a_broken_engine_stops_the_match_with_one_line(match):
    code, out, err = match("gtp:/bin/false", "random", "--games", "2", *FAST)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("malecon: gtp:/bin/false failed the handshake, no game was played")


def test_too_many_forfeits_end_the_match(match):
    players = f"gtp:{sys.executable} {STUB} crashing", "random"
    options = ("--base", "4", "--games", "40", "--seconds", "5", "--jobs", "1", "--max-forfeits", "0.04")
    code, _, err = match(*players, *options)
    assert code == 2
    assert "forfeited 1 of 1 games, more than 4%; the run stops here" in err
    assert "crash" in err


def test_a_match_with_clock_swap_openings_and_files(match, tmp_path):
    games, events, log, lab = (tmp_path / name for name in ("games.sgf", "events.jsonl", "gtp.log", "lab.sqlite"))
    arguments = (
        *("rave", f"gtp:{sys.executable} {STUB} named", "--base", "4", "--games", "2", "--jobs", "1", "--json"),
        *("--clock", "2+0.01", "--swap", "--openings", "random:2", "--save", str(games), "--events", str(events)),
        *("--log", str(log), "--database", str(lab), "--sprt", "0,200", "--alpha", "0.1"),
    )
    code, out, err = match(*arguments)
    result = json.loads(out)
    assert code == 0, err
    assert "base 4, swap rule; clock 2+0.01" in err
    assert (result["clocks"], result["sprt"]["alpha"]) == (["2+0.01", "2+0.01"], 0.1)
    assert all(len(opening.split()) == 2 for opening in result["openings"])
    assert "WL[" in games.read_text()
    assert '"event": "end"' in events.read_text()
    assert "genmove" in log.read_text()
    code, _, err = match(*arguments)
    assert "has 2 games of this run; continue with --resume" in err
    code, out, err = match(*arguments, "--resume")
    assert "2 games from the database" in err
    assert (json.loads(out)["wins"], json.loads(out)["pairs"]) == (result["wins"], result["pairs"])


def test_a_tournament_prints_ratings_and_the_score_of_every_pair(command, warm):
    options = ("--base", "3", "--simulations", "10", "--games", "2", "--jobs", "1")
    code, out, _ = command("tournament", "rave", "uct", "random", *options)
    assert code == 0
    assert all(f"{a} against {b}: " in out for a, b in (("rave", "uct"), ("rave", "random"), ("uct", "random")))
    code, out, _ = command("tournament", "rave", "uct", "random", "--gauntlet", "--json", *options)
    result = json.loads(out)
    assert [(entry["a"], entry["b"]) for entry in result["matches"]] == [("rave", "uct"), ("rave", "random")]
    assert {row["player"]: row["games"] for row in result["ratings"]} == {"rave": 4, "uct": 2, "random": 2}


@pytest.mark.slow
def test_two_games_in_parallel_print_no_escape_sequences_to_pipes(warm):
    result = run("match", "random", "random", "--base", "3", "--games", "6", "--jobs", "2")
    assert result.returncode == 0
    assert "6 games of" in result.stdout
    assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.slow
def test_ctrl_c_prints_the_score_so_far(warm):
    terminal = Terminal(
        *("match", "rave", "random", "--base", "4", "--games", "100000", "--simulations", "50", "--jobs", "2"),
        TERM="xterm",
    )
    terminal.wait_for("1 of 100000 games")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "95% interval" in terminal.shown
    assert "Traceback" not in terminal.shown
