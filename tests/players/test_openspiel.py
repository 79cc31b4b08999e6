"""OpenSpiel as a reference for the rules. `tools.agreement` compares many games."""

from __future__ import annotations

import random
import sys

import pytest

from malecon import Amazons, Breakthrough, GameError, Havannah
from malecon.players.openspiel import peer as openspiel
from malecon.players.openspiel.havannah import PEER, actions, havannah

needed = pytest.mark.skipif(
    not openspiel.is_installed(), reason='OpenSpiel is not installed: pip install "malecon[peers]"'
)


@pytest.mark.slow
@needed
@pytest.mark.parametrize("base", [3, 4, 8])
def test_havannah_positions_and_openspiel_replay_the_same_games(base: int) -> None:
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
def test_openspiel_fixes_the_rows_of_pieces() -> None:
    for position in (Breakthrough(6, 6, piece_rows=1), Breakthrough(5, 4)):
        with pytest.raises(GameError, match="two rows of pieces on boards with six rows or more, else one"):
            openspiel.peer_of("breakthrough").game(position)


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert not openspiel.is_installed()
    with pytest.raises(GameError, match=r'^OpenSpiel is not installed: pip install "malecon\[peers\]"$'):
        openspiel.pyspiel()


@pytest.mark.slow
@needed
def test_amazons_positions_and_openspiel_replay_the_same_games() -> None:
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
def test_openspiel_has_only_the_standard_board_of_amazons() -> None:
    for position in (Amazons(8), Amazons(layout="a1 / j10")):
        with pytest.raises(GameError, match="openspiel has Amazons only on 10x10 with the standard setup, not on"):
            openspiel.peer_of("amazons").game(position)
