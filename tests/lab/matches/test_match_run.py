"""Runs of matches: forfeits that end them, clocks, openings, resuming, events, and tournaments."""

import json

import pytest

import malecon
from malecon.games.errors import GameError
from malecon.lab.matches.events import EventLog
from malecon.lab.matches.executors import InProcess
from malecon.lab.matches.game import GameResult, play_game
from malecon.lab.matches.match import A, B, Match
from malecon.lab.matches.match_run import MatchRun, Outputs, pairings
from malecon.lab.matches.openings import random_openings, read_openings
from malecon.lab.matches.score import ForfeitGuard, Score
from malecon.lab.matches.sgf_output import game_record
from malecon.lab.statistics.sprt import Sprt
from malecon.lab.store.database import Store
from malecon.players.player import CRASH, FORFEIT, TIME_LOSS, Limit
from malecon.players.random import RandomPlayer

BASE_3, BASE_4 = (("base", 3),), (("base", 4),)
FEW = (Limit(simulations=20),) * 2


def random_match(**changes):
    return Match(**{"a": "random", "b": "random", "games": 4, "options": BASE_3, **changes})


# --- forfeits -------------------------------------------------------------------------------------------------------


def test_forfeits_time_losses_and_crashes_are_counted_apart():
    score = Score()
    for number, (winner, how) in enumerate([(A, FORFEIT), (A, TIME_LOSS), (B, CRASH), (A, "ring")]):
        score.add(GameResult(number, A, (), winner, how))
    assert (score.forfeit_counts, score.time_losses, score.crashes) == ([1, 2], [0, 1], [1, 0])


def test_a_player_that_forfeits_too_many_games_ends_the_run():
    guard, match = ForfeitGuard(0.1), random_match(a="uct")
    guard.check(match, GameResult(0, A, (), B, CRASH))
    guard.check(match, GameResult(1, B, (), B, TIME_LOSS))
    with pytest.raises(GameError, match=r"uct forfeited 3 of 3 games, more than 10%; .*; the last: no idea"):
        guard.check(match, GameResult(2, A, (), B, FORFEIT, forfeit_reason="no idea"))


def test_a_small_share_of_forfeits_does_not():
    guard, match = ForfeitGuard(0.1), random_match(a="uct")
    for number in range(100):
        guard.check(match, GameResult(number, A, (), B, CRASH if number % 10 == 9 else "ring"))


# --- clocks ---------------------------------------------------------------------------------------------------------


def test_a_game_on_a_clock_records_the_time_left_and_what_players_think():
    match = Match("rave", "random", (Limit(simulations=20), Limit()), 2, options=BASE_4, clocks=("60+0.6", "30"))
    result = play_game(match, 1)
    assert len(result.notes) == result.plies
    assert all(note.clock <= 30 for note in result.notes[0::2])
    assert all(60 < note.clock < 60 + 0.6 * result.plies for note in result.notes[1::2])
    assert result.notes[1].simulations == 20
    record = malecon.GameRecord.parse(game_record(match, result).sgf())
    nodes = list(record.root.main_line())
    assert (record.root.text("TM"), record.root.text("OT")) == ("60", "0.6")
    assert "clocks: A 60+0.6, B 30" in record.comment
    assert (float(nodes[0].text("WL")), float(nodes[1].text("BL"))) == pytest.approx(
        (result.notes[0].clock, result.notes[1].clock), abs=0.001
    )
    assert "20 simulations" in nodes[1].comment
    assert match.key != random_match().key


def test_a_move_that_exceeds_the_clock_loses_on_time(monkeypatch):
    monkeypatch.setattr(RandomPlayer, "tolerance", -1.0)
    result = play_game(random_match(clocks=("0.5", "")), 0)
    assert (result.winner, result.how) == (B, TIME_LOSS)
    assert "0.50 s were left on the clock 0.5" in result.forfeit_reason
    assert game_record(random_match(), result).result == "B+Time"


# --- openings -------------------------------------------------------------------------------------------------------


def test_random_openings_differ_and_leave_the_game_open():
    start = malecon.Havannah(base=4)
    openings = random_openings(start, 4, 30, seed=5)
    assert len(set(openings)) == 30
    assert openings == random_openings(start, 4, 30, seed=5)
    assert all(len(line.split()) == 4 for line in openings)
    with pytest.raises(GameError, match="no open position after 19 random moves"):
        random_openings(malecon.Havannah(base=3), 19, 1, seed=1)


def test_openings_are_read_from_lines_and_from_records(tmp_path):
    lines = tmp_path / "openings.txt"
    lines.write_text("# balanced\nd4 c3 b2\n\na1 b2  # edge\nd4 c3 e5\n")
    start = malecon.Havannah(base=4)
    assert read_openings(lines, start) == ("d4 c3 b2", "a1 b2", "d4 c3 e5")
    assert read_openings(lines, start, plies=2) == ("d4 c3", "a1 b2")
    record = tmp_path / "games.sgf"
    record.write_text(malecon.GameRecord.from_position(malecon.Havannah(base=4, moves="d4 e5 c3")).sgf())
    assert read_openings(record, start, plies=2) == ("d4 e5",)
    with pytest.raises(GameError, match="game 1 is Havannah, base 4; the match is Havannah, base 5"):
        read_openings(record, malecon.Havannah(base=5))
    lines.write_text("d4 z9\n")
    with pytest.raises(GameError, match="opening 1: "):
        read_openings(lines, start)


# --- runs -----------------------------------------------------------------------------------------------------------


def run(matches, outputs, resume=False):
    """Play all missing games; return all games as (match, number)."""
    whole = MatchRun(matches, outputs)
    whole.load(resume=resume)
    return [(match.key, result.number) for match, result in whole.play(InProcess(), 1)]


def test_a_stored_run_continues_where_it_stopped(tmp_path):
    match = random_match(games=4)
    with Store(tmp_path / "lab.sqlite") as store:
        games = MatchRun([match], Outputs(store))
        games.load(resume=False)
        playing = games.play(InProcess(), 1)
        next(playing), next(playing)
        playing.close()
        with pytest.raises(GameError, match="has 2 games of this run; continue with --resume"):
            run([match], Outputs(store))
        assert run([match], Outputs(store), resume=True) == [(match.key, number) for number in range(4)]
        assert [result.number for result in store.results(match)] == [0, 1, 2, 3]


def test_games_of_several_matches_are_played_pair_by_pair():
    first, second = random_match(), random_match(a="random(near=own)")
    played = run([first, second], Outputs())
    assert played[:4] == [(first.key, 0), (first.key, 1), (second.key, 0), (second.key, 1)]
    assert len(played) == 8


def test_every_event_is_a_json_line(tmp_path):
    path = tmp_path / "events.jsonl"
    match = Match("rave", "random", FEW, 2, options=BASE_3)
    run([match], Outputs(events=EventLog(path)))
    events = [json.loads(line) for line in path.read_text().splitlines()]
    kinds = [event["event"] for event in events]
    assert kinds[:2] == ["start", "game_started"]
    assert kinds[-2:] == ["game", "end"]
    games = [event for event in events if event["event"] == "game"]
    moves = [event for event in events if event["event"] == "move" and event["number"] == 1]
    assert events[0]["matches"] == [{"match": match.key, "a": "rave", "b": "random", "engines": ["", ""]}]
    assert [event["move"] for event in moves] == games[1]["moves"]
    assert {event["winner"] for event in games} <= {"rave", "random", None}
    assert (events[-1]["reason"], events[-1]["games"]) == ("finished", 2)


def test_a_round_robin_and_a_gauntlet_have_their_pairs():
    players = ["a", "b", "c", "d"]
    assert len(pairings(players, gauntlet=False)) == 6
    assert pairings(players, gauntlet=True) == [("a", "b"), ("a", "c"), ("a", "d")]
    with pytest.raises(GameError, match="named twice"):
        pairings(["a", "b", "a"], gauntlet=False)


def test_the_error_rates_of_a_sequential_test_set_its_bounds():
    wide, narrow = Sprt(0, 30), Sprt(0, 30, alpha=0.2, beta=0.2)
    assert wide.bounds.low < narrow.bounds.low < 0 < narrow.bounds.high < wide.bounds.high
    tables = ([10, 0, 40, 0, wins] for wins in range(10, 200))
    pairs = next(table for table in tables if narrow.verdict(table) == "elo1")
    assert wide.verdict(pairs) is None
    with pytest.raises(GameError, match="alpha must be greater than 0"):
        Sprt(0, 30, alpha=0)
