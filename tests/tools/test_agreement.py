"""Agreement with OpenSpiel on random games; long runs: `python -m tools.agreement`."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from malecon import GameError
from malecon.players.openspiel import peer as openspiel
from malecon.players.openspiel.havannah import havannah
from tools import agreement, random_walks
from tools.agreement import BASES, HavannahBatch, Tracer, compare_havannah, find_difference, havannah_batches

needed = pytest.mark.skipif(
    not openspiel.is_installed(), reason='OpenSpiel is not installed: pip install "malecon[peers]"'
)


@pytest.mark.slow
@needed
@pytest.mark.parametrize("swap_rule", [False, True], ids=["plain", "swap rule"])
@pytest.mark.parametrize("base", BASES)
def test_random_games_agree_on_legal_moves_winner_and_last_ply(base: int, swap_rule: bool) -> None:
    tally = compare_havannah(HavannahBatch(base, games=200, seed=base, swap_rule=swap_rule))
    assert tally.games == sum(tally.results.values()) == 200
    assert tally.plies > 200 * 2 * base


@needed
def test_every_kind_of_difference_is_detected() -> None:
    new_state = havannah(4).new_initial_state
    trace = Tracer(HavannahBatch(4, games=1, seed=1, swap_rule=False)).trace()
    assert find_difference(new_state(), trace) is None
    other_result = dataclasses.replace(trace, result=-trace.result)
    assert (
        find_difference(new_state(), other_result)
        == f"White's result is {-trace.result} for us and {trace.result} for OpenSpiel"
    )
    too_short = dataclasses.replace(trace, actions=trace.actions[:-1], legal=trace.legal[:-1])
    assert "OpenSpiel continues" in (find_difference(new_state(), too_short) or "")
    too_long = dataclasses.replace(trace, actions=[*trace.actions, 0], legal=[*trace.legal, [0]])
    assert "we continue" in (find_difference(new_state(), too_long) or "")
    fewer = dataclasses.replace(trace, legal=[trace.legal[0], trace.legal[1][1:], *trace.legal[2:]])
    assert "different legal moves before ply 2" in (find_difference(new_state(), fewer) or "")


@needed
def test_a_disagreement_ends_the_run_with_the_moves_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agreement, "find_difference", lambda *_: "something differs")
    assert agreement.main(["--games", "1", "--processes", "1"]) == 1
    assert "base 3: something differs, in the game" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
@needed
def test_breakthrough_agrees_on_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--game", "breakthrough", "--games", "16", "--processes", "1"]) == 0
    printed = capsys.readouterr().out
    assert "Breakthrough: agreement with OpenSpiel" in printed
    assert all(f"│ {board}" in printed for board in openspiel.peer_of("breakthrough").boards)


@needed
def test_a_difference_is_reported_with_the_moves_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = openspiel.peer_of("breakthrough")
    monkeypatch.setattr(type(peer), "legal_moves", lambda *_: ["a1-a2"])
    with pytest.raises(GameError, match=r"^breakthrough 4x2/1: different legal moves: a1-b2 b1-a2 b1-b2, after $"):
        random_walks.compare_games(random_walks.GameBatch("breakthrough", "4x2/1", games=1, seed=1))


@needed
def test_the_run_reports_every_base(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--games", "32", "--processes", "1"]) == 0
    report = capsys.readouterr().out
    assert "32/32" in report
    assert all(f"│ {base}" in report for base in (*BASES, "all"))


def test_games_are_split_over_bases_and_seeds() -> None:
    split = list(havannah_batches(20_001))
    assert sum(batch.games for batch in split) == 20_001
    assert {(batch.base, batch.swap_rule) for batch in split} == {
        (base, swap) for base in BASES for swap in (False, True)
    }
    assert len({batch.seed for batch in split}) == len(split)


def test_without_openspiel_the_run_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert agreement.main(["--games", "1"]) == 1
