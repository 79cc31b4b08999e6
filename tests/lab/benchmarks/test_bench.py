"""The structure of the benchmark; its figures depend on the machine and are not tested."""

from __future__ import annotations

import json
import sys

import pytest

from malecon import GameError, Havannah
from malecon.lab.benchmarks import bench
from malecon.lab.benchmarks.phases import phase_shares
from malecon.players.openspiel import peer as openspiel

KEYS = ["what", "game", "board", "per_second", "openspiel_per_second", "ratio", "phases"]


@pytest.mark.slow
def test_rows_have_all_keys_and_plausible_values() -> None:
    rows = list(bench.measure(("2", "4"), seconds=0.02))
    assert [(row.what, row.board) for row in rows if row.board == "4"] == [
        (what, "4") for what in ("random games", "evaluations", *bench.searches("havannah"))
    ]
    assert {row.board for row in rows if row.what == "random games"} == {"2", "4"}
    for row in rows:
        values = row.as_dict()
        assert list(values) == KEYS
        assert json.loads(json.dumps(values)) == values
        assert row.game == "havannah"
        assert row.per_second > 0
        assert (row.phases is None) == (row.what in ("random games", "evaluations"))
        if row.what == "evaluations":
            assert row.openspiel_per_second is row.ratio is None, "it has none"
        elif openspiel.is_installed():
            assert row.openspiel_per_second
            assert row.ratio == row.per_second / row.openspiel_per_second


def test_the_phases_of_a_search_share_its_time() -> None:
    shares = phase_shares("uct(c=1)", Havannah(4), seconds=0.2)
    assert list(shares) == ["select", "expand", "play out", "back up"]
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares["expand"], shares["play out"]) > 0


@pytest.mark.parametrize("missing", [True, False], ids=["not installed", "not wanted"])
def test_without_openspiel_there_is_no_comparison(monkeypatch: pytest.MonkeyPatch, missing: bool) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, "pyspiel", None)
    row, *_ = bench.measure(["3"], seconds=0.01, openspiel=missing)
    assert row.per_second > 0
    assert row.openspiel_per_second is row.ratio is None


def test_a_board_that_openspiel_lacks_has_no_comparison() -> None:
    row, *_ = bench.measure(["4x4"], seconds=0.01, game="amazons")
    assert row.per_second > 0
    assert row.openspiel_per_second is row.ratio is None


def test_the_default_boards_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "random_games", lambda board, *_, **__: board)
    monkeypatch.setattr(bench, "evaluations", lambda board, *_, **__: f"evaluations {board}")
    monkeypatch.setattr(bench, "SEARCHES", {})
    bases = ["4", "5", "6", "8", "10"]
    assert list(bench.measure()) == [*bases, *(f"evaluations {base}" for base in bases)]


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan")])
def test_a_measurement_needs_a_positive_time(seconds: float) -> None:
    with pytest.raises(GameError, match="seconds must be more than 0"):
        list(bench.measure(seconds=seconds))


def test_random_games_are_reproducible() -> None:
    lengths, endings = bench.RandomGames(Havannah(4), seed=9).play(50)
    again = bench.RandomGames(Havannah(4), seed=9).play(50)
    assert [lengths.tolist(), endings.tolist()] == [figures.tolist() for figures in again]
    assert bench.RandomGames(Havannah(4), seed=10).play(50)[0].tolist() != lengths.tolist()


def test_a_search_with_techniques_that_a_game_lacks_is_skipped() -> None:
    assert "mate search" in bench.searches("havannah")
    assert "mate search" not in bench.searches("breakthrough")
    assert "replies search" in bench.searches("breakthrough")
