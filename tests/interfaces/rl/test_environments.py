"""Environments of PettingZoo and Gymnasium pass the checkers of these libraries; the OpenSpiel bot plays a game."""

from __future__ import annotations

import contextlib
import io
import warnings

import pytest

import malecon
from malecon.players.openspiel import peer as openspiel


def test_the_aec_environment_passes_the_checker_of_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from malecon.interfaces.rl.pettingzoo_env import env

    for game, board in (("havannah", "3"), ("breakthrough", "4x3/1"), ("amazons", "4x4")):
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(env(game, board), num_cycles=60)


def test_the_winner_gets_the_reward_and_an_illegal_move_loses():
    pytest.importorskip("pettingzoo")
    from malecon.interfaces.rl.pettingzoo_env import env

    game = env("havannah", "4", render_mode="ansi")
    game.reset(seed=1)
    moves = ["a1", "d7", "b1", "e7", "c1", "f7", "d1"]
    start = malecon.Havannah(base=4)
    for move in moves:
        game.step(start.move_index(move))
    assert game.rewards == {"white": 1.0, "black": -1.0}
    assert all(game.terminations.values())
    assert "O" in game.render()
    game.reset()
    game.step(0)
    game.step(0)
    assert game.rewards["black"] == -1


def test_the_gymnasium_environment_passes_its_checker():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from malecon.interfaces.rl.gymnasium_env import MaleconEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for game_name, board in (("havannah", "3"), ("amazons", "4x4")):
            check_env(MaleconEnv(game_name, board, opponent="random"), skip_render_check=True)
    game = MaleconEnv("havannah", "3", opponent="random", colour="black")
    observation, info = game.reset(seed=3)
    assert info["colour"] == "black"
    assert len(info["moves"]) == 1
    total, terminated = 0.0, False
    while not terminated:
        observation, reward, terminated, truncated, info = game.step(observation["action_mask"].argmax())
        total += reward
        assert not truncated
    assert total in (-1.0, 0.0, 1.0)
    assert game.step(0)[1] == -1.0 if not game.position.is_over else True
    game.close()


@pytest.mark.skipif(not openspiel.is_installed(), reason="OpenSpiel is not installed")
@pytest.mark.parametrize(
    "start", [malecon.Havannah(base=3), malecon.Amazons(10, 10)], ids=["one action", "three actions"]
)
def test_a_bot_of_openspiel_plays_legal_actions(start):
    from malecon.interfaces.rl.openspiel_bot import new_bot

    bot, state = new_bot(start, "random"), openspiel.peer_of(start.game).game(start).new_initial_state()
    for _ in range(12):
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
