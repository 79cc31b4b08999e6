"""OpenSpiel as a second opinion on the rules. The long run is `python -m tools.agreement`."""

from __future__ import annotations

import dataclasses
import random
import sys

import pytest

from malecon import Amazons, Breakthrough, GameError, Havannah
from malecon.players.openspiel import peer as openspiel
from malecon.players.openspiel.havannah import PEER, actions, havannah
from tools import agreement
from tools import random_walks as walks
from tools.agreement import BASES, Batch, Tracer, batches, compare, find_difference

needed = pytest.mark.skipif(
    not openspiel.is_installed(), reason='OpenSpiel is not installed: pip install "malecon[peers]"'
)


@needed
@pytest.mark.parametrize("swap_rule", [False, True], ids=["plain", "swap rule"])
@pytest.mark.parametrize("base", BASES)
def test_random_games_agree_on_legal_moves_winner_and_last_ply(base: int, swap_rule: bool) -> None:
    tally = compare(Batch(base, games=200, seed=base, swap_rule=swap_rule))
    assert tally.games == sum(tally.winners.values()) == 200
    assert tally.plies > 200 * 2 * base


@needed
@pytest.mark.parametrize("base", [3, 4, 8])
def test_positions_and_openspiel_walk_through_the_same_games_in_our_notation(base: int) -> None:
    dice = random.Random(base)
    for number in range(20):
        position = Havannah(base, swap_rule=True)
        state = PEER.game(position).new_initial_state()
        while not position.is_over:
            assert PEER.legal_moves(position, state) == position.legal_moves
            move = "swap" if position.can_swap and number % 2 else dice.choice(position.legal_moves)
            PEER.play(position, state, move)
            position.play(move)
        assert state.is_terminal()


@needed
def test_cells_have_the_same_names() -> None:
    state = havannah(10).new_initial_state()
    assert [state.action_to_string(0, action) for action in actions(10)] == list(Havannah(10).cells)


@needed
def test_a_difference_is_noticed_and_told() -> None:
    new_state = havannah(4).new_initial_state
    trace = Tracer(Batch(4, games=1, seed=1, swap_rule=False)).trace()
    assert find_difference(new_state(), trace) is None
    other_result = dataclasses.replace(trace, result=-trace.result)
    assert (
        find_difference(new_state(), other_result)
        == f"White's result is {-trace.result} for us and {trace.result} for OpenSpiel"
    )
    too_short = dataclasses.replace(trace, actions=trace.actions[:-1], legal=trace.legal[:-1])
    assert "and OpenSpiel goes on" in (find_difference(new_state(), too_short) or "")
    too_long = dataclasses.replace(trace, actions=[*trace.actions, 0], legal=[*trace.legal, [0]])
    assert "and we go on" in (find_difference(new_state(), too_long) or "")
    fewer = dataclasses.replace(trace, legal=[trace.legal[0], trace.legal[1][1:], *trace.legal[2:]])
    assert "other legal moves before ply 2" in (find_difference(new_state(), fewer) or "")


@needed
def test_a_disagreement_ends_the_run_with_the_moves_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agreement, "find_difference", lambda *_: "something differs")
    assert agreement.main(["--games", "1", "--processes", "1"]) == 1
    assert "base 3: something differs, in the game" in " ".join(capsys.readouterr().out.split())


@needed
def test_breakthrough_agrees_on_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--game", "breakthrough", "--games", "16", "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert "Breakthrough: equal to OpenSpiel" in told
    assert all(f"│ {board}" in told for board in walks.BOARDS["breakthrough"])


@needed
def test_a_walk_that_differs_is_told_with_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = openspiel.peer_of("breakthrough")
    monkeypatch.setattr(type(peer), "legal_moves", lambda *_: ["a1-a2"])
    with pytest.raises(GameError, match=r"^breakthrough 4x2/1: other legal moves: a1-b2 b1-a2 b1-b2, after $"):
        walks.walk(walks.Walk("breakthrough", "4x2/1", games=1, seed=1))


@needed
def test_openspiel_has_its_own_idea_of_rows_of_pieces() -> None:
    for position in (Breakthrough(6, 6, piece_rows=1), Breakthrough(5, 4)):
        with pytest.raises(GameError, match="two rows of pieces on boards of six rows or more, else with one"):
            openspiel.peer_of("breakthrough").game(position)


@needed
def test_the_run_reports_every_base(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--games", "32", "--processes", "1"]) == 0
    report = capsys.readouterr().out
    assert "32/32" in report
    assert all(f"│ {base}" in report for base in (*BASES, "all"))


def test_games_are_split_over_bases_and_seeds() -> None:
    split = list(batches(20_001))
    assert sum(batch.games for batch in split) == 20_001
    assert {(batch.base, batch.swap_rule) for batch in split} == {
        (base, swap) for base in BASES for swap in (False, True)
    }
    assert len({batch.seed for batch in split}) == len(split)


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert not openspiel.is_installed()
    with pytest.raises(GameError, match=r'^OpenSpiel is not installed: pip install "malecon\[peers\]"$'):
        openspiel.pyspiel()
    assert agreement.main(["--games", "1"]) == 1


@needed
def test_amazons_and_openspiel_walk_through_the_same_games_in_our_notation() -> None:
    peer = openspiel.peer_of("amazons")
    for seed in range(4):
        position, dice = Amazons(), random.Random(seed)
        state = peer.game(position).new_initial_state()
        while not position.is_over:
            assert state.current_player() == position.to_move
            assert sorted(peer.legal_moves(position, state)) == sorted(position.legal_moves)
            move = dice.choice(position.legal_moves)
            peer.play(position, state, move)
            position.play(move)
        assert state.is_terminal()
        assert position.outcome is not None
        assert state.returns()[position.outcome.winner] == 1
        assert peer.replay(position).history() == state.history()


@needed
def test_openspiel_has_the_usual_board_of_amazons_only() -> None:
    for position in (Amazons(8), Amazons(layout="a1 / j10")):
        with pytest.raises(GameError, match="openspiel plays Amazons on 10x10 from the usual start, not on"):
            openspiel.peer_of("amazons").game(position)
